package behavior

import "strings"

// request reads a call that sends a request, and returns the response.
func (c *codeReader) request(k, from, to int, receiver Value) Value {
	all := c.eval(from, to)
	body := c.evaluate(from, to, true)
	first := c.eval(from, c.argumentEnd(from, to))
	_, query, _ := strings.Cut(first.text, "?")
	isOpaque := first.Has(Secret) && addressIn(first.text) == "" && !strings.Contains(query, "${") && !strings.HasSuffix(first.text, "=") && !strings.HasSuffix(first.text, "/")
	if isOpaque { // a field of an object that has the secret in another one
		body = c.evaluate(min(c.argumentEnd(from, to)+1, to), to, true)
	}
	url := addressIn(first.text)
	if url == "" {
		url = addressIn(all.text)
	}
	if url == "" {
		url = firstNonEmpty(all.url, addressIn(receiver.text))
	}
	if url == "" {
		url = c.anyAddress(from, to)
	}
	body.labels |= receiver.labels & (Environment | Credential)
	body.secret = firstNonEmpty(body.secret, receiver.secret)
	if body.Has(sensitive) || body.Has(Encoded) && body.Has(System) {
		c.addAct(Act{Kind: Sends, Of: body, To: url, By: c.tokens[k].Text, Masked: !isOpaque && c.isMasked(from, to)}, k, to)
	}
	v := Value{labels: Fetched | output, url: url}
	if name := c.tokens[k].Text; strings.HasSuffix(name, "urlretrieve") || strings.HasSuffix(name, "DownloadFile") || strings.HasSuffix(name, "wget.download") {
		if w := c.eval(min(c.argumentEnd(from, to)+1, to), to); w.text != "" {
			c.shell.setFile(w.text, v)
		} else if name := c.name(c.argumentEnd(from, to) + 1); name != "" {
			c.set(name, v) // an unknown path
		}
	}
	return v
}

// anyAddress returns an address in the variables among the arguments.
func (c *codeReader) anyAddress(from, to int) string {
	for k := from; k < to; k++ {
		if name := c.name(k); name != "" {
			if url := addressIn(c.vars[name].text); url != "" {
				return url
			}
		}
	}
	return ""
}

// addressIn returns the first address in a text.
func addressIn(text string) string {
	for _, scheme := range []string{"https://", "http://", "wss://", "ws://", "ftp://", "tcp://"} {
		if n := strings.Index(text, scheme); n >= 0 {
			rest := text[n:]
			if end := strings.IndexAny(rest, " \t\n\"'`<>)"); end > 0 {
				rest = rest[:end]
			}
			if host, _, _ := strings.Cut(rest[len(scheme):], "/"); strings.HasSuffix(host, ":") && strings.Contains(rest[len(scheme):], "://") {
				return "" // several values of a table in one text
			}
			return rest
		}
	}
	return ""
}

// remove reads a call that deletes a directory. Without an option, those of JavaScript delete files only.
func (c *codeReader) remove(name string, k, from, to int) Value {
	if c.language == jsCode && !containsAny(name, "rimraf", "remove") && !strings.Contains(c.source(from, to), "recursive") {
		return Value{}
	}
	v := c.eval(from, to)
	if v.path != "" && (v.text == v.path || strings.HasPrefix(v.path, "/") || strings.HasPrefix(v.path, "~")) { // else its start is unknown, such as os.tmpdir()
		c.addAct(Act{Kind: Deletes, To: v.path, Of: v, By: name}, k, to)
	}
	return Value{}
}

// readFile reads a call that reads a file. Its first argument is the path.
func (c *codeReader) readFile(from, to int, receiver Value) Value {
	v := c.eval(from, c.argumentEnd(from, to)).join(receiver)
	if w, ok := c.shell.files[v.text]; ok && v.text != "" {
		return v.join(w.withoutText())
	}
	return v.content()
}
