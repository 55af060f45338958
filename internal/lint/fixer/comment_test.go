package fixer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/fix"
)

const header = "---\nname: a\n---\n"

// write suppresses rule g/r at each "@" of a text, which is removed before.
func write(t testing.TB, kind analysis.Kind, path, marked string) (after string, left int) {
	t.Helper()
	var wants []goal
	source := ""
	for _, part := range strings.SplitAfter(marked, "@") {
		if text, ok := strings.CutSuffix(part, "@"); ok {
			source += text
			wants = append(wants, goal{Rule: "g/r", At: analysis.Range{Start: len(source), End: len(source)}})
			continue
		}
		source += part
	}
	edits, not := commentEdits(&analysis.File{Path: path, Rel: path, Kind: kind}, []byte(source), wants, "why")
	out, err := fix.Apply([]byte(source), edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), len(not)
}

func TestEdits(t *testing.T) {
	const next = "<!-- skilllint-disable-next-line g/r -- why -->"
	const on, off = "<!-- skilllint-disable g/r -- why -->", "<!-- skilllint-enable g/r -->"
	const file = "<!-- skilllint-disable-file g/r -- why -->"
	const ignore = "# skilllint-ignore g/r -- why"
	tests := []struct{ name, text, want string }{
		{"a paragraph", header + "\n@text\n", header + "\n" + next + "\ntext\n"},
		{"within one", header + "\na\n@b\n", header + "\na " + next + "\nb\n"},
		{"twice on a line", header + "\n@a @b\n", header + "\n" + next + "\na b\n"},
		{"CRLF", "---\r\nname: a\r\n---\r\n\r\n@text\r\n", "---\r\nname: a\r\n---\r\n\r\n" + next + "\r\ntext\r\n"},
		{"an item", "- a\n- @b\n", "- a\n  " + next + "\n- b\n"},
		{"the first item", "x\n\n- @a\n- b\n", "x\n\n" + next + "\n- a\n- b\n"},
		{"in a quotation", "> a\n>\n> @b\n", "> a\n>\n> " + next + "\n> b\n"},
		{"code", "a\n\n```sh\n@b\n```\nc\n", "a\n\n" + on + "\n```sh\nb\n```\n" + off + "\nc\n"},
		{"a table", "a\n\n| b |\n|---|\n| @c |\n\nd\n", "a\n\n" + on + "\n| b |\n|---|\n| c |\n" + off + "\n\nd\n"},
		{"the file", "@# A\n\nb\n", "# A\n\nb\n" + file + "\n"},
		{"a key", "---\nname: a\ntags: @b\n---\n", "---\nname: a\n" + ignore + "\ntags: b\n---\n"},
		{"a key in a text", "---\nname: a\nnote: |\n  x\n  @y\n---\n", "---\nname: a\n" + ignore + "\nnote: |\n  x\n  y\n---\n"},
		{"an item of a list", "---\nname: a\ntags:\n  - x\n  - @y\n---\n", "---\nname: a\ntags:\n  - x\n  " + ignore + "\n  - y\n---\n"},
		{"the header", "@---\nname: a\n---\n", "---\n" + ignore + "\nname: a\n---\n"},
	}
	for _, test := range tests {
		got, left := write(t, analysis.Skill, "a/SKILL.md", test.text)
		if diff := cmp.Diff(test.want, got); diff != "" || left > 0 {
			t.Errorf("%s: %d are left (-want +got):\n%s", test.name, left, diff)
		}
	}
}

// In code, nothing is a comment.
func TestEditsImpossible(t *testing.T) {
	source := "```\n@code"
	if got, left := write(t, analysis.Skill, "a/SKILL.md", source); left != 1 || got != "```\ncode" {
		t.Errorf("%d are left of %q", left, got)
	}
}

func FuzzEdits(f *testing.F) {
	for _, seed := range []string{header + "- a\n  - b\n> c\n", "| a |\n|---|\n| b |", "```\na\n```\n<div>\nb\n</div>\n", "---\na: [b,\n c]\n# d\ne: |\n  f\n---\n1. x\n\n   y"} {
		f.Add(seed, uint16(3), uint16(20))
	}
	f.Fuzz(func(t *testing.T, source string, first, second uint16) {
		if len(source) == 0 || len(source) > 2000 {
			return
		}
		var wants []goal
		for _, at := range []uint16{first, second} {
			n := int(at) % len(source)
			wants = append(wants, goal{Rule: "g/r", At: analysis.Range{Start: n, End: n + 1}})
		}
		file := &analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}
		edits, left := commentEdits(file, []byte(source), wants, "")
		w := &writer{file: file}
		after, err := fix.Apply([]byte(source), edits)
		if err != nil {
			t.Fatal(err)
		}
		doc := w.parse(after)
		if signature(doc) != signature(w.parse([]byte(source))) {
			t.Errorf("%q: its structure changes: %q", source, after)
		}
		found := directive.In(doc)
		for _, want := range wants {
			if !slices.Contains(left, want) && !suppresses(found, want.Rule, moved(want.At.Start, edits)) {
				t.Errorf("%q: nothing suppresses %d: %q", source, want.At.Start, after)
			}
		}
	})
}
