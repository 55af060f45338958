package docs_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/rules"
)

func TestPage(t *testing.T) {
	for _, rule := range append(rules.All(), analysis.Broken) {
		page, ok := docs.Page(rule.Name)
		if !ok || !docs.Has(rule.Name) || !strings.Contains(page, "\n# "+rule.Name+"\n") {
			t.Errorf("Page(%s) = %q, %v, want the rule's page", rule.Name, page, ok)
		}
	}
	for _, name := range []string{"", "README", "nothing/here", "../docs"} {
		if page, ok := docs.Page(name); ok || docs.Has(name) {
			t.Errorf("Page(%q) = %q, want none", name, page)
		}
	}
}
