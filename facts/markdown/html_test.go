package markdown_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

func readHTML(t testing.TB, source string) (*analysis.Document, *markdown.HTML) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), markdown.HTMLFact.Analyzer, &facts, nil)
	pass.Document, pass.File = d, d.File
	if err := facts.Compute(pass); err != nil {
		if d.Body == nil { // for example, UTF-16
			return d, &markdown.HTML{}
		}
		t.Fatal(err)
	}
	return d, facts.Value(markdown.HTMLFact.Analyzer).(*markdown.HTML)
}

// format formats each tag or comment as one line: name, source, attributes.
func format(d *analysis.Document, m *markdown.HTML) []string {
	var lines []string
	for _, tag := range m.Tags {
		mark := map[bool]string{true: "/"}[tag.Closes] + tag.Name + map[bool]string{true: "/"}[tag.Empty]
		line := fmt.Sprintf("%s %q", mark, d.Text(tag.Range))
		for _, a := range tag.Attributes {
			line += fmt.Sprintf(" %s=%q@%q", a.Name, a.Value, d.Text(a.Range))
		}
		lines = append(lines, line)
	}
	for _, c := range m.Comments {
		lines = append(lines, fmt.Sprintf("comment %q closed %v block %v", d.Text(c.Range), c.Closed, c.Block))
	}
	return lines
}

func TestFact(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"empty", "", nil},
		{"not in frontmatter", "---\nname: <b>\n---\n", nil},
		{"inline", "a <B>b</B>\n", []string{`b "<B>"`, `/b "</B>"`}},
		{"not in code", "`<b>` \n\n```\n<b>\n```\n\n    <b>\n", nil},
		{"angle brackets in prose", "a < b, <my_file>, <a@b.example>, <https://x.example>\n", nil},
		{"attributes", "x <a href='r/a.md' title=\"t\" x=1 disabled>y</a>\n",
			[]string{`a "<a href='r/a.md' title=\"t\" x=1 disabled>" href="r/a.md"@"r/a.md" title="t"@"t" x="1"@"1"`, `/a "</a>"`}},
		{"HTML block", "<div\n  id=top>\n<br/>\n</div>\n", []string{`div "<div\n  id=top>" id="top"@"top"`, `br/ "<br/>"`, `/div "</div>"`}},
		{"in a block quote", "> <div>\n> <p\n> id=\"x\">\n", []string{`div "<div>"`, `p "<p\n> id=\"x\">" id="x"@"x"`}},
		{"not in scripts", "<script>\nif (a <b> c) '<i>'\n</script>\n", []string{`script "<script>"`, `/script "</script>"`}},
		{"comments", "a <!-- b --> c\n\n<!-- d\n\ne -->\n", []string{`comment "<!-- b -->" closed true block false`, `comment "<!-- d\n\ne -->" closed true block true`}},
		{"unclosed comment", "<!-- d\n\n<b>\n", []string{`comment "<!-- d\n\n<b>\n" closed false block true`}},
		{"unclosed tags", "<div\n\n<p class=\"\n", nil},
		{"capitals and digits", "<H2 ID=Ä>x</H2>\n", []string{`h2 "<H2 ID=Ä>" id="Ä"@"Ä"`, `/h2 "</H2>"`}},
		{"uppercase tag after another bracket", "<<A>x</A>\n", []string{`a "<A>"`, `/a "</A>"`}},
		{"declarations", "<!DOCTYPE html>\n<?php <b> ?>\n", nil},
		{"CRLF", "<p>\r\n<i>x</i>\r\n", []string{`p "<p>"`, `i "<i>"`, `/i "</i>"`}},
	}
	for _, test := range tests {
		d, m := readHTML(t, test.source)
		if diff := cmp.Diff(test.want, format(d, m)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.name, test.source, diff)
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"<div a='b'>\n<!-- x -->", "> <a\n> b=\"c\">", "<script>x</SCRIPT>", "<a b=<c d='", "- <p\n\ttitle='x'>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d, m := readHTML(t, source)
		for _, tag := range m.Tags {
			text := d.Text(tag.Range)
			if !strings.HasPrefix(text, "<") || !strings.HasSuffix(text, ">") {
				t.Errorf("%q: tag %q", source, text)
			}
			for _, a := range tag.Attributes {
				if len(a.Value) > a.Range.End-a.Range.Start {
					t.Errorf("%q: value %q at %q", source, a.Value, d.Text(a.Range))
				}
			}
		}
	})
}

// BenchmarkHostile parses texts in which each delimiter could make a parser read the rest of the text.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range []string{"<script></script>\n", "<a b='", "<a\n", "<!--\n", "<a b=\"x'\n", "<script></a>"} {
		source := "<div>\n" + string(bytes.Repeat([]byte(piece), 20_000))
		b.Run(fmt.Sprintf("%q", piece), func(b *testing.B) {
			started := time.Now()
			for b.Loop() {
				readHTML(b, source)
			}
			b.ReportMetric(float64(len(source)*b.N)/time.Since(started).Seconds()/1e6, "MB/s")
		})
	}
}
