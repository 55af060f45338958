package lint

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// TestHide checks that findings below a severity are hidden, unless they make the run fail or report an unchecked file.
func TestHide(t *testing.T) {
	rule, unread := &analysis.Analyzer{Name: "a/b"}, &analysis.Analyzer{Name: "files/unreadable", Unchecked: true}
	report := &finding.Report{
		Findings: []finding.Finding{{Analyzer: rule, Severity: analysis.Info}, {Analyzer: rule, Severity: analysis.Error}, {Analyzer: unread, Severity: analysis.Info},
			{Analyzer: rule, Severity: analysis.Warning}},
		Suppressed: []finding.Finding{{Analyzer: rule, Severity: analysis.Info}, {Analyzer: rule, Severity: analysis.Error}},
		Summary:    finding.Summary{Errors: 1, Warnings: 1, Infos: 2},
	}
	for _, test := range []struct {
		least, failOn               analysis.Severity
		visible, hidden, suppressed int
	}{
		{analysis.Info, analysis.Off, 4, 0, 2}, {analysis.Warning, analysis.Error, 3, 1, 1}, {analysis.Error, analysis.Off, 2, 2, 1},
		{analysis.Error, analysis.Warning, 3, 1, 1}, {analysis.Error, analysis.Info, 4, 0, 2},
	} {
		got := Hide(report, test.least, test.failOn)
		if len(got.Findings) != test.visible || len(got.Hidden) != test.hidden || len(got.Suppressed) != test.suppressed || got.Summary != report.Summary {
			t.Errorf("least %s, failOn %s: %d findings, %d hidden, %d suppressed", test.least, test.failOn, len(got.Findings), len(got.Hidden), len(got.Suppressed))
		}
	}
	if len(report.Findings) != 4 || len(report.Hidden) != 0 {
		t.Error("the original report was modified")
	}
}
