package behavior

import (
	"maps"
	"slices"
	"strings"
)

// cmdlet reads a command of PowerShell: its name at k, its end at stop. in is what the pipe contains.
func (c *codeReader) cmdlet(k, stop int, in Value) Value {
	name := strings.ToLower(strings.TrimSuffix(c.tokens[k].Text, ".exe"))
	v := c.evaluate(k+1, stop, true)
	switch name {
	case "iex", "invoke-expression":
		if all := v.and(in); all.Has(Fetched | Decoded | Socket) {
			c.note(Act{Does: Runs, Of: all, By: c.tokens[k].Text}, k, stop-1)
		} else if all.text != "" {
			c.again(all.text, k, stop)
		}
	case "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "curl", "wget", "start-bitstransfer":
		all := c.eval(k+1, stop)
		if v = v.and(in.from()); v.Has(sensitive) || v.Has(Encoded) && v.Has(System) {
			c.note(Act{Does: Sends, Of: v, To: first(addressIn(all.text), strings.TrimSpace(all.text)), By: c.tokens[k].Text}, k, stop-1)
		}
		out := Value{is: Fetched | output, url: first(addressIn(all.text), all.url)}
		for i := k + 1; i+1 < stop; i++ {
			if option := strings.ToLower(c.name(i)); c.is(i-1, "-") && (option == "outfile" || option == "destination" || option == "o") {
				w := c.eval(i+1, i+2)
				c.shell.files[w.text] = out
				return Value{}
			}
		}
		return out
	case "get-childitem", "gci", "dir":
		if strings.Contains(strings.ToLower(v.text+c.joined(k+1, stop)), "env:") {
			return Value{is: Environment, what: "environment variables"}
		}
	case "get-content", "gc", "type", "cat":
		if w, ok := c.shell.files[v.path]; ok {
			return w
		}
		return v.content()
	case "get-clipboard":
		return Value{is: output}
	case "set-content", "out-file", "add-content":
		if v.path != "" {
			c.shell.files[v.path] = in
		}
		c.note(Act{Does: Writes, Of: in.and(v), To: pathOf(v.path, c.joined(k+1, stop)), By: c.tokens[k].Text}, k, stop-1)
	case "register-scheduledtask":
		c.note(Act{Does: Writes, Of: v.and(in), To: "scheduled task", By: c.tokens[k].Text}, k, stop-1)
	case "set-itemproperty", "new-itemproperty", "reg":
		if strings.Contains(strings.ToLower(v.text+c.joined(k+1, stop)), `currentversion\run`) {
			c.note(Act{Does: Writes, Of: v.and(in), To: `CurrentVersion\Run`, By: c.tokens[k].Text}, k, stop-1)
		}
	case "remove-item", "ri", "rm":
		if strings.Contains(strings.ToLower(c.joined(k+1, stop)), "recurse") {
			c.note(Act{Does: Deletes, To: first(v.path, c.joined(k+1, stop)), Of: v, By: c.tokens[k].Text}, k, stop-1)
		}
	case "start-process", "saps", "powershell", "pwsh", "bash", "sh", "cmd", "npx", "python", "node", "nc", "schtasks", "certutil":
		c.native(name, k, stop, in, v)
		return Value{is: output}
	case "net", "icacls":
		if long := strings.ToLower(c.joined(k, stop)); strings.Contains(long, "localgroup administrators") || strings.Contains(long, "everyone:f") {
			c.note(Act{Does: Loosens, To: name, By: c.tokens[k].Text}, k, stop-1)
		}
	case "new-object":
		all := strings.ToLower(v.text + c.joined(k+1, stop))
		switch {
		case strings.Contains(all, "tcpclient"), strings.Contains(all, "udpclient"):
			return Value{is: connected, text: c.eval(k+1, stop).text}
		}
		return v
	case "resolve-dnsname":
		if v.Has(sensitive | Encoded | System) {
			c.note(Act{Does: Sends, Of: v.and(Value{is: output}), To: domainOf(v.text), By: c.tokens[k].Text}, k, stop-1)
		}
	}
	return v.and(in.from())
}

// pathOf returns the path that a command writes: that of a profile, which only a variable names, or a literal.
func pathOf(path, source string) string {
	if path == "" || strings.Contains(source, "$PROFILE") {
		return source
	}
	return path
}

// joined returns the source of some tokens.
func (c *codeReader) joined(i, j int) string {
	var b strings.Builder
	for k := i; k < j && b.Len() < maxValue; k++ {
		b.WriteString(c.tokens[k].Text)
		if k+1 < j && c.tokens[k+1].Start > c.tokens[k].End {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// again reads code in a string.
func (c *codeReader) again(code string, k, stop int) {
	if c.depth < maxDepth {
		c.embedded(c.language, code, c.between(k, max(k, stop-1)), nil, c.depth+1)
	}
}

// native reads a program that PowerShell starts.
func (c *codeReader) native(name string, k, stop int, in, v Value) {
	long := " " + strings.ToLower(c.joined(k, stop))
	switch {
	case (strings.Contains(long, "powershell") || strings.Contains(long, "pwsh")) && (strings.Contains(long, " -enc") || strings.Contains(long, " -e ") || strings.Contains(long, "-encodedcommand") || strings.Contains(long, "- enc")):
		c.note(Act{Does: Runs, Of: Value{is: Decoded}, By: name + " -EncodedCommand"}, k, stop-1)
	case v.Has(Fetched|Decoded|Socket) && v.text == "":
		c.note(Act{Does: Runs, Of: v, By: name}, k, stop-1)
	case name == "schtasks" && strings.Contains(long, "/create"):
		c.note(Act{Does: Writes, Of: v, To: "scheduled task", By: name}, k, stop-1)
	default:
		for _, path := range slices.Sorted(maps.Keys(c.shell.files)) {
			if w := c.shell.files[path]; path != "" && strings.Contains(v.text, path) && w.Has(Fetched|Decoded) {
				c.note(Act{Does: Runs, Of: w, By: name}, k, stop-1)
				return
			}
		}
		if in.Has(Fetched|Decoded) && (name == "bash" || name == "sh" || name == "python" || name == "node" || name == "powershell" || name == "pwsh") {
			c.note(Act{Does: Runs, Of: in, By: name}, k, stop-1)
		}
	}
}
