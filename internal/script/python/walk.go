package python

// Walk calls visit for each expression in statements, in order, including those of nested statements. It does not visit the
// parts of an expression for which visit returns false.
func Walk(body []*Stmt, visit func(*Expr) bool) {
	WalkStmts(body, func(s *Stmt) bool {
		s.Exprs(func(e *Expr) { WalkExpr(e, visit) })
		return true
	})
}

// WalkStmts calls visit for each statement and nested statement. It does not visit those in a statement for which visit
// returns false.
func WalkStmts(body []*Stmt, visit func(*Stmt) bool) {
	for _, s := range body {
		for s != nil {
			if !visit(s) {
				break
			}
			WalkStmts(s.Body, visit)
			for i := range s.Handlers {
				WalkStmts(s.Handlers[i].Body, visit)
			}
			if s.Kind == If && len(s.Else) == 1 && s.Else[0].Kind == If { // a chain of elif may be long
				s = s.Else[0]
				continue
			}
			WalkStmts(s.Else, visit)
			WalkStmts(s.Finally, visit)
			break
		}
	}
}

// Exprs calls visit for each expression of a statement, without nested statements.
func (s *Stmt) Exprs(visit func(*Expr)) {
	one := func(e *Expr) {
		if e != nil {
			visit(e)
		}
	}
	all := func(list []*Expr) {
		for _, e := range list {
			one(e)
		}
	}
	all(s.Decorators)
	all(s.Targets)
	for i := range s.Params {
		one(s.Params[i].Type)
		one(s.Params[i].Default)
	}
	one(s.Type)
	one(s.Value)
	all(s.Args)
	for i := range s.Handlers {
		one(s.Handlers[i].Type)
	}
}

// WalkExpr calls visit for an expression and its parts.
func WalkExpr(e *Expr, visit func(*Expr) bool) {
	for e != nil && visit(e) {
		for i := range e.Params {
			WalkExpr(e.Params[i].Default, visit)
		}
		for _, x := range e.List {
			WalkExpr(x, visit)
		}
		WalkExpr(e.Y, visit)
		if e.Kind != Comprehension { // also in List
			WalkExpr(e.Z, visit)
		}
		e = e.X // a chain of operators or calls may be long
	}
}
