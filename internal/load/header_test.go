package load

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestFindHeader(t *testing.T) {
	tests := []struct {
		name    string
		src     string
		state   analysis.HeaderState
		content string
		open    int
	}{
		{"plain", "---\nname: a\n---\nBody\n", analysis.HeaderClosed, "name: a\n", 0},
		{"CRLF", "---\r\nname: a\r\n---\r\nBody\r\n", analysis.HeaderClosed, "name: a\r\n", 0},
		{"lone CR", "---\rname: a\r---\rBody\r", analysis.HeaderClosed, "name: a\r", 0},
		{"byte order mark", "\xef\xbb\xbf---\nname: a\n---\n", analysis.HeaderClosed, "name: a\n", 3},
		{"trailing spaces", "---  \nname: a\n---\t\nBody\n", analysis.HeaderClosed, "name: a\n", 0},
		{"empty", "---\n---\n", analysis.HeaderClosed, "", 0},
		{"no final line end", "---\nname: a\n---", analysis.HeaderClosed, "name: a\n", 0},
		{"dashes in a block scalar", "---\nd: |\n  a\n  ---\n  b\n---\nBody\n", analysis.HeaderClosed, "d: |\n  a\n  ---\n  b\n", 0},
		{"unclosed", "---\nname: a\n\n# Title\n", analysis.HeaderUnclosed, "name: a\n\n# Title\n", 0},
		{"three dashes only", "---", analysis.HeaderUnclosed, "", 0},
		{"four dashes do not close", "---\nname: a\n----\n", analysis.HeaderUnclosed, "name: a\n----\n", 0},
		{"closed by dots", "---\nname: a\n...\n\nBody\n", analysis.HeaderDots, "name: a\n", 0},
		{"closed by indented dashes", "---\nname: a\n  ---\n\nBody\n", analysis.HeaderIndented, "name: a\n", 0},
		{"opened by indented dashes", " ---\nname: a\n---\n", analysis.HeaderIndented, "name: a\n", 1},
		{"after an empty line", "\n---\nname: a\n---\n", analysis.HeaderLate, "name: a\n", 1},
		{"in a code block", "# Form\n\n```yaml\n---\nname: a\n---\n```\n", analysis.HeaderNone, "", 0},
		{"after a comment", "<!-- x -->\n---\nname: a\n---\n", analysis.HeaderLate, "name: a\n", 11},
		{"thematic breaks after a heading", "# T\n\n---\n\nText\n\n---\n", analysis.HeaderNone, "", 0},
		{"thematic break before a heading", "---\n\n# T\n\nText\n\n---\n", analysis.HeaderNone, "", 0},
		{"a comment before a key", "---\n\n# T\nname: a\n---\n", analysis.HeaderClosed, "\n# T\nname: a\n", 0},
		{"no text", "", analysis.HeaderNone, "", 0},
		{"TOML", "+++\nname = 'a'\n+++\n", analysis.HeaderNone, "", 0},
	}
	for _, tt := range tests {
		src := []byte(tt.src)
		h := findHeader(src, normalize(src))
		if h.State != tt.state || h.Open.Start != tt.open {
			t.Errorf("%s: %q: got state %d, opening at %d; want %d, %d", tt.name, tt.src, h.State, h.Open.Start, tt.state, tt.open)
			continue
		}
		if got := tt.src[h.Content.Start:h.Content.End]; got != tt.content {
			t.Errorf("%s: %q: got content %q, want %q", tt.name, tt.src, got, tt.content)
		}
	}
}

func TestNormalizeKeepsOffsets(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"unchanged", "a\r\nb\n", "a\r\nb\n"},
		{"byte order mark", "\xef\xbb\xbfa", "   a"},
		{"lone CR", "a\rb\r", "a\nb\n"},
		{"NUL and invalid bytes", "a\x00b\xffc\xc3\xa9\xed\xa0\x80", "a?b?c\xc3\xa9???"},
		{"a replacement character", "\xef\xbf\xbd\x00", "\xef\xbf\xbd?"},
	}
	for _, tt := range tests {
		if got := string(normalize([]byte(tt.src))); got != tt.want {
			t.Errorf("%s: normalize(%q) = %q, want %q", tt.name, tt.src, got, tt.want)
		}
	}
}

func TestYAMLFileWithByteOrderMark(t *testing.T) {
	d := Document(&analysis.File{Path: "team/_persona_dev.yaml", Kind: analysis.Persona}, []byte("\xef\xbb\xbfname: dev\nskills:\n  - a\n"), false)
	if d.Broken != nil || d.Data.Get("name") == nil || d.Data.Get("skills") == nil {
		t.Errorf("got %+v, problem %+v; want name and skills", d.Data, d.Broken)
	}
}
