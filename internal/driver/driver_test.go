package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/yuin/goldmark/ast"
)

// headings is a fact of a document, titles a rule that reads it, names a rule of the workspace.
var headings = analysis.NewFact("headings", "how many headings", analysis.PerDocument, analysis.Skill,
	func(p *analysis.Pass) (int, error) {
		n := 0
		for b := p.Document.Body.FirstChild(); b != nil; b = b.NextSibling() {
			if b.Kind() == ast.KindHeading {
				n++
			}
		}
		if n == 0 {
			return 0, analysis.ErrNoFact
		}
		return n, nil
	})

func rule(name string, scope analysis.Scope, run func(*analysis.Pass) error, requires ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: "test", Severity: analysis.Error, Scope: scope, Run: run, Requires: requires,
		Source: analysis.Source{Name: "test", Checked: "2026-01-01"}}
}

// lint runs analyzers over files, given as path → content.
func lint(t *testing.T, files map[string]string, o Options) []finding.Finding {
	t.Helper()
	dir := t.TempDir()
	for path, content := range files {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	settings := &Settings{}
	if o.SettingsFor == nil {
		o.SettingsFor = func(*analysis.File) *Settings { return settings }
	}
	tree := analysis.NewTree("")
	o.Find = func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
		for path := range files { // in random order
			tree.Add(path, false)
			kind := analysis.Skill
			if strings.HasSuffix(path, ".jsonl") {
				kind = analysis.Manifest
			}
			emit(Input{File: &analysis.File{Path: path, Rel: path, Tree: tree, Kind: kind},
				Open: func() (treefs.File, error) { return os.Open(filepath.Join(dir, path)) }})
		}
		return nil, nil, nil
	}
	if err := analysis.Validate(o.Analyzers); err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return postprocess.Decide(r.Findings, func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return 0, false })
}

func texts(findings []finding.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s:%d:%d %s %s", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Rule, f.Message))
	}
	return out
}

func expect(t *testing.T, got []finding.Finding, want ...string) {
	t.Helper()
	if !reflect.DeepEqual(texts(got), want) {
		t.Errorf("got  %s\nwant %s", strings.Join(texts(got), "\n     "), strings.Join(want, "\n     "))
	}
}

func TestFactsFlowOutwards(t *testing.T) {
	perDocument := rule("t/doc", analysis.PerDocument, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: 0, End: 1}, "%d headings", headings.Of(p))
		return nil
	}, headings.Analyzer)
	perWorkspace := rule("t/ws", analysis.PerWorkspace, func(p *analysis.Pass) error {
		for f, n := range headings.All(p.Store) {
			p.Report(analysis.Diagnostic{Message: fmt.Sprintf("%d of %d", n, len(p.Workspace.Files)),
				Location: &analysis.Location{Path: f.Path, Range: analysis.Range{Start: 4, End: 5},
					Start: analysis.Position{Line: 2, Column: 1}, End: analysis.Position{Line: 2, Column: 2}}})
		}
		return nil
	}, headings.Analyzer)
	files := map[string]string{"a": "# A\nx\n\n# B\n", "b": "# C\ny\n", "c": "no heading: no fact\n"}
	for _, jobs := range []int{1, 2, 8} {
		got := lint(t, files, Options{Analyzers: []*analysis.Analyzer{perWorkspace, perDocument}, Jobs: jobs})
		expect(t, got, "a:1:1 t/doc 2 headings", "a:2:1 t/ws 2 of 3", "b:1:1 t/doc 1 headings", "b:2:1 t/ws 1 of 3")
		if e := got[1].Place.Excerpt; len(e) != 1 || e[0] != "x" {
			t.Errorf("a finding of the workspace has the excerpt %q, want x", e)
		}
	}
}

func TestBrokenAnalyzerCostsNothingElse(t *testing.T) {
	panics := rule("t/panics", analysis.PerDocument, func(p *analysis.Pass) error { panic("boom") })
	fails := rule("t/fails", analysis.PerWorkspace, func(p *analysis.Pass) error { return errors.New("no idea") })
	works := rule("t/works", analysis.PerDocument, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: 0, End: 1}, "fine")
		return nil
	})
	got := lint(t, map[string]string{"a": "# A\n"}, Options{Analyzers: []*analysis.Analyzer{panics, fails, works}})
	if len(got) != 3 {
		t.Fatalf("got %v, want three findings", texts(got))
	}
	for i, want := range []string{"internal error in rule t/fails: no idea", "internal error in rule t/panics: panic: boom", "fine"} {
		if !strings.HasPrefix(got[i].Message, want) {
			t.Errorf("finding %d is %q, want %q", i, got[i].Message, want)
		}
	}
}

// The tree grows while documents are analyzed: a document analyzer that reads it must always fail,
// independent of timing.
func TestTreeIsNotForDocuments(t *testing.T) {
	questions := map[string]func(*analysis.Tree){
		"exists":   func(t *analysis.Tree) { t.Exists("a") },
		"is-dir":   func(t *analysis.Tree) { t.IsDir("a") },
		"real":     func(t *analysis.Tree) { t.Real("a") },
		"stat":     func(t *analysis.Tree) { t.Stat("a") },
		"walked":   func(t *analysis.Tree) { t.Walked("a") },
		"has-name": func(t *analysis.Tree) { t.HasName("a") },
		"entries":  func(t *analysis.Tree) { t.Entries(".") },
		"all":      func(t *analysis.Tree) { t.All() },
		"other":    func(t *analysis.Tree) { t.OtherCase("A") },
		"hidden":   func(t *analysis.Tree) { t.Hidden("a") },
	}
	for name, ask := range questions {
		document := rule("t/"+name, analysis.PerDocument, func(p *analysis.Pass) error { ask(p.File.Tree); return nil })
		workspace := rule("u/"+name, analysis.PerWorkspace, func(p *analysis.Pass) error { ask(p.Workspace.Files[0].Tree); return nil })
		expect(t, lint(t, map[string]string{"a": "# A\n"}, Options{Analyzers: []*analysis.Analyzer{document, workspace}}),
			"a:1:1 internal/analyzer internal error in rule t/"+name+
				": panic: an analyzer of documents reads the tree, which is incomplete until all documents are analyzed")
	}
}

// Rules that need a broken fact of the workspace report nothing; the fact does.
func TestBrokenFact(t *testing.T) {
	sum := analysis.NewFact("sum", "adds", analysis.PerWorkspace, 0, func(*analysis.Pass) (int, error) { panic("boom") })
	needs := rule("t/needs", analysis.PerWorkspace, func(*analysis.Pass) error { panic("it ran") })
	needs.Requires = []*analysis.Analyzer{sum.Analyzer}
	expect(t, lint(t, map[string]string{"a": "# A\n"}, Options{Analyzers: []*analysis.Analyzer{needs}}),
		"a:1:1 internal/analyzer internal error in rule fact/sum: panic: boom")
}

func TestBrokenParserCostsNothingElse(t *testing.T) {
	works := rule("t/works", analysis.PerDocument, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: 0, End: 1}, "fine")
		return nil
	})
	got := lint(t, map[string]string{"a": "aaa", "b": "bbb"}, Options{Analyzers: []*analysis.Analyzer{works},
		parse: func(_ context.Context, f *analysis.File, source []byte, _ bool) *analysis.Document {
			if f.Path == "a" {
				panic("boom")
			}
			return analysis.NewDocument(f, source)
		}})
	expect(t, got,
		"a:1:1 internal/analyzer internal error in the parser: panic: boom",
		"a:1:1 t/works fine", "b:1:1 t/works fine")
}

func TestGateAndFold(t *testing.T) {
	type count struct{ Lines, Objects int }
	objects := analysis.NewFold("objects", "counts objects", analysis.Manifest,
		func(*analysis.Pass) *count { return &count{} },
		func(p *analysis.Pass, c *count) error {
			c.Lines++
			if strings.HasPrefix(string(p.Line.Source), "{") {
				c.Objects++
			}
			return nil
		})
	mostly := analysis.NewFact("mostly", "most lines are objects", analysis.PerDocument, analysis.Manifest,
		func(p *analysis.Pass) (bool, error) { c := objects.Of(p); return 2*c.Objects > c.Lines, nil }, objects.Analyzer)
	each := rule("t/line", analysis.PerLine, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: int(p.Line.Offset) + 1, End: int(p.Line.Offset) + 2}, "line")
		return nil
	})
	each.Gate = &mostly
	got := lint(t, map[string]string{"a.jsonl": "{}\n{}\né{\n", "b.jsonl": "x\nyy\n{}\n"}, Options{Analyzers: []*analysis.Analyzer{each}})
	expect(t, got, "a.jsonl:1:2 t/line line", "a.jsonl:2:2 t/line line", "a.jsonl:3:2 t/line line")
}

func TestManyFindingsAreCounted(t *testing.T) {
	each := rule("t/line", analysis.PerLine, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: int(p.Line.Offset), End: int(p.Line.Offset) + 1}, "line")
		return nil
	})
	got := lint(t, map[string]string{"a.jsonl": strings.Repeat("x\n", maxKept+7)}, Options{Analyzers: []*analysis.Analyzer{each}})
	if len(got) != maxKept+1 {
		t.Fatalf("got %d findings, want %d", len(got), maxKept+1)
	}
	found := false
	for _, f := range got {
		found = found || strings.Contains(f.Message, "7 more findings of t/line")
	}
	if !found {
		t.Error("the findings that were left out are not counted")
	}
}

func TestStuckFileIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	stuck := rule("t/stuck", analysis.PerDocument, func(p *analysis.Pass) error {
		if p.File.Path == "b" {
			<-release
		}
		p.Reportf(analysis.Range{Start: 0, End: 1}, "done")
		return nil
	})
	got := lint(t, map[string]string{"a": "a", "b": "b", "c": "c"}, Options{Analyzers: []*analysis.Analyzer{stuck}, Jobs: 1, FileTimeout: 50 * time.Millisecond})
	expect(t, got, "a:1:1 t/stuck done",
		"b:1:1 internal/analyzer analysis timed out after 50ms",
		"c:1:1 t/stuck done")
}

// The analysis of an abandoned file ends after the current analyzer.
func TestGivenUpFileIsAnalysedNoFurther(t *testing.T) {
	t.Parallel()
	freed := make(chan struct{})
	waits := rule("t/a-waits", analysis.PerDocument, func(p *analysis.Pass) error {
		if p.File.Path == "a" {
			<-p.Context.Done()
			close(freed)
		}
		return nil
	})
	var further atomic.Bool
	reports := rule("t/b-reports", analysis.PerDocument, func(p *analysis.Pass) error {
		if p.File.Path == "a" {
			further.Store(true)
		}
		p.Reportf(analysis.Range{Start: 0, End: 1}, "done")
		return nil
	})
	got := lint(t, map[string]string{"a": "a", "b": "b"}, Options{Analyzers: []*analysis.Analyzer{waits, reports}, Jobs: 1, FileTimeout: 2 * time.Second})
	expect(t, got, "a:1:1 internal/analyzer analysis timed out after 2s",
		"b:1:1 t/b-reports done")
	<-freed
	time.Sleep(20 * time.Millisecond) // in which it could go on
	if further.Load() {
		t.Error("another analyzer was run")
	}
}

// Findings on bytes are kept if the file is abandoned, too large, or crashes the parser.
func TestBytesAreCheckedWithoutParsing(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	bytesOnly := rule("t/bytes", analysis.PerDocument, func(p *analysis.Pass) error {
		if n := bytes.IndexByte(p.Document.Source, '!'); n >= 0 {
			p.Reportf(analysis.Range{Start: n, End: n + 1}, "a mark")
		}
		return nil
	})
	bytesOnly.Kinds = analysis.Parsed | analysis.Raw
	parse := func(_ context.Context, f *analysis.File, source []byte, guess bool) *analysis.Document {
		switch f.Path {
		case "stuck":
			<-release
		case "broken":
			panic("no")
		}
		return load.Document(f, source, guess)
	}
	large := strings.Repeat("word\n", 2<<20) + "end!"
	got := lint(t, map[string]string{"stuck": "\n!", "broken": "\n\n!", "large": large, "none": large[:len(large)-1]},
		Options{Analyzers: []*analysis.Analyzer{bytesOnly}, Jobs: 2, FileTimeout: 500 * time.Millisecond, parse: parse})
	expect(t, got,
		"broken:1:1 internal/analyzer internal error in the parser: panic: no",
		"broken:3:1 t/bytes a mark",
		"large:2097153:4 t/bytes a mark",
		"stuck:1:1 internal/analyzer analysis timed out after 500ms",
		"stuck:2:1 t/bytes a mark")
}

func TestLargeFilesTakeTurns(t *testing.T) {
	large := strings.Repeat("word\n", inFlight/8)
	var running, most atomic.Int32
	counts := rule("t/counts", analysis.PerDocument, func(p *analysis.Pass) error {
		most.Store(max(most.Load(), running.Add(1)))
		runtime.Gosched()
		running.Add(-1)
		p.Reportf(analysis.Range{Start: 0, End: 1}, "done")
		return nil
	})
	got := lint(t, map[string]string{"a": large, "b": large, "c": large}, Options{Analyzers: []*analysis.Analyzer{counts}, Jobs: 8})
	if len(got) != 3 || most.Load() != 1 {
		t.Errorf("%d findings, %d large files at a time; want 3, one at a time", len(got), most.Load())
	}
}

// An abandoned large file releases its memory budget.
func TestStuckLargeFileHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", inFlight*5/8) // more than half of the budget, and parsed quickly
	release := make(chan struct{})
	defer close(release)
	stuck := rule("t/stuck", analysis.PerDocument, func(p *analysis.Pass) error {
		if p.File.Path == "a" {
			<-release
		}
		p.Reportf(analysis.Range{Start: 0, End: 1}, "done")
		return nil
	})
	got := lint(t, map[string]string{"a": large, "b": large}, Options{Analyzers: []*analysis.Analyzer{stuck}, Jobs: 2, FileTimeout: 2 * time.Second})
	expect(t, got,
		"a:1:1 internal/analyzer analysis timed out after 2s",
		"b:1:1 t/stuck done")
}

// A document must be unreachable after its file is done, or memory grows with the tree.
func TestDocumentIsCollected(t *testing.T) {
	collected := make(chan struct{}, 8)
	watch := rule("t/watch", analysis.PerDocument, func(p *analysis.Pass) error {
		runtime.AddCleanup(p.Document, func(struct{}) { collected <- struct{}{} }, struct{}{})
		p.Reportf(analysis.Range{Start: 0, End: 1}, "seen %s", p.Document.Text(analysis.Range{Start: 0, End: 1}))
		return nil
	})
	got := lint(t, map[string]string{"a": "abc\n", "b": "bcd\n"}, Options{Analyzers: []*analysis.Analyzer{watch, rule("t/ws", analysis.PerWorkspace, func(p *analysis.Pass) error { return nil }, headings.Analyzer)}})
	runtime.GC()
	for range got {
		select {
		case <-collected:
		case <-time.After(5 * time.Second):
			t.Fatal("a document is still reachable after the run")
		}
	}
	runtime.KeepAlive(got)
}

func TestExcerpts(t *testing.T) {
	wide := strings.Repeat("é", 300) + "X" + strings.Repeat("z", 500)
	tests := []struct {
		name, src string
		r         analysis.Range
		lines     []string
		column    int
	}{
		{"one line", "ab\ncd\n", analysis.Range{Start: 3, End: 4}, []string{"cd"}, 1},
		{"CRLF", "ab\r\ncd\r\n", analysis.Range{Start: 0, End: 5}, []string{"ab", "cd"}, 1},
		{"at most three lines", "a\nb\nc\nd\n", analysis.Range{Start: 0, End: 7}, []string{"a", "b", "c"}, 1},
		{"an empty range at the end", "ab", analysis.Range{Start: 2, End: 2}, []string{"ab"}, 1},
		{"far down a long line", wide, analysis.Range{Start: 600, End: 601}, []string{strings.Repeat("é", 40) + "X" + strings.Repeat("z", 159)}, 261},
	}
	for _, tt := range tests {
		at := rule("t/at", analysis.PerDocument, func(p *analysis.Pass) error { p.Reportf(tt.r, "here"); return nil })
		got := lint(t, map[string]string{"a": tt.src}, Options{Analyzers: []*analysis.Analyzer{at}})
		if p := got[0].Place; !reflect.DeepEqual(p.Excerpt, tt.lines) || p.ExcerptColumn != tt.column {
			t.Errorf("%s: got %q from column %d, want %q from %d", tt.name, p.Excerpt, p.ExcerptColumn, tt.lines, tt.column)
		}
	}
}

// A line may be as long as the file and have many findings: searching its ends each time would be quadratic.
func TestManyFindingsOnOneLine(t *testing.T) {
	const words, length = 9_000, 450
	source := strings.Repeat(strings.Repeat("x", length-1)+" ", words)
	each := rule("t/each", analysis.PerDocument, func(p *analysis.Pass) error {
		for i := range words {
			p.Reportf(analysis.Range{Start: i * length, End: i*length + 2}, "word")
		}
		return nil
	})
	var places []analysis.Location
	across := rule("t/across", analysis.PerWorkspace, func(p *analysis.Pass) error {
		for i := range places {
			p.Report(analysis.Diagnostic{Location: &places[i], Message: "word"})
		}
		return nil
	})
	for i := range words {
		at := analysis.Location{Path: "a", Range: analysis.Range{Start: i * length, End: i*length + 2},
			Start: analysis.Position{Line: 1, Column: 1 + i*length}, End: analysis.Position{Line: 1, Column: 3 + i*length}}
		places = append(places, at)
	}
	started := time.Now()
	got := lint(t, map[string]string{"a": source}, Options{Analyzers: []*analysis.Analyzer{each, across}})
	if d := time.Since(started); d > 30*time.Second {
		t.Errorf("it took %s", d)
	}
	if len(got) != 2*words {
		t.Fatalf("%d findings, want %d", len(got), 2*words)
	}
	last := got[len(got)-1].Place
	if want := 1 + (words-1)*length - maxExcerpt/3; last.ExcerptColumn != want || len(last.Excerpt) != 1 || len(last.Excerpt[0]) != maxExcerpt {
		t.Errorf("the last excerpt is %q from column %d, want %d bytes from %d", last.Excerpt, last.ExcerptColumn, maxExcerpt, want)
	}
}

// Unlisted findings count: an error after ten thousand warnings makes a run fail.
func TestRestIsAsSevereAsItsWorst(t *testing.T) {
	each := rule("t/line", analysis.PerLine, func(p *analysis.Pass) error {
		d := analysis.Diagnostic{Range: analysis.Range{Start: int(p.Line.Offset), End: int(p.Line.Offset) + 1}, Message: "line", Severity: analysis.Info}
		if p.Line.Number == maxKept+3 {
			d.Severity = analysis.Error
		}
		p.Report(d)
		return nil
	})
	got := lint(t, map[string]string{"a.jsonl": strings.Repeat("x\n", maxKept+5)}, Options{Analyzers: []*analysis.Analyzer{each}})
	if errors, _, infos := postprocess.Count(got); errors != 1 || infos != maxKept {
		t.Errorf("%d errors and %d infos, want 1 and %d", errors, infos, maxKept)
	}
}

// Workspace findings are limited per file, like document findings.
func TestManyFindingsAcrossAreCounted(t *testing.T) {
	across := rule("t/across", analysis.PerWorkspace, func(p *analysis.Pass) error {
		for i := range maxKept + 3 {
			p.Report(analysis.Diagnostic{Message: fmt.Sprint(i), Location: &analysis.Location{Path: "a", Range: analysis.Range{End: 1},
				Start: analysis.Position{Line: 1, Column: 1}, End: analysis.Position{Line: 1, Column: 2}}})
		}
		p.Report(analysis.Diagnostic{Message: "alone", Location: &analysis.Location{Path: "b"}})
		return nil
	})
	got := lint(t, map[string]string{"a": "a\n", "b": "b\n"}, Options{Analyzers: []*analysis.Analyzer{across}})
	if len(got) != maxKept+2 {
		t.Fatalf("%d findings, want %d", len(got), maxKept+2)
	}
	if !slices.ContainsFunc(got, func(f finding.Finding) bool { return strings.Contains(f.Message, "3 more findings of t/across") }) {
		t.Error("the findings that were left out are not counted")
	}
}

// A line of a manifest ends at LF; a preceding CR is not shown, and the column is that of the line.
func TestExcerptOfManifest(t *testing.T) {
	line := rule("t/line", analysis.PerLine, func(p *analysis.Pass) error {
		p.Reportf(analysis.Range{Start: int(p.Line.Offset) + 2, End: int(p.Line.Offset) + 3}, "line")
		return nil
	})
	across := rule("t/across", analysis.PerWorkspace, func(p *analysis.Pass) error {
		p.Report(analysis.Diagnostic{Message: "across", Location: &analysis.Location{Path: "a.jsonl", Range: analysis.Range{Start: 7, End: 8},
			Start: analysis.Position{Line: 2, Column: 3}, End: analysis.Position{Line: 2, Column: 4}}})
		return nil
	})
	for _, f := range lint(t, map[string]string{"a.jsonl": "abc\r\nd\rf\r\n"}, Options{Analyzers: []*analysis.Analyzer{line, across}}) {
		want := []string{"abc", "d\rf"}[f.Place.Start.Line-1]
		if !slices.Equal(f.Place.Excerpt, []string{want}) || f.Place.ExcerptColumn != 1 || f.LineHash == "" {
			t.Errorf("%s on line %d: excerpt %q from column %d, hash %q; want %q", f.Message, f.Place.Start.Line,
				f.Place.Excerpt, f.Place.ExcerptColumn, f.LineHash, want)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	f := &analysis.File{Path: "gone", Kind: analysis.Skill}
	r, err := Run(context.Background(), Options{SettingsFor: func(*analysis.File) *Settings { return &Settings{} },
		Find: func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			emit(Input{File: f, Open: func() (treefs.File, error) { return os.Open(filepath.Join(t.TempDir(), "gone")) }})
			return nil, nil, nil
		}})
	want := []analysis.Unchecked{{Path: "gone", Reason: "cannot read file: no such file or directory"}}
	if err != nil || !slices.Equal(r.Workspace.Unchecked, want) {
		t.Errorf("got %+v, %v; want %v", r.Workspace, err, want)
	}
}

func TestPositionsAt(t *testing.T) {
	got, err := positionsAt(bytes.NewReader([]byte("é{\nab\n")), []int{7, 0, 2, 3, 4, 99})
	want := map[int]analysis.Position{0: {Line: 1, Column: 1}, 2: {Line: 1, Column: 2}, 3: {Line: 1, Column: 3},
		4: {Line: 2, Column: 1}, 7: {Line: 3, Column: 1}, 99: {Line: 3, Column: 1}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}
