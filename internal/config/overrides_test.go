package config

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

func TestOverrides(t *testing.T) {
	c := parse(t, `rules:
  markdown/unclosed-fence: info
  markdown/required-section: {limit: 5, mode: exact}
budgets:
  skill: 4000
  dialects:
    cleo: {skill: 6000, spawn: 9000}
overrides:
  - files: [drafts, "*.draft.md"]
    rules:
      markdown: off
      markdown/required-section: {limit: 7}
  - files: skills/big/**
    rules: {markdown/required-section: {strict: true}, deps/cycle: warning}
    budgets: {skill: 9000}
  - files: [drafts/final/]
    rules: {markdown/unclosed-fence: error}
    budgets: {metadata: 50, dialects: {cleo: {skill: 100}}}
`)
	tests := []struct {
		rel     string
		want    string // severities of fence, section, heading, cycle
		limit   int
		strict  bool
		budgets [2]int // limit of a skill in cleo, in another dialect
	}{
		{"skills/a/SKILL.md", "info warning off error", 5, false, [2]int{6_000, 4_000}},
		{"drafts/a/SKILL.md", "off off off error", 7, false, [2]int{6_000, 4_000}},
		{"x/y.draft.md", "off off off error", 7, false, [2]int{6_000, 4_000}},
		{"skills/big/SKILL.md", "info warning off warning", 5, true, [2]int{9_000, 9_000}},
		{"skills/big/x.draft.md", "off off off warning", 7, true, [2]int{9_000, 9_000}},
		{"drafts/final/SKILL.md", "error off off error", 7, false, [2]int{100, 4_000}},
	}
	rules := testNames().Rules
	for _, test := range tests {
		view := c.For(test.rel)
		s := view.Settings(rules, &Selection{})
		if got := fmt.Sprint(s.Severity[fence], " ", s.Severity[section], " ", s.Severity[heading], " ", s.Severity[cycle]); got != test.want {
			t.Errorf("%s: %s, want %s", test.rel, got, test.want)
		}
		o := s.Options[section].(*sectionOptions)
		if o.Limit != test.limit || o.Strict != test.strict || o.Mode != "exact" {
			t.Errorf("%s: options %+v", test.rel, o)
		}
		f := &analysis.File{Rel: test.rel, Kind: analysis.Skill}
		c.Apply(f)
		if got := [2]int{f.Budgets.For("cleo").Skill, f.Budgets.For("codex").Skill}; got != test.budgets {
			t.Errorf("%s: budgets %v, want %v", test.rel, got, test.budgets)
		}
		if view != c.For(test.rel) || view.Base() != c {
			t.Errorf("%s: the view is not cached, or its base is wrong", test.rel)
		}
	}
	if c.For("skills/a/SKILL.md") != c || c.For("drafts/a/b.md") != c.For("drafts/c.md") {
		t.Error("files with the same overrides have different views")
	}
	if diff := cmp.Diff(&sectionOptions{Limit: 3, Mode: "loose", Names: []string{"Summary"}}, section.Options); diff != "" {
		t.Errorf("the defaults were changed:\n%s", diff)
	}
}

// TestOverridesBelow checks that globs are relative to the configuration's directory.
func TestOverridesBelow(t *testing.T) {
	c, err := Parse([]byte("overrides: [{files: /drafts, rules: {deps: off}}]\n"), "sub/"+Name, "sub", testNames())
	if err != nil {
		t.Fatal(err)
	}
	if c.For("sub/drafts/SKILL.md") == c || c.For("sub/x/drafts/SKILL.md") != c {
		t.Error("the override applies to the wrong files")
	}
}

// TestGlobCache compares results of the cache with those of matching each path.
func TestGlobCache(t *testing.T) {
	c, err := Parse([]byte("exclude: [vendor, 'a/b/**', '*.tmp', 'x/*/z']\noverrides:\n  - {files: [b], rules: {links: info}}\n  - {files: ['a/**/d', '*.md'], rules: {deps: info}}\n"),
		".skilllint.yaml", "team", Schema{Rules: []*analysis.Analyzer{{Name: "links/a", Doc: "a", Severity: analysis.Error}, {Name: "deps/a", Doc: "a", Severity: analysis.Error}}})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"a", "b", "c", "d", "vendor", "x", "z", "f.md", "f.tmp"}
	for i := range 4_000 {
		rel := "team"
		for n := i; n > 0; n /= len(names) {
			rel += "/" + names[n%len(names)]
		}
		below := c.Below(rel)
		if got, want := c.Excludes(rel), i > 0 && MatchAny(c.Exclude, below); got != want {
			t.Errorf("Excludes(%s) = %v, want %v", rel, got, want)
		}
		want := uint64(0)
		for bit, globs := range c.overrideGlobs() {
			if MatchAny(globs, below) && i > 0 {
				want |= 1 << bit
			}
		}
		if got := c.set(rel); got != want {
			t.Errorf("set(%s) = %b, want %b", rel, got, want)
		}
	}
}

// overrideGlobs returns the globs of each override.
func (c *Config) overrideGlobs() [][]Glob {
	var all [][]Glob
	for _, p := range c.parts {
		if p.isOverride() {
			all = append(all, p.files)
		}
	}
	return all
}
