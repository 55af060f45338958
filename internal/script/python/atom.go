package python

import (
	"strings"
)

// primary parses an atom with its attributes, calls and subscripts.
func (p *parser) primary() *Expr {
	start := p.tok().start
	if p.isWord("await") {
		p.enter()
		p.at++
		x := p.wrap(Await, start, p.primary())
		p.depth--
		return x
	}
	x := p.atom()
	for {
		t := p.tok()
		if t.kind != operator {
			return x
		}
		switch t.text {
		case ".":
			p.at++
			n := p.identifier()
			e := p.expr(Attribute, start)
			e.X, e.Text = x, n.text
			x = e
		case "(":
			args := p.arguments()
			e := p.expr(Call, start)
			e.X, e.List = x, args
			x = e
		case "[":
			p.at++
			p.enter()
			y := p.slices()
			p.depth--
			p.needOp("]")
			e := p.expr(Subscript, start)
			e.X, e.Y = x, y
			x = e
		default:
			return x
		}
	}
}

// slices parses what is in the brackets of a subscript.
func (p *parser) slices() *Expr {
	start := p.tok().start
	first := p.slice()
	if !p.isOp(",") {
		return first
	}
	items := []*Expr{first}
	for p.op(",") && !p.isOp("]") {
		items = append(items, p.slice())
	}
	e := p.expr(Tuple, start)
	e.List = items
	return e
}

func (p *parser) slice() *Expr {
	start := p.tok().start
	var parts [3]*Expr
	colons := 0
	for colons < 3 {
		if p.op(":") {
			if colons++; colons > 2 {
				p.unexpected("invalid slice")
			}
			continue
		}
		if !p.startsExpr() || parts[colons] != nil {
			break
		}
		parts[colons] = p.starOrNamed()
	}
	if colons == 0 {
		if parts[0] == nil {
			p.unexpected("invalid syntax")
		}
		return parts[0]
	}
	e := p.expr(Slice, start)
	e.X, e.Y, e.Z = parts[0], parts[1], parts[2]
	return e
}

func (p *parser) atom() *Expr {
	t := p.tok()
	switch t.kind {
	case name:
		return p.nameAtom()
	case number:
		p.at++
		e := p.expr(Number, t.start)
		e.Text = t.text
		return e
	case text:
		return p.strings()
	case operator:
		switch t.text {
		case "(":
			return p.parens()
		case "[":
			return p.list()
		case "{":
			return p.braces()
		case "...":
			p.at++
			e := p.expr(Constant, t.start)
			e.Text = t.text
			return e
		}
	}
	p.unexpected("invalid syntax")
	return nil
}

func (p *parser) nameAtom() *Expr {
	t := p.tok()
	k := Name
	switch t.text {
	case "None", "True", "False":
		k = Constant
	default:
		if isKeyword(t.text) {
			p.unexpected("invalid syntax")
		}
	}
	p.at++
	e := p.expr(k, t.start)
	e.Text = t.text
	return e
}

// strings parses adjacent strings.
func (p *parser) strings() *Expr {
	first := p.at
	k := String
	var fields []*Expr
	for ; p.tok().kind == text; p.at++ {
		t := p.tok()
		prefix := t.text[:strings.IndexAny(t.text, `"'`)]
		switch {
		case strings.ContainsAny(prefix, "bB"):
			k = Bytes
		case p.lexer.fields[p.at] != nil:
			k = Format
			for _, f := range p.lexer.fields[p.at] {
				fields = append(fields, p.field(f))
			}
		}
	}
	e := p.expr(k, p.tokens[first].start)
	e.List = fields
	if k == Format {
		return e
	}
	if p.at == first+1 {
		e.Text = Value(p.tokens[first].text)
		return e
	}
	var b strings.Builder
	for i := first; i < p.at; i++ {
		b.WriteString(Value(p.tokens[i].text))
	}
	e.Text = b.String()
	return e
}

// field parses the expression in a field of an f-string.
func (p *parser) field(at span) *Expr {
	p.enter()
	defer func() { p.depth-- }()
	l := lex(p.src, at.start, at.end, nil)
	inner := &parser{src: p.src, tokens: l.tokens, lexer: l, depth: p.depth, exprs: p.exprs}
	var e *Expr
	inner.guard(func() {
		if inner.tok().kind == endOfFile {
			inner.failAt(max(at.start-1, 0), at.end, "empty field in an f-string")
		}
		if inner.isWord("yield") {
			e = inner.yield()
		} else {
			e = inner.starExprs()
		}
		if inner.tok().kind != endOfFile {
			inner.unexpected("invalid syntax")
		}
	})
	p.exprs = inner.exprs
	if inner.tooDeep || inner.err != nil {
		p.tooDeep = inner.tooDeep || l.tooDeep
		p.err = inner.err
		panic(stop{})
	}
	return e
}

func (p *parser) yield() *Expr {
	start := p.tok().start
	p.at++
	e := p.expr(Yield, start)
	if p.word("from") {
		e.X = p.expression()
	} else if p.startsExpr() && !p.isWord("yield") {
		e.X = p.starExprs()
	}
	e.End = p.end()
	return e
}

// parens parses a tuple, a generator, or an expression in parentheses.
func (p *parser) parens() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	start := p.tok().start
	p.at++
	if p.op(")") {
		return p.paren(p.expr(Tuple, start), start)
	}
	if p.isWord("yield") {
		e := p.yield()
		p.needOp(")")
		return p.paren(e, start)
	}
	e := p.starExprs()
	if p.isComprehension() {
		e = p.comprehension(e, nil, start)
	}
	p.closeParen(")")
	if e.Kind == Star {
		p.failAt(e.Start, e.End, "starred expression in parentheses")
	}
	return p.paren(e, start)
}

func (p *parser) closeParen(o string) {
	if !p.op(o) {
		if p.startsExpr() && !p.isOp("*") {
			p.unexpected("missing comma or operator")
		}
		p.unexpected("expected " + o)
	}
}

func (p *parser) paren(e *Expr, start int) *Expr {
	e.Paren, e.Start, e.End = true, start, p.end()
	return e
}

func (p *parser) list() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	start := p.tok().start
	p.at++
	var items []*Expr
	for !p.isOp("]") {
		x := p.starOrNamed()
		if len(items) == 0 && p.isComprehension() {
			e := p.comprehension(x, nil, start)
			p.closeParen("]")
			e.End = p.end()
			return e
		}
		items = append(items, x)
		if !p.op(",") {
			break
		}
	}
	p.closeParen("]")
	e := p.expr(List, start)
	e.List = items
	return e
}

// braces parses a set or dictionary.
func (p *parser) braces() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	start := p.tok().start
	p.at++
	var items []*Expr
	k := Dict
	for first := true; !p.isOp("}"); first = false {
		from := p.tok().start
		var x *Expr
		if p.op("**") {
			x = p.wrap(DoubleStar, from, p.binary(precBitOr))
		} else {
			x = p.starOrNamed()
			if first && !p.isOp(":") {
				k = Set
			}
			if k == Dict {
				p.needOp(":")
				y := p.expression()
				if first && p.isComprehension() {
					e := p.comprehension(x, y, start)
					p.closeParen("}")
					e.End = p.end()
					return e
				}
				x = p.wrap(Pair, from, x)
				x.Y = y
			}
		}
		if first && p.isComprehension() {
			e := p.comprehension(x, nil, start)
			p.closeParen("}")
			e.End = p.end()
			return e
		}
		items = append(items, x)
		if !p.op(",") {
			break
		}
	}
	p.closeParen("}")
	e := p.expr(k, start)
	e.List = items
	return e
}
