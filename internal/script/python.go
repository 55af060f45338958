package script

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script/needs"
	"github.com/skilllint/skilllint/internal/script/python"
)

// A pythonFile is a Python script.
type pythonFile struct {
	*Script
	file      *python.File
	aliases   map[string]string       // full names by the name in the script, of imports
	functions map[string]*python.Stmt // of the module, by name; nil if there are several
	modules   map[string]bool         // imported, without submodules
	mutable   map[string]bool         // names of values that may change
}

func readPython(s *Script, source []byte) {
	file := python.Parse(source)
	p := &pythonFile{Script: s, file: file, aliases: map[string]string{}, functions: map[string]*python.Stmt{}, modules: map[string]bool{}, mutable: map[string]bool{}}
	if file.Err != nil {
		s.SyntaxErrors = []Problem{{analysis.Range{Start: file.Err.Start, End: file.Err.End}, file.Err.Message}}
	}
	if file.Err != nil || file.TooDeep {
		s.Interface.Reason = "the script does not parse"
		return
	}
	p.collect()
	p.imports(file.Body, false)
	p.environment()
	s.Needs = needs.Python(file, p.dotted)
	for _, e := range python.Undefined(file) {
		if len(s.Undefined) < maxUndefined {
			s.Undefined = append(s.Undefined, Name{Text: e.Text, Range: pythonRange(e)})
		}
	}
	s.IsModule = isPythonModule(file.Body)
	s.Interface = p.commandLine()
}

// dotted returns the full name of a name with attributes, or "".
func (p *pythonFile) dotted(e *python.Expr) string {
	n := 0
	for x := e; ; x = x.X {
		switch {
		case x == nil || n > 10:
			return ""
		case x.Kind == python.Name:
			name := x.Text
			if full, ok := p.aliases[name]; ok {
				name = full
			}
			return name + attributes(e, n)
		case x.Kind != python.Attribute:
			return ""
		}
		n++
	}
}

// attributes returns the last n attributes of an expression, each after a dot.
func attributes(e *python.Expr, n int) string {
	if n == 0 {
		return ""
	}
	return attributes(e.X, n-1) + "." + e.Text
}

func pythonRange(e *python.Expr) analysis.Range { return analysis.Range{Start: e.Start, End: e.End} }

// collect reads the names of imports and functions.
func (p *pythonFile) collect() {
	for _, s := range p.file.Body {
		if s.Kind == python.Function {
			name := s.Text
			if _, twice := p.functions[name]; twice {
				s = nil // which one is called is not known
			}
			p.functions[name] = s
		}
	}
	python.WalkStmts(p.file.Body, func(s *python.Stmt) bool {
		switch s.Kind {
		case python.Import, python.ImportFrom:
			p.nameImports(s)
		case python.AugAssign, python.Delete:
			p.mutate(s.Targets...)
		case python.Assign:
			for _, t := range s.Targets {
				if t.Kind == python.Subscript {
					p.mutate(t)
				}
			}
		case python.Other:
			if s.Text == "global" {
				for _, n := range s.Names {
					p.mutable[n.Name] = true
				}
			}
		}
		return true
	})
	python.Walk(p.file.Body, func(e *python.Expr) bool {
		if e.Kind == python.Call && e.X.Kind == python.Attribute && e.X.X.Kind == python.Name {
			switch e.X.Text {
			case "append", "extend", "insert", "remove", "pop", "clear", "add", "discard", "update", "setdefault", "popitem", "sort", "reverse":
				p.mutate(e.X.X)
			}
		}
		return true
	})
}

// nameImports reads the modules and names that a statement imports.
func (p *pythonFile) nameImports(s *python.Stmt) {
	if s.Kind == python.ImportFrom {
		first, _, _ := strings.Cut(s.Text, ".")
		p.modules[strings.Repeat(".", s.Level)+first] = true
		for _, n := range s.Names {
			p.aliases[cmp.Or(n.As, n.Name)] = s.Text + "." + n.Name
		}
		return
	}
	for _, n := range s.Names {
		first, _, _ := strings.Cut(n.Name, ".")
		p.modules[first] = true
		if n.As != "" {
			p.aliases[n.As] = n.Name
		}
	}
}

func (p *pythonFile) mutate(targets ...*python.Expr) {
	for _, t := range targets {
		for t.Kind == python.Subscript || t.Kind == python.Attribute {
			t = t.X
		}
		if t.Kind == python.Name {
			p.mutable[t.Text] = true
		}
	}
}

// imports collects the imports of statements.
func (p *pythonFile) imports(body []*python.Stmt, optional bool) {
	for _, s := range body {
		switch s.Kind {
		case python.Import:
			for _, n := range s.Names {
				p.addImport(n.Name, n.Start, n.End, optional)
			}
		case python.ImportFrom:
			if s.Text != "" {
				p.addImport(strings.Repeat(".", s.Level)+s.Text, s.NameStart, s.End, optional)
			} else { // from . import a
				for _, n := range s.Names {
					p.addImport(strings.Repeat(".", s.Level)+n.Name, n.Start, n.End, optional)
				}
			}
		case python.Try:
			caught := slices.ContainsFunc(s.Handlers, func(h python.Handler) bool { return p.catchesImport(h.Type) })
			p.imports(s.Body, optional || caught)
			for _, h := range s.Handlers {
				p.imports(h.Body, true)
			}
			p.imports(s.Else, optional || caught)
			p.imports(s.Finally, optional)
		case python.If:
			p.imports(s.Body, optional || !isMain(s.Value))
			p.imports(s.Else, true)
		case python.With:
			suppressed := slices.ContainsFunc(s.Args, func(e *python.Expr) bool { return e.Kind == python.Call && p.dotted(e.X) == "contextlib.suppress" })
			p.imports(s.Body, optional || suppressed)
		default:
			p.imports(s.Body, true)
			p.imports(s.Else, true)
			for _, h := range s.Handlers {
				p.imports(h.Body, true)
			}
		}
	}
}

func (p *pythonFile) addImport(path string, start, end int, optional bool) {
	name := path
	if !strings.HasPrefix(path, ".") {
		name, _, _ = strings.Cut(path, ".")
	}
	if end > start {
		text := p.file.Source[start:end]
		if n := strings.Index(text, path); n >= 0 {
			start += n
			end = start + len(path)
		}
	}
	if len(p.Imports) == maxImports {
		return
	}
	p.Imports = append(p.Imports, Import{Name: name, Path: path, Range: analysis.Range{Start: start, End: end}, Optional: optional})
}

// catchesImport reports whether a handler catches errors of imports.
func (p *pythonFile) catchesImport(e *python.Expr) bool {
	if e == nil {
		return true
	}
	if e.Kind == python.Tuple {
		return slices.ContainsFunc(e.List, p.catchesImport)
	}
	switch p.dotted(e) {
	case "ImportError", "ModuleNotFoundError", "Exception", "BaseException":
		return true
	}
	return false
}

// isMain reports whether a condition is __name__ == "__main__".
func isMain(e *python.Expr) bool {
	if e == nil || e.Kind != python.Compare || e.Text != "==" {
		return false
	}
	x, y := e.X, e.Y
	if y.Kind == python.Name {
		x, y = y, x
	}
	return x.Kind == python.Name && x.Text == "__name__" && y.Kind == python.String && y.Text == "__main__"
}

// isPythonModule reports whether a module only defines names.
func isPythonModule(body []*python.Stmt) bool {
	return !slices.ContainsFunc(body, func(s *python.Stmt) bool {
		switch s.Kind {
		case python.Import, python.ImportFrom, python.Function, python.Class, python.Other, python.AnnAssign, python.AugAssign, python.Delete, python.Assert:
			return false
		case python.Assign:
			return s.Value.Kind == python.Await || s.Value.Kind == python.Yield
		case python.ExprStmt:
			switch s.Value.Kind {
			case python.String, python.Constant:
				return false
			}
			return !isConfiguration(s.Value)
		case python.Try:
			handlers := false
			for _, h := range s.Handlers {
				handlers = handlers || !isPythonModule(h.Body)
			}
			return !isPythonModule(s.Body) || handlers && !slices.ContainsFunc(s.Body, func(s *python.Stmt) bool { return s.Kind == python.Import || s.Kind == python.ImportFrom })
		case python.If:
			return isMain(s.Value) || !isPythonModule(s.Body) || !isPythonModule(s.Else)
		}
		return true
	})
}

// isConfiguration reports whether an expression configures a module: sys.path.insert(…), logging.basicConfig(…).
func isConfiguration(e *python.Expr) bool {
	if e.Kind != python.Call || e.X.Kind != python.Attribute {
		return false
	}
	switch e.X.Text {
	case "insert", "append", "extend", "update", "setdefault", "basicConfig", "filterwarnings", "simplefilter", "setLevel", "addHandler", "register", "use",
		"add_middleware", "include_router", "seed", "set_option", "setrecursionlimit", "reconfigure", "disable_warnings":
		return true
	}
	return false
}

// IsPython reports whether a text with statements of Python parses as Python.
func IsPython(source []byte) bool {
	if len(source) > MaxSize {
		return false
	}
	f := python.Parse(source)
	return f.Err == nil && !f.TooDeep && slices.ContainsFunc(f.Body, func(s *python.Stmt) bool {
		return s.Kind == python.Import || s.Kind == python.ImportFrom || s.Kind == python.Function || s.Kind == python.Class
	})
}
