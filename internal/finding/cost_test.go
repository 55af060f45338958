package finding_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

func TestCost(t *testing.T) {
	for effect, want := range map[string]finding.Cost{
		"clients that do not repair YAML skip the skill":       finding.Reject,
		"Claude Code rejects the subagent":                     finding.Reject,
		"Claude Code does not load the plugin":                 finding.Reject,
		"readers skip the line or stop here":                   finding.Reject,
		"clients ignore it":                                    finding.Drop,
		"agents continue without the file":                     finding.Drop,
		"agents read only files that something refers to":      finding.Drop,
		"it grants no permission":                              finding.Drop,
		"Codex truncates 222 descriptions":                     finding.Drop,
		"the remaining 5 lines of the file are parsed as code": finding.Misread,
		"the model sees it literally":                          finding.Misread,
		"Claude Code counts from 0: $1 is the second argument": finding.Misread,
		"the script fails with a usage error":                  finding.Hurt,
		"the model has to guess which one to use":              finding.Hurt,
		"": finding.Hurt,
	} {
		f := finding.Finding{Rule: "a/b", Effect: effect, Analyzer: &analysis.Analyzer{Name: "a/b"}}
		if got := f.Cost(); got != want {
			t.Errorf("%q costs %d, want %d", effect, got, want)
		}
		f.Analyzer = &analysis.Analyzer{Name: "security/b"}
		if got := f.Cost(); got != finding.Danger {
			t.Errorf("of security, %q costs %d", effect, got)
		}
	}
}
