package script

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

func readShell(s *Script, path string, source []byte) {
	text := string(source)
	s.Interface = &Interface{Reason: "the script does not parse"}
	if shellNesting(text) > maxShellNesting {
		return
	}
	variant := syntax.LangBash
	if strings.HasSuffix(strings.ToLower(path), ".zsh") || Interpreter(s.Shebang) == "zsh" {
		variant = syntax.LangZsh
	}
	file, err := parseShell(text, variant)
	if err != nil {
		s.SyntaxErrors = shellProblem(text, err)
		return
	}
	if file == nil {
		return
	}
	r := &shellFile{Script: s, file: file, functions: map[string]*syntax.FuncDecl{}, assigned: map[string]bool{}}
	r.collect(file)
	r.environment(file)
	s.Interface = r.commandLine(file)
	s.IsModule = r.isModule(file)
}

// A shellFile is a shell script.
type shellFile struct {
	*Script
	file      *syntax.File
	functions map[string]*syntax.FuncDecl
	assigned  map[string]bool
	sources   bool

	bodies  []syntax.Node // what sees the arguments of the script
	loops   []*shellLoop
	getopts []*syntax.CallExpr
	cases   []*syntax.CaseClause // on $1, outside of loops
	highest int                  // positional parameter
	least   int
	uses    bool // of arguments in another way
	passes  bool // all arguments are passed on
	shifts  bool // outside of loops
	unclear string
}

// A shellLoop is a loop over the arguments with a case statement.
type shellLoop struct {
	clause *syntax.CaseClause
	isFor  bool
}

func nodeRange(n syntax.Node) analysis.Range {
	start := int(n.Pos().Offset())
	return analysis.Range{Start: start, End: max(start, int(n.End().Offset()))} // the end of some broken nodes is unknown
}

// collect reads functions and assignments.
func (r *shellFile) collect(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			if n.Name != nil {
				r.functions[n.Name.Value] = n
			}
		case *syntax.Assign:
			if n.Name != nil {
				r.assigned[n.Name.Value] = true
			}
		case *syntax.WordIter:
			r.assigned[n.Name.Value] = true
		case *syntax.CallExpr:
			if len(n.Args) > 1 {
				switch n.Args[0].Lit() {
				case "source", ".":
					r.sources = true
				case "read", "mapfile", "readarray", "getopts", "printf", "local", "declare", "unset":
					for _, a := range n.Args[1:] {
						r.assigned[a.Lit()] = true
					}
				}
			}
		}
		return true
	})
}

// environment collects the variables that the script does not assign.
func (r *shellFile) environment(file *syntax.File) {
	defaults := map[string]bool{} // that the script gives a value if they have none
	syntax.Walk(file, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.Assign); ok && a.Name != nil && a.Value != nil {
			for _, part := range a.Value.Parts {
				if p := paramOf(part); p != nil && p.Param != nil && p.Param.Value == a.Name.Value { // X="${X:-default}"
					defaults[a.Name.Value] = true
				}
			}
		}
		return true
	})
	syntax.Walk(file, func(n syntax.Node) bool {
		p, ok := n.(*syntax.ParamExp)
		if !ok || p.Param == nil || !isEnvironmentName(p.Param.Value) || r.assigned[p.Param.Value] && !defaults[p.Param.Value] {
			return true
		}
		required := p.Exp != nil && (p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull)
		r.addVariable(Variable{p.Param.Value, required, nodeRange(p)})
		return true
	})
}

func paramOf(part syntax.WordPart) *syntax.ParamExp {
	switch part := part.(type) {
	case *syntax.ParamExp:
		return part
	case *syntax.DblQuoted:
		if len(part.Parts) == 1 {
			return paramOf(part.Parts[0])
		}
	}
	return nil
}

// isEnvironmentName reports whether a name is written in capitals, as names of environment variables are.
func isEnvironmentName(s string) bool {
	letters := 0
	for i := range len(s) {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case c == '_', '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return letters > 1
}

// isModule reports whether the script only defines functions and variables.
func (r *shellFile) isModule(file *syntax.File) bool {
	functions := 0
	for _, s := range file.Stmts {
		switch c := s.Cmd.(type) {
		case *syntax.FuncDecl:
			functions++
		case *syntax.CallExpr:
			if len(c.Args) > 0 && c.Args[0].Lit() != "set" && c.Args[0].Lit() != "shopt" {
				return false
			}
		case *syntax.DeclClause:
		default:
			return false
		}
	}
	return functions > 0
}

// commandLine returns what a shell script accepts.
func (r *shellFile) commandLine(file *syntax.File) *Interface {
	for _, s := range file.Stmts {
		r.scan(s, 0)
	}
	unknown := func(library, reason string) *Interface { return &Interface{Library: library, Reason: reason} }
	switch {
	case r.unclear != "":
		return unknown("case", r.unclear)
	case len(r.loops)+len(r.getopts) > 1:
		return unknown("case", "arguments are parsed in several places")
	case len(r.getopts) == 1:
		return r.getoptsInterface(r.getopts[0])
	case len(r.loops) == 1 && (r.shifts || r.highest > 0 || len(r.cases) > 0):
		return unknown("case", "arguments before the options are not read")
	case len(r.loops) == 1:
		return r.loopInterface(r.loops[0])
	case len(r.cases) > 0:
		return unknown("case", "subcommands are not read")
	case r.shifts:
		return unknown("case", "arguments are shifted")
	case r.sources:
		return unknown("", "another script is sourced")
	case r.passes:
		return &Interface{Known: true, Library: "$1", Unknown: PassedOn, Surplus: PassedOn, Interspersed: true}
	case r.uses:
		return unknown("$1", "the arguments are used in a way that is not read")
	}
	i := &Interface{Known: true, Library: "$1", Unknown: PassedOn, Surplus: Ignored, Interspersed: true}
	if r.highest == 0 {
		i.Library, i.Unknown = "none", Ignored
	}
	for n := 1; n <= r.highest; n++ {
		p := Positional{Name: "$" + strconv.Itoa(n), Max: 1}
		if n <= r.least {
			p.Min = 1
		}
		i.Positionals = append(i.Positionals, p)
	}
	return i
}

// scan reads a node that sees the arguments of the script.
func (r *shellFile) scan(node syntax.Node, depth int) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			return false
		case *syntax.WhileClause:
			if clause := caseIn(n.Do, "1"); clause != nil && r.isOverArguments(n.Cond) {
				r.loops = append(r.loops, &shellLoop{clause: clause})
				return false
			}
		case *syntax.ForClause:
			if iter, ok := n.Loop.(*syntax.WordIter); ok && (!iter.InPos.IsValid() || len(iter.Items) == 1 && isAll(iter.Items[0])) {
				if clause := caseIn(n.Do, iter.Name.Value); clause != nil {
					r.loops = append(r.loops, &shellLoop{clause: clause, isFor: true})
				} else {
					r.uses = true
				}
				return false
			}
		case *syntax.CaseClause:
			if p := wordParam(n.Word); p == "1" {
				r.cases = append(r.cases, n)
			}
		case *syntax.IfClause:
			r.least = max(r.least, leastShell(n))
		case *syntax.CallExpr:
			return r.call(n, depth)
		case *syntax.ParamExp:
			r.param(n)
		}
		return true
	})
}

func (r *shellFile) param(n *syntax.ParamExp) {
	if n.Param == nil {
		return
	}
	switch name := n.Param.Value; name {
	case "@", "*":
		r.passes = true
	case "#", "0":
	default:
		if i, err := strconv.Atoi(name); err == nil {
			r.highest = max(r.highest, i)
			if n.Exp != nil && (n.Exp.Op == syntax.ErrorUnset || n.Exp.Op == syntax.ErrorUnsetOrNull) {
				r.least = max(r.least, i)
			}
			if n.Excl || i > 9 {
				r.unclear = "the positions of arguments are computed"
			}
		}
	}
}

// call reads a command. It returns false if its words need not be read.
func (r *shellFile) call(n *syntax.CallExpr, depth int) bool {
	if len(n.Args) == 0 {
		return true
	}
	switch name := n.Args[0].Lit(); name {
	case "getopts":
		r.getopts = append(r.getopts, n)
		return false
	case "getopt":
		r.unclear = "getopt is not read"
	case "shift":
		r.shifts = true
	case "set":
		for _, a := range n.Args[1:] {
			if a.Lit() == "--" {
				r.unclear = "the arguments are changed"
			}
		}
	case "eval":
		r.unclear = "code is evaluated"
	default:
		f := r.functions[name]
		if f == nil || len(n.Args) != 2 || !isAll(n.Args[1]) {
			return true
		}
		if depth > maxCalls || len(r.bodies) > 100 {
			r.unclear = "functions call each other"
			return false
		}
		for _, b := range r.bodies {
			if b == f.Body {
				return false
			}
		}
		r.bodies = append(r.bodies, f.Body)
		r.scan(f.Body, depth+1)
		return false
	}
	return true
}

// isAll reports whether a word is "$@".
func isAll(w *syntax.Word) bool {
	p := wordParam(w)
	return p == "@" || p == "*"
}

// wordParam returns the parameter that a word consists of, or "".
func wordParam(w *syntax.Word) string {
	if w == nil || len(w.Parts) != 1 {
		return ""
	}
	p := paramOf(w.Parts[0])
	if p == nil || p.Param == nil || p.Length || p.Slice != nil || p.Repl != nil || p.Exp != nil && p.Exp.Op != syntax.DefaultUnsetOrNull && p.Exp.Op != syntax.DefaultUnset {
		return ""
	}
	return p.Param.Value
}

// isOverArguments reports whether a condition tests $# or $1.
func (r *shellFile) isOverArguments(cond []*syntax.Stmt) bool {
	found := false
	for _, s := range cond {
		syntax.Walk(s, func(n syntax.Node) bool {
			if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && (p.Param.Value == "#" || p.Param.Value == "1" || p.Param.Value == "@") {
				found = true
			}
			if a, ok := n.(*syntax.ArithmExp); ok && a != nil {
				found = true
			}
			return true
		})
		if c, ok := s.Cmd.(*syntax.CallExpr); ok && len(c.Args) == 1 && (c.Args[0].Lit() == "true" || c.Args[0].Lit() == ":") {
			found = true
		}
		if _, ok := s.Cmd.(*syntax.ArithmCmd); ok {
			found = true
		}
	}
	return found
}

// caseIn returns the case statement on a parameter that is one of the statements.
func caseIn(stmts []*syntax.Stmt, param string) *syntax.CaseClause {
	for _, s := range stmts {
		if c, ok := s.Cmd.(*syntax.CaseClause); ok && wordParam(c.Word) == param {
			return c
		}
	}
	return nil
}
