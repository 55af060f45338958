package language_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
)

// corpus is the directory with collections of published skills.
const corpus = "../../../shared/corpus"

// effort returns the first number by default, the second if SKILLLINT_THOROUGH is "ci", and the third if it is "1".
func effort(quick, ci, full int) int {
	switch os.Getenv("SKILLLINT_THOROUGH") {
	case "":
		return quick
	case "ci":
		return ci
	}
	return full
}

// collections returns the directories of the corpus.
func collections(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Skip("the corpus is not available")
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dir, err := filepath.Abs(filepath.Join(corpus, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// requestAll requests all features at an offset of a file and checks the invariants of their results.
func requestAll(t testing.TB, s *language.Snapshot, f *analysis.File, offset, size int) {
	t.Helper()
	valid := func(what string, r analysis.Range) {
		if r.Start < 0 || r.End < r.Start || r.End > size {
			t.Fatalf("%s at %s:%d: range %v of %d bytes", what, f.Path, offset, r, size)
		}
	}
	if h := s.Hover(f, offset); h != nil {
		valid("hover", h.Range)
		if h.Markdown == "" || h.Range.Start > offset || offset > h.Range.End {
			t.Fatalf("hover at %s:%d: %+v", f.Path, offset, h)
		}
	}
	for _, i := range s.Complete(f, offset) {
		valid("completion", i.Range)
		if i.Range.Start > offset || offset > i.Range.End || i.Label == "" {
			t.Fatalf("completion at %s:%d: %+v", f.Path, offset, i)
		}
	}
	inside := func(what string, at []analysis.Location) {
		for _, l := range at {
			if filepath.IsAbs(l.Path) || analysis.LeavesRoot(l.Path) {
				t.Fatalf("%s at %s:%d: %s is outside", what, f.Path, offset, l.Path)
			}
		}
	}
	inside("definition", s.Definition(f, offset))
	inside("references", s.References(f, offset, true))
	if r, _, err := s.CanRename(f, offset); err == nil {
		valid("rename", r)
		if r.Start > offset || offset > r.End {
			if text, err := s.Document(f); err != nil || text.LineOf(r.Start) > text.LineOf(offset) || text.LineOf(r.End) < text.LineOf(offset) {
				t.Fatalf("rename at %s:%d: range %v", f.Path, offset, r)
			}
		}
	}
}

// requestFileFeatures requests all features of a whole file.
func requestFileFeatures(t testing.TB, s *language.Snapshot, f *analysis.File, size int) {
	t.Helper()
	for _, l := range s.Links(f) {
		if l.Range.Start < 0 || l.Range.End > size || filepath.IsAbs(l.Target.Path) || analysis.LeavesRoot(l.Target.Path) {
			t.Fatalf("link %+v of %s", l, f.Path)
		}
	}
	var check func(all []language.Symbol, within analysis.Range)
	check = func(all []language.Symbol, within analysis.Range) {
		for _, x := range all {
			if !within.Contains(x.Range) || !x.Range.Contains(x.Selection) || x.Name == "" {
				t.Fatalf("symbol %+v of %s, within %v", x, f.Path, within)
			}
			check(x.Children, x.Range)
		}
	}
	check(s.Symbols(f), analysis.Range{End: size})
	for _, x := range s.Folds(f) {
		if x.First < 1 || x.Last <= x.First {
			t.Fatalf("fold %+v of %s", x, f.Path)
		}
	}
	for _, h := range s.Hints(f, analysis.Range{End: size}) {
		if h.Offset < 0 || h.Offset > size {
			t.Fatalf("hint %+v of %s", h, f.Path)
		}
	}
}

// TestCorpus requests all features at the start, middle and end of lines in published skills.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	every := effort(1999, 97, 5) // one in this many places
	n, slow := 0, time.Duration(0)
	for _, dir := range collections(t) {
		s := open(t, dir)
		for _, f := range s.Result.Files {
			d, err := s.Document(f)
			if err != nil || f.Kind&analysis.Raw != 0 {
				continue
			}
			for line := 1; line <= d.LineCount(); line++ {
				r := d.LineRange(line)
				for _, offset := range []int{r.Start, (r.Start + r.End) / 2, r.End} {
					if n++; n%every == 0 {
						start := time.Now()
						requestAll(t, s, f, offset, len(d.Source))
						slow = max(slow, time.Since(start))
					}
				}
			}
			if n%effort(29, 7, 1) == 0 {
				requestFileFeatures(t, s, f, len(d.Source))
			}
			s.Forget(f)
		}
	}
	t.Logf("%d places; maximum time for all features at one place: %v", n/every, slow)
}

// TestMidTyping truncates the frontmatter of a skill at every offset, as if it were being typed.
func TestMidTyping(t *testing.T) {
	const text = "---\nname: a-b\ndescription: \"Sorts: mail\"\nallowed-tools: [Read, 'Bash(git *)']\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x\n# c\nmetadata: {a: b}\n---\n# A {#x}\n\n[b](c.md#d) {{X}} ${Y} @e\n<!-- skilllint-disable a -->\n"
	source := []byte(text)
	s := open(t, writeFiles(t, nil))
	f := &analysis.File{Path: "skills/a-b/SKILL.md", Rel: "skills/a-b/SKILL.md", Kind: analysis.Skill, Dialect: claudeCode(), Tree: analysis.NewTree("")}
	s.Read = func(*analysis.File) ([]byte, error) { return source, nil }
	for end := range len(text) + 1 {
		for _, rest := range []string{"", "\n---\n# A\n", "\r\n", text[end:]} {
			source = []byte(text[:end] + rest)
			s.Forget(f)
			requestAll(t, s, f, end, len(source))
		}
		requestFileFeatures(t, s, f, len(source))
	}
}

// TestSplices requests all features in texts that are composed of random pieces of other texts.
func TestSplices(t *testing.T) {
	var pieces [][]byte
	paths, _ := filepath.Glob("testdata/*/*.txtar")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, text)
	}
	pieces = append(pieces, []byte("\r\n---\r\n- \t'\"[{|>&*!%@`#: \xff\x00\ufeff{{X}}](<"))
	s := open(t, writeFiles(t, nil))
	var source []byte
	s.Read = func(*analysis.File) ([]byte, error) { return source, nil }
	random := rand.New(rand.NewPCG(1, 2))
	for range effort(300, 3_000, 20_000) {
		source = nil
		if random.IntN(2) == 0 {
			source = append(source, "---\n"...)
		}
		for range 1 + random.IntN(8) {
			piece := pieces[random.IntN(len(pieces))]
			from := random.IntN(len(piece))
			source = append(source, piece[from:from+random.IntN(min(len(piece)-from, 120)+1)]...)
		}
		k := kinds[random.IntN(len(kinds))]
		f := &analysis.File{Path: k.path, Rel: k.path, Kind: k.kind, Dialect: claudeCode(), Tree: analysis.NewTree("")}
		for range 4 {
			offset := random.IntN(len(source) + 1)
			requestAll(t, s, f, offset, len(source))
			_, _ = s.Rename(f, offset, "new-name")
			s.HoverConfig(source, offset)
			s.CompleteConfig(source, offset)
		}
		requestFileFeatures(t, s, f, len(source))
		s.Forget(f)
	}
}

// TestLarge requests all features in files that are larger than real ones.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	s := open(t, writeFiles(t, nil))
	var source []byte
	s.Read = func(*analysis.File) ([]byte, error) { return source, nil }
	size := effort(1<<18, 1<<20, 1<<20)
	for name, text := range map[string]string{
		"keys":         "---\n" + strings.Repeat("key: value\n", size/11),
		"nested":       "---\n" + strings.Repeat("- a:\n", size/5),
		"deep":         "---\n" + strings.Repeat("- ", size/2),
		"line":         "---\na: " + strings.Repeat("[x, ", size/4),
		"headings":     good + strings.Repeat("# A b\n", size/6),
		"links":        good + strings.Repeat("[x](a.md#b) ", size/12),
		"references":   good + strings.Repeat("@a.md ", size/6),
		"placeholders": good + strings.Repeat("{{A}} ${B} ", size/11),
		"comments":     good + strings.Repeat("<!-- skilllint-disable a -->\n", size/29),
		"open":         good + strings.Repeat("<!--", size/4),
		"fences":       good + strings.Repeat("```\n", size/4),
	} {
		source = []byte(text)
		f := &analysis.File{Path: "skills/a/SKILL.md", Rel: "skills/a/SKILL.md", Kind: analysis.Skill, Dialect: claudeCode(), Tree: analysis.NewTree("")}
		start := time.Now()
		for _, offset := range []int{10, len(source) / 2, len(source)} {
			requestAll(t, s, f, offset, len(source))
			_, _ = s.Rename(f, offset, "new-name")
			s.HoverConfig(source, offset)
			s.CompleteConfig(source, offset)
		}
		requestFileFeatures(t, s, f, len(source))
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
		s.Forget(f)
	}
}

const good = "---\nname: a\ndescription: Sorts mail. Use when there is mail.\n---\n"

// kinds lists a path for each of several kinds of files.
var kinds = []struct {
	kind analysis.Kind
	path string
}{{analysis.Skill, "skills/a/SKILL.md"}, {analysis.Agent, ".claude/agents/a.md"}, {analysis.Persona, "_persona_a.yaml"}, {analysis.Registry, "skills/manifest.json"},
	{analysis.Command, ".gemini/commands/a.toml"}, {analysis.Reference, "skills/a/b.md"}, {analysis.Plugin, ".claude-plugin/plugin.json"}}

// FuzzFeatures requests all features at arbitrary offsets of arbitrary texts.
func FuzzFeatures(f *testing.F) {
	for _, dir := range []string{"complete", "hover", "definition", "rename", "outline"} {
		paths, _ := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
		for _, path := range paths {
			if text, err := os.ReadFile(path); err == nil {
				f.Add(text, 100, uint8(0))
			}
		}
	}
	f.Add([]byte("---\nname: a\ntools: [R\n---\n# A\n[x](#a)"), 20, uint8(1))
	f.Add([]byte("a:\r\n  - b: \xff\r\n    c: 'd"), 20, uint8(2))
	s := open(f, writeFiles(f, nil))
	var source []byte
	s.Read = func(*analysis.File) ([]byte, error) { return source, nil }
	f.Fuzz(func(t *testing.T, text []byte, offset int, kind uint8) {
		source = text
		k := kinds[int(kind)%len(kinds)]
		file := &analysis.File{Path: k.path, Rel: k.path, Kind: k.kind, Dialect: claudeCode(), Tree: analysis.NewTree("")}
		requestAll(t, s, file, offset, len(text))
		requestAll(t, s, file, max(0, offset%(len(text)+1)), len(text))
		requestFileFeatures(t, s, file, len(text))
		s.HoverConfig(text, offset)
		for _, i := range s.CompleteConfig(text, max(0, offset%(len(text)+1))) {
			if i.Range.Start < 0 || i.Range.End > len(text) || i.Range.End < i.Range.Start {
				t.Fatalf("completion %+v", i)
			}
		}
		_, _ = s.Rename(file, max(0, offset%(len(text)+1)), "new-name")
		s.Forget(file)
	})
}

// BenchmarkFirst measures the first request after a run on the largest collection.
func BenchmarkFirst(b *testing.B) {
	dirs := collections(b)
	s := open(b, dirs[slices.IndexFunc(dirs, func(dir string) bool { return filepath.Base(dir) == "wshobson+agents" })])
	var f *analysis.File
	for _, file := range s.Result.Files {
		if file.Kind == analysis.Skill {
			f = file
		}
	}
	b.Logf("%d files", len(s.Result.Files))
	for _, x := range []struct {
		name string
		ask  func()
	}{
		{"hover of a name", func() { s.Hover(f, 10) }}, {"hover in text", func() { s.Hover(f, int(f.Size)/2) }}, {"completion", func() { s.Complete(f, 10) }},
		{"references", func() { s.References(f, 10, true) }}, {"search", func() { s.Search("a") }}, {"links", func() { s.Links(f) }},
		{"rename", func() { _, _ = s.Rename(f, 10, "new-name") }},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Facts.Refresh()
				s.Forget(f)
				x.ask()
			}
		})
	}
}

// BenchmarkFeatures measures each feature as the first request after a keystroke in a typical skill.
func BenchmarkFeatures(b *testing.B) {
	dirs := collections(b)
	s := open(b, dirs[slices.IndexFunc(dirs, func(dir string) bool { return filepath.Base(dir) == "obra+superpowers" })])
	var f *analysis.File
	for _, file := range s.Result.Files {
		if file.Kind == analysis.Skill && (f == nil || file.Size > 9_000 && file.Size < 11_000) {
			f = file
		}
	}
	d, err := s.Document(f)
	if err != nil {
		b.Fatal(err)
	}
	places := map[string]int{"frontmatter": 10, "body": len(d.Source) / 2}
	for _, name := range []string{"frontmatter", "body"} {
		offset := places[name]
		for _, x := range []struct {
			name string
			ask  func()
		}{
			{"hover", func() { s.Hover(f, offset) }}, {"complete", func() { s.Complete(f, offset) }}, {"definition", func() { s.Definition(f, offset) }},
			{"references", func() { s.References(f, offset, true) }}, {"rename", func() { _, _ = s.Rename(f, offset, "new-name") }}, {"links", func() { s.Links(f) }},
			{"symbols", func() { s.Symbols(f) }}, {"folds", func() { s.Folds(f) }}, {"hints", func() { s.Hints(f, analysis.Range{End: int(f.Size)}) }},
		} {
			b.Run(name+"/"+x.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.Forget(f)
					x.ask()
				}
			})
		}
	}
}
