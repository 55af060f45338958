package needs

import (
	"path"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

// Python returns the files that a Python script needs. dotted returns the full name of a function.
func Python(file *python.File, dotted func(*python.Expr) string) []Need {
	p := &pythonFile{collector: collector{other: map[place]bool{}}, dotted: dotted, values: map[string]*python.Expr{}, places: map[string]place{}}
	p.assignments(file.Body)
	p.body(file.Body, false)
	return p.needs()
}

// A pythonFile is a Python script.
type pythonFile struct {
	collector
	dotted func(*python.Expr) string
	values map[string]*python.Expr // of names that are assigned once; nil if several times
	places map[string]place        // those that are evaluated
	depth  int
}

// assignments collects the names.
func (p *pythonFile) assignments(body []*python.Stmt) {
	set := func(e *python.Expr, value *python.Expr) {
		if e == nil || e.Kind != python.Name {
			return
		}
		if _, again := p.values[e.Text]; again {
			value = nil
		}
		p.values[e.Text] = value
	}
	python.WalkStmts(body, func(s *python.Stmt) bool {
		value := s.Value
		if s.Kind != python.Assign && s.Kind != python.AnnAssign {
			value = nil
		}
		for _, t := range s.Targets {
			set(t, value)
			python.WalkExpr(t, func(e *python.Expr) bool { // a, b = …
				if e != t {
					set(e, nil)
				}
				return true
			})
		}
		for i := range s.Params {
			p.values[s.Params[i].Name] = nil
		}
		for i := range s.Handlers {
			p.values[s.Handlers[i].Name] = nil
		}
		return true
	})
	python.Walk(body, func(e *python.Expr) bool {
		switch e.Kind {
		case python.Walrus:
			set(e.X, nil)
		case python.Lambda:
			for i := range e.Params {
				p.values[e.Params[i].Name] = nil
			}
		}
		return true
	})
}

// body reads statements. caught is set if the script goes on when a file is missing.
func (p *pythonFile) body(body []*python.Stmt, caught bool) {
	for _, s := range body {
		inside := caught
		if s.Kind == python.Try && len(s.Handlers) > 0 {
			inside = true
		}
		s.Exprs(func(e *python.Expr) { p.statement(s, e, caught) })
		p.body(s.Body, inside)
		for i := range s.Handlers {
			p.body(s.Handlers[i].Body, caught)
		}
		p.body(s.Else, inside)
		p.body(s.Finally, caught)
	}
}

// statement reads an expression of a statement.
func (p *pythonFile) statement(s *python.Stmt, e *python.Expr, caught bool) {
	if (s.Kind == python.Assign || s.Kind == python.AnnAssign) && e == s.Value && len(s.Targets) == 1 && s.Targets[0].Kind == python.Name && p.values[s.Targets[0].Text] == e && p.path(e).base != Unknown {
		return // the value is followed
	}
	if s.Kind == python.Try {
		return
	}
	p.expr(e, caught)
}

// expr reads the uses of paths in an expression. A path that it does not know a use of is touched.
func (p *pythonFile) expr(e *python.Expr, caught bool) {
	if e == nil {
		return
	}
	if at := p.path(e); at.base != Unknown {
		p.touch(at)
		return
	}
	if e.Kind == python.Call {
		if p.call(e, caught) {
			return
		}
	}
	for i := range e.Params {
		p.expr(e.Params[i].Default, caught)
	}
	p.expr(e.X, caught)
	p.expr(e.Y, caught)
	if e.Kind != python.Comprehension {
		p.expr(e.Z, caught)
	}
	for _, x := range e.List {
		p.expr(x, caught)
	}
}

// call reads a call that only reads or runs a file.
func (p *pythonFile) call(e *python.Expr, caught bool) bool {
	add := func(at *python.Expr, use Use) bool {
		found := p.path(at)
		if !found.isFile() || caught {
			return false
		}
		p.add(found, use, at.Start, at.End)
		return true
	}
	if e.X.Kind == python.Attribute {
		switch e.X.Text {
		case "read_text", "read_bytes":
			return add(e.X.X, Reads)
		case "open":
			return p.path(e.X.X).base != Unknown && isReading(e.List) && add(e.X.X, Reads)
		}
	}
	switch p.dotted(e.X) {
	case "open":
		return len(e.List) > 0 && isReading(e.List[1:]) && add(e.List[0], Reads)
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen":
		if len(e.List) == 0 || e.List[0].Kind != python.List || len(e.List[0].List) < 2 {
			return false
		}
		command := e.List[0].List
		if command[0].Kind == python.String && !interpreters[command[0].Text] || command[0].Kind != python.String && p.dotted(command[0]) != "sys.executable" {
			return false
		}
		if at := p.path(command[1]); !isScript(at.rel) || !add(command[1], Runs) {
			return false
		}
		for _, x := range append(command[2:len(command):len(command)], e.List[1:]...) {
			p.expr(x, caught)
		}
		return true
	}
	return false
}

// isReading reports whether arguments of open(…) after the path open a file for reading.
func isReading(args []*python.Expr) bool {
	for i, a := range args {
		mode := a
		if a.Kind == python.Keyword {
			if a.Text != "mode" {
				continue
			}
			mode = a.X
		} else if i > 0 {
			continue
		}
		if mode.Kind != python.String || strings.ContainsAny(mode.Text, "wax+") {
			return false
		}
	}
	return true
}

// path returns the path that an expression evaluates to.
func (p *pythonFile) path(e *python.Expr) place {
	if e == nil || p.depth > maxDepth {
		return place{}
	}
	p.depth++
	defer func() { p.depth-- }()
	switch e.Kind {
	case python.Name:
		return p.name(e.Text)
	case python.Attribute:
		if e.Text == "parent" {
			if at := p.path(e.X); at.base != Unknown {
				return at.dir()
			}
		}
	case python.Subscript:
		if e.X.Kind == python.Attribute && e.X.Text == "parents" && e.Y != nil {
			at := p.path(e.X.X)
			n, err := strconv.Atoi(e.Y.Text)
			if err != nil || n > 20 || at.base == Unknown {
				return place{}
			}
			for ; n >= 0; n-- {
				at = at.dir()
			}
			return at
		}
	case python.Binary:
		if e.Text == "/" && e.Y.Kind == python.String {
			return p.path(e.X).join(e.Y.Text)
		}
	case python.Call:
		return p.pathCall(e)
	}
	return place{}
}

// name returns the path in a variable.
func (p *pythonFile) name(name string) place {
	if name == "__file__" {
		return place{Own, self}
	}
	if at, ok := p.places[name]; ok {
		return at
	}
	p.places[name] = place{} // for names that contain themselves
	p.places[name] = p.path(p.values[name])
	return p.places[name]
}

// pathCall returns the path that a call returns.
func (p *pythonFile) pathCall(e *python.Expr) place {
	if e.X.Kind == python.Attribute {
		switch e.X.Text {
		case "resolve", "absolute", "expanduser":
			return p.path(e.X.X)
		case "joinpath":
			return p.joined(p.path(e.X.X), e.List)
		case "with_name":
			if at := p.path(e.X.X); at.base != Unknown {
				return p.joined(at.dir(), e.List)
			}
		}
	}
	if len(e.List) == 0 {
		return place{}
	}
	switch p.dotted(e.X) {
	case "Path", "pathlib.Path", "str", "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "pathlib.PurePath":
		if len(e.List) == 1 {
			return p.path(e.List[0])
		}
	case "os.path.dirname":
		if at := p.path(e.List[0]); at.base != Unknown {
			return at.dir()
		}
	case "os.path.join":
		return p.joined(p.path(e.List[0]), e.List[1:])
	}
	return place{}
}

// joined returns a path below a directory.
func (p *pythonFile) joined(at place, parts []*python.Expr) place {
	for _, x := range parts {
		if x.Kind != python.String {
			return place{}
		}
		at = at.join(path.Clean(x.Text))
	}
	return at
}
