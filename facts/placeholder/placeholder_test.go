package placeholder_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/load"
)

func TestScan(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"none", "plain text", nil},
		{"one", "a {{TASK_ID}} b", []string{"{{TASK_ID}}"}},
		{"next to each other", "{{A}}{{B_2}}", []string{"{{A}}", "{{B_2}}"}},
		{"in a word", "x{{DATE}}-y", []string{"{{DATE}}"}},
		{"after an escaped line break", `echo "a\n{{DATE}}"`, []string{"{{DATE}}"}},
		{"after an unclosed one", "{{A {{B}}", []string{"{{B}}"}},
		{"spaces inside", "{{ NAME }} {{NAME }}", nil},
		{"lower and mixed case", "{{name}} {{Name}} {{nAME}}", nil},
		{"digit or underscore first", "{{1A}} {{_A}}", nil},
		{"other characters", "{{A-B}} {{A.B}} {{A|B}} {{A B}} {{É}}", nil},
		{"handlebars", "{{#IF}}{{/IF}}{{>A}}{{&A}}{{!A}}{{{A}}}{{^A}}", nil},
		{"go template", "{{.A}} {{- A -}} {{$A}}", nil},
		{"jinja", "{{ A|lower }} {% A %} {# A #} {{ A }}", nil},
		{"workflow expression", "${{A}} ${{ secrets.A }}", nil},
		{"escaped", `\{{A}}`, nil},
		{"LaTeX", `\frac{{A}}{{B}} \mathbf{{X}}`, nil},
		{"unclosed", "{{A}", nil},
		{"empty", "{{}}", nil},
		{"truncated", "{{A", nil},
		{"over a line break", "{{A\n}}", nil},
	}
	for _, test := range tests {
		var got []string
		for _, r := range analysis.ScanPlaceholders([]byte(test.text)) {
			got = append(got, test.text[r.Start:r.End])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: Scan(%q) (-want +got)\n%s", test.name, test.text, diff)
		}
	}
}

func placeholders(t *testing.T, source string) (placeholder.Placeholders, error) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source), false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{placeholder.Fact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil {
			return placeholder.Placeholders{}, err
		}
	}
	return facts.Value(placeholder.Fact.Analyzer).(placeholder.Placeholders), nil
}

func TestPlaceholders(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // name, code or text, first place, count
	}{
		{"prose", "# {{A}}\n\nx {{B}} {{A}}\n", []string{"A text 1:3 2", "B text 3:3 1"}},
		{"in frontmatter", "---\nname: {{A}}\n---\n", []string{"A text 2:7 1"}},
		{"code span", "é `{{A}}` {{A}}\n", []string{"A code 1:4 1", "A text 1:11 1"}},
		{"code span over two lines", "a `x\n{{A}}` b\n", []string{"A code 2:1 1"}},
		{"fence, and its info string", "```sh {{A}}\n{{B}}\n```\n{{C}}\n", []string{"A code 1:7 1", "B code 2:1 1", "C text 4:1 1"}},
		{"fence in a list", "- ~~~\n  {{A}}\n  ~~~\n  {{B}}\n", []string{"A code 2:3 1", "B text 4:3 1"}},
		{"indented code", "a\n\n    {{A}}\n\n{{B}}\n", []string{"A code 3:5 1", "B text 5:1 1"}},
		{"table", "| a | b |\n|---|---|\n| `{{A}}` | {{B}} |\n", []string{"A code 3:4 1", "B text 3:13 1"}},
		{"comment and HTML", "<!-- {{A}} -->\n\n<p>{{B}}</p>\n", []string{"A text 1:6 1", "B text 3:4 1"}},
		{"link definition", "[a]: {{A}}\n", []string{"A text 1:6 1"}},
		{"CRLF", "a\r\n`{{A}}`\r\n", []string{"A code 2:2 1"}},
		{"byte order mark", "\ufeff{{A}}\n", []string{"A text 1:2 1"}},
	}
	for _, test := range tests {
		found, err := placeholders(t, test.source)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, n := range found.Names {
			where := map[bool]string{true: "code", false: "text"}[n.Code]
			at := n.Places[0]
			got = append(got, fmt.Sprintf("%s %s %d:%d %d", n.Name, where, at.Start.Line, at.Start.Column, n.Count))
			if length := at.Range.Len(); length != len(n.Name)+4 {
				t.Errorf("%s: range of %s has %d bytes", test.name, n.Name, length)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func TestNoPlaceholders(t *testing.T) {
	if _, err := placeholders(t, "nothing {{here}}\n"); !errors.Is(err, analysis.ErrNoFact) {
		t.Errorf("error %v, want ErrNoFact", err)
	}
}

func TestLimits(t *testing.T) {
	var b strings.Builder
	for i := range 3_000 {
		fmt.Fprintf(&b, "{{A%d}} {{B}}\n", i)
	}
	found, err := placeholders(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	kept := found.Omitted
	for _, n := range found.Names {
		kept += n.Count
		if len(n.Places) > 10 {
			t.Errorf("%s has %d places", n.Name, len(n.Places))
		}
	}
	if len(found.Names) != 1_000 || kept != 6_000 {
		t.Errorf("%d names and %d places, want 1000 and 6000", len(found.Names), kept)
	}
}

func FuzzScan(f *testing.F) {
	f.Add("{{A}} {{{B}}} \\c{{D}}{{E}} ${{F}}")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, r := range analysis.ScanPlaceholders([]byte(text)) {
			s := text[r.Start:r.End]
			if r.Start < end || !strings.HasPrefix(s, "{{") || strings.Index(s, "}}") != len(s)-2 {
				t.Fatalf("%q in %q", s, text)
			}
			end = r.End
		}
	})
}
