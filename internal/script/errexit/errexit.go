// Package errexit finds what goes wrong in bash scripts because of the status of a command: increments that end a script under
// "set -e", and counts that are printed twice.
//
// The status of ((count++)) is 1 while the variable is 0, because the value of the expression is its old value. Under "set -e",
// bash from version 4.1 on ends the script then.
package errexit

import (
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// An Increment ends the script at its first use.
type Increment struct {
	Name       string // of the variable
	Start, End int
}

// Increments returns the increments of a script that is run, in order. It returns none if "set -e" is not in force, or is
// switched off somewhere.
func Increments(file *syntax.File, shebang string) []Increment {
	r := &reader{values: map[string]bool{}, tolerant: map[string]bool{}, calls: map[string][]string{}}
	r.enabled = strings.HasSuffix(shebang, "bash -e") || strings.Contains(shebang, "bash -e ") || strings.Contains(shebang, "bash -eu")
	if strings.HasSuffix(shebang, "/sh") || strings.HasSuffix(shebang, "zsh") {
		return nil
	}
	r.statements(file.Stmts, "", false)
	if !r.enabled || r.disabled {
		return nil
	}
	for changed := true; changed; { // what a function calls is as tolerant as its call
		changed = false
		for caller, called := range r.calls {
			for _, name := range called {
				if r.tolerant[caller] && !r.tolerant[name] {
					r.tolerant[name], changed = true, true
				}
			}
		}
	}
	var found []Increment
	for _, c := range r.found {
		if zero, known := r.values[c.Name]; known && zero && !r.tolerant[c.function] {
			found = append(found, c.Increment)
		}
	}
	return found
}

// A candidate is an increment in a function, or outside of all.
type candidate struct {
	Increment
	function string
}

type reader struct {
	enabled, disabled bool
	values            map[string]bool     // whether a variable is only set to 0
	tolerant          map[string]bool     // functions that are called where failures are tolerated
	calls             map[string][]string // by function
	found             []candidate
}

// statements reads statements of a function. tolerated is set where the script goes on after a failure.
func (r *reader) statements(list []*syntax.Stmt, function string, tolerated bool) {
	for _, s := range list {
		r.statement(s, function, tolerated)
	}
}

func (r *reader) statement(s *syntax.Stmt, function string, tolerated bool) {
	tolerated = tolerated || s.Negated || s.Background
	r.substitutions(s, function)
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.call(c, function, tolerated)
	case *syntax.DeclClause:
		for _, a := range c.Args {
			r.assign(a)
		}
	case *syntax.ArithmCmd:
		r.arithmetic(c, function, tolerated)
	case *syntax.BinaryCmd:
		r.statement(c.X, function, tolerated || c.Op == syntax.AndStmt || c.Op == syntax.OrStmt)
		r.statement(c.Y, function, tolerated)
	case *syntax.FuncDecl:
		if c.Name != nil {
			r.statement(c.Body, c.Name.Value, false)
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.statement(c.Stmt, function, tolerated)
		}
	default:
		r.compound(c, function, tolerated)
	}
}

// compound reads a command that contains lists of others.
func (r *reader) compound(c syntax.Command, function string, tolerated bool) {
	switch c := c.(type) {
	case *syntax.Block:
		r.statements(c.Stmts, function, tolerated)
	case *syntax.Subshell:
		r.statements(c.Stmts, function, tolerated)
	case *syntax.IfClause:
		for i := c; i != nil; i = i.Else {
			r.statements(i.Cond, function, true)
			r.statements(i.Then, function, tolerated)
		}
	case *syntax.WhileClause:
		r.statements(c.Cond, function, true)
		r.statements(c.Do, function, tolerated)
	case *syntax.ForClause:
		if loop, ok := c.Loop.(*syntax.WordIter); ok {
			r.values[loop.Name.Value] = false
		}
		r.statements(c.Do, function, tolerated)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			r.statements(item.Stmts, function, tolerated)
		}
	}
}

// substitutions reads the commands in $(…) and <(…), in which "set -e" does not apply, or whose failure is ignored.
func (r *reader) substitutions(s *syntax.Stmt, function string) {
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return n == s
		case *syntax.CmdSubst:
			r.statements(n.Stmts, function, true)
			return false
		case *syntax.ProcSubst:
			r.statements(n.Stmts, function, true)
			return false
		}
		return true
	})
}

func (r *reader) call(c *syntax.CallExpr, function string, tolerated bool) {
	for _, a := range c.Assigns {
		if len(c.Args) == 0 {
			r.assign(a)
		}
	}
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	switch name {
	case "set":
		r.set(c.Args[1:])
	case "read", "mapfile", "readarray", "getopts", "printf", "unset", "eval", "let":
		for _, a := range c.Args[1:] {
			r.values[a.Lit()] = false
		}
	}
	if tolerated {
		r.tolerant[name] = true
	}
	r.calls[function] = append(r.calls[function], name)
}

func (r *reader) set(args []*syntax.Word) {
	for i, a := range args {
		switch text := a.Lit(); {
		case strings.HasPrefix(text, "-") && strings.Contains(text, "e"), text == "errexit" && i > 0 && args[i-1].Lit() == "-o":
			r.enabled = true
		case strings.HasPrefix(text, "+"):
			r.disabled = r.disabled || strings.Contains(text, "e") || text == "+o"
		}
	}
}

// assign records whether a variable is set to 0.
func (r *reader) assign(a *syntax.Assign) {
	if a.Name == nil || a.Naked {
		return
	}
	zero := false
	if a.Value != nil && !a.Append && a.Index == nil && a.Array == nil {
		text := a.Value.Lit()
		if len(a.Value.Parts) == 1 {
			if q, ok := a.Value.Parts[0].(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
				if l, ok := q.Parts[0].(*syntax.Lit); ok {
					text = l.Value
				}
			}
		}
		zero = text == "0"
	}
	if before, known := r.values[a.Name.Value]; known {
		zero = zero && before
	}
	r.values[a.Name.Value] = zero
}

// variable matches the name of a variable.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_]\w*$`) })

func (r *reader) arithmetic(c *syntax.ArithmCmd, function string, tolerated bool) {
	u, ok := c.X.(*syntax.UnaryArithm)
	if !ok || u.Op != syntax.Inc || !u.Post {
		syntax.Walk(c, func(n syntax.Node) bool { // another assignment
			if b, ok := n.(*syntax.BinaryArithm); ok {
				if w, ok := b.X.(*syntax.Word); ok && b.Op != syntax.AddAssgn {
					if name := w.Lit(); b.Op == syntax.Assgn || b.Op == syntax.SubAssgn || b.Op == syntax.MulAssgn {
						r.values[name] = false
					}
				}
			}
			return true
		})
		return
	}
	w, ok := u.X.(*syntax.Word)
	if !ok || !variable().MatchString(w.Lit()) || tolerated {
		return
	}
	r.found = append(r.found, candidate{Increment{w.Lit(), int(c.Pos().Offset()), int(c.End().Offset())}, function})
}
