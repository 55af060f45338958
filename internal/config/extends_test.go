package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

func TestExtends(t *testing.T) {
	f := tree(t, map[string]string{
		"a/" + Name: `extends: [../team/base.yaml, ../team/strict.yaml]
rules: {deps: info}
overrides:
- files: drafts
  rules: {markdown/heading: info}
exclude: mine
baseline: known.jsonl
`,
		"team/base.yaml": `extends: deep/root.yaml
rules: {'*': off, markdown/required-section: {severity: info, limit: 5, names: [A]}}
overrides:
- files: drafts
  rules: {deps: error, markdown: info}
exclude: [theirs]
targets: [codex]
manifest: {profile: strict, paths: [x.jsonl]}
suppressions: {require-reason: true}
min-severity: info
budgets: {skill: 10, dialects: {cleo: {skill: 20, spawn: 30}}}
tokens: {known: A}
dialects: {x: cleo}
baseline: other.jsonl
schemas: {skill: deep/skill.json}
`,
		"team/strict.yaml":     "rules: {markdown/unclosed-fence: error, markdown/required-section: {limit: 6}}\nbudgets: {skill: 11}\ntokens: {known: B}\ndialects: {x: agentskills}\nmanifest: {files: required}\n",
		"team/deep/root.yaml":  "rules: {deps: warning}\nlinks: {external-roots: run}\n",
		"team/deep/skill.json": "{}",
	})
	c, err := f.For("a/x")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"shown/team/deep/root.yaml", "shown/team/base.yaml", "shown/team/strict.yaml"}; !slices.Equal(c.Extends, want) {
		t.Errorf("extends %v, want %v", c.Extends, want)
	}
	for rel, want := range map[string]string{
		"a/x/SKILL.md": "error info off info",
		// A configuration takes precedence over the overrides of those that it extends.
		"a/drafts/SKILL.md": "error info info info",
	} {
		s := c.For(rel).Settings(testNames().Rules, &Selection{})
		if got := fmt.Sprint(s.Severity[fence], " ", s.Severity[section], " ", s.Severity[heading], " ", s.Severity[cycle]); got != want {
			t.Errorf("%s: %s, want %s", rel, got, want)
		}
		if o := s.Options[section].(*sectionOptions); o.Limit != 6 || !slices.Equal(o.Names, []string{"A"}) {
			t.Errorf("options %+v", o)
		}
	}
	file := &analysis.File{Rel: "a/x/SKILL.md", Kind: analysis.Skill}
	c.Apply(file)
	if b := file.Budgets; b.For("cleo").Skill != 11 || b.For("codex").Skill != 11 || b.For("cleo").Spawn != 30 {
		t.Errorf("budgets %+v", b)
	}
	if k := file.Conventions; !slices.Equal(k.Tokens, []string{"A", "B"}) || !k.IsExternal("a/run/x") {
		t.Errorf("conventions %+v", k)
	}
	if !slices.Equal(file.Targets, []string{"codex"}) || file.Extra == nil {
		t.Errorf("file %+v", file)
	}
	if !c.Excludes("a/mine/x") || !c.Excludes("a/theirs/x") {
		t.Error("globs of exclude do not apply")
	}
	if !c.manifestProfile().isStrict() || c.Manifest.Files != "required" || c.Claims("a/x.jsonl") != analysis.Manifest || !c.Suppression.RequireReason || c.MinSeverity != analysis.Info {
		t.Errorf("manifest %+v, suppressions %+v", c.Manifest, c.Suppression)
	}
	if c.Baseline.Rel != "a/known.jsonl" || len(c.Dialects) != 2 || c.Dialects[1].Dialect != "agentskills" {
		t.Errorf("baseline %+v, dialects %+v", c.Baseline, c.Dialects)
	}
}

// TestExtendsPaths checks that file names are relative to the file that contains them, and globs to the extending
// configuration.
func TestExtendsPaths(t *testing.T) {
	f := tree(t, map[string]string{
		"a/" + Name:          "extends: ../team/base.yaml\ntargets: []\n",
		"team/base.yaml":     "baseline: known.jsonl\ntargets: codex\noverrides: [{files: /drafts, rules: {deps: off}}]\nledgers: {'*.jsonl': schema.json}\n",
		"team/schema.json":   "{}",
		"a/drafts/SKILL.md":  "",
		"team/drafts/x.md":   "",
		"a/x/drafts/SKILL.m": "",
	})
	c, err := f.For("a")
	if err != nil {
		t.Fatal(err)
	}
	if c.Baseline.Rel != "team/known.jsonl" || c.Baseline.Origin.String() != "shown/team/base.yaml:1:11" {
		t.Errorf("baseline %+v", c.Baseline)
	}
	if c.For("a/drafts/SKILL.md") == c || c.For("a/x/drafts/SKILL.md") != c {
		t.Error("the override applies to the wrong files")
	}
	if len(c.Targets) > 0 {
		t.Errorf("targets %v, want none: the list is empty", c.Targets)
	}
	if !c.IsLedger("a/x.jsonl") {
		t.Error("the ledger of the extended configuration does not apply")
	}
}

func TestExtendsErrors(t *testing.T) {
	chain := map[string]string{Name: "extends: c1.yaml\n"}
	for i := 1; i < 12; i++ {
		chain[fmt.Sprintf("c%d.yaml", i)] = fmt.Sprintf("extends: c%d.yaml\n", i+1)
	}
	wide := map[string]string{Name: "extends: [" + strings.Repeat("w.yaml, ", 7) + "w.yaml]\n", "w.yaml": "extends: [" + strings.Repeat("e.yaml, ", 7) + "e.yaml]\n", "e.yaml": ""}
	many := map[string]string{Name: "extends: [o.yaml, o.yaml]\n", "o.yaml": "overrides:\n" + strings.Repeat("- {files: a, rules: {deps: off}}\n", 40)}
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"missing file", map[string]string{Name: "extends: [team.yaml]\n"}, "shown/.skilllint.yaml:1:11: cannot read shown/team.yaml: no such file"},
		{"a directory", map[string]string{Name: "extends: team\n", "team/x": ""}, "shown/.skilllint.yaml:1:10: cannot read shown/team: it is a directory; a configuration must be a regular file"},
		{"a link", map[string]string{Name: "extends: team.yaml\n", "team.yaml": "-> /etc/passwd"}, "shown/.skilllint.yaml:1:10: cannot read shown/team.yaml: it is a symbolic link; a configuration must be a regular file"},
		{"outside", map[string]string{Name: "extends: ../x.yaml\n"}, `shown/.skilllint.yaml:1:10: "../x.yaml" is outside of the repository root`},
		{"outside, indirectly", map[string]string{Name: "extends: a/x.yaml\n", "a/x.yaml": "rules: {}\nextends: ../../x.yaml\n"}, `shown/a/x.yaml:2:10: "../../x.yaml" is outside of the repository root`},
		{"itself", map[string]string{Name: "extends: ./.skilllint.yaml\n"}, "shown/.skilllint.yaml:1:10: shown/.skilllint.yaml extends itself: shown/.skilllint.yaml, which extends shown/.skilllint.yaml"},
		{"a cycle", map[string]string{Name: "extends: a.yaml\n", "a.yaml": "extends: b.yaml\n", "b.yaml": "extends: [a.yaml]\n"}, "shown/b.yaml:1:11: shown/a.yaml extends itself: shown/a.yaml, which extends shown/b.yaml, which extends shown/a.yaml"},
		{"errors in the extended file", map[string]string{Name: "extends: a.yaml\n", "a.yaml": "rules:\n  dep: off\nx: 1\n"}, "shown/a.yaml:2:3: unknown rule or group \"dep\"; did you mean \"deps\"?\nshown/a.yaml:3:1: "},
		{"missing schema of the extended file", map[string]string{Name: "extends: a/b.yaml\n", "a/b.yaml": "schemas: {skill: x.json}\n"}, "shown/a/b.yaml:1:18: cannot read shown/a/x.json: no such file"},
		{"baseline of the extended file outside", map[string]string{Name: "extends: a/b.yaml\n", "a/b.yaml": "baseline: ../../x\n"}, `shown/a/b.yaml:1:11: "../../x" is outside of the repository root`},
		{"too large", map[string]string{Name: "extends: a.yaml\n", "a.yaml": strings.Repeat("#", maxBytes+1)}, "shown/.skilllint.yaml:1:10: cannot read shown/a.yaml: it is 65537 bytes long (limit for a configuration: 65536)"},
		{"too long a chain", chain, "shown/c8.yaml:1:10: chain of 10 extended configurations (limit 9)"},
		{"too many in total", wide, "shown/w.yaml:1:43: shown/.skilllint.yaml extends more than 32 configurations, directly or indirectly"},
		{"too many overrides", many, "shown/.skilllint.yaml: 80 overrides, including those of extended files (limit 64)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := tree(t, test.files).For(".")
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestEntries(t *testing.T) {
	f := tree(t, map[string]string{
		Name: `extends: base.yaml
budgets: {skill: 5}
exclude: b
sections: {skill: [B]}
overrides:
- files: drafts
  tokens: {known: DRAFT}
  budgets: {skill: 7}
  sections: {skill: []}
`,
		"base.yaml": "budgets: {skill: 1, spawn: 2, dialects: {cleo: {skill: 3, spawn: 4}}}\nexclude: [a]\ntargets: [opencode, codex]\nsections: {skill: [A, AA], agent: [C]}\ntokens: {known: [X]}\n",
	})
	c, err := f.For(".")
	if err != nil {
		t.Fatal(err)
	}
	entries := func(rel string) []string {
		var lines []string
		for _, e := range c.Entries(rel) {
			lines = append(lines, fmt.Sprintf("%s=%s %s", e.Key, e.Value, strings.TrimPrefix(e.Origin.String(), "shown/")))
		}
		return lines
	}
	if diff := cmp.Diff([]string{
		"budgets.spawn=2 base.yaml:1:28", "budgets.dialects.cleo.spawn=4 base.yaml:1:66", "exclude=a base.yaml:2:11", "targets=opencode base.yaml:3:11", "targets=codex base.yaml:3:21",
		"sections.agent=C base.yaml:4:36", "tokens.known=X base.yaml:5:18",
		"extends=base.yaml .skilllint.yaml:1:10", "budgets.skill=5 .skilllint.yaml:2:18", "exclude=b .skilllint.yaml:3:10", "sections.skill=B .skilllint.yaml:4:20",
	}, entries("SKILL.md")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"budgets.spawn=2 base.yaml:1:28", "budgets.dialects.cleo.spawn=4 base.yaml:1:66", "exclude=a base.yaml:2:11", "targets=opencode base.yaml:3:11", "targets=codex base.yaml:3:21",
		"sections.agent=C base.yaml:4:36", "tokens.known=X base.yaml:5:18",
		"extends=base.yaml .skilllint.yaml:1:10", "exclude=b .skilllint.yaml:3:10",
		"tokens.known=DRAFT .skilllint.yaml:7:19", "budgets.skill=7 .skilllint.yaml:8:20", "sections.skill= .skilllint.yaml:9:14",
	}, entries("drafts/SKILL.md")); diff != "" {
		t.Error(diff)
	}
	if o := c.Overrides(); len(o) != 1 || o[0].Origin.String() != "shown/.skilllint.yaml:6:3" {
		t.Errorf("overrides %+v", o)
	}
}
