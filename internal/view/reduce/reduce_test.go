package reduce_test

import (
	"context"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/view/reduce"
	"github.com/skilllint/skilllint/rules"
)

// TestTree checks that the example has the finding and nothing that is private.
func TestTree(t *testing.T) {
	tree := treefs.NewMemory()
	for name, text := range map[string]string{
		"README.md": "# Secret project\n",
		"skills/billing/SKILL.md": "---\nname: billing\ndescription: Sends invoices of customers. Use when a month ends.\n---\n" +
			strings.Repeat("Ask Grünwald for 4711.\n", 40) + "See [prices](references/prices.md) of Grünwald.\n" + strings.Repeat("Done.\n", 9),
		"skills/billing/references/taxes.md": "# Taxes\n",
		"skills/other/SKILL.md":              "---\nname: other\ndescription: Other things. Use when asked.\n---\nDo it.\n",
	} {
		if err := tree.Add(name, 0o644, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	selection, _, err := config.Select(rules.All(), []string{"links/broken"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	req := lint.Request{Rules: rules.All(), Analyzers: rules.All(), Selection: selection}
	want := reduce.Finding{Path: "skills/billing/SKILL.md", Rule: "links/broken", Severity: analysis.Error,
		Message: `broken link: file "references/prices.md" does not exist`}
	small, got, err := reduce.Tree(context.Background(), req, tree, want)
	if err != nil {
		t.Fatal(err)
	}
	text, err := reduce.Text(small)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, "\n"); n > 3 || strings.Contains(text, "rünwald") || strings.Contains(text, "billing") || strings.Contains(text, "prices") ||
		!strings.Contains(got.Message, "does not exist") || strings.Contains(got.Message, "prices") {
		t.Errorf("%s\n%s", got.Message, text)
	}
	if files, err := reduce.JSON(small); err != nil || len(files) != 1 {
		t.Error(files, err)
	}

	want.Message = "no such message"
	if _, _, err := reduce.Tree(context.Background(), req, tree, want); err == nil {
		t.Error("an example of a finding that does not exist")
	}
}
