package postprocess

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// parseFindings parses findings of the form "path rule anchor [line hash] [=measured] [message:text] [content:hash] [related:hash]
// [state:text]".
func parseFindings(lines ...string) []finding.Finding {
	var all []finding.Finding
	for i, line := range lines {
		words := strings.Fields(line)
		f := finding.Finding{Rule: words[1], Analyzer: &analysis.Analyzer{Name: words[1]}, Anchor: words[2], Message: words[2]}
		f.Place.Path, f.Place.Range.Start = words[0], i
		for _, word := range words[3:] {
			if n, ok := strings.CutPrefix(word, "="); ok {
				f.Measured, _ = strconv.Atoi(n)
			} else if text, ok := strings.CutPrefix(word, "message:"); ok {
				f.Message = text
			} else if n, ok := strings.CutPrefix(word, "content:"); ok {
				f.Content, _ = strconv.ParseUint(n, 10, 64)
			} else if n, ok := strings.CutPrefix(word, "related:"); ok {
				content, _ := strconv.ParseUint(n, 10, 64)
				f.Related = append(f.Related, finding.Related{Content: content})
			} else if text, ok := strings.CutPrefix(word, "state:"); ok {
				f.State = text
			} else {
				f.LineHash = word
			}
		}
		all = append(all, f)
	}
	return all
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name      string
		base, now []finding.Finding
		want      []string // indexes in now, with the previous measure
	}{
		{"empty base", nil, parseFindings("a r x"), []string{"0"}},
		{"empty tree", parseFindings("a r x"), nil, nil},
		{"the same", parseFindings("a r x", "a r y"), parseFindings("a r x", "a r y"), nil},
		{"another rule, anchor, path", parseFindings("a r x", "a r y", "b r x"), parseFindings("a q x", "a r z", "c/d r y"), []string{"0", "1", "2"}},
		{"one more equal finding", parseFindings("a r x", "a r x"), parseFindings("a r x", "a r x", "a r x"), []string{"2"}},
		{"one of several equal findings fixed", parseFindings("a r x", "a r x", "a r x"), parseFindings("a r x", "a r x"), nil},
		{"one more, identified by its line", parseFindings("a r x 2:1", "a r x 3:1"), parseFindings("a r x 1:1", "a r x 2:1", "a r x 3:1"), []string{"0"}},
		{"one more on an equal line", parseFindings("a r x 2:1"), parseFindings("a r x 2:1", "a r x 2:2"), []string{"1"}},
		{"changed line, same place", parseFindings("a r x 1:1"), parseFindings("a r x 9:1"), nil},
		{"changed place, same message", parseFindings("a r x message:m"), parseFindings("a r y message:m", "a r z message:m", "b r y message:m"), []string{"1", "2"}},
		{"changed message, same place", parseFindings("a r x message:m"), parseFindings("a r x message:n"), nil},
		{"measure increased", parseFindings("a r x =10"), parseFindings("a r x =12"), []string{"0 was 10"}},
		{"measure decreased", parseFindings("a r x =10"), parseFindings("a r x =9"), nil},
		{"not measured in the base", parseFindings("a r x"), parseFindings("a r x =9"), nil},
		{"moved to another directory", parseFindings("old/f r x", "kept/f r x"), parseFindings("kept/f r x", "new/f r x"), nil},
		{"renamed", parseFindings("a/old r x", "a/old r y =5"), parseFindings("a/new r x", "a/new r y =6"), []string{"1 was 5"}},
		{"moved, and one more", parseFindings("old/f r x"), parseFindings("new/f r x", "new/f r x"), []string{"1"}},
		{"copied", parseFindings("old/f r x"), parseFindings("new/f r x", "old/f r x"), []string{"0"}},
		{"moved and renamed", parseFindings("old/f r x"), parseFindings("new/g r x"), []string{"0"}},
		{"moved and renamed unchanged", parseFindings("old/same r x"), parseFindings("new/equal r x"), nil},
		{"exact, the same", parseFindings("a exact x 1:1 content:7", "a exact x content:8"), parseFindings("a exact x content:8", "a exact x 2:1 content:7"), nil},
		{"exact, other content", parseFindings("a exact x 1:1 content:7 message:m"), parseFindings("a exact x 1:1 content:8 message:m"), []string{"0"}},
		{"exact, one more", parseFindings("a exact x content:7"), parseFindings("a exact x content:7", "a exact x content:7"), []string{"1"}},
		{"exact, file moved", parseFindings("old/same exact x content:7"), parseFindings("new/same exact x content:7", "new/equal exact x content:7"), []string{"1"}},
		{"exact, file moved and changed", parseFindings("old/f exact x content:7"), parseFindings("new/f exact x content:7", "old/g exact x content:7"), []string{"0", "1"}},
		{"exact without content, same file", parseFindings("same exact x"), parseFindings("same exact x"), nil},
		{"exact without content, changed file", parseFindings("a exact x"), parseFindings("a exact x"), []string{"0"}},
		{"exact, measured", parseFindings("a exact x =10 content:7", "b exact x =10"), parseFindings("a exact x =9 content:8", "b exact x =11"), []string{"1 was 10"}},
		{"exact, other message", parseFindings("a exact x content:7 message:m"), parseFindings("a exact x content:7 message:n"), []string{"0"}},
		{"exact, other related place", parseFindings("a exact x content:7 related:1 related:2"), parseFindings("a exact x content:7 related:1 related:3"), []string{"0"}},
		{"security, the same", parseFindings("a security/r x state:s", "a security/r x state:t"), parseFindings("a security/r x state:t", "a security/r x state:s"), nil},
		{"security, other state", parseFindings("a security/r x 1:1 content:7 state:s"), parseFindings("a security/r x 1:1 content:7 state:t"), []string{"0"}},
		{"security, one more", parseFindings("a security/r x state:s"), parseFindings("a security/r x state:s", "a security/r x state:s"), []string{"1"}},
		{"security, unknown state", parseFindings("same security/r x content:7"), parseFindings("same security/r x content:7"), []string{"0"}},
		{"security, file moved", parseFindings("old/same security/r x state:s"), parseFindings("new/same security/r x state:s"), nil},
		{"security, file moved and changed", parseFindings("old/f security/r x state:s"), parseFindings("new/f security/r x state:t"), []string{"0"}},
		{"internal error", parseFindings("a internal/analyzer x"), parseFindings("a internal/analyzer x"), []string{"0"}},
	}
	hash := func(p string) (h [32]byte) {
		if b := path.Base(p); b == "same" || b == "equal" {
			h[0] = 1
		}
		return h
	}
	exact := func(f *finding.Finding) bool { return f.Rule == "exact" }
	lacks := func(all []finding.Finding) func(f *finding.Finding) bool {
		return func(f *finding.Finding) bool {
			return !slices.ContainsFunc(all, func(g finding.Finding) bool { return f.Place.Path == g.Place.Path })
		}
	}
	for _, test := range tests {
		var got []string
		for _, f := range Compare(test.now, test.base, Files{Deleted: lacks(test.now), Added: lacks(test.base), Now: hash, Base: hash, Exact: exact}) {
			entry := strconv.Itoa(f.Place.Range.Start)
			if f.Previous > 0 {
				entry += fmt.Sprintf(" was %d", f.Previous)
			}
			got = append(got, entry)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: new findings %q, want %q", test.name, got, test.want)
		}
	}
}
