package role_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/load"
)

// badLetters returns the letters V, X, Y and Z of a text that are in bad examples.
func badLetters(source string) string {
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source), false)
	examples := role.Of(d)
	found := ""
	for i := range source {
		if strings.IndexByte("VXYZ", source[i]) >= 0 && examples.IsWrong(i) {
			found += source[i : i+1]
		}
	}
	return found
}

func TestIsWrong(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"nothing", "X\n", ""},
		{"section", "# a\nX\n## Anti-patterns\nY\n### b\nZ\n## c\nV\n", "YZ"},
		{"section to the end", "## ❌ no\n\nX\n\n- Y\n", "XY"},
		{"section of the same level", "## bad\nX\n## wrong\nY\n## fine\nZ", "XY"},
		{"heading in a block quote", "> ## bad\n\nX", ""},
		{"label above a paragraph", "bad:\n\nX\n\nY", "X"},
		{"label above a block", "**Wrong**\n\n```\nX\nY\n```\nZ", "XY"},
		{"label above a list", "**Anti-pattern:**\n\n- X\n  - Y\n\nZ", "XY"},
		{"label in a paragraph", "bad:\nX\ngood:\nY", "X"},
		{"label on the same line", "bad: X\n\nY", "X"},
		{"good after bad", "bad: X\ngood: Y\n", "X"},
		{"list of bad and good", "- ❌ bad: X\n- ✅ good: Y\n", "X"},
		{"comments in code", "```\nX\n# wrong\nY\n// right\nZ\n```\nV", "Y"},
		{"comment is not a heading", "```\n# bad\n```\n\nX", ""},
		{"HTML comment", "<!-- bad -->\n\nX\n\nY", "X"},
		{"a word in a sentence", "this is wrong, says X\n\nY", ""},
		{"a long line", strings.Repeat("so it goes on ", 20) + "wrong:\n\nX", ""},
		{"CR LF", "bad:\r\n\r\nX\r\n\r\nY", "X"},
	}
	for _, test := range tests {
		if got := badLetters(test.source); got != test.want {
			t.Errorf("%s: %q in %q, want %q", test.name, got, test.source, test.want)
		}
	}
}

func TestIsDiscouraged(t *testing.T) {
	tests := []struct {
		name, source string
		block, line  bool // whether the text advises against "x", and against "here"
	}{
		{"plain", "# A\n\nhere\n\n```sh\nx\n```\n", false, false},
		{"title", "# Anti-Patterns\n\n## B\n\nhere\n\n```sh\nx\n```\n", false, false},
		{"heading", "# A\n\n# Anti-Patterns\n\n## B\n\nhere\n\n```sh\nx\n```\n", true, true},
		{"another heading", "# Pitfalls\n\n# B\n\nhere\n\n```sh\nx\n```\n", false, false},
		{"line above", "Avoid:\n\nhere\n\nNever:\n\n```sh\nx\n```\n", true, true},
		{"line above without colon", "It is bad\n\nhere\n\nDo not run it\n\n```sh\nx\n```\n", true, false},
		{"itself", "Never here\n\n```sh\nx\n```\n", true, true},
		{"far above", "Avoid:\n\nSo.\n\nhere\n\n```sh\nx\n```\n", false, false},
		{"in a list", "- Avoid:\n\n  ```sh\n  x\n  ```\n- here\n", true, false},
		{"at the start", "```sh\nx\n```\nhere", false, false},
	}
	for _, test := range tests {
		roles := role.Of(documentOf(analysis.Skill, test.source))
		if got := roles.IsDiscouraged(strings.Index(test.source, "x\n")); got != test.block {
			t.Errorf("%s: the block is %v in %q", test.name, got, test.source)
		}
		if got := roles.IsDiscouraged(strings.Index(test.source, "here")); got != test.line {
			t.Errorf("%s: the line is %v in %q", test.name, got, test.source)
		}
	}
}

func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, piece := range []string{"bad:\n\n", "# bad\n", "- bad:\n", "> bad:\n", "<!-- bad -->\n", "```\n# bad\n```\n", "**bad** ", ":", "❌\n"} {
		start := time.Now()
		badLetters(strings.Repeat(piece, 500_000/len(piece)))
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("many %q took %v", piece, took)
		}
	}
}
