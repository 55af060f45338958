package cli

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/view/viewtest"
)

// TestReportPage opens the HTML report of lint in a browser. Its script and style must run, and untrusted content must be shown as
// text.
func TestReportPage(t *testing.T) {
	hostile := `</pre><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`
	r := &finding.Report{Summary: finding.Summary{Errors: 1, Infos: 1, Files: 1}}
	for _, severity := range []analysis.Severity{analysis.Error, analysis.Info} {
		f := finding.Finding{Rule: "links/broken", Severity: severity, Message: hostile}
		f.Place = finding.Place{Excerpt: []string{hostile}, ExcerptColumn: 1, Location: analysis.Location{Path: hostile,
			Start: analysis.Position{Line: 3, Column: 4}, End: analysis.Position{Line: 3, Column: 9}}}
		r.Findings = append(r.Findings, f)
	}
	r.Notices = []finding.Notice{{Path: hostile, Message: hostile}}
	var page strings.Builder
	if err := report.Write(&page, "html", r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	dom := viewtest.Render(t, page.String())
	for _, want := range []string{"<title>skilllint: 1 error, 1 info</title>", `<output id="shown">2 of 2</output>`, `>2 of 2</output>`,
		`aria-pressed="true">error 1</button>`, `>links/broken (2)</option>`, `aria-sort="descending"`, `<section id="findings">`, "&lt;img src=x"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page does not contain %s:\n%s", want, dom)
		}
	}
	if strings.Contains(dom, `<section id="findings" hidden`) || strings.Contains(dom, "<img") {
		t.Errorf("the findings are hidden, or the page contains an untrusted image:\n%s", dom)
	}
}
