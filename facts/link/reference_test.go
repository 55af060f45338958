package link_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/internal/load"
)

func TestOf(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // path, "sure", "glob", or "perhaps"; place
	}{
		{"start of the file", "@a.md", []string{"a.md sure 1:1"}},
		{"after a byte order mark", "\ufeff@a.md", []string{"a.md sure 1:2"}},
		{"start of a line", "x\n@a/b.md\n", []string{"a/b.md sure 2:1"}},
		{"CR LF", "x\r\n@a.md\r\n", []string{"a.md sure 2:1"}},
		{"after white space", "see\t@a.md  @b.md", []string{"a.md sure 1:5", "b.md sure 1:12"}},
		{"after an ideographic space", "文　@a.md", []string{"a.md sure 1:3"}},
		{"after a letter, punctuation, a bracket", "文@a.md x@a.md (@a.md) [@a.md] \"@a.md\" *@a.md* :@a.md", nil},
		{"end of a sentence", "@a.md. @b.md, @c.md: @d.md; @e.md! @f.md? @g.md)", []string{"a.md sure 1:1", "b.md sure 1:8", "c.md sure 1:15", "d.md sure 1:22", "e.md sure 1:29", "f.md sure 1:36", "g.md sure 1:43"}},
		{"end of emphasis", "so @a.md** and @b_c.md_", []string{"a.md sure 1:4", "b_c.md sure 1:16"}},
		{"fragment and line", "@a.md#part @b.md:12", []string{"a.md sure 1:1", "b.md sure 1:12"}},
		{"relative", "@./a.md @../a.md @/a.md @~/a.md", []string{"./a.md sure 1:1", "../a.md sure 1:9", "/a.md sure 1:18", "~/a.md sure 1:25"}},
		{"patterns", "@d/*.md @d/ct-*/*.md @d/?.txt @d/*", []string{"d/*.md sure glob 1:1", "d/ct-*/*.md sure glob 1:9", "d/?.txt sure glob 1:22", "d/* perhaps glob 1:31"}},
		{"packages", "@acme/tool @types/* @babel/core/x.js @a/b@1.0.md", []string{"acme/tool perhaps 1:1", "types/* perhaps glob 1:12", "babel/core/x.js perhaps 1:21"}},
		{"decorators, tags, rules, people", "@app.route('/') @param {x} y @media (x) @octocat @import \"a.css\"",
			[]string{"app.route perhaps 1:1", "param perhaps 1:17", "media perhaps 1:30", "octocat perhaps 1:41", "import perhaps 1:50"}},
		{"addresses", "a@b.md <a@b.md> @user@host.md mailto:a@b.md", nil},
		{"only punctuation", "@ @. @/ @~ @* @.. @@ @@@", nil},
		{"with a placeholder", "@skills/{{NAME}}/SKILL.md", []string{"skills/ perhaps 1:1"}},
		{"code span", "`@a.md` `` x @a.md `` @b.md", []string{"b.md sure 1:23"}},
		{"code span over lines", "`x\n@a.md` @b.md", []string{"b.md sure 2:8"}},
		{"fences", "```\n@a.md\n```\n~~~ @b.md\n@b.md\n~~~\n@c.md", []string{"c.md sure 7:1"}},
		{"indented code", "x\n\n    @a.md\n\n@b.md", []string{"b.md sure 5:1"}},
		{"frontmatter", "---\ndescription: see @a.md\n---\n@b.md", []string{"b.md sure 4:1"}},
		{"list, block quote, heading", "# @a.md\n- @b.md\n  - @c.md\n> @d.md\n", []string{"a.md sure 1:3", "b.md sure 2:3", "c.md sure 3:5", "d.md sure 4:3"}},
		{"table", "| a |\n|---|\n| @a.md |\n| `@b.md` |\n", []string{"a.md sure 3:3"}},
		{"in a link", "[see @a.md](b) [x](@c.md)", []string{"a.md sure 1:6"}},
		{"HTML", "<div>\n@a.md\n</div>\n\n<!-- @b.md -->\n", []string{"a.md sure 2:1", "b.md sure 5:6"}},
		{"non-ASCII letters", "@文档/指南.md", []string{"文档/指南.md sure 1:1"}},
		{"capitals", "@README.MD", []string{"README.MD sure 1:1"}},
		{"hidden", "@.md @.github/x.md", []string{".md perhaps 1:1", ".github/x.md sure 1:6"}},
	}
	for _, test := range tests {
		d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(test.source), false)
		var got []string
		for _, r := range link.ReferencesIn(d) {
			how := "perhaps"
			if r.Sure {
				how = "sure"
			}
			if r.Glob {
				how += " glob"
			}
			at := d.Position(r.Range.Start)
			got = append(got, fmt.Sprintf("%s %s %d:%d", r.Path, how, at.Line, at.Column))
			if text := d.Text(r.Range); text != "@"+r.Path {
				t.Errorf("%s: range of %q is %q", test.name, r.Path, text)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func fact(t *testing.T, source string) (link.References, error) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(source), false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{link.ReferenceFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil {
			return link.References{}, err
		}
	}
	return facts.Value(link.ReferenceFact.Analyzer).(link.References), nil
}

func TestReferences(t *testing.T) {
	if _, err := fact(t, "a@b.md"); !errors.Is(err, analysis.ErrNoFact) {
		t.Errorf("error %v, want ErrNoFact", err)
	}
	found, err := fact(t, strings.Repeat("@a.md\n", 1_234))
	if err != nil || len(found.Places) != 1_000 || found.Omitted != 234 || found.Places[999].At.Start.Line != 1_000 {
		t.Errorf("%d places, %d omitted, %v", len(found.Places), found.Omitted, err)
	}
}

func FuzzReferences(f *testing.F) {
	f.Add("@a.md @@ x@y @d/*.md. @*/?_~ \ufeff@a")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, r := range link.ScanReferences([]byte(text)) {
			if r.Range.Start < end || text[r.Range.Start:r.Range.End] != "@"+r.Path || r.Path == "" {
				t.Fatalf("%+v in %q", r, text)
			}
			end = r.Range.End
		}
	})
}
