package load

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// Fences are recognized as in cmark 0.31, commonmark.js and markdown-it.
func TestFencesAsOthersSeeThem(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a closing tag begins HTML", "</pre>\n```\ntext\n", ""},
		{"with blanks", "  </STYLE >  \n~~~\n", ""},
		{"up to a blank line", "</script>\n```\n\n```\n", "4 open"},
		{"not within a paragraph", "text\n</pre>\n```\n", "3 open"},
		{"a tag that is not alone", "</pre> text\n```\n", "2 open"},
		{"an empty tag is closed", "<pre/>\n```\n\n```\n", "4 open"},
		{"an opening tag is not", "<pre>\n```\n\n```\n</pre>\n~~~\n", "6 open"},
		{"in a quotation", "> </pre>\n> ```\n```\n", "3 open"},
		{"code behind a tab", "- - \t~~~\n", ""},
		{"code behind blanks", "-     ~~~\n", ""},
		{"a fence behind a tab", "- -\t~~~\n", "1 open"},
		{"a fence behind one tab", "-\t~~~\n", "1 open"},
		{"numbers", "1. 2.\t ~~~\n", "1 open"},
		{"an empty item before a list", "-\n   1. item\n\t```\n", "3 open"},
		{"an empty item before its fence", "-\n  ```\n", "2 open"},
		{"an empty item that ended", "-\n\n  ```\n", "3 open"},
		{"an inner empty item", "- - *\n\n    ===\n\t- ~~~\n", "4 open"},
		{"CRLF behind a marker", "-\r\n \t~~~~~\r\n", "2 open"},
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
