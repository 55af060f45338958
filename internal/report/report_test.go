package report

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fingerprint"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sources are the files of the sample report.
var sources = map[string]string{
	"skills/deploy/SKILL.md": "---\nname: deploy\ntools: [Read, \"Grepp\"]\ndepends: [publish]\n---\n# Deploy\n\n" +
		"```sh\nmake deploy\nmake check\nmake announce\nmake clean\n",
	"skills/publish/SKILL.md":     "---\nname: publish\ndepends: [deploy]\n---\n# Publish\n",
	"skills/übersetzung/SKILL.md": "---\nname: 翻訳\n---\n\t# 技能 🚀 {{TASK}} und [mehr](mehr.md)\r\nText: see {{TASKS}}\nto the end\nof it\n",
	"agents/# 100%:?/[x] y.md":    "---\nname: \x1b]8;;http://x\x07 ##[error]y \u202eevil\u202c \u009b31m\xff\xfe ![a](b)\n---\n",
	"MANIFEST.jsonl":              `{"id": "T1-2026", "key_findings": "` + strings.Repeat("one thing and ", 12) + `another", "linked_tasks": ["T1", 7]}` + "\n",
	"empty/SKILL.md":              "",
}

// place returns the place of a text in a source, as the driver does.
func place(path, text string) finding.Place {
	source := sources[path]
	d := analysis.NewDocument(&analysis.File{Path: path}, []byte(source))
	start := strings.Index(source, text)
	p := finding.Place{Location: d.At(analysis.Range{Start: start, End: start + len(text)}), ExcerptColumn: 1}
	column := func(offset, line int) int { return offset - d.LineRange(line).Start + 1 }
	if source != "" {
		p.Columns = finding.Columns{Start: column(p.Range.Start, p.Start.Line), End: column(p.Range.End, p.End.Line)}
	}
	for line := p.Start.Line; line <= min(p.End.Line, p.Start.Line+2, d.LineCount()) && source != ""; line++ {
		p.Excerpt = append(p.Excerpt, d.Text(d.LineRange(line)))
	}
	return p
}

// findingAt returns a finding at a text.
func findingAt(rule *analysis.Analyzer, path, text, message string) finding.Finding {
	p := place(path, text)
	f := finding.Finding{Rule: rule.Name, Analyzer: rule, Severity: rule.Severity, Message: message, Place: p,
		Dialect: "claude-code", Fingerprint: strings.Repeat("0", 28) + rule.Name[:4]}
	if source := sources[path]; source != "" {
		line := 1 + strings.LastIndexAny(source[:p.Range.Start], "\r\n")
		f.LineHash = fingerprint.LineHash([]byte(source), line)
	}
	return f
}

func rule(name, doc string, s analysis.Severity) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: doc, Severity: s, Scope: analysis.PerDocument,
		Source: analysis.Source{Kind: analysis.Specification, Name: "the format, section 1", Checked: "2026-11-21"}}
}

// sample returns a report with all kinds of elements: fixes, related places, a flow, characters of all widths, hostile text, a long
// line, an empty file, notices.
func sample() *finding.Report {
	tool := rule("frontmatter/tool", "unknown tool", analysis.Error)
	cycle := rule("deps/cycle", "circular dependency", analysis.Error)
	fence := rule("markdown/unclosed-fence", "unclosed code fence", analysis.Error)
	token := rule("tokens/unresolved", "unresolved placeholder", analysis.Warning)
	name := rule("frontmatter/name-mismatch", "name that differs from the directory's", analysis.Error)
	schema := rule("manifest/schema", "invalid entry", analysis.Error)
	missing := rule("frontmatter/missing", "missing frontmatter", analysis.Error)
	unused := rule("budget/skill", "skill over the token budget", analysis.Info)

	grepp := findingAt(tool, "skills/deploy/SKILL.md", `"Grepp"`, `unknown tool "Grepp"`)
	grepp.Effect, grepp.Help = "it grants no permission", `did you mean "Grep"?`
	grepp.Fixes = []finding.Fix{
		{Title: `replace "Grepp" with "Grep"`, Safe: true, Edits: []finding.Edit{{Location: grepp.Place.Location, Columns: grepp.Place.Columns, Text: `"Grep"`}}},
		{Title: "remove the tool", Edits: []finding.Edit{
			{Location: place("skills/deploy/SKILL.md", `, "Grepp"`).Location},
			{Location: place("skills/deploy/SKILL.md", "# Deploy\n").Location, Text: "# Deploy 技\x7f\n"}}},
	}
	loop := findingAt(cycle, "skills/deploy/SKILL.md", "publish", "circular dependency: deploy → publish → deploy")
	loop.Flow = true
	loop.Related = []finding.Related{
		{Place: place("skills/deploy/SKILL.md", "publish"), Message: "deploy requires publish"},
		{Place: place("skills/publish/SKILL.md", "deploy"), Message: "publish requires deploy"},
	}
	open := findingAt(fence, "skills/deploy/SKILL.md", sources["skills/deploy/SKILL.md"][strings.Index(sources["skills/deploy/SKILL.md"], "```"):],
		"unclosed code fence")
	open.Effect = "the remaining 4 lines are parsed as code"
	open.Fixes = []finding.Fix{{Title: "close the code fence with ```", Edits: []finding.Edit{{Location: open.Place.Location, Text: "```"}}}}
	wide := findingAt(token, "skills/übersetzung/SKILL.md", "{{TASK}}", "unresolved placeholder {{TASK}}")
	wide.Effect, wide.Help = "the model sees it literally", "did you mean {{TASK_ID}}?"
	wide.Severity = analysis.Info
	long := findingAt(token, "skills/übersetzung/SKILL.md", "{{TASKS}}\nto the end\nof", "unresolved placeholder {{TASKS}}, which [ends](there)")
	long.Related = []finding.Related{{Place: place("skills/übersetzung/SKILL.md", "🚀")}}
	hostile := findingAt(name, "agents/# 100%:?/[x] y.md", "\x1b]8;;http://x\x07 ##[error]y \u202eevil\u202c \u009b31m\xff\xfe",
		"name \"\x1b]8;;http://x\x07 ##[error]y \u202eevil\u202c \u009b31m\xff\xfe\" does not match the file\n::error::x")
	manifest := findingAt(schema, "MANIFEST.jsonl", "7", "linked_tasks[1] must be a string, not a number")
	manifest.Effect = "CLEO ignores the entry and everything that follows it until the manifest is repaired, without a warning"
	manifest.Help = "write the id of a task, as \"T7-2026\""
	empty := findingAt(missing, "empty/SKILL.md", "", "file is empty")
	empty.Effect, empty.Help = "no client finds a skill in it", "add frontmatter with name and description"
	empty.Dialect = ""

	return &finding.Report{
		Findings: []finding.Finding{manifest, hostile, empty, grepp, loop, open, wide, long},
		Notices: []finding.Notice{
			{Message: "file is larger than 8 MiB", Path: "skills/big/SKILL.md", Unchecked: true},
			{Message: "::warning::x \x1b[2J", Path: "##[group]\u2028"},
			{Message: "2 files are excluded by .gitignore"},
		},
		Summary:  finding.Summary{Files: 14, Skills: 9, Errors: 6, Warnings: 1, Infos: 1, Suppressed: 3},
		Resolved: []finding.Recorded{{Path: "skills/<b>/SKILL.md", Rule: "links/broken"}},
		Rules:    []*analysis.Analyzer{unused, cycle, missing, name, tool, schema, fence, token},
	}
}

func options() Options {
	return Options{
		Version: "v1.2.3",
		Help: func(rule string) string {
			if rule == "budget/skill" {
				return ""
			}
			return "# " + rule + "\n\nWhat it is about.\n"
		},
		URL: func(rule string) string { return "https://example.test/rules/" + rule + ".md" },
	}
}

func render(t testing.TB, format string, r *finding.Report, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, format, r, o); err != nil {
		t.Fatalf("Write(%s): %v", format, err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); go test ./internal/report -update rewrites it\n%s", path, diff)
	}
}

// TestFormatsGolden compares the output of each format for a sample, and for a run without findings.
func TestFormatsGolden(t *testing.T) {
	clean := sample()
	clean.Findings, clean.Notices, clean.Summary = nil, nil, finding.Summary{Files: 1, Skills: 1}
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			golden(t, format+".golden", render(t, format, sample(), options())+"\n=== no findings ===\n"+render(t, format, clean, options()))
		})
	}
}

func TestGolden(t *testing.T) {
	with := func(change func(*Options)) Options {
		o := options()
		change(&o)
		return o
	}
	tests := []struct {
		file, format string
		o            Options
	}{
		{"color.txt", "text", with(func(o *Options) { o.Color, o.Links = true, true })},
		{"narrow.txt", "text", with(func(o *Options) { o.Width = 50 })},
		{"ci.txt", "text", with(func(o *Options) { o.CI = true })},
		{"narrow_files.txt", "text", with(func(o *Options) { o.Width, o.GroupBy, o.Statistics = 60, "file", true })},
		{"rules.txt", "text", with(func(o *Options) { o.GroupBy = "rule" })},
		{"severities.txt", "text", with(func(o *Options) { o.GroupBy = "severity" })},
		{"no_summary.txt", "text", with(func(o *Options) { o.NoSummary, o.MaxResults = true, 2 })},
		{"statistics.txt", "text", with(func(o *Options) { o.Statistics = true })},
	}
	for _, test := range tests {
		golden(t, test.file, render(t, test.format, sample(), test.o))
	}
}

func TestNotices(t *testing.T) {
	var b strings.Builder
	for _, o := range []Options{{}, {Color: true}, {CI: true, MaxResults: 5}, {NoSummary: true}} {
		if err := Notices(&b, sample(), o); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "notices.txt", b.String())
}

// TestNoticesAlike checks that only the first of similar notices are shown and the others are counted.
func TestNoticesAlike(t *testing.T) {
	r := &finding.Report{}
	for i := range 20 {
		n := finding.Notice{Path: fmt.Sprintf("%02d.md", i), Message: "this", Alike: "in which this is"}
		if i%3 == 0 {
			n = finding.Notice{Path: n.Path, Message: "that", Alike: "in which that is"}
		}
		r.Notices = append(r.Notices, n, finding.Notice{Path: n.Path, Message: "one"})
	}
	write := func(o Options) string {
		var b strings.Builder
		if err := Notices(&b, r, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	short := write(Options{})
	for line, want := range map[string]int{": this\n": 5, ": that\n": 5, ": one\n": 20,
		"notice: 8 more files in which this is; --verbose lists them\nnotice: 08.md: one\n": 1,
		"notice: 2 more files in which that is; --verbose lists them\nnotice: 15.md: one\n": 1} {
		if got := strings.Count(short, line); got != want {
			t.Errorf("%q occurs %d times, want %d:\n%s", line, got, want, short)
		}
	}
	if all := strings.Count(write(Options{Verbose: true}), "\n"); all != 40 {
		t.Errorf("with Verbose there are %d lines, want 40", all)
	}
	r.Notices = r.Notices[:16] // six of this, two of that
	r.Notices = slices.DeleteFunc(r.Notices, func(n finding.Notice) bool { return n.Message == "that" })
	if got := strings.Count(write(Options{}), ": this\n"); got != 5 {
		t.Errorf("%d of 5 notices are shown", got)
	}
}

func TestWriteUnknownFormat(t *testing.T) {
	if err := Write(&bytes.Buffer{}, "yaml", sample(), Options{}); err == nil || !strings.Contains(err.Error(), "yaml") {
		t.Errorf("Write(yaml): error %v, want one that names the format", err)
	}
}

type brokenWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	for _, format := range Formats() {
		for _, ci := range []bool{false, true} {
			whole := len(render(t, format, sample(), Options{CI: ci}))
			for _, left := range []int{0, whole / 2, whole - 1} {
				if err := Write(&brokenWriter{left}, format, sample(), Options{CI: ci}); !errors.Is(err, errFull) {
					t.Errorf("%s, CI %v, room for %d of %d bytes: error %v", format, ci, left, whole, err)
				}
			}
		}
	}
	if err := Notices(&brokenWriter{}, sample(), Options{}); !errors.Is(err, errFull) {
		t.Errorf("Notices: error %v", err)
	}
}
