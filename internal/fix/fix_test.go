package fix_test

import (
	"errors"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fix"
)

func edit(start, end int, text string) analysis.Edit {
	return analysis.Edit{Range: analysis.Range{Start: start, End: end}, Text: text}
}

func TestApply(t *testing.T) {
	tests := []struct {
		name  string
		src   string
		edits []analysis.Edit
		want  string
	}{
		{"nothing to do", "abc", nil, "abc"},
		{"unsorted", "abcdef", []analysis.Edit{edit(4, 5, "E"), edit(1, 2, "B")}, "aBcdEf"},
		{"adjacent edits", "abcd", []analysis.Edit{edit(0, 2, "x"), edit(2, 4, "y")}, "xy"},
		{"insertion before a replacement", "ab", []analysis.Edit{edit(1, 2, "B"), edit(1, 1, "-")}, "a-B"},
		{"insertion after a replacement", "ab", []analysis.Edit{edit(1, 1, "-"), edit(0, 1, "A")}, "A-b"},
		{"insertion at the end of the file", "a", []analysis.Edit{edit(1, 1, "\n")}, "a\n"},
		{"the same edit of two findings", "abc", []analysis.Edit{edit(1, 2, ""), edit(1, 2, "")}, "ac"},
		{"the same insertion of two findings", "ab", []analysis.Edit{edit(1, 1, "-"), edit(1, 1, "-")}, "a-b"},
		{"empty file", "", []analysis.Edit{edit(0, 0, "x")}, "x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := []byte(test.src)
			got, err := fix.Apply(source, test.edits)
			if err != nil || string(got) != test.want {
				t.Errorf("Apply(%q, %v) = %q, %v, want %q", test.src, test.edits, got, err, test.want)
			}
			if string(source) != test.src {
				t.Errorf("Apply changed its input %q to %q", test.src, source)
			}
		})
	}
}

func TestApplyErrors(t *testing.T) {
	tests := []struct {
		name     string
		edits    []analysis.Edit
		conflict bool
	}{
		{"overlap", []analysis.Edit{edit(0, 3, "x"), edit(2, 4, "y")}, true},
		{"one inside the other", []analysis.Edit{edit(0, 4, "x"), edit(1, 2, "y")}, true},
		{"same bytes, other text", []analysis.Edit{edit(0, 2, "x"), edit(0, 2, "y")}, true},
		{"two insertions at the same offset", []analysis.Edit{edit(1, 1, "x"), edit(1, 1, "y")}, true},
		{"insertion inside a replacement", []analysis.Edit{edit(0, 4, "x"), edit(2, 2, "y")}, true},
		{"after the end", []analysis.Edit{edit(3, 5, "")}, false},
		{"before the start", []analysis.Edit{edit(-1, 1, "")}, false},
		{"backwards", []analysis.Edit{edit(2, 1, "")}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := fix.Apply([]byte("abcd"), test.edits)
			if err == nil || got != nil {
				t.Fatalf("Apply(%v) = %q, %v, want only an error", test.edits, got, err)
			}
			if errors.Is(err, fix.ErrConflict) != test.conflict {
				t.Errorf("Apply(%v): %v; want ErrConflict: %v", test.edits, err, test.conflict)
			}
		})
	}
}

// FuzzApply checks that Apply does not panic, and that it returns either a result or an error.
func FuzzApply(f *testing.F) {
	f.Add([]byte("abcdef"), 0, 2, "x", 2, 4, "yy")
	f.Add([]byte("abcdef"), 1, 1, "x", 1, 1, "y")
	f.Fuzz(func(t *testing.T, source []byte, start1, end1 int, text1 string, start2, end2 int, text2 string) {
		edits := []analysis.Edit{edit(start1, end1, text1), edit(start2, end2, text2)}
		got, err := fix.Apply(source, edits)
		if err != nil {
			if got != nil {
				t.Fatalf("Apply(%q, %v) returned both the error %v and %q", source, edits, err, got)
			}
			return
		}
		size := len(source) - (end1 - start1) + len(text1)
		if edits[0] != edits[1] {
			size += len(text2) - (end2 - start2)
		}
		if len(got) != size {
			t.Fatalf("Apply(%q, %v) = %q: %d bytes, want %d", source, edits, got, len(got), size)
		}
	})
}
