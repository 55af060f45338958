package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// longReport returns a report of n findings with messages of the given length, which gzip reduces by a quarter.
func longReport(n, length int) *finding.Report {
	random := rand.New(rand.NewSource(1))
	rules := []*analysis.Analyzer{rule("a/info", "x", analysis.Info), rule("a/warning", "x", analysis.Warning), rule("a/error", "x", analysis.Error)}
	r := &finding.Report{Rules: rules}
	text := make([]byte, length*3/4)
	for i := range n {
		random.Read(text)
		a := rules[i%3]
		f := finding.Finding{Rule: a.Name, Analyzer: a, Severity: a.Severity, Message: base64.StdEncoding.EncodeToString(text)}
		f.Place.Path = fmt.Sprintf("skills/s%05d/SKILL.md", i)
		r.Findings = append(r.Findings, f)
	}
	return r
}

// compressedSize returns the size of a log compressed like GitHub's upload.
func compressedSize(t *testing.T, log string) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, log); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestEstimateSize checks that the estimate includes all texts, because smaller logs are not measured.
func TestEstimateSize(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const length = 8000
	tests := map[string]func(f *finding.Finding, text string){
		"path":    func(f *finding.Finding, text string) { f.Place.Path = text },
		"message": func(f *finding.Finding, text string) { f.Message = text },
		"excerpt": func(f *finding.Finding, text string) { f.Place.Excerpt = []string{text} },
		"related": func(f *finding.Finding, text string) { f.Related = []finding.Related{{Message: text}} },
		"related path": func(f *finding.Finding, text string) {
			f.Related = []finding.Related{{Message: "m", Place: finding.Place{Location: analysis.Location{Path: text}}}}
		},
		"title": func(f *finding.Finding, text string) {
			f.Fixes = []finding.Fix{{Title: text, Edits: []finding.Edit{{Location: analysis.Location{Path: "a"}}}}}
		},
		"edit": func(f *finding.Finding, text string) {
			f.Fixes = []finding.Fix{{Title: "t", Edits: []finding.Edit{{Location: analysis.Location{Path: "a"}, Text: text}}}}
		},
		"reason": func(f *finding.Finding, text string) { f.Suppression = &finding.Suppression{Reason: text} },
	}
	for name, put := range tests {
		t.Run(name, func(t *testing.T) {
			r := longReport(400, length)
			for i := range r.Findings {
				f := &r.Findings[i]
				text := f.Message
				f.Message = "m"
				f.Place.Start, f.Place.End = analysis.Position{Line: 1, Column: 1}, analysis.Position{Line: 1, Column: 2}
				put(f, text)
			}
			if name == "reason" {
				r.Findings, r.Suppressed = nil, r.Findings
			}
			log := render(t, "sarif", r, Options{})
			if size := compressedSize(t, log); size < 400*length/2 || estimateSize(r) < size {
				t.Errorf("%d bytes after gzip, estimated as at most %d", size, estimateSize(r))
			}
		})
	}
}

func TestSARIFFitsGitHub(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	tests := []struct {
		name              string
		r                 *finding.Report
		most              int // value of --max-results
		least             int // minimum number of results
		cut, notification string
	}{
		{"few", longReport(100, 40), 0, 100, "", ""},
		{"more than GitHub shows", longReport(6000, 40), 0, 6000, "", "GitHub shows only the 5000 most severe of 6000 results"},
		{"more than GitHub accepts", longReport(30_000, 4), 0, 25_000, "the sarif report omits 5000 findings, the least severe first: its --max-results is 25000",
			"5000 findings are omitted from this report, the least severe first"},
		{"too large after gzip", longReport(3_000, 5_600), 0, 2_000, "findings, the least severe first: GitHub accepts at most 10 MB after gzip",
			"findings are omitted from this report, the least severe first"},
		{"explicit limit", longReport(2_800, 5_600), 25_001, 2_800, "", ""},
	}
	for _, test := range tests {
		var cut []string
		o := Options{MaxResults: test.most, Cut: func(n finding.Notice) { cut = append(cut, n.Message) }}
		log := render(t, "sarif", test.r, o)
		run := parse(t, log).Runs[0]
		if len(run.Results) < test.least || test.least == len(test.r.Findings) && len(cut) > 0 {
			t.Errorf("%s: %d results, want at least %d; cut: %v", test.name, len(run.Results), test.least, cut)
		}
		if strings.Contains(test.cut, "gzip") {
			if size := compressedSize(t, log); size > 10_000_000 || size < 9_500_000 {
				t.Errorf("%s: %d bytes after gzip", test.name, size)
			}
		}
		if len(cut) > 1 || !strings.HasSuffix(strings.Join(cut, ""), test.cut) {
			t.Errorf("%s: cut: %q, want %q", test.name, cut, test.cut)
		}
		if len(cut) > 0 {
			checkLeastSevereOmitted(t, test.r, run.Results)
		}
		var notifications []string
		for _, n := range run.Invocations[0].ToolExecutionNotifications {
			notifications = append(notifications, n.Message.Text)
		}
		if test.notification != "" && !slices.ContainsFunc(notifications, func(s string) bool { return strings.HasSuffix(strings.TrimSuffix(s, "."), test.notification) }) {
			t.Errorf("%s: the notifications %q do not contain %q", test.name, notifications, test.notification)
		}
	}
}

// checkLeastSevereOmitted checks that no result is listed if a more severe one is omitted.
func checkLeastSevereOmitted(t *testing.T, r *finding.Report, results []parsedResult) {
	t.Helper()
	missing := map[string]int{}
	for _, f := range r.Findings {
		missing[sarifLevel(f.Severity)]++
	}
	shown := map[string]int{}
	for _, result := range results {
		shown[result.Level]++
		missing[result.Level]--
	}
	if missing["error"] > 0 && shown["warning"]+shown["note"] > 0 || missing["warning"] > 0 && shown["note"] > 0 {
		t.Errorf("omitted %v, shown %v", missing, shown)
	}
}

func TestSARIFNotifications(t *testing.T) {
	r := &finding.Report{Notices: slices.Repeat([]finding.Notice{{Message: "not analysed", Path: "a.md"}}, 1500), Summary: finding.Summary{Omitted: 3}}
	notifications := parse(t, render(t, "sarif", r, Options{})).Runs[0].Invocations[0].ToolExecutionNotifications
	if len(notifications) != 1002 || notifications[1000].Message.Text != "500 more notices are omitted." || !strings.HasPrefix(notifications[1001].Message.Text, "3 findings are omitted") {
		t.Errorf("%d notifications, the last ones %+v", len(notifications), notifications[len(notifications)-2:])
	}
}

func TestSARIFSecurity(t *testing.T) {
	o := Options{}
	for name, want := range map[string]string{"security/error": "8.0", "security/warning": "5.0", "security/info": "3.0", "markdown/error": ""} {
		_, severity, _ := strings.Cut(name, "/")
		s, _ := analysis.ParseSeverity(severity)
		got := newRule(sarifSource{name, rule(name, "x", s)}, o).Properties
		if got.Security != want || slices.Contains(got.Tags, "security") != (want != "") || len(got.Tags) > 20 {
			t.Errorf("%s: security-severity %q, tags %q, want %q", name, got.Security, got.Tags, want)
		}
	}
}
