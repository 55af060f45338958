package python

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
		if n.kind == name && (n.text == "def" || n.text == "for" || n.text == "with") {
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

// isMatch reports whether "match" at the start of a statement is a keyword: the line ends with ":", and a block that starts
// with "case" follows.
func (p *parser) isMatch() bool {
	if n := &p.tokens[p.at+1]; n.kind == operator && n.text != "(" && n.text != "[" && n.text != "{" && n.text != "-" && n.text != "+" && n.text != "~" && n.text != "*" && n.text != "..." {
		return false
	}
	i := p.at
	for i < len(p.tokens) && p.tokens[i].kind != newline && p.tokens[i].kind != endOfFile && p.tokens[i].kind != invalid {
		if m := p.tokens[i].match; m > 0 {
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
	case t.kind == number || t.kind == text || t.kind == name && (!isKeyword(t.text) || t.text == "None" || t.text == "True" || t.text == "False"):
		p.at++
		for p.tok().kind == text && t.kind == text {
			p.at++
		}
	case t.kind == operator && (t.text == "(" || t.text == "[" || t.text == "{"):
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
			s.Names = append(s.Names, Alias{n.text, "", n.start, n.end})
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
		a := Alias{n.text, "", n.start, n.end}
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
