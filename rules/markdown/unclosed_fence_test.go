package markdown_test

import (
	"slices"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/markdown"
)

// TestFixesOfUnclosedFence checks that there is also a fix that removes a fence without a language.
func TestFixesOfUnclosedFence(t *testing.T) {
	const closed, removed, repaired = "close the fence at the end of the file", "remove the fence", "make line 6 the closing fence"
	for _, c := range []struct {
		text string
		want []string
	}{
		{"```\ncode\n", []string{closed, removed}},
		{"```sh\ncode\n", []string{closed}},
		{"```\n", []string{removed}},
		{"```sh\n", []string{removed}},
		{"````\ncode\n```\n", []string{repaired}},
	} {
		workspace, err := fixture.Write(t.TempDir(), []fixture.File{{Path: "skills/a/SKILL.md", Data: []byte("---\nname: a\n---\n" + c.text)}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{markdown.UnclosedFence}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			for _, fix := range f.Fixes {
				got = append(got, fix.Title)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: fixes %q, want %q", c.text, got, c.want)
		}
	}
}
