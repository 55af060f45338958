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

const frontmatter = "---\nname: a\n---\n"

// suppressAt suppresses rule g/r at each "@" of a text. The marks are removed first.
func suppressAt(t testing.TB, kind analysis.Kind, path, marked string) (after string, remaining int) {
	t.Helper()
	var targets []target
	source := ""
	for _, part := range strings.SplitAfter(marked, "@") {
		if text, ok := strings.CutSuffix(part, "@"); ok {
			source += text
			targets = append(targets, target{Rule: "g/r", At: analysis.Range{Start: len(source), End: len(source)}})
			continue
		}
		source += part
	}
	edits, failed := commentEdits(&analysis.File{Path: path, Rel: path, Kind: kind}, []byte(source), targets, "why")
	out, err := fix.Apply([]byte(source), edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), len(failed)
}

func TestEdits(t *testing.T) {
	const next = "<!-- skilllint-disable-next-line g/r -- why -->"
	const on, off = "<!-- skilllint-disable g/r -- why -->", "<!-- skilllint-enable g/r -->"
	const file = "<!-- skilllint-disable-file g/r -- why -->"
	const ignore = "# skilllint-ignore g/r -- why"
	tests := []struct{ name, text, want string }{
		{"a paragraph", frontmatter + "\n@text\n", frontmatter + "\n" + next + "\ntext\n"},
		{"within a paragraph", frontmatter + "\na\n@b\n", frontmatter + "\na " + next + "\nb\n"},
		{"twice on a line", frontmatter + "\n@a @b\n", frontmatter + "\n" + next + "\na b\n"},
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
		{"the frontmatter", "@---\nname: a\n---\n", "---\n" + ignore + "\nname: a\n---\n"},
	}
	for _, test := range tests {
		got, remaining := suppressAt(t, analysis.Skill, "a/SKILL.md", test.text)
		if diff := cmp.Diff(test.want, got); diff != "" || remaining > 0 {
			t.Errorf("%s: %d not suppressed (-want +got):\n%s", test.name, remaining, diff)
		}
	}
}

// TestEditsImpossible checks an unclosed code block, which cannot contain comments.
func TestEditsImpossible(t *testing.T) {
	source := "```\n@code"
	if got, remaining := suppressAt(t, analysis.Skill, "a/SKILL.md", source); remaining != 1 || got != "```\ncode" {
		t.Errorf("%d not suppressed in %q", remaining, got)
	}
}

func FuzzEdits(f *testing.F) {
	for _, seed := range []string{frontmatter + "- a\n  - b\n> c\n", "| a |\n|---|\n| b |", "```\na\n```\n<div>\nb\n</div>\n", "---\na: [b,\n c]\n# d\ne: |\n  f\n---\n1. x\n\n   y"} {
		f.Add(seed, uint16(3), uint16(20))
	}
	f.Fuzz(func(t *testing.T, source string, first, second uint16) {
		if len(source) == 0 || len(source) > 2000 {
			return
		}
		var targets []target
		for _, at := range []uint16{first, second} {
			n := int(at) % len(source)
			targets = append(targets, target{Rule: "g/r", At: analysis.Range{Start: n, End: n + 1}})
		}
		file := &analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}
		edits, remaining := commentEdits(file, []byte(source), targets, "")
		w := &writer{file: file}
		after, err := fix.Apply([]byte(source), edits)
		if err != nil {
			t.Fatal(err)
		}
		doc := w.parse(after)
		if signature(doc) != signature(w.parse([]byte(source))) {
			t.Errorf("%q: the structure changes: %q", source, after)
		}
		found := directive.In(doc)
		for _, one := range targets {
			if !slices.Contains(remaining, one) && !suppresses(found, one.Rule, shiftedOffset(one.At.Start, edits)) {
				t.Errorf("%q: offset %d is not suppressed: %q", source, one.At.Start, after)
			}
		}
	})
}
