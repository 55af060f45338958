package python

func (p *parser) function() *Stmt {
	s := p.stmt(Function, p.tok().start)
	p.at++
	n := p.identifier()
	s.Text, s.NameStart = n.text, n.start
	p.typeParams()
	p.needOp("(")
	s.Params = p.params(")", true)
	p.needOp(")")
	if p.op("->") {
		s.Type = p.starExprs()
	}
	s.Body = p.block()
	return s
}

// typeParams skips the type parameters of a function, class or alias.
func (p *parser) typeParams() {
	if !p.isOp("[") {
		return
	}
	p.at++
	for !p.isOp("]") {
		if !p.op("*") {
			p.op("**")
		}
		p.identifier()
		if p.op(":") {
			p.expression()
		}
		if p.op("=") {
			p.starOrNamed()
		}
		if !p.op(",") {
			break
		}
	}
	p.needOp("]")
}

// params parses parameters up to a closing token.
func (p *parser) params(until string, typed bool) []Param {
	var list []Param
	defaults, starred := false, false
	for !p.isOp(until) {
		param := Param{Start: p.tok().start}
		switch {
		case p.op("/"):
			if !p.op(",") && !p.isOp(until) {
				p.unexpected("invalid parameter")
			}
			continue
		case p.op("**"):
			param.Stars = 2
			param.Name = p.identifier().text
		case p.op("*"):
			param.Stars = 1
			starred = true
			if !p.isOp(",") {
				param.Name = p.identifier().text
			}
		default:
			param.Name = p.identifier().text
		}
		if typed && p.op(":") {
			param.Type = p.starOrNamed()
		}
		if param.Stars == 0 && p.op("=") {
			param.Default = p.expression()
			defaults = true
		} else if param.Stars == 0 && defaults && !starred {
			p.failAt(param.Start, p.end(), "parameter without a default after one with a default")
		}
		list = append(list, param)
		if !p.op(",") {
			break
		}
	}
	return list
}

func (p *parser) class() *Stmt {
	s := p.stmt(Class, p.tok().start)
	p.at++
	n := p.identifier()
	s.Text, s.NameStart = n.text, n.start
	p.typeParams()
	if p.isOp("(") {
		s.Args = p.arguments()
	}
	s.Body = p.block()
	return s
}

// ifs parses "if" with its "elif", each nested in Else.
func (p *parser) ifs() *Stmt {
	first := p.stmt(If, p.tok().start)
	last := first
	for {
		p.at++
		last.Value = p.named()
		last.Body = p.block()
		last.End = p.end()
		if !p.isWord("elif") {
			break
		}
		next := p.stmt(If, p.tok().start)
		last.Else = []*Stmt{next}
		last = next
	}
	last.Else = p.otherwise()
	return first
}

func (p *parser) loop() *Stmt {
	s := p.stmt(For, p.tok().start)
	p.at++
	s.Targets = []*Expr{p.targets()}
	p.needWord("in")
	s.Value = p.starExprs()
	s.Body = p.block()
	s.Else = p.otherwise()
	return s
}

func (p *parser) try() *Stmt {
	s := p.stmt(Try, p.tok().start)
	p.at++
	s.Body = p.block()
	for p.isWord("except") {
		p.at++
		var h Handler
		p.op("*")
		if !p.isOp(":") {
			h.Type = p.expression()
			if p.isOp(",") {
				p.exceptList(&h)
			}
			if p.word("as") {
				h.Name = p.identifier().text
			}
		}
		h.Body = p.block()
		s.Handlers = append(s.Handlers, h)
	}
	if len(s.Handlers) > 0 {
		s.Else = p.otherwise()
	}
	if p.word("finally") {
		s.Finally = p.block()
	} else if len(s.Handlers) == 0 {
		p.unexpected("expected except or finally")
	}
	return s
}

// exceptList parses further exceptions without parentheses, which Python 3.14 allows. In Python 2, the second was a variable.
func (p *parser) exceptList(h *Handler) {
	start := h.Type.Start
	list := []*Expr{h.Type}
	for p.op(",") {
		if p.isOp(":") {
			break
		}
		x := p.expression()
		list = append(list, x)
		if c := x.Text; x.Kind == Name && len(list) == 2 && p.isOp(":") && c[0] >= 'a' && c[0] <= 'z' {
			p.failAt(start, x.End, "except clause of Python 2")
		}
	}
	h.Type = p.expr(Tuple, start)
	h.Type.List = list
}

func (p *parser) with() *Stmt {
	s := p.stmt(With, p.tok().start)
	p.at++
	paren := false
	if t := p.tok(); t.kind == operator && t.text == "(" && t.match > 0 {
		after := &p.tokens[t.match+1]
		paren = after.kind == operator && after.text == ":"
	}
	if paren && p.tokens[p.at+1].text == ")" {
		paren = false // an empty tuple
	}
	if paren {
		p.at++
	}
	for {
		if paren && p.isOp(")") {
			break
		}
		s.Args = append(s.Args, p.withItem(paren))
		if p.word("as") {
			target := p.starTarget()
			p.target(target, false)
			s.Targets = append(s.Targets, target)
		} else {
			s.Targets = append(s.Targets, nil)
		}
		if !p.op(",") {
			break
		}
	}
	if paren {
		p.closeParen(")")
	}
	s.Body = p.block()
	return s
}

func (p *parser) withItem(paren bool) *Expr {
	start := p.tok().start
	switch {
	case paren && p.isWord("yield"):
		return p.yield()
	case paren:
		x := p.starOrNamed()
		if p.isComprehension() {
			x = p.comprehension(x, nil, start)
		}
		return x
	}
	return p.expression()
}

func (p *parser) starTarget() *Expr {
	if start := p.tok().start; p.op("*") {
		return p.wrap(Star, start, p.binary(precBitOr))
	}
	return p.binary(precBitOr)
}
