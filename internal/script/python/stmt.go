package python

import "slices"

// statement parses a statement, or several on one line, and appends them.
func (p *parser) statement(to []*Stmt) []*Stmt {
	p.enter()
	defer func() { p.depth-- }()
	t := p.tok()
	if t.kind == indent {
		p.unexpected("unexpected indentation")
	}
	if s := p.compound(); s != nil {
		s.End = p.end()
		return append(to, s)
	}
	for {
		s := p.simple()
		s.End = p.end()
		to = append(to, s)
		if !p.op(";") {
			break
		}
		if p.tok().kind == newline {
			break
		}
	}
	if p.tok().kind != newline {
		p.unexpected("invalid syntax")
	}
	p.at++
	return to
}

// compound parses a statement with a block, or returns nil.
func (p *parser) compound() *Stmt {
	t := p.tok()
	if t.kind == operator && t.text == "@" {
		return p.decorated()
	}
	if t.kind != name {
		return nil
	}
	switch t.text {
	case "def":
		return p.function()
	case "class":
		return p.class()
	case "if":
		return p.ifs()
	case "while":
		p.at++
		s := p.stmt(While, t.start)
		s.Value = p.named()
		s.Body = p.block()
		s.Else = p.otherwise()
		return s
	case "for":
		return p.loop()
	case "try":
		return p.try()
	case "with":
		return p.with()
	case "async":
		n := &p.tokens[p.at+1]
		if n.kind == name && slices.Contains([]string{"def", "for", "with"}, n.text) {
			p.at++
			s := p.compound()
			s.Start = t.start
			return s
		}
		p.unexpected("invalid syntax")
	case "match":
		if p.isMatch() {
			return p.match()
		}
	case "elif", "else", "except", "finally":
		p.unexpected(t.text + " without its statement")
	}
	return nil
}

func (p *parser) decorated() *Stmt {
	start := p.tok().start
	var list []*Expr
	for p.op("@") {
		list = append(list, p.named())
		if p.tok().kind != newline {
			p.unexpected("invalid syntax")
		}
		p.at++
	}
	s := p.compound()
	if s == nil || s.Kind != Function && s.Kind != Class {
		p.unexpected("expected a function or class after a decorator")
	}
	s.Start, s.Decorators = start, list
	return s
}

// block parses ":" and the statements of a block.
func (p *parser) block() []*Stmt {
	if !p.op(":") {
		if p.isOp("=") {
			p.unexpected("= instead of ==")
		}
		p.unexpected("expected :")
	}
	if p.tok().kind != newline {
		if p.tok().kind == name {
			switch p.tok().text { // CPython allows only simple statements here
			case "def", "class", "if", "while", "for", "try", "with", "async":
				p.unexpected("invalid syntax")
			}
		}
		return p.statement(nil)
	}
	p.at++
	if p.tok().kind != indent {
		p.unexpected("expected an indented block")
	}
	p.at++
	var body []*Stmt
	for p.tok().kind != dedent {
		if p.tok().kind == newline {
			p.at++
			continue
		}
		if p.tok().kind == endOfFile {
			p.unexpected("invalid syntax")
		}
		body = p.statement(body)
	}
	p.at++
	return body
}

func (p *parser) otherwise() []*Stmt {
	if p.word("else") {
		return p.block()
	}
	return nil
}

// simple parses a statement without a block.
func (p *parser) simple() *Stmt {
	t := p.tok()
	if t.kind != name {
		return p.assignment()
	}
	switch t.text {
	case "import":
		return p.imports()
	case "from":
		return p.importFrom()
	case "return":
		p.at++
		s := p.stmt(Return, t.start)
		if p.startsExpr() {
			s.Value = p.starExprs()
		}
		return s
	case "raise":
		return p.raise()
	case "del":
		p.at++
		s := p.stmt(Delete, t.start)
		s.Targets = []*Expr{p.exprList(p.primary)}
		p.target(s.Targets[0], false)
		return s
	case "assert":
		p.at++
		s := p.stmt(Assert, t.start)
		s.Value = p.expression()
		if p.op(",") {
			s.Args = []*Expr{p.expression()}
		}
		return s
	case "pass", "break", "continue":
		p.at++
		s := p.stmt(Other, t.start)
		s.Text = t.text
		return s
	case "global", "nonlocal":
		p.at++
		s := p.stmt(Other, t.start)
		s.Text = t.text
		for {
			n := p.identifier()
			s.Names = append(s.Names, Alias{n.text, "", n.start, n.end()})
			if !p.op(",") {
				return s
			}
		}
	case "type":
		n, after := &p.tokens[p.at+1], &p.tokens[min(p.at+2, len(p.tokens)-1)]
		if n.kind == name && !isKeyword(n.text) && after.kind == operator && (after.text == "=" || after.text == "[") {
			p.at += 2
			s := p.stmt(Other, t.start)
			s.Text = "type"
			p.typeParams()
			p.needOp("=")
			s.Value = p.expression()
			return s
		}
	}
	return p.assignment()
}

func (p *parser) raise() *Stmt {
	s := p.stmt(Raise, p.tok().start)
	p.at++
	if p.startsExpr() {
		s.Value = p.expression()
		if p.word("from") {
			s.Args = []*Expr{p.expression()}
		} else if p.isOp(",") {
			p.unexpected("raise statement of Python 2")
		}
	}
	return s
}

func (p *parser) imports() *Stmt {
	s := p.stmt(Import, p.tok().start)
	p.at++
	for {
		a := p.dotted()
		if p.word("as") {
			a.As = p.identifier().text
		}
		s.Names = append(s.Names, a)
		if !p.op(",") {
			return s
		}
	}
}

// dotted parses "a.b.c".
func (p *parser) dotted() Alias {
	n := p.identifier()
	a := Alias{Name: n.text, Start: n.start}
	for p.op(".") {
		a.Name += "." + p.identifier().text
	}
	a.End = p.end()
	return a
}

func (p *parser) importFrom() *Stmt {
	s := p.stmt(ImportFrom, p.tok().start)
	p.at++
	s.NameStart = p.tok().start
	for {
		if p.op(".") {
			s.Level++
		} else if p.op("...") {
			s.Level += 3
		} else {
			break
		}
	}
	if !p.isWord("import") || s.Level == 0 {
		s.Text = p.dotted().Name
	}
	s.End = p.end()
	p.needWord("import")
	if p.op("*") {
		s.Names = []Alias{{Name: "*"}}
		return s
	}
	paren := p.op("(")
	for {
		n := p.identifier()
		a := Alias{n.text, "", n.start, n.end()}
		if p.word("as") {
			a.As = p.identifier().text
		}
		s.Names = append(s.Names, a)
		if !p.op(",") || paren && p.isOp(")") {
			break
		}
	}
	if paren {
		p.closeParen(")")
	}
	return s
}

// isAugmented reports whether an operator is that of an augmented assignment.
func isAugmented(o string) bool {
	switch o {
	case "+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**=":
		return true
	}
	return false
}

// assignment parses an assignment, or an expression as a statement.
func (p *parser) assignment() *Stmt {
	start := p.tok().start
	x := p.value()
	t := p.tok()
	switch {
	case t.kind != operator:
	case t.text == "=":
		s := p.stmt(Assign, start)
		for p.op("=") {
			p.target(x, false)
			s.Targets = append(s.Targets, x)
			x = p.value()
		}
		s.Value = x
		return s
	case t.text == ":":
		if x.Kind != Name && x.Kind != Attribute && x.Kind != Subscript {
			break
		}
		p.at++
		s := p.stmt(AnnAssign, start)
		s.Targets = []*Expr{x}
		s.Type = p.expression()
		if p.op("=") {
			s.Value = p.value()
		}
		return s
	case isAugmented(t.text):
		p.target(x, true)
		p.at++
		s := p.stmt(AugAssign, start)
		s.Targets, s.Text = []*Expr{x}, t.text
		s.Value = p.value()
		return s
	}
	s := p.stmt(ExprStmt, start)
	s.Value = x
	return s
}

// value parses a value, or "yield".
func (p *parser) value() *Expr {
	if p.isWord("yield") {
		return p.yield()
	}
	return p.starExprs()
}
