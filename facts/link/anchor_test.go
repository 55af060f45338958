package link

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

// headingNames returns the anchors of the headings of a document.
func headingNames(d *analysis.Document) []string {
	var names []string
	for _, h := range HeadingAnchors(d) {
		names = append(names, h.Name)
	}
	return names
}

// anchors returns the anchors of the headings of a text, and the fact.
func anchors(t testing.TB, source string) ([]string, Anchors) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
	if d.Body == nil {
		return nil, Anchors{}
	}
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.HTMLFact.Analyzer, invocation.Fact.Analyzer, TargetFact.Analyzer, AnchorFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil {
			t.Fatal(err)
		}
	}
	return headingNames(d), facts.Value(AnchorFact.Analyzer).(Anchors)
}

func TestHeadingNames(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"none", "text\n", ""},
		{"levels", "# A b\n\n## C\n\n####### no\n#no\n", "a-b c"},
		{"setext", "Long\n title\n====\n\nSecond\n---\n", "long-title second"},
		{"duplicates", "# Same\n\n# Same\n\n## same\n\n# Same!\n", "same same-1 same-2 same-3"},
		{"heading equal to a generated anchor", "# A\n\n# A-1\n\n# A\n", "a a-1 a-1"},
		{"punctuation", "# What's new? (v1.2.3) & more: A/B\n", "whats-new-v123--more-ab"},
		{"spaces", "#   A   b  \n\n# c\td\n", "a---b cd"},
		{"hyphens and underscores", "# a-b_c - d\n", "a-b_c---d"},
		{"emoji", "# 🚀 Start\n\n# Go ✅\n\n# 🚀\n", "-start go- "},
		{"CJK", "# 快速 开始\n\n# 第1章：概要\n", "快速-开始 第1章概要"},
		{"accents", "# Über Café\n\n# CAFE\u0301\n", "über-café cafe\u0301"},
		{"code, emphasis and links", "# Use `run_it(x)` **now** [there](x.md) <b>y</b>\n", "use-run_itx-now-there-y"},
		{"images are ignored", "# ![logo](x.png) Name\n", "name"},
		{"escapes and entities", "# a \\* b &amp; c\n", "a--b--c"},
		{"explicit anchor", "# Title {#own-name}\n", "title-own-name own-name"},
		{"closing number signs", "## A ##\n", "a"},
		{"in lists and block quotes", "- # In a list\n\n> ## In a quotation\n\n1. x\n\n   Setext\n   ---\n", "in-a-list in-a-quotation setext"},
		{"not in code", "```\n# no\n```\n\n    # no\n\n`# no`\n", ""},
		{"not in comments", "<!--\n# no\n-->\n", ""},
		{"not in frontmatter", "---\nname: a\n# no\n---\n# Yes\n", "yes"},
		{"CRLF and BOM", "\ufeff# One\r\n\r\nTwo\r\n===\r\n", "one two"},
	}
	for _, test := range tests {
		got, _ := anchors(t, test.source)
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.name, test.source, diff)
		}
	}
}

func TestHas(t *testing.T) {
	_, a := anchors(t, "# 🚀 Quick Start\n\n# Quick Start\n\n# 概要: A\n\n# Title {#own}\n\n<a name=\"old\"></a> <h2 id='Deep_Id'>x</h2> <a id=plain>\n\n`<a id=\"code\">`\n")
	for fragment, want := range map[string]bool{
		"-quick-start": true, "quick-start": true, "quick-start-1": false, "Quick-Start": true, "user-content-quick-start": true, "quick start": true,
		"概要-a": true, "概要": false, "own": true, "title": false, "title-own": true, "old": true, "deep_id": true, "plain": true, "code": false, "x": false,
	} {
		if a.Has(fragment) != want {
			t.Errorf("has anchor #%s: %v, want %v", fragment, !want, want)
		}
	}
}

func TestBrokenAnchors(t *testing.T) {
	source := "# Install it\n\n[a](#install-it) [b](#instal-it) [c](#elsewhere) [d](#top) [e](#:~:text=x) [f](#L10) [g](#L10-L20) [h](#/route) [i](x.md#gone)\n" +
		"[j](#12) <a href=\"#gone\">k</a> [l](#) [m](#Install-It) [n](#概要)\n"
	_, a := anchors(t, source)
	var got []string
	for _, l := range a.Broken {
		got = append(got, l.Fragment+"→"+l.Near)
	}
	want := []string{"instal-it→install-it", "elsewhere→", "12→", "gone→", "概要→"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The anchors of headings exist, and have the form that GitHub generates.
func FuzzHeadings(f *testing.F) {
	for _, seed := range []string{"# A\n# A\n", "x\n===\n", "> - # 🚀 `b`\n", "# {#x}\n", "# &#35; \\# <b id='y'>\n", "<a name=z>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		names, a := anchors(t, source)
		if !slices.IsSorted(a.Hashes) {
			t.Errorf("%q: hashes are not sorted", source)
		}
		for _, name := range names {
			if !a.Has(name) || !a.Has("user-content-"+name) {
				t.Errorf("%q: heading %q is not an anchor", source, name)
			}
			if strings.ContainsFunc(Slug(name), unicode.IsSpace) {
				t.Errorf("%q: anchor %q contains spaces", source, name)
			}
		}
		for _, l := range a.Broken {
			if a.Has(l.Fragment) || l.Near != "" && !a.Has(l.Near) {
				t.Errorf("%q: #%s is reported as broken, with #%s as suggestion", source, l.Fragment, l.Near)
			}
		}
	})
}
