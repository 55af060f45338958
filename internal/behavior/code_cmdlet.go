package behavior

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// A cmdlet is a command of PowerShell with its name at a token and its end at another one.
type cmdlet struct {
	*codeReader
	name    string // in lower case
	k, stop int
	in      Value // from the pipe
	of      Value // of the arguments
}

// cmdlet reads a command of PowerShell with its name at k and its end at stop. in is the input from the pipe.
func (c *codeReader) cmdlet(k, stop int, in Value) Value {
	p := &cmdlet{c, strings.ToLower(strings.TrimSuffix(c.tokens[k].Text, ".exe")), k, stop, in, c.evaluate(k+1, stop, true)}
	switch p.name {
	case "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "curl", "wget", "start-bitstransfer":
		return p.request()
	case "get-childitem", "gci", "dir":
		if strings.Contains(p.lower(), "env:") {
			return environment
		}
	case "get-content", "gc", "type", "cat":
		if w, ok := c.shell.files[p.of.path]; ok {
			return w
		}
		return p.of.content()
	case "get-clipboard":
		return Value{labels: output}
	case "start-process", "saps", "powershell", "pwsh", "bash", "sh", "cmd", "npx", "python", "node", "nc", "schtasks", "certutil":
		c.readNative(p.name, k, stop, in, p.of)
		return Value{labels: output}
	case "new-object":
		if lex.ContainsAny(p.lower(), "tcpclient", "udpclient") {
			return Value{labels: connected, text: c.eval(k+1, stop).text}
		}
		return p.of
	default:
		p.change()
	}
	return p.of.join(in.withoutText())
}

// lower returns the arguments in lower case.
func (p *cmdlet) lower() string {
	return strings.ToLower(p.of.text + p.source(p.k+1, p.stop))
}

func (p *cmdlet) add(a Act) {
	if a.By == "" {
		a.By = p.tokens[p.k].Text
	}
	p.addAct(a, p.k, p.stop-1)
}

// request reads a command that sends a request.
func (p *cmdlet) request() Value {
	all := p.eval(p.k+1, p.stop)
	if v := p.of.join(p.in.withoutText()); v.Has(sensitive) || v.Has(Encoded) && v.Has(System) {
		p.add(Act{Kind: Sends, Of: v, To: cmp.Or(trust.AddressIn(all.text), strings.TrimSpace(all.text))})
	}
	out := Value{labels: Fetched | output, url: cmp.Or(trust.AddressIn(all.text), all.url)}
	for i := p.k + 1; i+1 < p.stop; i++ {
		if option := strings.ToLower(p.codeReader.name(i)); p.isSign(i-1, "-") && (option == "outfile" || option == "destination" || option == "o") {
			w := p.eval(i+1, i+2)
			p.shell.setFile(w.text, out)
			return Value{}
		}
	}
	return out
}

// change reads a command that runs text or changes something.
func (p *cmdlet) change() {
	switch p.name {
	case "iex", "invoke-expression":
		if all := p.of.join(p.in); all.Has(Fetched | Decoded | Socket) {
			p.add(Act{Kind: Runs, Of: all})
		} else if all.text != "" {
			p.readString(all, p.k, p.stop)
		}
	case "set-content", "out-file", "add-content":
		if p.of.path != "" {
			p.shell.setFile(p.of.path, p.in)
		}
		p.add(Act{Kind: Writes, Of: p.in.join(p.of), To: lex.PathOf(p.of.path, p.source(p.k+1, p.stop))})
	case "register-scheduledtask":
		p.add(Act{Kind: Writes, Of: p.of.join(p.in), To: "scheduled task"})
	case "set-itemproperty", "new-itemproperty", "reg":
		if strings.Contains(p.lower(), `currentversion\run`) {
			p.add(Act{Kind: Writes, Of: p.of.join(p.in), To: `CurrentVersion\Run`})
		}
	case "remove-item", "ri", "rm":
		p.remove()
	case "net", "icacls":
		if long := strings.ToLower(p.source(p.k, p.stop)); strings.Contains(long, "localgroup administrators") && strings.Contains(long, "add") || strings.Contains(long, "everyone:f") {
			p.add(Act{Kind: Loosens, To: p.name})
		}
	case "set-mppreference", "add-mppreference":
		if what := effect.Disarmed(strings.ToLower(p.source(p.k, p.stop))); what != "" {
			p.add(Act{Kind: Disarms, To: what})
		}
	case "resolve-dnsname":
		if p.of.Has(sensitive | Encoded | System) {
			p.add(Act{Kind: Sends, Of: p.of.join(Value{labels: output}), To: trust.DomainOf(p.of.text)})
		}
	}
}

// remove reads a command that deletes a directory.
func (p *cmdlet) remove() {
	if !strings.Contains(strings.ToLower(p.source(p.k+1, p.stop)), "recurse") {
		return
	}
	target := cmp.Or(p.of.path, p.source(p.k+1, p.stop))
	for word := range strings.FieldsSeq(target) {
		if word[0] != '-' {
			target = word
		}
	}
	p.add(Act{Kind: Deletes, To: target, Of: p.of})
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
		if in.Has(Fetched|Decoded) && slices.Contains([]string{"bash", "sh", "python", "node", "powershell", "pwsh"}, name) {
			c.addAct(Act{Kind: Runs, Of: in, By: name}, k, stop-1)
		}
	}
}
