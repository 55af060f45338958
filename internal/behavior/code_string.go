package behavior

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// stringValue returns the value of a string, including the values of code in it.
func (c *codeReader) stringValue(t *lex.Token) Value {
	v := Value{text: t.Text, path: t.Text}
	if c.namesCredentials {
		v = literal(t.Text)
	}
	v.labels |= written
	if !t.Inner || !c.allows(c.depth+1, mostEmbedded, TooDeep, c.place(int(t.Start), int(t.End))) {
		return v
	}
	var b strings.Builder
	rest := t.Text
	for c.language != psCode {
		n := strings.IndexByte(rest, '{')
		if n < 0 {
			break
		}
		code, after, ok := strings.Cut(rest[n+1:], "}")
		if !ok {
			break
		}
		w := c.readInner(code, t)
		b.WriteString(strings.TrimSuffix(rest[:n], "$"))
		if w.text == "" {
			w.text = "${" + code + "}"
		}
		if b.Len()+len(w.text) > int(mostText) || !c.spend(len(w.text)/64, c.from(0)) {
			w.text, w.labels = "${"+code+"}", w.labels|cut
		}
		b.WriteString(w.text)
		v = v.join(w.withoutText())
		rest = after
	}
	if b.Len() > 0 {
		b.WriteString(rest)
		v.text = b.String()
	}
	if c.language == psCode {
		for _, word := range strings.FieldsFunc(t.Text, func(r rune) bool { return r != '$' && r != ':' && r != '_' && !lex.IsNamePart(byte(min(r, 127))) }) {
			if strings.HasPrefix(word, "$") {
				v = v.join(c.readInner(word, t).withoutText())
			}
		}
	}
	return v
}

// readInner reads an expression in a string.
func (c *codeReader) readInner(code string, t *lex.Token) Value {
	was, known := c.tokens, c.known
	place := c.place
	defer func() { c.tokens, c.place, c.known = was, place, known; c.depth-- }()
	c.depth++
	c.known = map[expression]Value{}
	c.tokens, _ = lex.Split(c.language, code)
	at := place(int(t.Start), int(t.End))
	c.place = func(int, int) analysis.Range { return at }
	return c.eval(0, len(c.tokens)-1)
}
