package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// limitName matches the names of constants that bound how much is read.
var limitName = regexp.MustCompile(`^(max|most|longest)[A-Z]`)

// limitsWithoutGap are limits whose excess hides nothing from the security rules, with the reason.
var limitsWithoutGap = map[string]string{
	"maxEvidence":         "shorter evidence excuses less",
	"maxFrontmatterWords": "shorter evidence excuses less",
	"maxBefore":           "shorter evidence excuses less",
	"maxAfter":            "shorter evidence excuses less",
	"maxTag":              "shorter evidence excuses less",
	"mostKept":            "a reading of more values leaves a gap",
	"mostShown":           "further places are counted",
	"mostOnLine":          "further findings are counted",
	"mostPassages":        "further passages are counted, in findings of the same file",
	"mostPlaces":          "further places of a finding are not marked",
	"mostDeleted":         "a fix needs several rounds",
	"mostNeeded":          "more invisible characters are reported",
	"longestFlag":         "longer sequences are reported",
	"maxPlaceholder":      "longer placeholders are kept, and parsed",
	"mostTokens":          "Split returns the end of the part",
	"mostRepeated":        "equal acts are reported once",
	"mostText":            "the value is marked as cut, which is a gap where it is run",
	"longestQuotation":    "a longer quotation is read as text",
	"longestAssignment":   "its block is read as a whole, too",
	"longestWord":         "no word of the table is longer",
	"maxValue":            "the variable is kept as written, and security rules do not read it",
}

// TestLimitsLeaveGaps checks that code that the security rules depend on compares with limits only in files that report what is
// not read.
func TestLimitsLeaveGaps(t *testing.T) {
	reporting := []string{"internal/behavior/budget.go", "facts/shell/read.go", "facts/shell/shell.go"}
	used := map[string]bool{}
	for _, dir := range []string{"internal/behavior", "internal/behavior/excuse", "internal/behavior/lex", "internal/behavior/trigger", "facts/shell", "rules/security"} {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, name := range files {
			path := strings.TrimPrefix(filepath.ToSlash(name), "../../")
			if strings.HasSuffix(path, "_test.go") || slices.Contains(reporting, path) {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, limit := range comparedLimits(file) {
				if used[limit.Name] = true; limitsWithoutGap[limit.Name] == "" {
					t.Errorf("%s: %s is compared without reporting what is not read; call budget.allows", set.Position(limit.Pos()), limit.Name)
				}
			}
		}
	}
	for name := range limitsWithoutGap {
		if !used[name] {
			t.Errorf("%s is not compared anywhere; remove it from limitsWithoutGap", name)
		}
	}
}

// comparedLimits returns the limits in comparisons, and in calls of min, which cut something off.
func comparedLimits(file *ast.File) (found []*ast.Ident) {
	limitsIn := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok && limitName.MatchString(name.Name) {
				found = append(found, name)
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ}, n.Op) {
				limitsIn(n)
				return false
			}
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "min" {
				limitsIn(n)
				return false
			}
		}
		return true
	})
	return found
}

// TestComparedLimits checks that comparedLimits finds limits.
func TestComparedLimits(t *testing.T) {
	for code, want := range map[string]int{
		"if n > maxDepth {}": 1, "for i < min(n, mostActs) {}": 1, "x = s[:min(len(s), longestText)]": 1, "if a && len(x) == mostX {}": 1,
		"if n > 3 {}": 0, "x.allows(n, mostX)": 0, "maximum := max(a, b)": 0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {"+code+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(comparedLimits(file)); got != want {
			t.Errorf("%s: %d limits, want %d", code, got, want)
		}
	}
}
