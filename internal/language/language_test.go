package language_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/language"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// cursor marks the offsets in a file at which a feature is requested. It is not part of the file.
const cursor = "‸"

// open lints a directory and returns the result.
func open(t testing.TB, dir string) *language.Snapshot {
	t.Helper()
	s := tryOpen(t, dir)
	if s == nil {
		t.Fatal("cannot lint the workspace")
	}
	return s
}

// tryOpen is like open, but returns nil if the workspace cannot be linted.
func tryOpen(t testing.TB, dir string) *language.Snapshot {
	t.Helper()
	named := slices.DeleteFunc(rules.All(), (*analysis.Analyzer).IsFact)
	facts := &language.Facts{}
	result, err := lint.Run(context.Background(), lint.Request{Dir: dir, Paths: []string{dir}, Rules: named, Whole: true, AllowEmpty: true,
		Analyzers: append(slices.Concat(rules.All(), config.Engines()), facts.Collect()), Output: &safefile.Writer{}})
	if err != nil {
		t.Log(err)
		return nil
	}
	return &language.Snapshot{Result: result, Facts: facts, Rules: named, Read: func(f *analysis.File) ([]byte, error) {
		return os.ReadFile(filepath.Join(result.RootOf(f).Dir, filepath.FromSlash(f.Rel)))
	}}
}

// writeFiles writes files to a new directory.
func writeFiles(t testing.TB, files []txtar.File) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// claudeCode returns the dialect with the most features.
func claudeCode() *schema.Dialect { return schema.Lookup("claude-code") }

// A place is the position of a cursor.
type place struct {
	path   string
	offset int
}

// TestFeatures requests a feature at each cursor of a workspace. The first line of an archive names the feature and its arguments; the
// section "want" has the results.
func TestFeatures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.ToSlash(strings.TrimPrefix(path, "testdata"+string(filepath.Separator))), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(archive.Comment), "\n")
			var files []txtar.File
			var cursors []place
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				parts := strings.Split(string(f.Data), cursor)
				offset := 0
				for _, part := range parts[:len(parts)-1] {
					offset += len(part)
					cursors = append(cursors, place{f.Name, offset})
				}
				files = append(files, txtar.File{Name: f.Name, Data: []byte(strings.Join(parts, ""))})
			}
			withoutConfig := slices.DeleteFunc(slices.Clone(files), func(f txtar.File) bool { return f.Name == config.Name }) // it may be invalid
			s := open(t, writeFiles(t, withoutConfig))
			got := ""
			for i, c := range cursors {
				if len(cursors) > 1 {
					got += fmt.Sprintf("#%d\n", i+1)
				}
				got += request(t, s, strings.Fields(first), c, files)
			}
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// request returns the result of a feature as text.
func request(t *testing.T, s *language.Snapshot, feature []string, c place, files []txtar.File) string {
	t.Helper()
	source := files[slices.IndexFunc(files, func(f txtar.File) bool { return f.Name == c.path })].Data
	f := s.File(c.path)
	isConfig := filepath.Base(c.path) == config.Name
	if f == nil && !isConfig {
		t.Fatalf("the run has no file %s", c.path)
	}
	cut := func(r analysis.Range) string { return string(source[r.Start:r.End]) }
	var b strings.Builder
	switch feature[0] {
	case "complete":
		var items []language.Item
		if isConfig {
			items = s.CompleteConfig(source, c.offset)
		} else {
			items = s.Complete(f, c.offset)
		}
		items = slices.DeleteFunc(items, func(item language.Item) bool { // as editors do
			return !strings.Contains(item.Label, strings.TrimSpace(string(source[item.Range.Start:c.offset])))
		})
		const most = 12
		for i, item := range items {
			if item.Range.Start > c.offset || item.Range.End < c.offset {
				t.Errorf("%s: the offset is outside of the range", item.Label)
			}
			if i < most {
				fmt.Fprintf(&b, "%s: %q → %q", item.Label, cut(item.Range), item.Text)
				if item.Detail != "" {
					fmt.Fprintf(&b, " (%s)", item.Detail)
				}
				b.WriteString("\n")
			}
		}
		if len(items) > most {
			fmt.Fprintf(&b, "… and more\n")
		}
	case "hover":
		h := (*language.Hover)(nil)
		if isConfig {
			h = s.HoverConfig(source, c.offset)
		} else {
			h = s.Hover(f, c.offset)
		}
		if h != nil {
			fmt.Fprintf(&b, "%q\n%s\n", cut(h.Range), h.Markdown)
		}
	case "definition":
		for _, at := range s.Definition(f, c.offset) {
			b.WriteString(formatLocation(at, files))
		}
	case "references":
		for _, at := range s.References(f, c.offset, len(feature) > 1) {
			b.WriteString(formatLocation(at, files))
		}
	case "rename":
		r, old, err := s.CanRename(f, c.offset)
		if err == nil {
			fmt.Fprintf(&b, "%q is %q\n", cut(r), old)
			var x *language.Rename
			if x, err = s.Rename(f, c.offset, strings.Join(feature[1:], " ")); err == nil {
				b.WriteString(formatRename(x, files))
			}
		}
		if err != nil {
			fmt.Fprintf(&b, "error: %v\n", err)
		}
	case "links":
		for _, l := range s.Links(f) {
			fmt.Fprintf(&b, "%q: %s", cut(l.Range), formatLocation(l.Target, files))
		}
	case "symbols":
		b.WriteString(symbols(s.Symbols(f), source, ""))
	case "search":
		for _, x := range s.Search(strings.Join(feature[1:], " ")) {
			fmt.Fprintf(&b, "%s (%s): %s", x.Name, x.Kind, formatLocation(x.Location, files))
		}
	case "folds":
		for _, x := range s.Folds(f) {
			fmt.Fprintf(&b, "%d–%d\n", x.First, x.Last)
		}
	case "hints":
		for _, x := range s.Hints(f, analysis.Range{End: len(source)}) {
			fmt.Fprintf(&b, "%q: %s (%s)\n", lineOf(source, x.Offset), x.Text, x.Why)
		}
	default:
		t.Fatalf("unknown feature %q", feature[0])
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

// formatLocation returns a location with the text of its range.
func formatLocation(at analysis.Location, files []txtar.File) string {
	text := ""
	for _, f := range files {
		if f.Name == at.Path {
			text = string(f.Data[at.Range.Start:at.Range.End])
		}
	}
	return fmt.Sprintf("%s:%d:%d %q\n", at.Path, at.Start.Line, at.Start.Column, text)
}

// lineOf returns the line that ends at an offset.
func lineOf(source []byte, offset int) string {
	text := string(source[:offset])
	return text[strings.LastIndexByte(text, '\n')+1:]
}

func symbols(all []language.Symbol, source []byte, indent string) string {
	var b strings.Builder
	for _, x := range all {
		fmt.Fprintf(&b, "%s%s: %q (%s), %d bytes\n", indent, x.Name, source[x.Selection.Start:x.Selection.End], x.Detail, x.Range.Len())
		b.WriteString(symbols(x.Children, source, indent+"  "))
	}
	return b.String()
}

// formatRename returns the changed lines of a rename.
func formatRename(x *language.Rename, files []txtar.File) string {
	var b strings.Builder
	for _, f := range apply(x, files) {
		i := slices.IndexFunc(files, func(before txtar.File) bool { return before.Name == f.before })
		was, is := strings.Split(string(files[i].Data), "\n"), strings.Split(string(f.Data), "\n")
		for n := range is {
			if was[n] != is[n] {
				fmt.Fprintf(&b, "%s:%d: %s\n", f.Name, n+1, is[n])
			}
		}
	}
	for _, m := range x.Moves {
		fmt.Fprintf(&b, "move %s to %s\n", m.From, m.To)
	}
	return b.String()
}

type appliedFile struct {
	txtar.File
	before string
}

// apply returns the files after a rename.
func apply(x *language.Rename, files []txtar.File) []appliedFile {
	var after []appliedFile
	for _, f := range files {
		data := slices.Clone(f.Data)
		for _, e := range slices.Backward(x.Edits) {
			if e.File.Rel == f.Name {
				data = slices.Concat(data[:e.Range.Start], []byte(e.Text), data[e.Range.End:])
			}
		}
		name := f.Name
		for _, m := range x.Moves {
			if name == m.From {
				name = m.To
			} else if rest, ok := strings.CutPrefix(name, m.From+"/"); ok {
				name = m.To + "/" + rest
			}
		}
		after = append(after, appliedFile{txtar.File{Name: name, Data: data}, f.Name})
	}
	return after
}
