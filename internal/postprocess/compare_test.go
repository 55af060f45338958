package postprocess

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/finding"
)

// found parses findings of the form "path rule anchor [line hash] [=measured] [message:text] [content:hash]".
func found(lines ...string) []finding.Finding {
	var all []finding.Finding
	for i, line := range lines {
		words := strings.Fields(line)
		f := finding.Finding{Rule: words[1], Anchor: words[2], Message: words[2]}
		f.Place.Path, f.Place.Range.Start = words[0], i
		for _, word := range words[3:] {
			if n, ok := strings.CutPrefix(word, "="); ok {
				f.Measured, _ = strconv.Atoi(n)
			} else if text, ok := strings.CutPrefix(word, "message:"); ok {
				f.Message = text
			} else if n, ok := strings.CutPrefix(word, "content:"); ok {
				f.Content, _ = strconv.ParseUint(n, 10, 64)
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
		{"empty base", nil, found("a r x"), []string{"0"}},
		{"empty tree", found("a r x"), nil, nil},
		{"the same", found("a r x", "a r y"), found("a r x", "a r y"), nil},
		{"another rule, anchor, path", found("a r x", "a r y", "b r x"), found("a q x", "a r z", "c/d r y"), []string{"0", "1", "2"}},
		{"one more equal finding", found("a r x", "a r x"), found("a r x", "a r x", "a r x"), []string{"2"}},
		{"one of several equal findings fixed", found("a r x", "a r x", "a r x"), found("a r x", "a r x"), nil},
		{"one more, identified by its line", found("a r x 2:1", "a r x 3:1"), found("a r x 1:1", "a r x 2:1", "a r x 3:1"), []string{"0"}},
		{"one more on an equal line", found("a r x 2:1"), found("a r x 2:1", "a r x 2:2"), []string{"1"}},
		{"changed line, same place", found("a r x 1:1"), found("a r x 9:1"), nil},
		{"changed place, same message", found("a r x message:m"), found("a r y message:m", "a r z message:m", "b r y message:m"), []string{"1", "2"}},
		{"changed message, same place", found("a r x message:m"), found("a r x message:n"), nil},
		{"measure increased", found("a r x =10"), found("a r x =12"), []string{"0 was 10"}},
		{"measure decreased", found("a r x =10"), found("a r x =9"), nil},
		{"not measured in the base", found("a r x"), found("a r x =9"), nil},
		{"moved to another directory", found("old/f r x", "kept/f r x"), found("kept/f r x", "new/f r x"), nil},
		{"renamed", found("a/old r x", "a/old r y =5"), found("a/new r x", "a/new r y =6"), []string{"1 was 5"}},
		{"moved, and one more", found("old/f r x"), found("new/f r x", "new/f r x"), []string{"1"}},
		{"copied", found("old/f r x"), found("new/f r x", "old/f r x"), []string{"0"}},
		{"moved and renamed", found("old/f r x"), found("new/g r x"), []string{"0"}},
		{"moved and renamed unchanged", found("old/same r x"), found("new/equal r x"), nil},
		{"exact, the same", found("a exact x 1:1 content:7", "a exact x content:8"), found("a exact x content:8", "a exact x 2:1 content:7"), nil},
		{"exact, other content", found("a exact x 1:1 content:7 message:m"), found("a exact x 1:1 content:8 message:m"), []string{"0"}},
		{"exact, one more", found("a exact x content:7"), found("a exact x content:7", "a exact x content:7"), []string{"1"}},
		{"exact, file moved", found("old/same exact x content:7"), found("new/same exact x content:7", "new/equal exact x content:7"), []string{"1"}},
		{"exact, file moved and changed", found("old/f exact x content:7"), found("new/f exact x content:7", "old/g exact x content:7"), []string{"0", "1"}},
		{"exact without content, same file", found("same exact x"), found("same exact x"), nil},
		{"exact without content, changed file", found("a exact x"), found("a exact x"), []string{"0"}},
		{"exact, measured", found("a exact x =10 content:7", "b exact x =10"), found("a exact x =9 content:8", "b exact x =11"), []string{"1 was 10"}},
		{"internal error", found("a internal/analyzer x"), found("a internal/analyzer x"), []string{"0"}},
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
