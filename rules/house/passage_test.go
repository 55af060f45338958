package house

import (
	"slices"
	"strings"
	"testing"
)

// TestAddLine checks that every byte of a passage maps to its offset, with any line ending, and that contiguous lines are
// one run.
func TestAddLine(t *testing.T) {
	tests := []struct {
		name, source string
		lines        [][2]int
		text         string
		runs         []run
	}{
		{"contiguous", "one\ntwo\n", [][2]int{{0, 4}, {4, 8}}, "one\ntwo\n", []run{{0, 0, 8}}},
		{"markers between", "> a\n> b", [][2]int{{2, 4}, {6, 7}}, "a\nb", []run{{0, 2, 2}, {2, 6, 1}}},
		{"CRLF", "a\r\nb\r\n", [][2]int{{0, 3}, {3, 6}}, "a\nb\n", []run{{0, 0, 1}, {1, 2, 2}, {3, 5, 1}}},
		{"CR", "a\rb\r", [][2]int{{0, 2}, {2, 4}}, "a\nb\n", []run{{0, 0, 1}, {1, 1, 2}, {3, 3, 1}}},
		{"CRLF alone", "\r\nb", [][2]int{{0, 2}, {2, 3}}, "\nb", []run{{0, 1, 2}}},
		{"LF alone", "\n", [][2]int{{0, 1}}, "\n", []run{{0, 0, 1}}},
		{"CR before the end of a line", "a\r", [][2]int{{1, 2}}, "\n", []run{{0, 1, 1}}},
	}
	for _, test := range tests {
		var p passage
		for _, line := range test.lines {
			p.addLine([]byte(test.source), line[0], line[1])
		}
		if string(p.text) != test.text || !slices.Equal(p.runs, test.runs) {
			t.Errorf("%s: %q is %q in %v, want %q in %v", test.name, test.source, p.text, p.runs, test.text, test.runs)
		}
	}
}

// TestCut checks that a line is split after the last space near the end of the available room, or between characters.
func TestCut(t *testing.T) {
	const near = 1 << 10
	words := strings.Repeat("word ", 4_000)
	solid := strings.Repeat("x", 3*maxPassage)
	tests := []struct {
		name, source string
		room, want   int
	}{
		{"fits", words, len(words), len(words)},
		{"one byte too long", words[:2_001], 2_000, 2_000},
		{"after a space", words, 2_003, 2_000},
		{"no space near", solid, 5_000, 5_000},
		{"space just too far", "x " + solid, near + 2, near + 2},
		{"space at the limit", "x " + solid, near + 1, 2},
		{"little room, short line: starts the next passage", words[:maxPassage], near, maxPassage},
		{"little room, long line", words[:maxPassage+1], near, near / 5 * 5},
		{"more room, short line", words[:maxPassage], near + 1, (near + 1) / 5 * 5},
		{"no room", solid, 0, near},
		{"inside a character", strings.Repeat("\u4e2d", 2_000), 2_000, 1_998},
		{"only continuation bytes", strings.Repeat("\x80", 3_000), 2_000, 1},
	}
	for _, test := range tests {
		if got := cut([]byte(test.source), 0, len(test.source), test.room); got != test.want {
			t.Errorf("%s: room for %d of %d bytes: cut at %d, want %d", test.name, test.room, len(test.source), got, test.want)
		}
	}
}
