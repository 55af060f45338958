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

// found reads findings written as "path rule anchor [line hash] [=measured] [says:message] [holds:content]".
func found(lines ...string) []finding.Finding {
	var all []finding.Finding
	for i, line := range lines {
		words := strings.Fields(line)
		f := finding.Finding{Rule: words[1], Anchor: words[2], Message: words[2]}
		f.Place.Path, f.Place.Range.Start = words[0], i
		for _, word := range words[3:] {
			if n, ok := strings.CutPrefix(word, "="); ok {
				f.Measured, _ = strconv.Atoi(n)
			} else if text, ok := strings.CutPrefix(word, "says:"); ok {
				f.Message = text
			} else if n, ok := strings.CutPrefix(word, "holds:"); ok {
				f.Content, _ = strconv.ParseUint(n, 10, 64)
			} else {
				f.LineHash = word
			}
		}
		all = append(all, f)
	}
	return all
}

func TestChanged(t *testing.T) {
	tests := []struct {
		name      string
		base, now []finding.Finding
		want      []string // index in now, with what it was
	}{
		{"nothing before", nil, found("a r x"), []string{"0"}},
		{"nothing now", found("a r x"), nil, nil},
		{"the same", found("a r x", "a r y"), found("a r x", "a r y"), nil},
		{"another rule, anchor, path", found("a r x", "a r y", "b r x"), found("a q x", "a r z", "c/d r y"), []string{"0", "1", "2"}},
		{"one more that is equal", found("a r x", "a r x"), found("a r x", "a r x", "a r x"), []string{"2"}},
		{"an equal one before it was fixed", found("a r x", "a r x", "a r x"), found("a r x", "a r x"), nil},
		{"one more, known by its line", found("a r x 2:1", "a r x 3:1"), found("a r x 1:1", "a r x 2:1", "a r x 3:1"), []string{"0"}},
		{"one more on a line like the others", found("a r x 2:1"), found("a r x 2:1", "a r x 2:2"), []string{"1"}},
		{"the line changed, the place did not", found("a r x 1:1"), found("a r x 9:1"), nil},
		{"the place changed, the message did not", found("a r x says:m"), found("a r y says:m", "a r z says:m", "b r y says:m"), []string{"1", "2"}},
		{"the message changed, the place did not", found("a r x says:m"), found("a r x says:n"), nil},
		{"grown", found("a r x =10"), found("a r x =12"), []string{"0 was 10"}},
		{"shrunk", found("a r x =10"), found("a r x =9"), nil},
		{"not measured before", found("a r x"), found("a r x =9"), nil},
		{"moved to another folder", found("old/f r x", "kept/f r x"), found("kept/f r x", "new/f r x"), nil},
		{"renamed", found("a/old r x", "a/old r y =5"), found("a/new r x", "a/new r y =6"), []string{"1 was 5"}},
		{"moved and one more", found("old/f r x"), found("new/f r x", "new/f r x"), []string{"1"}},
		{"copied", found("old/f r x"), found("new/f r x", "old/f r x"), []string{"0"}},
		{"moved and renamed", found("old/f r x"), found("new/g r x"), []string{"0"}},
		{"moved and renamed untouched", found("old/same r x"), found("new/equal r x"), nil},
		{"exact, the same", found("a exact x 1:1 holds:7", "a exact x holds:8"), found("a exact x holds:8", "a exact x 2:1 holds:7"), nil},
		{"exact, other bytes", found("a exact x 1:1 holds:7 says:m"), found("a exact x 1:1 holds:8 says:m"), []string{"0"}},
		{"exact, one more", found("a exact x holds:7"), found("a exact x holds:7", "a exact x holds:7"), []string{"1"}},
		{"exact, file moved", found("old/same exact x holds:7"), found("new/same exact x holds:7", "new/equal exact x holds:7"), []string{"1"}},
		{"exact, file moved and changed", found("old/f exact x holds:7"), found("new/f exact x holds:7", "old/g exact x holds:7"), []string{"0", "1"}},
		{"exact, about a file that is the same", found("same exact x"), found("same exact x"), nil},
		{"exact, about a file that changed", found("a exact x"), found("a exact x"), []string{"0"}},
		{"exact, measured", found("a exact x =10 holds:7", "b exact x =10"), found("a exact x =9 holds:8", "b exact x =11"), []string{"1 was 10"}},
		{"what broke", found("a internal/analyzer x"), found("a internal/analyzer x"), []string{"0"}},
	}
	hash := func(p string) (h [32]byte) {
		if b := path.Base(p); b == "same" || b == "equal" {
			h[0] = 1
		}
		return h
	}
	exact := func(f *finding.Finding) bool { return f.Rule == "exact" }
	has := func(all []finding.Finding) func(f *finding.Finding) bool {
		return func(f *finding.Finding) bool {
			return !slices.ContainsFunc(all, func(g finding.Finding) bool { return f.Place.Path == g.Place.Path })
		}
	}
	for _, test := range tests {
		var got []string
		for _, f := range Compare(test.now, test.base, Files{Deleted: has(test.now), Added: has(test.base), Now: hash, Base: hash, Exact: exact}) {
			said := strconv.Itoa(f.Place.Range.Start)
			if f.Previous > 0 {
				said += fmt.Sprintf(" was %d", f.Previous)
			}
			got = append(got, said)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: new are %q, want %q", test.name, got, test.want)
		}
	}
}
