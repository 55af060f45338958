package needs

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Shell returns the files that a shell script needs.
func Shell(file *syntax.File) []Need {
	s := &shellFile{collector: collector{other: map[place]bool{}}, values: map[string]*syntax.Word{}, places: map[string]place{}}
	s.assignments(file)
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			s.redirects(n)
		case *syntax.CallExpr:
			s.call(n)
		case *syntax.BinaryCmd:
			if n.Op == syntax.OrStmt { // a || b, where the script goes on without a
				s.tolerate(n.X)
			}
		case *syntax.WordIter:
			for _, w := range n.Items {
				s.touch(s.word(w))
			}
		case *syntax.ArrayElem:
			if n.Value != nil {
				s.touch(s.word(n.Value))
			}
		case *syntax.UnaryTest:
			if w, ok := n.X.(*syntax.Word); ok {
				s.touch(s.word(w))
			}
		}
		return true
	})
	return s.needs()
}

// A shellFile is a shell script.
type shellFile struct {
	collector
	values map[string]*syntax.Word // of variables that are assigned once; nil if several times
	places map[string]place        // those that are evaluated
	depth  int
}

// assignments collects the variables.
func (s *shellFile) assignments(file *syntax.File) {
	set := func(name string, value *syntax.Word) {
		if _, again := s.values[name]; again {
			value = nil
		}
		s.values[name] = value
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil && !n.Naked {
				if n.Append || n.Index != nil || n.Array != nil {
					set(n.Name.Value, nil)
				} else {
					set(n.Name.Value, n.Value)
				}
			}
		case *syntax.WordIter:
			set(n.Name.Value, nil)
		case *syntax.CallExpr:
			if len(n.Args) > 1 {
				switch n.Args[0].Lit() {
				case "read", "mapfile", "readarray", "getopts", "printf", "unset":
					for _, a := range n.Args[1:] {
						set(a.Lit(), nil)
					}
				}
			}
		}
		return true
	})
}

// maxDepth limits variables in variables.
const maxDepth = 20

// variable returns the path in a variable.
func (s *shellFile) variable(name string) place {
	if p, ok := s.places[name]; ok {
		return p
	}
	s.places[name] = place{} // for variables that contain themselves
	if w := s.values[name]; w != nil && s.depth < maxDepth {
		s.depth++
		s.places[name] = s.word(w)
		s.depth--
	} else if _, set := s.values[name]; !set && name == "CLAUDE_PLUGIN_ROOT" {
		s.places[name] = place{Plugin, "."}
	}
	return s.places[name]
}

// word returns the path that a word evaluates to.
func (s *shellFile) word(w *syntax.Word) place {
	if w == nil {
		return place{}
	}
	return s.parts(w.Parts)
}

func (s *shellFile) parts(parts []syntax.WordPart) place {
	if len(parts) == 0 {
		return place{}
	}
	var p place
	switch first := parts[0].(type) {
	case *syntax.DblQuoted:
		p = s.parts(first.Parts)
	case *syntax.ParamExp:
		p = s.param(first)
	case *syntax.CmdSubst:
		p = s.substitution(first)
	}
	for _, part := range parts[1:] {
		text := ""
		switch part := part.(type) {
		case *syntax.Lit:
			text = part.Value
		case *syntax.SglQuoted:
			text = part.Value
		case *syntax.DblQuoted:
			if len(part.Parts) == 1 {
				if l, ok := part.Parts[0].(*syntax.Lit); ok {
					text = l.Value
				}
			}
		}
		rest, ok := strings.CutPrefix(text, "/")
		if !ok || rest == "" {
			return place{}
		}
		p = p.join(rest)
	}
	return p
}

func (s *shellFile) param(p *syntax.ParamExp) place {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.Slice != nil || p.Repl != nil || p.NestedParam != nil {
		return place{}
	}
	name := p.Param.Value
	value := place{Own, self}
	switch {
	case p.Index != nil && (name != "BASH_SOURCE" || !isZero(p.Index)):
		return place{}
	case name != "0" && name != "BASH_SOURCE":
		value = s.variable(name)
	}
	if p.Exp == nil {
		return value
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix:
		if p.Exp.Word.Lit() == "/*" && value.base != Unknown {
			return value.dir()
		}
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		if name == "CLAUDE_PLUGIN_ROOT" && value.base == Plugin {
			return value
		}
		if value.base == Own {
			return value
		}
	}
	return place{}
}

// isZero reports whether an index is 0.
func isZero(index syntax.ArithmExpr) bool {
	w, ok := index.(*syntax.Word)
	return ok && w.Lit() == "0"
}

// substitution returns the path that $(dirname X), $(cd X && pwd), $(realpath X) and the like print.
func (s *shellFile) substitution(c *syntax.CmdSubst) place {
	var p place
	for _, stmt := range c.Stmts {
		for _, call := range sequence(stmt, nil) {
			if len(call.Args) == 0 {
				return place{}
			}
			last := call.Args[len(call.Args)-1]
			switch call.Args[0].Lit() {
			case "dirname":
				if p = s.word(last); p.base == Unknown {
					return p
				}
				p = p.dir()
			case "realpath", "readlink", "cd":
				p = s.word(last)
			case "pwd":
				return p
			default:
				return place{}
			}
		}
	}
	return p
}

// sequence returns the commands of a && b && c, or nil.
func sequence(stmt *syntax.Stmt, calls []*syntax.CallExpr) []*syntax.CallExpr {
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return append(calls, c)
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt && len(calls) < 10 {
			return sequence(c.Y, sequence(c.X, calls))
		}
	}
	return append(calls, &syntax.CallExpr{})
}

// redirects reads the redirections of a statement.
func (s *shellFile) redirects(stmt *syntax.Stmt) {
	for _, r := range stmt.Redirs {
		if r.N != nil && r.N.Value == "2" || r.Op == syntax.RdrAll { // the script hides the error
			s.tolerate(stmt)
		}
		if p := s.word(r.Word); r.Op == syntax.RdrIn {
			s.add(p, Reads, int(r.Word.Pos().Offset()), int(r.Word.End().Offset()))
		} else {
			s.touch(p)
		}
	}
}

// tolerate records the paths in a command that may fail.
func (s *shellFile) tolerate(stmt *syntax.Stmt) {
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			s.touch(s.word(w))
		}
		return true
	})
}

// interpreters run a script that is one of their arguments.
var interpreters = map[string]bool{"bash": true, "sh": true, "zsh": true, "python": true, "python3": true, "node": true, "ruby": true, "bun": true, "tsx": true, "exec": true, "nohup": true, "uv": true, "npx": true, "env": true, "time": true, "timeout": true, "sudo": true, "perl": true, "deno": true}

// call reads the paths in a command.
func (s *shellFile) call(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		return
	}
	add := func(w *syntax.Word, use Use) { s.add(s.word(w), use, int(w.Pos().Offset()), int(w.End().Offset())) }
	program := c.Args[0].Lit()
	switch {
	case (program == "source" || program == ".") && len(c.Args) > 1:
		add(c.Args[1], Sources)
		return
	case program == "cat":
		for _, w := range c.Args[1:] {
			add(w, Reads)
		}
		return
	case slices.Contains([]string{"echo", "printf", "cd", "pushd", "dirname"}, program):
		return
	case program == "":
		if p := s.word(c.Args[0]); path.Ext(p.rel) != "" {
			add(c.Args[0], Runs)
		} else {
			s.touch(p)
		}
	}
	isRun := program != ""
	for _, w := range c.Args[1:] {
		p := s.word(w)
		if isRun && interpreters[program] && p.isFile() && isScript(p.rel) {
			add(w, Runs)
			isRun = false
			continue
		}
		s.touch(p)
	}
}

func isScript(rel string) bool {
	switch path.Ext(rel) {
	case ".sh", ".bash", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl":
		return true
	}
	return false
}
