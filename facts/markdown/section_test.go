package markdown_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

func sections(t *testing.T, source string) ([]markdown.Section, *analysis.Document) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Reference}, []byte(source), false)
	pass := analysis.NewPass(context.Background(), markdown.SectionFact.Analyzer, nil, nil)
	pass.Document, pass.File = d, d.File
	var facts analysis.FactSet
	if err := facts.Compute(pass); err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	return facts.Value(markdown.SectionFact.Analyzer).([]markdown.Section), d
}

func TestSections(t *testing.T) {
	type want struct {
		Level   int
		Name    string
		Heading string
		Line    int
		Extent  string
		Tokens  int
		Empty   bool
	}
	tests := []struct {
		name, source string
		want         []want
	}{
		{"none", "Text only.\n", nil},
		{"nested", "# A\n\nx\n\n## B\n\ny\n\n# C\n", []want{
			{1, "A", "# A", 1, "# A\n\nx\n\n## B\n\ny\n\n", 5, false},
			{2, "B", "## B", 5, "## B\n\ny\n\n", 3, false},
			{1, "C", "# C", 9, "# C\n", 1, true},
		}},
		{"a higher level ends lower ones", "### A\nx\n# B\ny", []want{
			{3, "A", "### A", 1, "### A\nx\n", 2, false},
			{1, "B", "# B", 3, "# B\ny", 2, false},
		}},
		{"setext", "Big *one*\n===\n\nSmall\n---\ntext", []want{
			{1, "Big one", "Big *one*", 1, "Big *one*\n===\n\nSmall\n---\ntext", 8, false},
			{2, "Small", "Small", 4, "Small\n---\ntext", 4, false},
		}},
		{"setext over two lines", "Two\nlines\n---\n\n## Next\n", []want{
			{2, "Two lines", "Two\nlines", 1, "Two\nlines\n---\n\n", 4, true},
			{2, "Next", "## Next", 5, "## Next\n", 2, true},
		}},
		{"setext, beginning with a number sign", "#one\n===\ntext\n", []want{
			{1, "one", "#one", 1, "#one\n===\ntext\n", 4, false},
		}},
		{"after frontmatter, whose dashes are not an underline", "---\nname: x\n---\n# A\n", []want{
			{1, "A", "# A", 4, "# A\n", 1, true},
		}},
		{"closing number signs", "## A ##\n", []want{{2, "A", "## A ##", 1, "## A ##\n", 2, true}}},
		{"indented", "  ## A\nx\n", []want{{2, "A", "## A", 1, "  ## A\nx\n", 3, false}}},
		{"without text", "##\n\nx\n", []want{{2, "", "##", 1, "##\n\nx\n", 2, false}}},
		{"CRLF", "## A\r\n\r\nx\r\n## B\r\n", []want{
			{2, "A", "## A", 1, "## A\r\n\r\nx\r\n", 3, false},
			{2, "B", "## B", 4, "## B\r\n", 2, true},
		}},
		{"a byte order mark", "\ufeff# A\n", []want{{1, "A", "# A", 1, "\ufeff# A\n", 2, true}}},
		{"no line break at the end", "# 标题 🙂", []want{{1, "标题", "# 标题 🙂", 1, "# 标题 🙂", 2, true}}},
		{"not in fences, code, comments and HTML",
			"```\n# a\n```\n\n    # b\n\n<!--\n# c\n-->\n\n<pre>\n# d\n</pre>\n", nil},
		{"not in block quotes and lists", "> # a\n\n- # b\n", nil},
		{"only a comment and a thematic break", "## A\n\n<!-- later\nmore -->\n\n***\n\n## B\nx\n", []want{
			{2, "A", "## A", 1, "## A\n\n<!-- later\nmore -->\n\n***\n\n", 8, true},
			{2, "B", "## B", 8, "## B\nx\n", 2, false},
		}},
		{"only headings", "## A\n### B\n### C\n\nx\n", []want{
			{2, "A", "## A", 1, "## A\n### B\n### C\n\nx\n", 5, false},
			{3, "B", "### B", 2, "### B\n", 2, true},
			{3, "C", "### C", 3, "### C\n\nx\n", 3, false},
		}},
		{"link definitions are content", "## References\n\n[a]: https://a.test\n", []want{
			{2, "References", "## References", 1, "## References\n\n[a]: https://a.test\n", 9, false},
		}},
	}
	for _, test := range tests {
		found, d := sections(t, test.source)
		var got []want
		for _, s := range found {
			got = append(got, want{s.Level, s.Name, d.Text(s.Heading), s.Line, d.Text(s.Extent), s.Tokens, s.Empty})
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func TestName(t *testing.T) {
	tests := []struct{ title, want string }{
		{"Summary", "Summary"},
		{"1. Executive Summary", "Executive Summary"},
		{"10. References", "References"},
		{"2.3 Scope", "Scope"},
		{"3) Output", "Output"},
		{"(4) Output", "Output"},
		{"§ 5 Output:", "Output"},
		{"A. Output", "Output"},
		{"IV. Output", "Output"},
		{"A Summary", "A Summary"},
		{"I see", "I see"},
		{"📋 Summary", "Summary"},
		{"**Summary**", "Summary"},
		{"Summary (short)", "Summary (short)"},
		{"1.", "1"},
		{"要約", "要約"},
		{"", ""},
	}
	for _, test := range tests {
		if got := markdown.HeadingName(test.title); got != test.want {
			t.Errorf("Name(%q) = %q, want %q", test.title, got, test.want)
		}
	}
}

// TestLinear checks that the cost is linear in the number of headings.
func TestLinear(t *testing.T) {
	found, _ := sections(t, strings.Repeat("# A\n## B\n", 20_000))
	if len(found) != 40_000 {
		t.Errorf("%d sections, want 40000", len(found))
	}
}
