package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// testsArgument reports whether statements compare an argument after the option with another option.
func testsArgument(stmts []*syntax.Stmt) bool {
	found := false
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			var words []*syntax.Word
			switch n := n.(type) {
			case *syntax.BinaryTest:
				x, _ := n.X.(*syntax.Word)
				y, _ := n.Y.(*syntax.Word)
				words = []*syntax.Word{x, y}
			case *syntax.CallExpr:
				if len(n.Args) > 3 && (n.Args[0].Lit() == "[" || n.Args[0].Lit() == "test") {
					words = n.Args[1:]
				}
			}
			argument, option := false, false
			for _, w := range words {
				if w != nil {
					name := wordParam(w)
					argument = argument || slices.Contains([]string{"1", "2", "3"}, name)
					text := patternText(w)
					option = option || strings.HasPrefix(text, "--") && isPlainName(text)
				}
			}
			found = found || argument && option
			return !found
		})
	}
	return found
}

// shiftsIn reports whether a statement contains a shift.
func shiftsIn(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok {
			found = found || isShift(s)
		}
		return !found
	})
	return found
}

// isShift reports whether a statement is a shift.
func isShift(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(c.Args) > 0 && c.Args[0].Lit() == "shift"
}

// oneAfterShift returns 1 if the option's value is $1 after a shift: shift; VALUE="$1".
func oneAfterShift(stmts []*syntax.Stmt) Arity {
	shifted := false
	for _, s := range stmts {
		if c, ok := s.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && c.Args[0].Lit() == "shift" {
			shifted = true
			continue
		}
		if !shifted {
			continue
		}
		found := false
		syntax.Walk(s, func(n syntax.Node) bool {
			if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && p.Param.Value == "1" {
				found = true
			}
			return true
		})
		if found {
			return 1
		}
	}
	return 0
}
