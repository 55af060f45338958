package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// TestClaimed checks that a rule that a schema delegates a violation to (x-rule) exists and checks files of that kind.
// Otherwise the violation would not be reported.
func TestClaimed(t *testing.T) {
	for _, name := range schema.List() {
		dialect, kind, _ := strings.Cut(name, "/")
		source, _ := schema.Source(dialect, kind)
		var tree any
		if err := json.Unmarshal(source, &tree); err != nil {
			t.Fatal(err)
		}
		for _, claimed := range claims(tree) {
			if d := schema.Lookup(dialect); claimed == "frontmatter/tool" && (d.Tools == nil || !slices.ContainsFunc(d.Tools.Fields, func(f schema.ToolField) bool { return f.Kind == kind })) {
				t.Errorf("%s delegates tools to frontmatter/tool, but the dialect has no tool field for this kind", name)
			}
			i := slices.IndexFunc(rules.All(), func(r *analysis.Analyzer) bool { return r.Name == claimed })
			if i < 0 {
				t.Errorf("%s: x-rule: unknown rule %s", name, claimed)
			} else if kinds := rules.All()[i].Kinds.Names(); !slices.Contains(kinds, kind) {
				t.Errorf("%s: x-rule: %s does not check files of this kind", name, claimed)
			}
		}
	}
}

// claims returns the values of x-rule in a schema.
func claims(tree any) []string {
	var found []string
	switch tree := tree.(type) {
	case map[string]any:
		for key, value := range tree {
			if name, ok := value.(string); ok && key == "x-rule" {
				found = append(found, name)
			} else {
				found = append(found, claims(value)...)
			}
		}
	case []any:
		for _, value := range tree {
			found = append(found, claims(value)...)
		}
	}
	return found
}
