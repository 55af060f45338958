package golang

import "go/ast"

// callExpr evaluates a call.
func (r *reader) callExpr(c *ast.CallExpr) []any {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return r.callName(f, c)
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			if _, s := r.value(x.Name); s == nil && r.packages[x.Name] != "" {
				return []any{r.callPackage(r.packages[x.Name], f, c)}
			}
		}
		switch v := r.expr(f.X).(type) {
		case *flagSet:
			r.callSet(v, f.Sel.Name, c)
			return nil
		case *command:
			return []any{r.callCommand(v, f.Sel.Name, c)}
		case arguments, word:
			r.misread()
		}
		if m := r.methods[f.Sel.Name]; m != nil {
			return r.call(m, r.values(c))
		}
	default:
		r.use(c.Fun)
	}
	return r.lose(c)
}

// values evaluates the arguments of a call.
func (r *reader) values(c *ast.CallExpr) []any {
	var values []any
	for _, a := range c.Args {
		v := r.expr(a)
		if isTracked(v) && c.Ellipsis.IsValid() {
			r.misread()
		}
		values = append(values, v)
	}
	return values
}

// lose evaluates the arguments of a call that is not followed.
func (r *reader) lose(c *ast.CallExpr) []any {
	for _, a := range c.Args {
		r.use(a)
	}
	return nil
}

// predeclared are functions and types of the language.
const predeclared = " append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte complex64 complex128 error " +
	"float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any "

func (r *reader) callName(f *ast.Ident, c *ast.CallExpr) []any {
	r.seen[f] = true
	_, s := r.value(f.Name)
	function := r.functions[f.Name]
	switch {
	case s != nil:
	case function != nil:
		return r.call(function, r.values(c))
	case f.Name == "len" && len(c.Args) == 1:
		if _, ok := r.expr(c.Args[0]).(arguments); ok {
			r.level.counted = true
			return nil
		}
	case !isListed(predeclared, f.Name):
		r.fail("a function is in another file")
	}
	return r.lose(c)
}

// printing are packages whose functions only print words.
const printing = " fmt log errors "

// callPackage evaluates a call of a function of a package.
func (r *reader) callPackage(p string, f *ast.SelectorExpr, c *ast.CallExpr) any {
	switch {
	case p == libraryCobra:
		if f.Sel.Name != "OnInitialize" && f.Sel.Name != "OnFinalize" {
			r.lose(c)
		}
		return nil
	case p == libraryFlag || p == libraryPflag:
		r.seen[f] = true
		if r.library == libraryCobra && f.Sel.Name != "NewFlagSet" {
			r.fail("flags are defined in code that is not read")
			return nil
		}
		if f.Sel.Name == "NewFlagSet" {
			return r.createSet(c)
		}
		r.callSet(r.global, f.Sel.Name, c)
		return nil
	}
	for _, a := range c.Args {
		switch r.expr(a).(type) {
		case word:
			if !isListed(printing, p) {
				r.misread()
			}
		case *flagSet, *command:
			if f.Sel.Name != "BindPFlags" {
				r.fail("options are added in code that is not read")
			}
		case arguments:
			r.misread()
		}
	}
	return nil
}

// call follows a call of a function.
func (r *reader) call(f *ast.FuncDecl, args []any) []any {
	tracked := false
	for _, a := range args {
		tracked = tracked || isTracked(a)
	}
	if f.Body == nil || r.done[f] && !tracked {
		return nil
	}
	if r.active[f] {
		if tracked {
			r.fail("a function calls itself")
		}
		return nil
	}
	r.active[f] = true
	events, oldScope, oldFrame := r.events, r.scope, r.frame
	r.frame = &frame{function: f, region: r.region}
	r.scope = &scope{vars: map[string]any{}, up: r.globals, region: r.region}
	r.parameters(f.Type, args)
	if f.Recv != nil {
		for _, field := range f.Recv.List {
			for _, n := range field.Names {
				r.scope.vars[n.Name] = nil
			}
		}
	}
	r.block(f.Body)
	results, returns := r.frame.results, r.frame.returns
	r.scope, r.frame = oldScope, oldFrame
	r.active[f] = false
	made := false
	for i, v := range results {
		made = made || isTracked(v)
		if _, ok := v.(string); ok && returns > 1 {
			results[i] = nil
		}
	}
	if made && returns > 1 {
		r.fail("a function returns several commands")
	}
	r.done[f] = !made && r.events == events
	return results
}

// parameters adds the parameters of a function to the scope.
func (r *reader) parameters(t *ast.FuncType, args []any) {
	n := 0
	for _, fields := range []*ast.FieldList{t.TypeParams, t.Params, t.Results} {
		if fields == nil {
			continue
		}
		for _, field := range fields.List {
			if _, ok := field.Type.(*ast.Ellipsis); ok && fields == t.Params {
				for _, v := range args[min(n, len(args)):] {
					if isTracked(v) {
						r.fail("options are added in code that is not read")
					}
				}
				args = nil
			}
			names := field.Names
			for _, name := range names {
				r.scope.vars[name.Name] = nil
				if fields == t.Params && n < len(args) {
					r.scope.vars[name.Name] = args[n]
				}
				if fields == t.Params {
					n++
				}
			}
			if len(names) == 0 && fields == t.Params {
				n++
			}
		}
	}
}
