package python

import "slices"

// isMatch reports whether "match" at the start of a statement is a keyword: the line ends with ":", and a block that starts
// with "case" follows.
func (p *parser) isMatch() bool {
	if n := &p.tokens[p.at+1]; n.kind == operator && !slices.Contains([]string{"(", "[", "{", "-", "+", "~", "*", "..."}, n.text) {
		return false
	}
	i := p.at
	for i < len(p.tokens) && p.tokens[i].kind != newline && p.tokens[i].kind != endOfFile && p.tokens[i].kind != invalid {
		if m := int(p.tokens[i].match); m > 0 {
			i = m
		}
		i++
	}
	return i+2 < len(p.tokens) && p.tokens[i].kind == newline && p.tokens[i-1].text == ":" && p.tokens[i+1].kind == indent && p.tokens[i+2].text == "case"
}

func (p *parser) match() *Stmt {
	s := p.stmt(Match, p.tok().start)
	p.at++
	s.Value = p.starExprs()
	p.needOp(":")
	p.at += 2 // newline, indent
	for p.isWord("case") {
		p.at++
		var h Handler
		p.pattern()
		for p.op(",") {
			if p.isOp(":") || p.isWord("if") {
				break
			}
			p.pattern()
		}
		if p.word("if") {
			h.Type = p.named()
		}
		h.Body = p.block()
		s.Handlers = append(s.Handlers, h)
		for p.tok().kind == newline {
			p.at++
		}
	}
	if p.tok().kind != dedent {
		p.unexpected("expected case")
	}
	p.at++
	return s
}

// pattern parses a pattern, roughly: every pattern is accepted, and some other text.
func (p *parser) pattern() {
	p.enter()
	defer func() { p.depth-- }()
	for {
		p.op("*")
		p.op("**")
		p.patternAtom()
		if !p.op("|") {
			break
		}
	}
	if p.word("as") {
		p.identifier()
	}
}

func (p *parser) patternAtom() {
	t := p.tok()
	switch {
	case p.op("-"):
		p.patternAtom()
	case t.kind == number || t.kind == text || t.kind == name && (!isKeyword(t.text) || slices.Contains([]string{"None", "True", "False"}, t.text)):
		p.at++
		for p.tok().kind == text && t.kind == text {
			p.at++
		}
	case t.kind == operator && slices.Contains([]string{"(", "[", "{"}, t.text):
		p.patternGroup()
	default:
		p.unexpected("invalid pattern")
	}
	for {
		switch t := p.tok(); {
		case p.op("."):
			p.identifier()
		case t.kind == operator && t.text == "(":
			p.patternGroup()
		case p.op("+"), p.op("-"): // complex numbers
			if p.tok().kind != number {
				p.unexpected("invalid pattern")
			}
			p.at++
		default:
			return
		}
	}
}

// patternGroup parses patterns in brackets, with "name=" and "key:" before them.
func (p *parser) patternGroup() {
	closer := map[string]string{"(": ")", "[": "]", "{": "}"}[p.tok().text]
	p.at++
	for !p.isOp(closer) {
		p.pattern()
		if p.op("=") || p.op(":") {
			p.pattern()
		}
		if !p.op(",") {
			break
		}
	}
	p.closeParen(closer)
}
