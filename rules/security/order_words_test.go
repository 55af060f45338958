package security

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"testing"
)

// TestOrderWords checks that the words with which cases of a function start are in its list.
func TestOrderWords(t *testing.T) {
	for _, c := range []struct {
		file, function string
		has            func(string) bool
	}{{"order.go", "orderOf", mayStartOrder}, {"exfiltration_text.go", "sendingVerb", maySend}} {
		file, err := parser.ParseFile(token.NewFileSet(), c.file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		words := 0
		check := func(subject, e ast.Expr) {
			lit, ok := e.(*ast.BasicLit)
			if name := types.ExprString(subject); !ok || lit.Kind != token.STRING || name != "word" && name != "w" && name != "words[i]" {
				return
			}
			words++
			if word, _ := strconv.Unquote(lit.Value); !c.has(word) {
				t.Errorf("%s: %q is not in the list of words in order_words.go", c.function, word)
			}
		}
		ast.Inspect(file.Scope.Lookup(c.function).Decl.(*ast.FuncDecl).Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false // about other words
			case *ast.BinaryExpr:
				check(n.X, n.Y)
			case *ast.CallExpr:
				if types.ExprString(n.Fun) == "is" {
					for _, a := range n.Args[1:] {
						check(n.Args[0], a)
					}
				}
			}
			return true
		})
		if words < 15 {
			t.Errorf("%s: only %d words", c.function, words)
		}
	}
	for _, f := range visibleForms {
		for _, word := range f.starts {
			if !mayStartVisibleOrder(word) {
				t.Errorf("visibleForms: %q is not in the list of words in order_words.go", word)
			}
		}
	}
}
