package errexit

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A Count is a variable that is "0" twice, on two lines, if nothing matches: n=$(grep -c x file || echo 0)
type Count struct {
	Name       string
	Start, End int // of the command in the substitution
}

// Counts returns the counts of which a comparison is false although it is true for 0, in order, without those that the script sets
// again below. A comparison with "-gt" fails with a message, and so has the right result.
func Counts(file *syntax.File) []Count {
	var found []Count
	last := map[string]int{}    // the offset of the last other assignment of a variable
	numbers := map[string]int{} // that of its last comparison
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name == nil {
				break
			}
			if c := countIn(n.Value); c != nil {
				found = append(found, Count{n.Name.Value, int(c.Pos().Offset()), int(c.End().Offset())})
			} else {
				last[n.Name.Value] = int(n.Pos().Offset())
			}
		case *syntax.CallExpr:
			if len(n.Args) > 3 && (n.Args[0].Lit() == "[" || n.Args[0].Lit() == "test") && slices.ContainsFunc(n.Args, isComparison) {
				note(numbers, n)
			}
		case *syntax.BinaryTest:
			if n.Op == syntax.TsEql || n.Op == syntax.TsLss || n.Op == syntax.TsLeq {
				note(numbers, n)
			}
		}
		return true
	})
	return slices.DeleteFunc(found, func(c Count) bool { return last[c.Name] > c.Start || numbers[c.Name] < c.Start })
}

// note records the offset of an expression for the variables in it.
func note(numbers map[string]int, expression syntax.Node) {
	at := int(expression.Pos().Offset())
	syntax.Walk(expression, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && p.Exp == nil && p.Repl == nil {
			numbers[p.Param.Value] = at
		}
		return true
	})
}

// isComparison reports whether an argument of "test" compares numbers, and may be true for 0.
func isComparison(w *syntax.Word) bool {
	return slices.Contains([]string{"-eq", "-lt", "-le"}, w.Lit())
}

// countIn returns the command of a value that is $(… grep -c … || echo 0), or nil.
func countIn(value *syntax.Word) *syntax.Stmt {
	if value == nil || len(value.Parts) != 1 {
		return nil
	}
	part := value.Parts[0]
	if quoted, ok := part.(*syntax.DblQuoted); ok && len(quoted.Parts) == 1 {
		part = quoted.Parts[0]
	}
	inner, ok := part.(*syntax.CmdSubst)
	if !ok || len(inner.Stmts) != 1 {
		return nil
	}
	or, ok := inner.Stmts[0].Cmd.(*syntax.BinaryCmd)
	if !ok || or.Op != syntax.OrStmt || !printsZero(or.Y) || !counts(or.X) {
		return nil
	}
	return inner.Stmts[0]
}

// printsZero reports whether a command is "echo 0".
func printsZero(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(c.Args) == 2 && len(s.Redirs) == 0 && c.Args[0].Lit() == "echo" && text(c.Args[1]) == "0"
}

// counts reports whether the last command of a pipeline is "grep -c".
func counts(s *syntax.Stmt) bool {
	for {
		pipe, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok || pipe.Op != syntax.Pipe {
			break
		}
		s = pipe.Y
	}
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || !slices.Contains([]string{"grep", "egrep", "fgrep", "zgrep"}, c.Args[0].Lit()) {
		return false
	}
	isCounted := false
	for _, a := range c.Args[1:] {
		option := a.Lit()
		if len(option) < 2 || option[0] != '-' {
			continue
		}
		short := option[1] != '-'
		isCounted = isCounted || option == "--count" || short && strings.Contains(option, "c")
		if option == "--quiet" || option == "--silent" || short && strings.Contains(option, "q") {
			return false
		}
	}
	return isCounted
}

// text returns the value of a literal word, also in quotation marks.
func text(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.SglQuoted:
			return p.Value
		case *syntax.DblQuoted:
			return (&syntax.Word{Parts: p.Parts}).Lit()
		}
	}
	return w.Lit()
}
