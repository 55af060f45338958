package structure

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// Limits of length, in lines.
const (
	maxFile     = 400
	maxRuleFile = 150
	maxFunction = 100
	maxUsual    = 50 // 95 percent of functions are not longer
)

// declaresRule reports whether a file declares an analyzer.
func declaresRule(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.CompositeLit); ok {
			t, ok := literal.Type.(*ast.SelectorExpr)
			found = found || ok && t.Sel.Name == "Analyzer"
		}
		return !found
	})
	return found
}

func TestLengths(t *testing.T) {
	var lengths []int
	for _, s := range sources(t, product) {
		lines := s.set.Position(s.file.FileEnd).Line
		limit := maxFile
		if strings.HasPrefix(s.path, "rules/") && declaresRule(s.file) {
			limit = maxRuleFile
		}
		if lines > limit {
			t.Errorf("%s has %d lines (limit %d); split it", s.path, lines, limit)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
			if n > maxFunction {
				t.Errorf("%s: %s has %d lines (limit %d)", s.at(f), f.Name.Name, n, maxFunction)
			}
			lengths = append(lengths, n)
		}
	}
	slices.Sort(lengths)
	if p95 := lengths[len(lengths)*95/100]; p95 > maxUsual {
		t.Errorf("5%% of functions have %d lines or more (limit %d)", p95, maxUsual)
	}
}
