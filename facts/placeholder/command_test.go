package placeholder_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/load"
)

var commandKinds = map[markdown.Context]string{markdown.InText: "text", markdown.InHeader: "header", markdown.InSpan: "span", markdown.InBlock: "block", markdown.InShell: "shell"}

func TestCommands(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // text, "runs" or "stays", kind of its place, place
	}{
		{"start of the file", "!`a b`", []string{"a b runs text 1:1"}},
		{"after a byte order mark", "\ufeff!`a`", []string{"a runs text 1:2"}},
		{"start of a line, CR LF", "x\r\n!`a`\r\n", []string{"a runs text 2:1"}},
		{"after white space", "x: !`a`\t!`b`", []string{"a runs text 1:4", "b runs text 1:9"}},
		{"after an ideographic space", "文　!`a`", []string{"a runs text 1:3"}},
		{"after other characters", "X=!`a` (!`b`) **!`c`** \"!`d`\" 文!`e`", []string{"a stays text 1:3", "b stays text 1:9", "c stays text 1:17", "d stays text 1:25", "e stays text 1:32"}},
		{"after code that ends with an exclamation mark", "`a!` or !`b` and `c!` or `d`", []string{"b runs text 1:9", " or  stays span 1:20"}},
		{"empty, or with two backticks", "!`` !`` x `` !``", nil},
		{"not closed on the same line", "!`a\nb` !`c", nil},
		{"two", "!`a` and !`b`", []string{"a runs text 1:1", "b runs text 1:10"}},
		{"span that ends with a command", "`x !`a`", []string{"a runs span 1:4"}},
		{"code span", "`` !`a` `` x", []string{"a runs span 1:4"}},
		{"fenced code", "```\n!`a`\n```\n\n```sh\n!`b`\n```\n", []string{"a runs block 2:1", "b runs shell 6:1"}},
		{"indented code", "x\n\n    !`a`\n", []string{"a runs block 3:5"}},
		{"frontmatter", "---\nx: !`a`\n---\n!`b`", []string{"b runs text 4:1"}},
		{"list, block quote, heading, table", "# !`a`\n- !`b`\n> !`c`\n\n| x |\n|---|\n| !`d` |\n|!`e`|\n",
			[]string{"a runs text 1:3", "b runs text 2:3", "c runs text 3:3", "d runs text 7:3", "e stays text 8:2"}},
		{"HTML", "<div>\n!`a`\n</div>\n", []string{"a runs text 2:1"}},
		{"in a link", "[x !`a`](b) ![`y`](z)", []string{"a runs text 1:4"}},
		{"fence that runs", "x !`a`\n```!\nb\nc\n```\n!`d`\n", []string{"a runs text 1:3", "b\nc\n runs text 2:1 block", "d runs text 6:1"}},
		{"fence that runs, with a language", "```!sh\nb\n```\n", []string{"b\n runs text 1:1 block"}},
		{"fences that do not", "~~~!\nb\n~~~\n````!\nb\n````\n```sh !\nb\n```\n", nil},
		{"empty fence", "```!\n```\n", []string{" runs text 1:1 block"}},
		{"fence in a list", "- x\n  ```!\n  b\n  ```\n", []string{"b\n runs text 2:3 block"}},
	}
	for _, test := range tests {
		d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(test.source), false)
		var got []string
		for _, c := range placeholder.CommandsIn(d) {
			how := map[bool]string{true: "runs", false: "stays"}[c.Runs]
			at := d.Position(c.Range.Start)
			text := fmt.Sprintf("%s %s %s %d:%d", c.Text, how, commandKinds[c.Kind], at.Line, at.Column)
			if c.Block {
				text += " block"
			} else if d.Text(c.Range) != "!`"+c.Text+"`" || d.Text(c.Inner) != c.Text {
				t.Errorf("%s: ranges of %q are %q and %q", test.name, c.Text, d.Text(c.Range), d.Text(c.Inner))
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("!`a` !`` X=!`b\n```!\nc\n```\n")
	f.Fuzz(func(t *testing.T, text string) {
		d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(text), false)
		last := -1
		for _, c := range placeholder.CommandsIn(d) {
			if c.Range.Start <= last || c.Range.End > len(text) || !c.Block && strings.ContainsAny(c.Text, "`\n") {
				t.Fatalf("%+v in %q", c, text)
			}
			last = c.Range.Start
		}
	})
}
