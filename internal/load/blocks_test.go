package load

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestFencesLikeCmark compares with the results of cmark 0.31, commonmark.js and markdown-it.
func TestFencesLikeCmark(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a closing tag begins HTML", "</pre>\n```\ntext\n", ""},
		{"with spaces", "  </STYLE >  \n~~~\n", ""},
		{"up to an empty line", "</script>\n```\n\n```\n", "4 open"},
		{"not inside a paragraph", "text\n</pre>\n```\n", "3 open"},
		{"a tag with other text", "</pre> text\n```\n", "2 open"},
		{"an empty tag is closed", "<pre/>\n```\n\n```\n", "4 open"},
		{"an opening tag is not closed", "<pre>\n```\n\n```\n</pre>\n~~~\n", "6 open"},
		{"in a quotation", "> </pre>\n> ```\n```\n", "3 open"},
		{"indented code after a tab", "- - \t~~~\n", ""},
		{"indented code after spaces", "-     ~~~\n", ""},
		{"a fence after a tab", "- -\t~~~\n", "1 open"},
		{"a fence after one tab", "-\t~~~\n", "1 open"},
		{"numbers", "1. 2.\t ~~~\n", "1 open"},
		{"an empty item before a list", "-\n   1. item\n\t```\n", "3 open"},
		{"a fence in an empty item", "-\n  ```\n", "2 open"},
		{"an empty item that ended", "-\n\n  ```\n", "3 open"},
		{"an inner empty item", "- - *\n\n    ===\n\t- ~~~\n", "4 open"},
		{"CRLF after a marker", "-\r\n \t~~~~~\r\n", "2 open"},
		{"CRLF", "```\r\ntext\r\n```\r\n", "1"},
	} {
		d := Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(c.text), false)
		var got []string
		for _, f := range d.Fences {
			line := fmt.Sprint(d.LineOf(f.Open.Start))
			if !f.Closed {
				line += " open"
			}
			got = append(got, line)
		}
		if found := strings.Join(got, ", "); found != c.want {
			t.Errorf("%s: %q has the fences %q, want %q", c.name, c.text, found, c.want)
		}
	}
}
