package cleo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/view/viewtest"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// sampleReport returns the report on a manifest with hostile texts and the given number of findings.
func sampleReport(times int) *Report {
	counts := manifest.Counts{Values: map[string]int{viewtest.Hostile: 2, "": 1}, Others: 3}
	m := &auditedFile{file: &analysis.File{Path: viewtest.Hostile + "/MANIFEST.jsonl"}, protocol: true,
		Audit: &manifest.Audit{Entries: 6, Tokens: 100, Statuses: counts, AgentTypes: counts, Months: counts}}
	for i := range 2 * times {
		m.missing = append(m.missing, missingFile{i + 1, viewtest.Hostile, viewtest.Hostile})
	}
	r := &Report{&finding.Report{}, []*auditedFile{m}}
	for i := range times {
		f := finding.Finding{Rule: "manifest/line", Severity: analysis.Warning, Message: viewtest.Hostile}
		if i == times-1 {
			f.Severity = analysis.Error
		}
		f.Place.Path = m.file.Path
		f.Place.Start = analysis.Position{Line: i + 1, Column: 1}
		r.Findings = append(r.Findings, f)
	}
	return r
}

func TestManifestFormatsEscape(t *testing.T) {
	for _, format := range report.Formats() {
		var b bytes.Buffer
		r := sampleReport(1)
		if err := r.Write(&b, format, report.Options{CI: true}); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{"\x1b", "\u202e", "\r", "\n::", "##["} {
			if strings.Contains(b.String(), wrong) {
				t.Errorf("%s contains %q:\n%s", format, wrong, &b)
			}
		}
		if format == "json" && !json.Valid(b.Bytes()) {
			t.Errorf("invalid JSON:\n%s", &b)
		}
		if format != "markdown" {
			continue
		}
		var rendered bytes.Buffer
		m := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
		if err := m.Convert(b.Bytes(), &rendered); err != nil {
			t.Fatal(err)
		}
		for _, element := range []string{"<b>", "<a ", "<em>", "<del>", "<img", " @octocat</td>"} {
			if strings.Contains(rendered.String(), element) {
				t.Errorf("markdown renders %q:\n%s", element, &rendered)
			}
		}
		if n := strings.Count(rendered.String(), "<td"); n != 5*2 {
			t.Errorf("markdown renders %d cells:\n%s", n, &rendered)
		}
	}
}

// TestManifestMarkdownIsBounded checks the size limit of Markdown, that omitted items are counted, and that the least severe findings
// are omitted.
func TestManifestMarkdownIsBounded(t *testing.T) {
	r := sampleReport(5000)
	for range 200 {
		r.manifests = append(r.manifests, r.manifests[0])
	}
	var b bytes.Buffer
	if err := r.markdown(&b, report.Options{}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if b.Len() > 60_000 || !strings.Contains(text, " omitted; ") || !strings.Contains(text, " more findings\n") {
		t.Errorf("%d bytes: %.200s", b.Len(), text)
	}
	if first := strings.Index(text, "**error**"); first < 0 || first > strings.Index(text, "**warning**") {
		t.Errorf("the error is at offset %d, want it before the warnings", first)
	}
	b.Reset()
	if err := sampleReport(5).markdown(&b, report.Options{MaxResults: 2}); err != nil || strings.Count(b.String(), "manifest/line") != 2 || !strings.Contains(b.String(), fmt.Sprint("- … and ", 3, " more findings")) {
		t.Errorf("%v, want 2 of 5 findings:\n%s", err, &b)
	}
}

func TestValues(t *testing.T) {
	plain := func(s string) string { return s }
	months := manifest.Counts{Values: map[string]int{"": 1}}
	many := manifest.Counts{Values: map[string]int{}, Others: 5}
	for i := range 14 {
		months.Values[fmt.Sprintf("2026-%02d", i+1)] = 1
		many.Values[fmt.Sprintf("v%02d", i)] = 100 - i
	}
	if got, want := values(months, true, plain), "2026-03 1, 2026-04 1, "; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "2026-14 1, others 3") {
		t.Errorf("months: %s", got)
	}
	if got := values(many, false, plain); !strings.HasPrefix(got, "v00 100, v01 99, ") || !strings.HasSuffix(got, fmt.Sprintf("v11 89, others %d", 5+88+87)) {
		t.Errorf("many: %s", got)
	}
	if got := values(manifest.Counts{Values: map[string]int{"": 2, "a": 3}}, false, plain); got != "a 3, none 2" {
		t.Errorf("few: %s", got)
	}
}
