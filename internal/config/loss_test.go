package config

import (
	"maps"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// What a file loses is said by the names of rules and keys, and only what becomes less is a loss.
func TestLoss(t *testing.T) {
	schemas := map[string]string{
		"a.json": `{"required": ["owner"]}`, "same.json": `{ "required" : ["owner"] }`, "b.json": `{"required": ["team"]}`,
	}
	const skill, line = "skills/a/SKILL.md", "out/log.jsonl"
	tests := []struct {
		name       string
		was, now   string
		rel        string
		kind       analysis.Kind
		want, back string // what the one loses by the other, and the other way round
	}{
		{"nothing", "", "exclude: [x]\n", skill, analysis.Skill, "", ""},
		{"a rule", "", "rules: {deps/cycle: off}\n", skill, analysis.Skill, "off deps/cycle", ""},
		{"a severity", "", "rules: {deps/cycle: warning}\n", skill, analysis.Skill, "milder deps/cycle", ""},
		{"an option", "", "rules: {markdown/required-section: {limit: 7}}\n", skill, analysis.Skill, "others markdown/required-section", "others markdown/required-section"},
		{"the same option", "rules: {markdown/required-section: {most: 7, headings: {a: b}}}\n", "exclude: [x]\nrules: {markdown/required-section: {most: 7, headings: {a: b}}}\n", skill, analysis.Skill, "", ""},
		{"an option of a rule that is off", "rules: {markdown/required-section: off}\n", "rules: {markdown/required-section: {severity: off, limit: 7}}\n", skill, analysis.Skill, "", ""},
		{"other files", "", "overrides: [{files: x, rules: {deps/cycle: off}}]\n", skill, analysis.Skill, "", ""},
		{"these files", "", "overrides: [{files: skills/a, rules: {deps/cycle: off}}]\n", skill, analysis.Skill, "off deps/cycle", ""},
		{"a house rule", ruled("forbid: {pattern: a}"), "", skill, analysis.Skill, "off house/x", ""},
		{"another pattern", ruled("forbid: {pattern: a}"), ruled("forbid: {pattern: b}"), skill, analysis.Skill, "others house/x", "others house/x"},
		{"what is required", ruled("require: {heading: a}"), ruled("require: {heading: b}"), skill, analysis.Skill, "others house/x", "others house/x"},
		{"a house rule at another line", ruled("forbid: {pattern: a}"), "\n\n" + ruled("forbid: {pattern: a}"), skill, analysis.Skill, "", ""},
		{"budgets", "", "budgets: {skill: 9000}\n", skill, analysis.Skill, "others budgets", "others budgets"},
		{"targets", "targets: [codex]\n", "targets: [opencode, codex]\n", skill, analysis.Skill, "", "others targets"},
		{"reasons", "suppressions: {require-reason: true}\n", "", skill, analysis.Skill, "others suppressions", ""},
		{"tokens", "", "tokens: {allow: [A_B]}\n", skill, analysis.Skill, "others tokens", "others tokens"},
		{"patterns of tokens", "tokens: {allow: ['A_.*']}\n", "tokens: {allow: ['B_.*']}\n", skill, analysis.Skill, "others tokens", "others tokens"},
		{"a dialect", "", "dialects: {skills/a: cleo}\n", skill, analysis.Skill, "keys dialects", "keys dialects"},
		{"the dialect of others", "", "dialects: {x: cleo}\n", skill, analysis.Skill, "", ""},
		{"a schema", "schemas: {skill: a.json}\n", "", skill, analysis.Skill, "keys schemas", ""},
		{"another schema", "schemas: {skill: a.json}\n", "schemas: {skill: b.json}\n", skill, analysis.Skill, "keys schemas", "keys schemas"},
		{"the same schema elsewhere", "schemas: {skill: a.json}\n", "schemas: {skill: same.json}\n", skill, analysis.Skill, "", ""},
		{"a schema of another kind", "schemas: {agent: a.json}\n", "", skill, analysis.Skill, "", ""},
		{"a ledger", "ledgers: {out/*.jsonl: a.json}\n", "", line, analysis.Manifest, "keys ledgers manifest", ""},
		{"the schema of a ledger", "ledgers: {out/*.jsonl: a.json}\n", "ledgers: {out/*.jsonl: b.json}\n", line, analysis.Manifest, "keys ledgers", "keys ledgers"},
		{"a ledger as a manifest", "ledgers: {out/*.jsonl: a.json}\n", "manifest: {paths: [out/*.jsonl]}\n", line, analysis.Manifest, "keys ledgers", ""},
		{"a manifest", "manifest: {paths: [out/*.jsonl]}\n", "", line, analysis.Manifest, "keys manifest", ""},
		{"a strict manifest", "manifest: {profile: strict}\n", "", line, analysis.Manifest, "keys manifest", ""},
		{"a strict manifest, for a skill", "manifest: {profile: strict}\n", "", skill, analysis.Skill, "", ""},
		{"files of a manifest", "manifest: {files: required}\n", "", line, analysis.Output, "keys manifest", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			read := func(source string) *Config {
				all := maps.Clone(schemas)
				all[Name] = source
				c, err := tree(t, all).For(".")
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			was, now := read(test.was), read(test.now)
			x := &Comparer{Rules: known().Rules, Selection: &Selection{}}
			f := &analysis.File{Rel: test.rel, Kind: test.kind}
			if got := shownLoss(x.Loss(f, was, now)); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if got := shownLoss(x.Loss(f, now, was)); got != test.back {
				t.Errorf("the other way round %q, want %q", got, test.back)
			}
		})
	}
}

func shownLoss(l *Loss, keys []string) string {
	var shown []string
	add := func(what string, names []string) {
		if len(names) > 0 {
			shown = append(shown, what+" "+strings.Join(names, " "))
		}
	}
	add("off", l.Off)
	add("milder", l.Milder)
	add("others", l.Others)
	add("keys", keys)
	return strings.Join(shown, "; ")
}
