package golang

import (
	"go/ast"
	"go/token"

	"github.com/skilllint/skilllint/internal/script/cmdline"
)

// block follows statements.
func (r *reader) block(b *ast.BlockStmt) {
	if b != nil {
		r.statements(b.List)
	}
}

func (r *reader) statements(list []ast.Stmt) {
	for _, s := range list {
		r.statement(s)
	}
}

func (r *reader) statement(s ast.Stmt) {
	if s == nil || !r.enter(1) {
		return
	}
	defer r.leave()
	switch s := s.(type) {
	case *ast.ExprStmt:
		r.ignoring(s.X, func() { r.expr(s.X) })
	case *ast.AssignStmt:
		if name, ok := s.Lhs[0].(*ast.Ident); ok && name.Name == "_" && len(s.Rhs) == 1 {
			r.ignoring(s.Rhs[0], func() { r.assignment(s) })
		} else {
			r.assignment(s)
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			r.declaration(d)
		}
	case *ast.ReturnStmt:
		r.returns(s)
	case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		old := r.scope
		r.scope = &scope{vars: map[string]any{}, up: old, region: r.region}
		r.compound(s)
		r.scope = old
	case *ast.SelectStmt:
		r.clauses(s.Body)
	case *ast.LabeledStmt:
		r.statement(s.Stmt)
	case *ast.GoStmt:
		r.inRegion(func() { r.expr(s.Call) })
	case *ast.DeferStmt:
		r.inRegion(func() { r.expr(s.Call) })
	case *ast.BranchStmt:
		if s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
			r.misread()
		}
	case *ast.IncDecStmt:
		r.use(s.X)
	case *ast.SendStmt:
		r.use(s.Chan)
		r.use(s.Value)
	}
}

// ignoring evaluates an expression whose result is lost. The error of Parse may be in it.
func (r *reader) ignoring(e ast.Expr, follow func()) {
	before := r.level.parsed
	follow()
	if after := r.level.parsed; after != before && after.returns {
		if c, ok := e.(*ast.CallExpr); ok {
			if f, ok := c.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Parse" {
				after.onError = cmdline.PassedOn
			}
		}
	}
}

// compound follows a statement with a scope of its own.
func (r *reader) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		r.block(s)
	case *ast.IfStmt:
		r.statement(s.Init)
		level, counted := r.level, r.level.counted
		level.counted = false
		r.use(s.Cond)
		if level.counted && !r.stops(s.Body.List, 0) {
			level.optional = true
		}
		level.counted = counted
		r.inRegion(func() { r.block(s.Body) })
		r.inRegion(func() { r.statement(s.Else) })
	case *ast.ForStmt:
		r.statement(s.Init)
		r.inRegion(func() {
			r.use(s.Cond)
			r.block(s.Body)
			r.statement(s.Post)
		})
	case *ast.RangeStmt:
		r.use(s.X)
		r.inRegion(func() {
			for _, v := range []ast.Expr{s.Key, s.Value} {
				if name, ok := v.(*ast.Ident); ok && s.Tok == token.DEFINE {
					r.scope.vars[name.Name] = nil
				} else if v != nil {
					r.assign(v, nil, false)
				}
			}
			r.block(s.Body)
		})
	case *ast.SwitchStmt:
		r.statement(s.Init)
		if w, ok := r.expr(s.Tag).(word); ok {
			r.dispatch(s.Body, int(w))
			return
		}
		r.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		r.statement(s.Init)
		r.statement(s.Assign)
		r.clauses(s.Body)
	}
}

// clauses follows the clauses of a statement.
func (r *reader) clauses(b *ast.BlockStmt) {
	for _, c := range b.List {
		r.inRegion(func() {
			switch c := c.(type) {
			case *ast.CaseClause:
				for _, e := range c.List {
					r.use(e)
				}
				r.statements(c.Body)
			case *ast.CommClause:
				r.statement(c.Comm)
				r.statements(c.Body)
			}
		})
	}
}

func (r *reader) returns(s *ast.ReturnStmt) {
	var results []any
	for _, e := range s.Results {
		if c, ok := e.(*ast.CallExpr); ok && len(s.Results) == 1 {
			results = r.callExpr(c)
		} else {
			results = append(results, r.expr(e))
		}
	}
	for _, v := range results {
		switch v.(type) {
		case arguments, word:
			r.misread()
		}
	}
	if r.frame.returns++; r.frame.results == nil {
		r.frame.results = results
	}
	if r.scope.region != r.frame.region {
		r.frame.left = true
	}
}

// declaration follows the declaration of variables and constants.
func (r *reader) declaration(d *ast.GenDecl) {
	if d.Tok != token.VAR && d.Tok != token.CONST {
		return
	}
	for _, s := range d.Specs {
		s, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		values := r.assigned(s.Values, len(s.Names))
		for i, name := range s.Names {
			r.seen[name] = true
			if _, isText := values[i].(string); isText && d.Tok == token.VAR && r.scope == r.globals {
				values[i] = nil // other functions may change it
			}
			r.scope.vars[name.Name] = values[i]
		}
	}
}

// assigned returns the values for a number of variables.
func (r *reader) assigned(from []ast.Expr, n int) []any {
	values := make([]any, n)
	if len(from) == 1 && n > 1 {
		if c, ok := from[0].(*ast.CallExpr); ok {
			copy(values, r.callExpr(c))
		} else {
			r.use(from[0])
		}
		return values
	}
	for i, e := range from {
		if v := r.expr(e); i < n {
			values[i] = v
		}
	}
	return values
}

func (r *reader) assignment(s *ast.AssignStmt) {
	values := r.assigned(s.Rhs, len(s.Lhs))
	for i, left := range s.Lhs {
		if s.Tok != token.DEFINE && s.Tok != token.ASSIGN {
			values[i] = nil
		}
		var from ast.Expr
		if len(s.Lhs) == len(s.Rhs) {
			from = s.Rhs[i]
		}
		if f, ok := left.(*ast.SelectorExpr); ok && r.setField(f, from) {
			continue
		}
		r.assign(left, values[i], s.Tok == token.DEFINE)
	}
}

// assign gives a variable a value.
func (r *reader) assign(left ast.Expr, v any, define bool) {
	name, ok := left.(*ast.Ident)
	if !ok {
		r.use(left)
		for f, ok := left.(*ast.SelectorExpr); ok; f, ok = f.X.(*ast.SelectorExpr) {
			switch r.expr(f.X).(type) {
			case *flagSet, *command:
				r.fail("fields of a command are changed")
			}
		}
		if isTracked(v) {
			r.fail("commands are built in code that is not read")
		}
		return
	}
	r.seen[name] = true
	if name.Name == "_" {
		return
	}
	if _, same := r.scope.vars[name.Name]; define && !same {
		r.scope.vars[name.Name] = v
		return
	}
	old, s := r.value(name.Name)
	if s == nil {
		r.fail("a variable is in another file")
		return
	}
	if s.region != r.region {
		if isTracked(old) || isTracked(v) {
			r.fail("commands are built under a condition")
		}
		v = nil
	}
	if _, isText := v.(string); isText && s == r.globals {
		v = nil
	}
	s.vars[name.Name] = v
}

// setField reads the assignment to a field of a command or set.
func (r *reader) setField(f *ast.SelectorExpr, from ast.Expr) bool {
	if inner, ok := f.X.(*ast.SelectorExpr); ok && inner.Sel.Name == "CompletionOptions" {
		_, isCommand := r.expr(inner.X).(*command)
		return isCommand
	}
	if x, ok := f.X.(*ast.Ident); ok {
		if _, s := r.value(x.Name); s == nil && r.packages[x.Name] != "" {
			if p := r.packages[x.Name]; p == "os" && f.Sel.Name == "Args" || f.Sel.Name == "CommandLine" || p == libraryCobra {
				r.fail("the arguments are changed")
			}
			return true
		}
	}
	switch v := r.expr(f.X).(type) {
	case *command:
		if r.change(v.region) {
			r.field(v, f.Sel.Name, from)
		} else {
			r.fail("commands are built under a condition")
		}
		return true
	case *flagSet:
		if f.Sel.Name != "Usage" && f.Sel.Name != "SortFlags" {
			r.fail("the options of a set are changed")
		}
		return true
	}
	return false
}
