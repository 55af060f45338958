package load

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestCloseLeniently(t *testing.T) {
	tests := []struct {
		name, delimiter, src string
		state                analysis.HeaderState
		content              string
	}{
		{"indented, trimmed", "trimmed", " ---\nname: a\n  ---\nBody\n", analysis.HeaderClosed, "name: a\n"},
		{"indented", "", " ---\nname: a\n  ---\nBody\n", analysis.HeaderIndented, "name: a\n"},
		{"four dashes, prefix", "prefix", "---\nname: a\n----\nBody\n", analysis.HeaderClosed, "name: a\n"},
		{"text after the dashes, prefix", "prefix", "---\nname: a\n---Body\n", analysis.HeaderClosed, "name: a\n"},
		{"four dashes, trimmed", "trimmed", "---\nname: a\n----\nBody\n", analysis.HeaderUnclosed, "name: a\n----\nBody\n"},
		{"indented, prefix", "prefix", "---\nname: a\n ---\nBody\n", analysis.HeaderIndented, "name: a\n"},
		{"unclosed", "prefix", "---\nname: a\n", analysis.HeaderUnclosed, "name: a\n"},
		{"closed", "prefix", "---\nname: a\n---\n----\n", analysis.HeaderClosed, "name: a\n"},
		{"no frontmatter", "trimmed", "# Title\n", analysis.HeaderNone, ""},
	}
	for _, tt := range tests {
		clean := []byte(tt.src)
		h := findHeader(clean, clean)
		closeLeniently(&h, clean, tt.delimiter)
		if got := tt.src[h.Content.Start:h.Content.End]; h.State != tt.state || got != tt.content {
			t.Errorf("%s: %q: state %d, content %q; want %d, %q", tt.name, tt.src, h.State, got, tt.state, tt.content)
		}
	}
}

// TestPlainValues checks that unquoted globs are read verbatim, and that other fields are unaffected.
func TestPlainValues(t *testing.T) {
	tests := []struct {
		name, header, globs string // no globs: the frontmatter is invalid
	}{
		{"a star", "globs: *.ts,**/*.{a,b}\nalwaysApply: false\n", "*.ts,**/*.{a,b}"},
		{"braces", "alwaysApply: false\nglobs:   {src,lib}/**  \n", "{src,lib}/**"},
		{"multi-byte letters", "globs: *.größe\nalwaysApply: true\n", "*.größe"},
		{"valid YAML", "globs: \"*.ts\"\nalwaysApply: true\n", "*.ts"},
		{"invalid in another field", "globs: *.ts\ndescription: a: b\nalwaysApply: true\n", ""},
		{"unclosed quote", "globs: \"*.ts\nalwaysApply: true\n", ""},
		{"another key", "paths: *.ts\nalwaysApply: true\n", ""},
	}
	for _, tt := range tests {
		src := "---\r\n" + strings.ReplaceAll(tt.header, "\n", "\r\n") + "---\r\nBody\r\n"
		file := &analysis.File{Path: "a.mdc", Rel: "a.mdc", Kind: analysis.CursorRule, Dialect: schema.Lookup("cursor")}
		d := Document(file, []byte(src), false)
		globs := d.Data.Get("globs")
		switch {
		case tt.globs == "" && d.Broken == nil:
			t.Errorf("%s: %q: no error", tt.name, tt.header)
		case tt.globs != "" && (globs == nil || globs.Text != tt.globs || d.Data.Get("alwaysApply") == nil):
			t.Errorf("%s: %q: globs %+v, problem %+v; want %s", tt.name, tt.header, globs, d.Broken, tt.globs)
		case tt.globs != "" && !strings.Contains(d.Text(globs.Range), tt.globs):
			t.Errorf("%s: %q: range %q", tt.name, tt.header, d.Text(globs.Range))
		}
	}
}
