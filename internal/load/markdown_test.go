package load

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

func document(src string) *analysis.Document {
	return Document(&analysis.File{Path: "SKILL.md", Kind: analysis.Skill}, []byte(src), false)
}

// A fenceCase is an expected fence: its opening text, its line, and the closing text ("" if unclosed).
type fenceCase struct {
	Open  string
	Line  int
	Close string
	Lines int // of content
}

func TestFences(t *testing.T) {
	const header = "---\nname: a\n---\n"
	tests := []struct {
		name string
		src  string
		want []fenceCase
	}{
		{"closed", "```sh\na\n```\n", []fenceCase{{"```sh", 1, "```", 1}}},
		{"after frontmatter", header + "~~~\na\n~~~~\n", []fenceCase{{"~~~", 4, "~~~~", 1}}},
		{"unclosed", "```\na\nb\n", []fenceCase{{"```", 1, "", 2}}},
		{"unclosed, no final line end", "```\na", []fenceCase{{"```", 1, "", 1}}},
		{"unclosed, no content", "a\n\n```", []fenceCase{{"```", 3, "", 0}}},
		{"closed without a final line end", "```\na\n```", []fenceCase{{"```", 1, "```", 1}}},
		{"empty", "```\n```\n", []fenceCase{{"```", 1, "```", 0}}},
		{"tilde inside backticks", "```\n~~~\n```\n", []fenceCase{{"```", 1, "```", 1}}},
		{"longer around shorter", "````md\n```\na\n```\n````\n", []fenceCase{{"````md", 1, "````", 3}}},
		{"an info string does not close", "```\na\n```sh\nb\n", []fenceCase{{"```", 1, "", 3}}},
		{"four spaces do not close", "```\na\n    ```\n", []fenceCase{{"```", 1, "", 2}}},
		{"three spaces close", "```\na\n   ```  \n", []fenceCase{{"```", 1, "```", 1}}},
		{"CRLF", "```\r\na\r\n```\r\n", []fenceCase{{"```", 1, "```", 1}}},
		{"lone CR", "```\ra\r```\r", []fenceCase{{"```", 1, "```", 1}}},
		{"a list item ends it", "- ```\n  a\n- b\n", []fenceCase{{"```", 1, "", 1}}},
		{"closed in a list", "- x\n\n  ```\n  a\n  ```\n- b\n", []fenceCase{{"```", 3, "```", 1}}},
		{"a quote ends it", "> ```\n> a\n\nb\n", []fenceCase{{"```", 1, "", 1}}},
		{"in indented code", "    ```\n    a\n", nil},
		{"in a comment", "<!--\n```\n-->\n", nil},
		{"in a footnote", "[^1]: a\n\n    ```\n    b\n    ```\n", []fenceCase{{"```", 3, "```", 1}}},
		{"a code span", "``` a ``` b\n", nil},
		{"trailing tab", "```\t\na\n```\t\n", []fenceCase{{"```", 1, "```", 1}}},
		{"unclosed frontmatter", "---\nname: a\n\n```\nb\n", []fenceCase{{"```", 4, "", 1}}},
	}
	for _, tt := range tests {
		d := document(tt.src)
		var got []fenceCase
		for _, f := range d.Fences {
			got = append(got, fenceCase{d.Text(f.Open), d.LineOf(f.Open.Start), d.Text(f.Close), f.Node.Lines().Len()})
			if f.Closed != (f.Close.Len() > 0) {
				t.Errorf("%s: Closed is %v, Close is %v", tt.name, f.Closed, f.Close)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %q: -want +got\n%s", tt.name, tt.src, diff)
		}
	}
}

// TestScanLinesAgrees checks that the line scanner and goldmark agree on text without containers.
func TestScanLinesAgrees(t *testing.T) {
	for _, src := range []string{
		"# A\n\n```sh\n# b\n```\n\n## C\ntext\n", "~~~\na\n~~~~\n####### no\n#no\n", "```\na\n    ```\n```x\nb\n", "```\r\na\r\n```\r\n## B\r\n",
	} {
		d := document(src)
		root, scanned := scanLines([]byte(src), 0)
		if len(scanned) != len(d.Fences) {
			t.Errorf("%q: scanned %d fences, goldmark has %d", src, len(scanned), len(d.Fences))
			continue
		}
		for i, f := range scanned {
			g := d.Fences[i]
			f.Node, g.Node = nil, nil
			if diff := cmp.Diff(g, f); diff != "" {
				t.Errorf("%q: fence %d: -goldmark +scanned\n%s", src, i, diff)
			}
		}
		if a, b := headings(d.Body, src), headings(root, src); a != b {
			t.Errorf("%q: headings: goldmark %q, scanned %q", src, a, b)
		}
	}
}

func headings(root ast.Node, src string) string {
	var out []string
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() == ast.KindHeading {
			s := n.Lines().At(0)
			out = append(out, strings.Repeat("#", n.(*ast.Heading).Level)+src[s.Start:s.Stop])
		}
	}
	return strings.Join(out, "|")
}

func TestInlines(t *testing.T) {
	const src = "---\nname: a\n---\n# T `x`\n\nSee [a](b.md) and\n`code\nspan`, [r].\n\n| c | `d` |\n|---|---|\n| [e](f) | g |\n\n[r]: g.md \"t\"\n"
	d := document(src)
	var got []string
	_ = ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkContinue, nil
		}
		_ = ast.Walk(d.Inlines(n), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Link:
				if entering {
					got = append(got, "link "+string(n.Destination))
				}
			case *ast.CodeSpan:
				if entering {
					first := n.FirstChild().(*ast.Text).Segment
					got = append(got, "code "+src[first.Start:first.Stop])
				}
			}
			return ast.WalkContinue, nil
		})
		return ast.WalkContinue, nil
	})
	want := []string{"code x", "link b.md", "code code\n", "link g.md", "code d", "link f"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestInlinesIndependentOfPosition checks that the cost of a block does not depend on its position in the file.
func TestInlinesIndependentOfPosition(t *testing.T) {
	const blocks = 60_000
	source := strings.Repeat("a", 500_000) + "\n\n" + strings.Repeat("some `code` and a lot of words\n\n", blocks)
	d := Document(&analysis.File{Path: "x.md", Kind: analysis.Skill}, []byte(source), false)
	started := time.Now()
	spans := 0
	for b := d.Body.FirstChild(); b != nil; b = b.NextSibling() {
		for n := d.Inlines(b).FirstChild(); n != nil; n = n.NextSibling() {
			if n.Kind() == ast.KindCodeSpan {
				spans++
			}
		}
	}
	if took := time.Since(started); spans != blocks || took > 30*time.Second {
		t.Errorf("%d code spans of %d in %s", spans, blocks, took)
	}
}

func TestGuards(t *testing.T) {
	tests := []struct {
		name, src, want string // part of the limit's message; "" for none
	}{
		{"a long list", strings.Repeat("- a\n", 20_000), ""},
		{"100 quotes", strings.Repeat(">", 100) + "a\n", ""},
		{"101 quotes", strings.Repeat(">", 101) + "a\n", "list and quote markers"},
		{"lists on a line", strings.Repeat("- ", 200) + "a\n", "list and quote markers"},
		{"deep lists, then empty lines", strings.Repeat("- ", 99) + "a\n" + strings.Repeat("\n", 12_000), "nested too deeply"},
		{"deep quotes, then lines", strings.Repeat(">", 99) + "a\n" + strings.Repeat("b\n", 12_000), "nested too deeply"},
		{"deep lists that end", strings.Repeat(strings.Repeat("- ", 20)+"a\n\nb\n", 10_000), ""},
		{"many lists of ordinary depth", strings.Repeat("- a\n  - b\n    - c\n\n      d\n\n", 20_000), ""},
		{"a wide table", strings.Repeat("|a", 600) + "|\n" + strings.Repeat("|-", 600) + "|\n", ""},
		{"a long table", "|a|b|\n|-|-|\n" + strings.Repeat("|a|b|\n", 100_000), ""},
		{"a table of empty rows", strings.Repeat("|a", 200) + "|\n" + strings.Repeat("|-", 200) + "|\n" + strings.Repeat("|\n", 20), "cells"},
		{"empty rows in a quotation", "> " + strings.Repeat("|a", 200) + "|\n> " + strings.Repeat("|-", 200) + "|\n" + strings.Repeat("> |\n", 20), "cells"},
		{"empty rows in many tables", strings.Repeat("|a|b|c|d|e|f|g\n|-|-|-|-|-|-|-\n"+strings.Repeat("|\n", 12)+"\n", 100), "cells"},
		{"two tables", strings.Repeat("|a|b|\n|-|-|\n"+strings.Repeat("|a|b|\n", 50_000)+"\n", 2), ""},
		{"thematic breaks", strings.Repeat("---\n", 1000) + strings.Repeat("a\n", 300_000), ""},
		{"definitions", strings.Repeat("[a]: /u\n", 6000), "definitions"},
		{"ordinary definitions", strings.Repeat("[a]: https://example.org/a/page \"title\"\n", 1000), ""},
		{"titles without an end", strings.Repeat("[a]: /u (b\n", 600), "definitions"},
		{"nested brackets", strings.Repeat("[", 300) + strings.Repeat("]", 300) + "\n", "brackets"},
		{"nested brackets in many paragraphs", strings.Repeat(strings.Repeat("[", 180)+strings.Repeat("]", 180)+"\n\n", 100), "brackets"},
		{"empty links", strings.Repeat("[](", 2000) + "\n", "brackets"},
		{"empty links in many paragraphs", strings.Repeat(strings.Repeat("[](", 600)+"\n\n", 100), "brackets"},
		{"links", strings.Repeat("[a](b) ", 2000) + "\n", ""},
		{"labels", strings.Repeat("[a]\n", 600) + "\n", "brackets"},
		{"ordinary labels", strings.Repeat("as [a] shows in the text of [b], and as [c] repeats\n", 600) + "\n", ""},
		{"backticks of every length", ticks(200), "backticks"},
		{"escaped backticks", strings.Repeat("\\``", 600), "backticks"},
		{"unclosed emphasis", strings.Repeat("*a **b ", 1000), ""},
		{"unmatched emphasis", "a*a" + strings.Repeat("b** ", 1000), "marks"},
		{"many closing marks", strings.Repeat("a*", 200_000), "marks"},
		{"emphasis of another kind", strings.Repeat("_a ", 1000) + strings.Repeat("a* ", 1000), "marks"},
		{"ordinary emphasis", strings.Repeat("**a** and *b*, as snake_case_names and _c_ are; ", 1000), ""},
		{"links in many paragraphs", strings.Repeat("[a](b)\n\n", 2000), ""},
		{"too long", strings.Repeat("word ", MaxMarkdown/5+1) + "\n", "Markdown text is"},
	}
	for _, tt := range tests {
		d := document("# T\n\n" + tt.src)
		got := ""
		if len(d.Limits) > 0 {
			got = d.Limits[0].Message
			if r := d.Limits[0].Range; r.End <= r.Start || r.End > len(d.Source) {
				t.Errorf("%s: limit at %v", tt.name, r)
			}
		}
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got limit %q, want %q", tt.name, got, tt.want)
		}
	}
}

func ticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("e" + strings.Repeat("`", i+1))
	}
	return b.String()
}

func FuzzDocument(f *testing.F) {
	for _, src := range []string{"---\nname: a\n---\n# T\n\n```sh\nx\n", "- ```\n  a\n> b\n", "\xef\xbb\xbf---\r\n---\r\n[a]: b\n", "|a|\n|-|\n|`b\\|c`|\n[^1]: x\n"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d := Document(&analysis.File{Path: "SKILL.md", Kind: analysis.Skill}, src, true)
		if d == nil || d.Body == nil {
			return
		}
		for _, fence := range d.Fences {
			for _, r := range []analysis.Range{fence.Open, fence.Close} {
				if r.Start < 0 || r.End < r.Start || r.End > len(src) || fence.End < fence.Open.End {
					t.Fatalf("fence %v of %d bytes", fence, len(src))
				}
			}
			if c := src[fence.Open.Start]; c != '`' && c != '~' {
				t.Fatalf("fence starts with %q", c)
			}
		}
		_ = ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && n.Type() != ast.TypeInline {
				d.Inlines(n)
			}
			return ast.WalkContinue, nil
		})
	})
}
