package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

var names = map[markdown.Context]string{markdown.InText: "text", markdown.InHeader: "header", markdown.InSpan: "span", markdown.InBlock: "block", markdown.InShell: "shell"}

// contexts returns the context of each "X" in a text.
func contexts(source string) []string {
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source), false)
	var places []analysis.Range
	for i := range source {
		if source[i] == 'X' {
			places = append(places, analysis.Range{Start: i, End: i + 1})
		}
	}
	var found []string
	for _, k := range markdown.ContextsOf(d, places) {
		found = append(found, names[k])
		if k.IsCode() != (k == markdown.InSpan || k == markdown.InBlock || k == markdown.InShell) {
			found = append(found, "wrong")
		}
	}
	return found
}

func TestContexts(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"nothing", "", ""},
		{"text", "X **X** [X](X)\n", "text text text text"},
		{"frontmatter", "---\nX: X\n---\nX", "header header text"},
		{"unclosed frontmatter", "---\nX: X\n", "text text"},
		{"spans", "`X` X ``X `X` X`` X\n`a\nX` X", "span text span span span text span text"},
		{"fences and info strings", "```X\nX\n```\nX\n~~~sh X\nX\n~~~\nX", "block block text shell shell text"},
		{"unclosed fence", "```bash\nX\nX", "shell shell"},
		{"in a list and a block quote", "- X\n  ```console\n  X\n  ```\n  X\n> ```\n> X\n> ```\n> X `X`", "text shell text block text span"},
		{"indented", "a\n\n    X\n\nX\n\n\tX\n", "block text block"},
		{"table", "| X | `X` |\n|---|---|\n| `X` | X |\n", "text span span text"},
		{"HTML", "<p>X `X`\n</p>\n\n<!-- X -->\n", "text text text"},
		{"heading", "# X `X`\n\nX\n=\n", "text span text"},
		{"byte order mark, CR LF, non-ASCII letters", "\ufeff文 `X` X\r\n```sh\r\nX\r\n```\r\nX", "span text shell text"},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, strings.Join(contexts(test.source), " ")); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}
