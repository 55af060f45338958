package golang

import (
	"go/ast"
	"go/token"
	"strconv"
)

// value returns the value of a variable, and the scope that has it.
func (r *reader) value(name string) (any, *scope) {
	for s := r.scope; s != nil; s = s.up {
		if v, ok := s.vars[name]; ok {
			return v, s
		}
	}
	return nil, nil
}

// isTracked reports whether each use of a value must be understood.
func isTracked(v any) bool {
	switch v.(type) {
	case *flagSet, *command, arguments, word:
		return true
	}
	return false
}

// use evaluates an expression whose value is lost.
func (r *reader) use(e ast.Expr) {
	switch r.expr(e).(type) {
	case *flagSet, *command:
		r.fail("options are added in code that is not read")
	case arguments, word:
		r.misread()
	}
}

// enter reports whether more of the program can be followed.
func (r *reader) enter(cost int) bool {
	if r.steps += cost; r.steps > maxSteps || r.depth > maxDepth {
		r.fail("the program is too large")
	}
	if r.reason != "" {
		return false
	}
	r.depth++
	return true
}

func (r *reader) leave() { r.depth-- }

// expr evaluates an expression.
func (r *reader) expr(e ast.Expr) any {
	if e == nil || !r.enter(1) {
		return nil
	}
	defer r.leave()
	switch e := e.(type) {
	case *ast.BasicLit:
		if r.steps += len(e.Value) / 32; e.Kind == token.STRING { // long texts may be evaluated often
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.Ident:
		r.seen[e] = true
		v, _ := r.value(e.Name)
		return v
	case *ast.ParenExpr:
		return r.expr(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return r.expr(e.X)
		}
		r.use(e.X)
	case *ast.CallExpr:
		if results := r.callExpr(e); len(results) > 0 {
			return results[0]
		}
	case *ast.SelectorExpr:
		return r.selector(e)
	case *ast.IndexExpr:
		return r.index(e)
	case *ast.SliceExpr:
		return r.slice(e)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.CompositeLit:
		return r.composite(e)
	case *ast.FuncLit:
		old := r.frame
		r.inRegion(func() {
			r.frame = &frame{region: r.region}
			r.parameters(e.Type, nil)
			r.block(e.Body)
		})
		r.frame = old
	default:
		r.operands(e)
	}
	return nil
}

// operands reads the parts of an expression whose value is not known.
func (r *reader) operands(e ast.Expr) {
	switch e := e.(type) {
	case *ast.StarExpr:
		r.use(e.X)
	case *ast.KeyValueExpr:
		if _, ok := e.Key.(*ast.Ident); !ok {
			r.use(e.Key)
		}
		r.use(e.Value)
	case *ast.TypeAssertExpr:
		r.use(e.X)
	case *ast.IndexListExpr:
		r.use(e.X)
	}
}

func (r *reader) selector(e *ast.SelectorExpr) any {
	if x, ok := e.X.(*ast.Ident); ok {
		if _, s := r.value(x.Name); s == nil && r.packages[x.Name] != "" {
			switch {
			case r.packages[x.Name] == "os" && e.Sel.Name == "Args":
				r.seen[e] = true
				r.events++
				return arguments(0)
			case r.isLibrary(x.Name) && r.library != libraryCobra && e.Sel.Name == "CommandLine":
				r.seen[e] = true
				return r.global
			}
			return nil
		}
	}
	switch v := r.expr(e.X).(type) {
	case arguments, word:
		r.misread()
	case *flagSet:
		v.broken = v.broken || isDefinition(e.Sel.Name)
	case *command:
		if isListed(" Flags PersistentFlags AddCommand ", e.Sel.Name) {
			r.fail("commands are built in code that is not read")
		}
	}
	return nil
}

func (r *reader) index(e *ast.IndexExpr) any {
	args, ok := r.expr(e.X).(arguments)
	if !ok {
		r.use(e.Index)
		return nil
	}
	switch n, ok := number(e.Index); {
	case !ok:
		r.misread()
	case int(args)+n > 0:
		return word(int(args) + n)
	}
	return nil // the name of the program
}

func (r *reader) slice(e *ast.SliceExpr) any {
	v := r.expr(e.X)
	args, ok := v.(arguments)
	if n, isNumber := number(e.Low); ok && isNumber && e.High == nil && e.Max == nil {
		return args + arguments(n)
	}
	if isTracked(v) {
		r.misread()
	}
	for _, part := range []ast.Expr{e.Low, e.High, e.Max} {
		r.use(part)
	}
	return nil
}

// number returns the value of a literal number, or 0 without an expression.
func number(e ast.Expr) (int, bool) {
	if e == nil {
		return 0, true
	}
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.INT {
		return 0, false
	}
	n, err := strconv.Atoi(l.Value)
	return n, err == nil && n < 1000
}

func (r *reader) binary(e *ast.BinaryExpr) any {
	x, y := r.expr(e.X), r.expr(e.Y)
	a, isText := x.(string)
	if b, ok := y.(string); ok && isText && e.Op == token.ADD && len(a)+len(b) < 1000 {
		return a + b
	}
	for _, v := range []any{x, y} {
		switch v.(type) {
		case arguments, word:
			r.misread()
		}
	}
	return nil
}

func (r *reader) composite(e *ast.CompositeLit) any {
	if s, ok := e.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Command" {
		if x, ok := s.X.(*ast.Ident); ok && r.packages[x.Name] == libraryCobra {
			return r.newCommand(e)
		}
	}
	for _, item := range e.Elts {
		r.use(item)
	}
	return nil
}

// inRegion follows code that runs under a condition.
func (r *reader) inRegion(follow func()) {
	oldScope, oldRegion := r.scope, r.region
	r.regions++
	r.region = r.regions
	r.scope = &scope{vars: map[string]any{}, up: oldScope, region: r.region}
	follow()
	r.scope, r.region = oldScope, oldRegion
}
