package behavior

import (
	"maps"
	"slices"
	"strings"
)

// cmdlet reads a command of PowerShell with its name at k and its end at stop. in is the input from the pipe.
func (c *codeReader) cmdlet(k, stop int, in Value) Value {
	name := strings.ToLower(strings.TrimSuffix(c.tokens[k].Text, ".exe"))
	v := c.evaluate(k+1, stop, true)
	switch name {
	case "iex", "invoke-expression":
		if all := v.join(in); all.Has(Fetched | Decoded | Socket) {
			c.addAct(Act{Kind: Runs, Of: all, By: c.tokens[k].Text}, k, stop-1)
		} else if all.text != "" {
			c.readString(all, k, stop)
		}
	case "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "curl", "wget", "start-bitstransfer":
		all := c.eval(k+1, stop)
		if v = v.join(in.withoutText()); v.Has(sensitive) || v.Has(Encoded) && v.Has(System) {
			c.addAct(Act{Kind: Sends, Of: v, To: firstNonEmpty(addressIn(all.text), strings.TrimSpace(all.text)), By: c.tokens[k].Text}, k, stop-1)
		}
		out := Value{labels: Fetched | output, url: firstNonEmpty(addressIn(all.text), all.url)}
		for i := k + 1; i+1 < stop; i++ {
			if option := strings.ToLower(c.name(i)); c.isSign(i-1, "-") && (option == "outfile" || option == "destination" || option == "o") {
				w := c.eval(i+1, i+2)
				c.shell.setFile(w.text, out)
				return Value{}
			}
		}
		return out
	case "get-childitem", "gci", "dir":
		if strings.Contains(strings.ToLower(v.text+c.source(k+1, stop)), "env:") {
			return Value{labels: Environment, secret: "environment variables"}
		}
	case "get-content", "gc", "type", "cat":
		if w, ok := c.shell.files[v.path]; ok {
			return w
		}
		return v.content()
	case "get-clipboard":
		return Value{labels: output}
	case "set-content", "out-file", "add-content":
		if v.path != "" {
			c.shell.setFile(v.path, in)
		}
		c.addAct(Act{Kind: Writes, Of: in.join(v), To: pathOf(v.path, c.source(k+1, stop)), By: c.tokens[k].Text}, k, stop-1)
	case "register-scheduledtask":
		c.addAct(Act{Kind: Writes, Of: v.join(in), To: "scheduled task", By: c.tokens[k].Text}, k, stop-1)
	case "set-itemproperty", "new-itemproperty", "reg":
		if strings.Contains(strings.ToLower(v.text+c.source(k+1, stop)), `currentversion\run`) {
			c.addAct(Act{Kind: Writes, Of: v.join(in), To: `CurrentVersion\Run`, By: c.tokens[k].Text}, k, stop-1)
		}
	case "remove-item", "ri", "rm":
		if strings.Contains(strings.ToLower(c.source(k+1, stop)), "recurse") {
			target := firstNonEmpty(v.path, c.source(k+1, stop))
			for word := range strings.FieldsSeq(target) {
				if word[0] != '-' {
					target = word
				}
			}
			c.addAct(Act{Kind: Deletes, To: target, Of: v, By: c.tokens[k].Text}, k, stop-1)
		}
	case "start-process", "saps", "powershell", "pwsh", "bash", "sh", "cmd", "npx", "python", "node", "nc", "schtasks", "certutil":
		c.readNative(name, k, stop, in, v)
		return Value{labels: output}
	case "net", "icacls":
		if long := strings.ToLower(c.source(k, stop)); strings.Contains(long, "localgroup administrators") && strings.Contains(long, "add") || strings.Contains(long, "everyone:f") {
			c.addAct(Act{Kind: Loosens, To: name, By: c.tokens[k].Text}, k, stop-1)
		}
	case "new-object":
		all := strings.ToLower(v.text + c.source(k+1, stop))
		switch {
		case strings.Contains(all, "tcpclient"), strings.Contains(all, "udpclient"):
			return Value{labels: connected, text: c.eval(k+1, stop).text}
		}
		return v
	case "set-mppreference", "add-mppreference":
		if what := disarmed(strings.ToLower(c.source(k, stop))); what != "" {
			c.addAct(Act{Kind: Disarms, To: what, By: c.tokens[k].Text}, k, stop-1)
		}
	case "resolve-dnsname":
		if v.Has(sensitive | Encoded | System) {
			c.addAct(Act{Kind: Sends, Of: v.join(Value{labels: output}), To: domainOf(v.text), By: c.tokens[k].Text}, k, stop-1)
		}
	}
	return v.join(in.withoutText())
}

// pathOf returns the path that a command writes: a literal, or the source if it is a profile, which only a variable names.
func pathOf(path, source string) string {
	if path == "" || strings.Contains(source, "$PROFILE") {
		return source
	}
	return path
}

// source returns the source of the tokens from i to j.
func (c *codeReader) source(i, j int) string {
	var b strings.Builder
	for k := i; k < j && c.spend(1, c.from(k)); k++ {
		b.WriteString(c.tokens[k].Text)
		if k+1 < j && c.tokens[k+1].Start > c.tokens[k].End {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// readString reads code in a string.
func (c *codeReader) readString(code Value, k, stop int) {
	at := c.rangeOf(k, max(k, stop-1))
	c.leaveCut(code, at)
	if c.allows(c.depth+1, mostEmbedded, TooDeep, at) {
		c.readEmbedded(c.language, code.text, at, nil, c.depth+1)
	}
}

// readNative reads a program that PowerShell starts.
func (c *codeReader) readNative(name string, k, stop int, in, v Value) {
	long := " " + strings.ToLower(c.source(k, stop))
	switch {
	case (strings.Contains(long, "powershell") || strings.Contains(long, "pwsh")) && (strings.Contains(long, " -enc") || strings.Contains(long, " -e ") || strings.Contains(long, "-encodedcommand") || strings.Contains(long, "- enc")):
		c.addAct(Act{Kind: Runs, Of: Value{labels: Decoded}, By: name + " -EncodedCommand"}, k, stop-1)
	case v.Has(Fetched|Decoded|Socket) && v.text == "":
		c.addAct(Act{Kind: Runs, Of: v, By: name}, k, stop-1)
	case name == "schtasks" && strings.Contains(long, "/create"):
		c.addAct(Act{Kind: Writes, Of: v, To: "scheduled task", By: name}, k, stop-1)
	default:
		for _, path := range slices.Sorted(maps.Keys(c.shell.files)) {
			if w := c.shell.files[path]; path != "" && strings.Contains(v.text, path) && w.Has(Fetched|Decoded) {
				c.addAct(Act{Kind: Runs, Of: w, By: name}, k, stop-1)
				return
			}
		}
		if in.Has(Fetched|Decoded) && (name == "bash" || name == "sh" || name == "python" || name == "node" || name == "powershell" || name == "pwsh") {
			c.addAct(Act{Kind: Runs, Of: in, By: name}, k, stop-1)
		}
	}
}
