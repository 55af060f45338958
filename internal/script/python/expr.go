package python

// starExprs parses a list of expressions, as on the right of "=". One expression without a comma is not a tuple.
func (p *parser) starExprs() *Expr { return p.exprList(p.starOrNamed) }

// exprList parses expressions with commas between them.
func (p *parser) exprList(element func() *Expr) *Expr {
	start := p.tok().start
	first := element()
	if !p.isOp(",") {
		if first.Kind == Star && !first.Paren {
			return first // valid as an argument of a subscript only; targets are checked elsewhere
		}
		return first
	}
	items := []*Expr{first}
	for p.op(",") {
		if !p.startsExpr() {
			break
		}
		items = append(items, element())
	}
	e := p.expr(Tuple, start)
	e.List = items
	return e
}

// startsExpr reports whether an expression may start at the current token.
func (p *parser) startsExpr() bool {
	t := p.tok()
	switch t.kind {
	case number, text:
		return true
	case name:
		switch t.text {
		case "None", "True", "False", "not", "lambda", "await", "yield":
			return true
		}
		return !isKeyword(t.text)
	case operator:
		switch t.text {
		case "(", "[", "{", "-", "+", "~", "...", "*":
			return true
		}
	case invalid:
		return true // to report it
	}
	return false
}

func (p *parser) starOrNamed() *Expr {
	if start := p.tok().start; p.op("*") {
		return p.wrap(Star, start, p.binary(precBitOr))
	}
	return p.named()
}

func (p *parser) wrap(k ExprKind, start int, x *Expr) *Expr {
	e := p.expr(k, start)
	e.X = x
	return e
}

// named parses an expression with ":=".
func (p *parser) named() *Expr {
	start := p.tok().start
	x := p.expression()
	if x.Kind == Name && !x.Paren && p.isOp(":=") {
		p.at++
		y := p.expression()
		e := p.expr(Walrus, start)
		e.X, e.Y = x, y
		return e
	}
	return x
}

// expression parses a conditional expression or a lambda.
func (p *parser) expression() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	start := p.tok().start
	if p.isWord("lambda") {
		return p.lambda()
	}
	x := p.binary(precOr)
	if !p.isWord("if") {
		return x
	}
	p.at++
	y := p.binary(precOr)
	if !p.isWord("else") {
		p.unexpected("expected else after the condition")
	}
	p.at++
	z := p.expression()
	e := p.expr(Conditional, start)
	e.X, e.Y, e.Z = x, y, z
	return e
}

func (p *parser) lambda() *Expr {
	start := p.tok().start
	p.at++
	params := p.params(":", false)
	p.needOp(":")
	x := p.expression()
	e := p.expr(Lambda, start)
	e.X, e.Params = x, params
	return e
}

// Precedences of binary operators.
const (
	precOr = iota
	precAnd
	precNot
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precAdd
	precMul
	precUnary
)

// operatorAt returns the precedence and kind of the binary operator at the current token, and its number of tokens.
func (p *parser) operatorAt() (prec int, k ExprKind, tokens int) {
	t := p.tok()
	switch t.kind {
	case name:
		switch t.text {
		case "or":
			return precOr, Boolean, 1
		case "and":
			return precAnd, Boolean, 1
		case "in":
			return precCompare, Compare, 1
		case "is":
			if n := &p.tokens[p.at+1]; n.kind == name && n.text == "not" {
				return precCompare, Compare, 2
			}
			return precCompare, Compare, 1
		case "not":
			if n := &p.tokens[p.at+1]; n.kind == name && n.text == "in" {
				return precCompare, Compare, 2
			}
		}
	case operator:
		switch t.text {
		case "<", ">", "==", ">=", "<=", "!=":
			return precCompare, Compare, 1
		case "|":
			return precBitOr, Binary, 1
		case "^":
			return precBitXor, Binary, 1
		case "&":
			return precBitAnd, Binary, 1
		case "<<", ">>":
			return precShift, Binary, 1
		case "+", "-":
			return precAdd, Binary, 1
		case "*", "/", "//", "%", "@":
			return precMul, Binary, 1
		}
	}
	return -1, 0, 0
}

// binary parses binary operators from a precedence on.
func (p *parser) binary(least int) *Expr {
	start := p.tok().start
	var x *Expr
	if least <= precNot && p.isWord("not") {
		p.enter()
		p.at++
		x = p.wrap(Unary, start, p.binary(precNot))
		x.Text = "not"
		p.depth--
	} else {
		x = p.unary()
	}
	for {
		prec, k, n := p.operatorAt()
		if prec < least || n == 0 || x.Text == "not" && x.Kind == Unary && !x.Paren && prec >= precCompare {
			return x
		}
		t := p.tok()
		p.at += n
		y := p.binary(prec + 1)
		e := p.expr(k, start)
		e.X, e.Y, e.Text = x, y, t.text
		if n == 2 {
			e.Text += " " + p.tokens[p.at-1].text
			if e.Text = "not in"; t.text == "is" {
				e.Text = "is not"
			}
		}
		x = e
	}
}

func (p *parser) unary() *Expr {
	t := p.tok()
	if t.kind == operator && (t.text == "-" || t.text == "+" || t.text == "~") {
		p.enter()
		p.at++
		x := p.wrap(Unary, t.start, p.unary())
		x.Text = t.text
		p.depth--
		return x
	}
	start := t.start
	x := p.primary()
	if p.isOp("**") {
		p.enter()
		p.at++
		y := p.unary()
		e := p.expr(Binary, start)
		e.X, e.Y, e.Text = x, y, "**"
		p.depth--
		return e
	}
	return x
}

// arguments parses the arguments of a call in parentheses.
func (p *parser) arguments() []*Expr {
	p.enter()
	defer func() { p.depth-- }()
	p.needOp("(")
	var list []*Expr
	keyword := false
	for !p.isOp(")") {
		start := p.tok().start
		var x *Expr
		switch {
		case p.op("*"):
			x = p.wrap(Star, start, p.expression())
		case p.op("**"):
			x = p.wrap(DoubleStar, start, p.expression())
			keyword = true
		case p.tok().kind == name && !isKeyword(p.tok().text) && p.tokens[p.at+1].kind == operator && p.tokens[p.at+1].text == "=":
			n := p.tok()
			p.at += 2
			x = p.wrap(Keyword, start, p.expression())
			x.Text = n.text
			keyword = true
		default:
			at := p.at
			x = p.named()
			if p.isComprehension() {
				x = p.comprehension(x, nil, start)
			} else if keyword {
				p.fail(at, "positional argument after a keyword argument")
			}
		}
		list = append(list, x)
		if !p.op(",") {
			break
		}
	}
	if !p.op(")") {
		if p.startsExpr() {
			p.unexpected("missing comma")
		}
		p.unexpected("expected )")
	}
	return list
}

func (p *parser) isComprehension() bool {
	return p.isWord("for") || p.isWord("async") && p.tokens[p.at+1].text == "for"
}

// comprehension parses "for … in … if …" after its element.
func (p *parser) comprehension(x, y *Expr, start int) *Expr {
	p.enter()
	defer func() { p.depth-- }()
	e := p.expr(Comprehension, start)
	e.X, e.Y = x, y
	for p.isComprehension() {
		p.word("async")
		p.at++
		target := p.targets()
		p.needWord("in")
		over := p.binary(precOr)
		if e.Z == nil {
			e.Z = over
		}
		e.List = append(e.List, target, over)
		for p.word("if") {
			e.List = append(e.List, p.condition())
		}
	}
	e.End = p.end()
	return e
}

// condition parses the condition of a comprehension.
func (p *parser) condition() *Expr {
	start := p.tok().start
	if p.isWord("lambda") {
		return p.lambda()
	}
	x := p.binary(precOr)
	if x.Kind == Name && !x.Paren && p.op(":=") {
		e := p.wrap(Walrus, start, x)
		e.Y = p.binary(precOr)
		return e
	}
	return x
}

// targets parses the targets of "for".
func (p *parser) targets() *Expr {
	e := p.exprList(func() *Expr {
		if start := p.tok().start; p.op("*") {
			return p.wrap(Star, start, p.binary(precBitOr))
		}
		return p.binary(precBitOr)
	})
	p.target(e, false)
	return e
}

// target checks that an expression can be assigned to.
func (p *parser) target(e *Expr, single bool) {
	switch {
	case e.Kind == Name, e.Kind == Attribute, e.Kind == Subscript:
	case e.Kind == Star && !single:
		p.target(e.X, true)
	case e.Kind == Tuple && !single, e.Kind == List && !single:
		for _, x := range e.List {
			p.target(x, false)
		}
	default:
		p.failAt(e.Start, e.End, "invalid assignment target")
	}
}
