package script

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A shellScope is a part of a shell script that sees the same arguments: the script, or what a subcommand runs. Functions that get
// all arguments are part of it.
type shellScope struct {
	*shellFile
	shift    int            // how many arguments are shifted so far; -1: the subcommand precedes them
	position map[string]int // of arguments, by the variables that hold them
	parts    []syntax.Node
	loops    []*shellLoop
	getopts  []*syntax.CallExpr
	commands []*shellCommands
	highest  int  // position of an argument that is used
	first    int  // uses of the first argument
	least    int  // number of arguments without which the script ends
	passes   int  // how often all arguments are passed on
	uses     bool // of arguments in another way
	shifts   bool // under a condition, or a computed number
	cases    bool // on an argument, in a place that is not read
	after    bool // arguments are used after the options
	unclear  string
}

// A shellCommands is a case statement on the first argument.
type shellCommands struct {
	clause *syntax.CaseClause
	shift  int
}

// commandLine returns what statements accept that are run after some shifts.
func (r *shellFile) commandLine(stmts []*syntax.Stmt, shift int) *Interface {
	s := &shellScope{shellFile: r, shift: shift, position: map[string]int{}}
	s.list(stmts, 0)
	return s.result()
}

// spend reports whether a node may be read once more.
func (r *shellFile) spend(n syntax.Node) bool {
	r.left -= nodeRange(n).Len()
	return r.left >= 0
}

// list reads statements that are run in order.
func (s *shellScope) list(stmts []*syntax.Stmt, depth int) {
	for _, stmt := range stmts {
		s.parts = append(s.parts, stmt)
		s.statement(stmt, depth)
	}
}

func (s *shellScope) statement(stmt *syntax.Stmt, depth int) {
	isRead := false
	switch c := stmt.Cmd.(type) {
	case *syntax.Block:
		for _, stmt := range c.Stmts {
			s.statement(stmt, depth)
		}
		isRead = true
	case *syntax.BinaryCmd:
		isRead = s.andOr(c, depth)
	case *syntax.IfClause:
		isRead = s.condition(c, depth)
	case *syntax.CaseClause:
		if isRead = s.positionOf(c.Word) == 1 && !isOptions(c); isRead {
			s.commands = append(s.commands, &shellCommands{c, s.shift})
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			s.assign(a, depth)
		}
		isRead = true
	case *syntax.CallExpr:
		isRead = s.simple(c, depth)
	}
	if !isRead {
		s.scan(stmt, depth)
	}
}

// andOr reads commands that && or || joins, and reports whether it did.
func (s *shellScope) andOr(c *syntax.BinaryCmd, depth int) bool {
	switch {
	case c.Op == syntax.OrStmt && isShift(c.X) && !isShift(c.Y): // shift || true
		s.statement(c.X, depth)
	case c.Op == syntax.AndStmt && (testsCount(c.X) || !isShift(c.Y)): // [ $# -gt 0 ] && shift, [[ … ]] && main "$@"
		s.scan(c.X, depth)
		s.statement(c.Y, depth)
	default:
		return false
	}
	return true
}

// condition reads a command that depends on the arguments, and reports whether it did.
func (s *shellScope) condition(c *syntax.IfClause, depth int) bool {
	if c.Else != nil || len(c.Cond) != 1 || len(c.Then) != 1 {
		return false
	}
	condition, command := c.Cond[0], c.Then[0]
	if isShift(command) && !testsCount(condition) || !isShift(command) && !isCall(command) {
		return false
	}
	s.scan(condition, depth)
	s.least = max(s.least, leastShell(c))
	s.statement(command, depth)
	return true
}

// simple reads assignments and shifts, and reports whether it did.
func (s *shellScope) simple(c *syntax.CallExpr, depth int) bool {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			s.assign(a, depth)
		}
		return true
	}
	n, ok := shiftCount(c)
	if ok = ok && len(s.loops)+len(s.getopts) == 0; ok {
		s.shift += n
	}
	return ok
}

func isCall(s *syntax.Stmt) bool {
	_, ok := s.Cmd.(*syntax.CallExpr)
	return ok
}

// isOptions reports whether all patterns of a case statement are options.
func isOptions(c *syntax.CaseClause) bool {
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			if text := patternText(p); text != "*" && text != "" && !strings.HasPrefix(text, "-") && text != "help" {
				return false
			}
		}
	}
	return true
}

// testsCount reports whether a condition is about the number of arguments only.
func testsCount(cond syntax.Node) bool {
	found, others := false, false
	syntax.Walk(cond, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
			found = found || p.Param.Value == "#"
			others = others || p.Param.Value != "#"
		}
		return true
	})
	return found && !others
}

// shiftCount returns the number of arguments that a shift removes.
func shiftCount(c *syntax.CallExpr) (int, bool) {
	switch {
	case c.Args[0].Lit() != "shift":
		return 0, false
	case len(c.Args) == 1:
		return 1, true
	}
	n, err := strconv.Atoi(c.Args[1].Lit())
	return n, err == nil && n >= 0 && n < 100
}

// positionOf returns the position of the argument that a word consists of, or -1.
func (s *shellScope) positionOf(w *syntax.Word) int {
	name := wordParam(w)
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		return n + s.shift
	}
	if n, ok := s.position[name]; ok {
		return n
	}
	return -1
}

// assign reads an assignment: command="${1:-help}"
func (s *shellScope) assign(a *syntax.Assign, depth int) {
	if a.Name == nil || a.Value == nil {
		s.scan(a, depth)
		return
	}
	n, first := s.positionOf(a.Value), s.first
	s.scan(a, depth)
	if n >= 0 {
		s.first = first
		s.position[a.Name.Value] = n
	}
}

// scan reads a node that sees the arguments.
func (s *shellScope) scan(node syntax.Node, depth int) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			return false
		case *syntax.WhileClause:
			if clause := caseIn(n.Do, "1"); clause != nil && s.isOverArguments(n.Cond) {
				s.loops = append(s.loops, &shellLoop{clause: clause, leading: s.shift})
				return false
			}
		case *syntax.ForClause:
			if iter, ok := n.Loop.(*syntax.WordIter); ok && (!iter.InPos.IsValid() || len(iter.Items) == 1 && isAll(iter.Items[0])) {
				if clause := caseIn(n.Do, iter.Name.Value); clause != nil {
					s.loops = append(s.loops, &shellLoop{clause: clause, isFor: true, leading: s.shift})
				} else {
					s.uses = true
				}
				return false
			}
		case *syntax.CaseClause:
			if s.positionOf(n.Word) == 1 {
				s.cases = true
			}
		case *syntax.IfClause:
			s.least = max(s.least, leastShell(n))
		case *syntax.Assign:
			if n.Name != nil {
				delete(s.position, n.Name.Value)
			}
		case *syntax.CallExpr:
			return s.call(n, depth)
		case *syntax.ParamExp:
			s.param(n)
		}
		return true
	})
}

func (s *shellScope) param(n *syntax.ParamExp) {
	if n.Param == nil {
		return
	}
	switch name := n.Param.Value; name {
	case "@", "*":
		s.passes++
	case "#", "0":
	default:
		i, err := strconv.Atoi(name)
		if err != nil {
			return
		}
		s.highest = max(s.highest, i+s.shift)
		if i+s.shift == 1 {
			s.first++
		}
		s.after = s.after || len(s.loops)+len(s.getopts) > 0
		if n.Exp != nil && (n.Exp.Op == syntax.ErrorUnset || n.Exp.Op == syntax.ErrorUnsetOrNull) {
			s.least = max(s.least, i+s.shift)
		}
		if n.Excl || i > 9 {
			s.unclear = "the positions of arguments are computed"
		}
	}
}

// call reads a command. It returns false if its words need not be read.
func (s *shellScope) call(n *syntax.CallExpr, depth int) bool {
	if len(n.Args) == 0 {
		return true
	}
	switch name := n.Args[0].Lit(); name {
	case "getopts":
		s.getopts = append(s.getopts, n)
		return false
	case "getopt":
		s.unclear = "getopt is not read"
	case "shift":
		s.shifts = true
	case "set":
		for _, a := range n.Args[1:] {
			if a.Lit() == "--" {
				s.unclear = "the arguments are changed"
			}
		}
	case "eval":
		if s.changesArguments(n) {
			s.unclear = "code is evaluated"
		}
	default:
		f := s.functions[name]
		if f == nil || len(n.Args) != 2 {
			return true
		}
		from, ok := allFrom(n.Args[1])
		if !ok {
			return true
		}
		s.function(f, from, depth)
		return false
	}
	return true
}

// changesArguments reports whether evaluated code may change or read the arguments.
func (s *shellScope) changesArguments(eval *syntax.CallExpr) bool {
	found := false
	syntax.Walk(eval, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			found = found || strings.Contains(n.Value, "set") || strings.Contains(n.Value, "$") || strings.Contains(n.Value, "shift")
		case *syntax.SglQuoted:
			found = found || strings.Contains(n.Value, "$") || strings.Contains(n.Value, "set ")
		case *syntax.CmdSubst:
			found = true
		}
		return !found
	})
	return found
}

// function reads a function that gets all arguments from a position on.
func (s *shellScope) function(f *syntax.FuncDecl, from, depth int) {
	if depth > maxCalls || !s.spend(f.Body) {
		s.unclear = "functions call each other"
		return
	}
	shift := s.shift
	s.shift += from - 1
	s.list([]*syntax.Stmt{f.Body}, depth+1)
	s.shift = shift
}

// allFrom returns the position of the first argument of "$@" or "${@:2}".
func allFrom(w *syntax.Word) (int, bool) {
	if isAll(w) {
		return 1, true
	}
	if len(w.Parts) != 1 {
		return 0, false
	}
	p := paramOf(w.Parts[0])
	if p == nil || p.Param == nil || p.Param.Value != "@" || p.Slice == nil || p.Slice.Length != nil {
		return 0, false
	}
	word, ok := p.Slice.Offset.(*syntax.Word)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(word.Lit())
	return n, err == nil && n > 0
}
