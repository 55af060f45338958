package manifest

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/memtemp"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// read passes a manifest to the folds, and returns the findings of manifest/line and the number of objects on separate
// lines.
func read(t testing.TB, source []byte) (found []analysis.Diagnostic, objects int) {
	t.Helper()
	l := &lines{mild: analysis.Warning}
	s := newIDs(&analysis.Pass{File: &analysis.File{Path: "m"}})
	_, err := load.Lines(bytes.NewReader(source), &analysis.File{Path: "m"}, func(line *analysis.Line) error {
		l.next(line)
		s.next(line)
		if line.Data != nil && line.Data.Kind == analysis.Map {
			objects++
			violations(line.Data, false)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return l.all(), objects
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"{\"id\":\"a\"}\n{\n\"id\":\n\"b\"\n}\n", "[\n{\"a\":1},\n{\"b\":2}\n]\n", "{}{}\n[{},{}]\n", "{\"a\":\"x\ny\"}\n", "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n",
		"\n\n{}\n \n", "\ufeff{}", "{\"a\":[\n{\"id\":1}\n", "[\n}\n]\n", "{]\n", "[{\"a\":{\n}}\n]]\n", "{\"a\\\n\":1}\n", "{\r\n}\r\n{}", "\xff\xfe{\x00\n\x00", "{}\r{}\r",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		found, objects := read(t, source)
		d := analysis.NewDocument(&analysis.File{Path: "m"}, source)
		for _, x := range found {
			inFile(t, d, x.Range, *x.Location)
			for _, r := range x.Related {
				inFile(t, d, r.Location.Range, r.Location)
			}
			if x.Message == "" {
				t.Fatalf("%q: finding without a message at %v", source, x.Range)
			}
		}
		fixed := applyFixes(source, found)
		if _, after := read(t, fixed); after < objects {
			t.Fatalf("%q has %d objects, after fixes %q only %d", source, objects, fixed, after)
		}
	})
}

// inFile compares a location with the one that a document computes for its range. It skips documents with CR, because they
// also end lines at a single CR.
func inFile(t *testing.T, d *analysis.Document, r analysis.Range, at analysis.Location) {
	t.Helper()
	if r.Start < 0 || r.Start > r.End || r.End > len(d.Source) || r != at.Range {
		t.Fatalf("%q: location %+v of range %v", d.Source, at, r)
	}
	if bytes.IndexByte(d.Source, '\r') < 0 {
		if want := d.At(r); at != want {
			t.Fatalf("%q: location %+v, want %+v", d.Source, at, want)
		}
	}
}

// applyFixes applies all safe fixes that do not overlap an earlier one.
func applyFixes(source []byte, found []analysis.Diagnostic) []byte {
	var edits []analysis.Edit
	for _, d := range found {
		for _, fix := range d.SuggestedFixes {
			if fix.Safe {
				edits = append(edits, fix.Edits...)
			}
		}
	}
	slices.SortStableFunc(edits, func(a, b analysis.Edit) int { return a.Range.Start - b.Range.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Range.Start >= at {
			out = append(append(out, source[at:e.Range.Start]...), e.Text...)
			at = e.Range.End
		}
	}
	return append(out, source[at:]...)
}

// TestMemoryIsBounded reads manifests in which every line is invalid.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	tests := []struct{ name, line string }{
		{"broken", "{]\n"},
		{"over two lines", "{\n}\n"},
		{"truncated", "{\"a\":\n{\n"},
		{"two records", "{}{}\n"},
		{"many records", strings.Repeat("{}", 500) + "\n"},
		{"many keys", "{" + strings.Repeat(`"a":1,`, 500) + "\"a\":1}\n"},
		{"empty lines", "{}\n\n"},
		{"conflict", "<<<<<<< a\n=======\n=======\n"},
		{"unclosed list", "[\n"},
		{"one id", "{\"id\":\"a\"}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := []byte(strings.Repeat(tt.line, max(1, 1<<18/len(tt.line))))
			found, _ := read(t, source)
			if len(found) > mostFound+1 {
				t.Errorf("%d findings are kept", len(found))
			}
			kept := 0
			for _, d := range found {
				for _, fix := range d.SuggestedFixes {
					kept += len(fix.Edits)
				}
			}
			if kept > mostEdits {
				t.Errorf("%d edits are kept", kept)
			}
		})
	}
}

// TestOmittedCount checks that omitted findings are counted.
func TestOmittedCount(t *testing.T) {
	found, _ := read(t, []byte(strings.Repeat("{]\n", mostFound+41)))
	last := found[len(found)-1]
	if len(found) != mostFound+1 || !strings.HasPrefix(last.Message, "41 more invalid lines") {
		t.Errorf("%d findings, the last: %s", len(found), last.Message)
	}
}

// BenchmarkIDs reports the memory per entry.
func BenchmarkIDs(b *testing.B) {
	const entries = 200_000
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := newIDs(&analysis.Pass{File: &analysis.File{Path: "m"}})
		for i := range entries {
			line := fmt.Appendf(nil, `{"id":"T%d-x"}`, i)
			s.next(parseLine(line, i))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/entries, "B/entry")
		runtime.KeepAlive(s)
	}
}

func parseLine(source []byte, number int) *analysis.Line {
	var out *analysis.Line
	_, _ = load.Lines(bytes.NewReader(source), &analysis.File{Path: "m"}, func(line *analysis.Line) error {
		line.Number = number
		out = line
		return nil
	})
	return out
}
