package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

// TestProgress checks that only the progress of a slow first run is reported, to clients that support it.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		capabilities, want string
	}{
		{`{"window":{"workDoneProgress":true}}`, "create begin end"},
		{"{}", ""},
	} {
		o := options()
		slow := true
		o.Request.Analyzers = append(slices.Clone(o.Request.Analyzers), &analysis.Analyzer{Name: "test/slow", Doc: "Slow.", Scope: analysis.PerDocument,
			Kinds: analysis.Skill, Severity: analysis.Warning, Source: analysis.Source{Kind: analysis.Opinion, Name: "a test"}, Run: func(*analysis.Pass) error {
				if slow {
					time.Sleep(2 * progressDelay)
				}
				return nil
			}})
		o.Request.Rules = append(slices.Clone(o.Request.Rules), o.Request.Analyzers[len(o.Request.Analyzers)-1])
		c := connect(t, o)
		c.dir = writeTree(t, map[string]string{"skills/x/SKILL.md": "---\nname: x\ndescription: Does it. Use when it is needed.\n---\n# X\n"})
		c.initialize(t, test.capabilities)
		c.call(t, "workspace/symbol", map[string]any{"query": "none"}, nil)
		slow = false
		c.open(t, "skills/x/SKILL.md", 1, "---\nname: y\n---\n")
		c.until(t, "skills/x/SKILL.md", version(1))
		var got []string
		deadline := time.After(20 * time.Second)
		for test.want != "" && !slices.Contains(got, "end") {
			select {
			case p := <-c.progress:
				got = append(got, kindOfProgress(p))
			case <-deadline:
				t.Fatalf("no end of %q", got)
			}
		}
		if got = slices.DeleteFunc(got, func(kind string) bool { return kind == "report" }); strings.Join(got, " ") != test.want || len(c.progress) > 0 {
			t.Errorf("%s: %q, and %d more", test.capabilities, got, len(c.progress))
		}
	}
}

func kindOfProgress(params string) string {
	for _, kind := range []string{"begin", "report", "end"} {
		if strings.Contains(params, fmt.Sprintf(`"kind":%q`, kind)) {
			return kind
		}
	}
	return "create"
}
