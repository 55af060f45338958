package script

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script/errexit"
	"github.com/skilllint/skilllint/internal/script/needs"
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
	r := &shellFile{Script: s, file: file, functions: map[string]*syntax.FuncDecl{}, assigned: map[string]bool{}, used: map[string]int{}, left: 4*len(text) + 64<<10}
	r.collect(file)
	r.environment(file)
	s.Needs = needs.Shell(file)
	for _, i := range errexit.Increments(file, s.Shebang) {
		s.Increments = append(s.Increments, Name{Text: i.Name, Range: span(i.Start, i.End)})
	}
	for _, c := range errexit.Counts(file) {
		s.Counts = append(s.Counts, Name{Text: c.Name, Range: span(c.Start, c.End)})
	}
	s.Interface = r.commandLine(file.Stmts, 0)
	s.IsModule = r.isModule(file)
}

// A shellFile is a shell script.
type shellFile struct {
	*Script
	file      *syntax.File
	functions map[string]*syntax.FuncDecl
	assigned  map[string]bool
	used      map[string]int // variables
	sources   bool
	left      int // bytes of functions and subcommands that may still be read
}

// A shellLoop is a loop over the arguments with a case statement.
type shellLoop struct {
	clause  *syntax.CaseClause
	isFor   bool
	leading int // arguments before it
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
		case *syntax.ParamExp:
			if n.Param != nil {
				r.used[n.Param.Value]++
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

// caseIn returns the case statement on a parameter, or on a copy of it, that is one of the statements.
func caseIn(stmts []*syntax.Stmt, param string) *syntax.CaseClause {
	copied := ""
	for _, s := range stmts {
		switch c := s.Cmd.(type) {
		case *syntax.CaseClause:
			if name := wordParam(c.Word); name == param || name == copied && name != "" {
				return c
			}
		case *syntax.CallExpr:
			if isShift(s) {
				return nil
			}
			if len(c.Args) == 0 && len(c.Assigns) == 1 && c.Assigns[0].Name != nil && wordParam(c.Assigns[0].Value) == param {
				copied = c.Assigns[0].Name.Value
			}
		case *syntax.DeclClause:
			if len(c.Args) == 1 && c.Args[0].Name != nil && wordParam(c.Args[0].Value) == param {
				copied = c.Args[0].Name.Value
			}
		}
	}
	return nil
}
