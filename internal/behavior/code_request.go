package behavior

import (
	"cmp"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"strings"
)

// request reads a call that sends a request, and returns the response.
func (f *functionCall) request() Value {
	all := f.eval(f.from, f.to)
	body := f.evaluate(f.from, f.to, true)
	first := f.eval(f.from, f.argumentEnd(f.from, f.to))
	_, query, _ := strings.Cut(first.text, "?")
	isOpaque := first.Has(Secret) && trust.AddressIn(first.text) == "" && !strings.Contains(query, "${") && !strings.HasSuffix(first.text, "=") && !strings.HasSuffix(first.text, "/")
	if isOpaque { // a field of an object that has the secret in another one
		body = f.evaluate(f.second(), f.to, true)
	}
	url := cmp.Or(trust.AddressIn(first.text), trust.AddressIn(all.text), all.url, trust.AddressIn(f.receiver.text))
	if url == "" {
		url = f.anyAddress(f.from, f.to)
	}
	body.labels |= f.receiver.labels & (Environment | Credential)
	body.secret = cmp.Or(body.secret, f.receiver.secret)
	name := f.tokens[f.k].Text
	if body.Has(sensitive) || body.Has(Encoded) && body.Has(System) {
		f.addAct(Act{Kind: Sends, Of: body, To: url, By: name, Masked: !isOpaque && f.isMasked(f.from, f.to)}, f.k, f.to)
	}
	v := Value{labels: Fetched | output, url: url}
	if strings.HasSuffix(name, "urlretrieve") || strings.HasSuffix(name, "DownloadFile") || strings.HasSuffix(name, "wget.download") {
		if w := f.eval(f.second(), f.to); w.text != "" {
			f.shell.setFile(w.text, v)
		} else if name := f.name(f.argumentEnd(f.from, f.to) + 1); name != "" {
			f.set(name, v) // an unknown path
		}
	}
	return v
}

// second returns the first token after the first argument.
func (f *functionCall) second() int { return min(f.argumentEnd(f.from, f.to)+1, f.to) }

// anyAddress returns an address in the variables among the arguments.
func (c *codeReader) anyAddress(from, to int) string {
	for k := from; k < to; k++ {
		if name := c.name(k); name != "" {
			if url := trust.AddressIn(c.vars[name].text); url != "" {
				return url
			}
		}
	}
	return ""
}

// remove reads a call that deletes a directory. Without an option, those of JavaScript delete files only.
func (f *functionCall) remove() {
	if f.language == jsCode && !lex.ContainsAny(f.callee, "rimraf", "remove") && !strings.Contains(f.source(f.from, f.to), "recursive") {
		return
	}
	v := f.eval(f.from, f.to)
	if v.path != "" && (v.text == v.path || strings.HasPrefix(v.path, "/") || strings.HasPrefix(v.path, "~")) { // else its start is unknown, such as os.tmpdir()
		f.addAct(Act{Kind: Deletes, To: v.path, Of: v, By: f.callee}, f.k, f.to)
	}
}

// readFile reads a call that reads a file. Its first argument is the path.
func (f *functionCall) readFile() Value {
	v := f.eval(f.from, f.argumentEnd(f.from, f.to)).join(f.receiver)
	if w, ok := f.shell.files[v.text]; ok && v.text != "" {
		v = v.join(w.withoutText())
	} else {
		v = v.content()
	}
	if f.method == "dotenv_values" && v.Has(Credential) {
		v.labels |= mapped
	}
	return v
}

// write reads a call that writes a file: to the path of its receiver, or of its first argument.
func (f *functionCall) write() {
	path, from := f.receiver, f.from
	if f.effect == effect.WritesAll {
		end := f.argumentEnd(f.from, f.to)
		path, from = f.eval(f.from, end), min(end+1, f.to)
	}
	v := f.eval(from, f.to)
	if f.receiver.Has(connected) {
		return
	}
	if path.text != "" && f.allows(len(f.shell.files), mostFiles, TooMuch, f.rangeOf(f.k, f.to)) {
		f.shell.setFile(path.text, v)
	}
	if path.path != "" {
		target := path.path
		if (strings.HasPrefix(path.text, "~/") || strings.HasPrefix(path.text, "/")) && !strings.Contains(path.text, "${") {
			target = path.text
		}
		f.addAct(Act{Kind: Writes, Of: v, To: target, By: f.tokens[f.k].Text}, f.k, f.to)
	}
}
