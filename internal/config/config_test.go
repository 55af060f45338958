package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
)

type sectionOptions struct {
	Limit    int               `yaml:"limit"`
	Strict   bool              `yaml:"strict"`
	Mode     string            `yaml:"mode" enum:"loose,exact"`
	Names    []string          `yaml:"names"`
	Headings map[string]string `yaml:"headings"`
	Most     *int              `yaml:"most"`
}

var (
	fence   = &analysis.Analyzer{Name: "markdown/unclosed-fence", Severity: analysis.Error}
	section = &analysis.Analyzer{Name: "markdown/required-section", Severity: analysis.Warning, Aliases: []string{"markdown/section"},
		Options: &sectionOptions{Limit: 3, Mode: "loose", Names: []string{"Summary"}}}
	heading = &analysis.Analyzer{Name: "markdown/heading", Severity: analysis.Off}
	cycle   = &analysis.Analyzer{Name: "deps/cycle", Severity: analysis.Error}
	fact    = analysis.NewFact("thing", "a fact", analysis.PerDocument, 0, func(*analysis.Pass) (int, error) { return 0, nil })
)

func testNames() Schema {
	return Schema{
		Rules:    []*analysis.Analyzer{section, fence, heading, cycle, analysis.Broken, fact.Analyzer},
		Dialects: []string{"agentskills", "claude-code", "cleo"},
		Targets:  []string{"codex", "opencode"},
	}
}

func parse(t *testing.T, source string) *Config {
	t.Helper()
	c, err := Parse([]byte(source), Name, ".", testNames())
	if err != nil {
		t.Fatalf("%v\nin:\n%s", err, source)
	}
	if err := validate(testSchema(), source); err != nil {
		t.Errorf("the decoder accepts, but the schema rejects: %v\nin:\n%s", err, source)
	}
	return c
}

// An invalidConfig is a configuration with the errors that it must produce.
type invalidConfig struct {
	name, source string
	want         []string // for each error, "line:column: " and part of the message
}

func TestParseErrors(t *testing.T) {
	checkErrors(t, []invalidConfig{
		{"misspelt key", "ruels: {}\n", []string{`1:1: unknown key "ruels"; did you mean "rules"?`}},
		{"unknown key without a similar one", "exclude: []\nfoo: 1\n", []string{`2:1: unknown key "foo" (available: baseline, budgets, custom-rules, dialects, exclude, extends, ledgers, links, manifest, min-severity, overrides, profile, rules, schemas, sections, security, suppressions, targets, tokens)`}},
		{"key twice", "exclude: [a]\nrules: {}\nexclude: [b]\n", []string{`3:1: duplicate key "exclude" (first used on line 1)`}},
		{"rule twice", "rules:\n  deps/cycle: off\n  deps/cycle: error\n", []string{`3:3: duplicate key "deps/cycle" (first used on line 2)`}},
		{"alias", "exclude: &e [a]\nmanifest:\n  paths: *e\n", []string{"1:10: anchors and aliases are not supported; write the value itself"}},
		{"tag", "exclude: !globs [a]\n", []string{"1:10: tags are not supported; write the value alone"}},
		{"tag of YAML", "exclude: !!seq [a]\n", []string{"1:10: tags are not supported; write the value alone"}},
		{"merge key", "rules:\n  <<: {deps: off}\n", []string{"2:8: merge keys are not supported; write the keys themselves"}},
		{"invalid YAML", "rules: [\n", []string{"1:8: "}}, // the start of the list
		{"tab", "rules:\n\tdeps: off\n", []string{"2:1: "}},
		{"root is a list", "- rules\n", []string{"1:1: a configuration must be a mapping, not a list"}},
		{"root is a string", "rules\n", []string{"1:1: a configuration must be a mapping, not a string"}},
		{"rules as a list", "rules: [deps]\n", []string{"1:8: rules must be a mapping, not a list"}},
		{"unknown rule", "rules:\n  markdown/unclosed-fense: off\n", []string{`2:3: unknown rule or group "markdown/unclosed-fense"; did you mean "markdown/unclosed-fence"?`}},
		{"rule of another group", "rules:\n  graph/cycle: off\n", []string{`2:3: unknown rule or group "graph/cycle"; did you mean "deps/cycle"?`}},
		{"rule without its group", "rules:\n  unclosed-fence: off\n", []string{`2:3: unknown rule or group "unclosed-fence"; did you mean "markdown/unclosed-fence"?`}},
		{"unknown group", "rules:\n  dep: off\n", []string{`2:3: unknown rule or group "dep"; did you mean "deps"?`}},
		{"no similar rule", "rules:\n  security/xyz: off\n", []string{"2:3: unknown rule or group \"security/xyz\"; `skilllint rules` lists all rules"}},
		{"a fact", "rules:\n  fact/thing: off\n", []string{`2:3: unknown rule or group "fact/thing"`}},
		{"internal rule", "rules:\n  internal/analyzer: off\n", []string{`2:3: "internal/analyzer" cannot be switched off: it reports files that were not checked`}},
		{"internal group", "rules:\n  internal: off\n", []string{`2:3: "internal" cannot be switched off: it reports files that were not checked`}},
		{"glob without matches", "rules:\n  'links/*': off\n", []string{`2:3: "links/*" matches no rule`}},
		{"unknown severity", "rules:\n  deps: critical\n", []string{`2:9: unknown severity "critical" (available: error, warning, info, off)`}},
		{"severity prefix", "rules:\n  deps: warn\n", []string{`2:9: unknown severity "warn"; did you mean "warning"?`}},
		{"misspelt severity", "rules:\n  deps: eror\n", []string{`2:9: unknown severity "eror"; did you mean "error"?`}},
		{"boolean severity", "rules:\n  deps: false\n", []string{`2:9: unknown severity "false" (available: error, warning, info, off)`}},
		{"number as severity", "rules:\n  deps: 2\n", []string{`2:9: severity must be a string, not a number; write "2"`}},
		{"empty severity", "rules:\n  deps:\n", []string{`severity must be a string, not empty`}},
		{"option of a rule without options", "rules:\n  deps/cycle: {limit: 3}\n", []string{`2:16: "limit": deps/cycle has no options`}},
		{"option of a group", "rules:\n  markdown: {limit: 3}\n", []string{`2:14: unknown key "limit": a group or glob accepts only "severity"`}},
		{"unknown option", "rules:\n  markdown/required-section: {limits: 3}\n", []string{`2:31: unknown option "limits" of markdown/required-section; did you mean "limit"?`}},
		{"wrong type of integer option", "rules:\n  markdown/required-section:\n    limit: many\n", []string{"3:12: markdown/required-section: limit must be an integer, not a string"}},
		{"fraction as option", "rules:\n  markdown/required-section:\n    limit: 1.5\n", []string{`3:12: markdown/required-section: limit must be an integer, not "1.5"`}},
		{"wrong type of boolean option", "rules:\n  markdown/required-section:\n    strict: yes\n", []string{"3:13: markdown/required-section: strict must be true or false, not a string"}},
		{"unknown enum value", "rules:\n  markdown/required-section:\n    mode: lose\n", []string{`3:11: unknown value of markdown/required-section: mode "lose"; did you mean "loose"?`}},
		{"wrong type of list item", "rules:\n  markdown/required-section:\n    names: [a, 1]\n", []string{`3:16: markdown/required-section: names must be a string, not a number; write "1"`}},
		{"unknown dialect", "dialects:\n  'skills/**': chatgpt\n", []string{`2:16: unknown dialect "chatgpt" (available: agentskills, claude-code, cleo)`}},
		{"dialect prefix", "dialects:\n  'skills/**': claude\n", []string{`2:16: unknown dialect "claude"; did you mean "claude-code"?`}},
		{"misspelt dialect", "dialects: {a: cloe}\n", []string{`1:15: unknown dialect "cloe"; did you mean "cleo"?`}},
		{"misspelt client", "targets: [codex, opencod]\n", []string{`1:18: unknown client "opencod"; did you mean "opencode"?`}},
		{"unknown client", "targets:\n- jarvis\n", []string{`2:3: unknown client "jarvis" (available: codex, opencode)`}},
		{"clients separated by commas", "targets: codex,opencode\n", []string{`1:10: unknown client "codex,opencode"`}},
		{"targets as mapping", "targets: {codex: true}\n", []string{"1:10: targets must be a list of strings, not a mapping"}},
		{"broken glob", "exclude: ['a[']\n", []string{`1:11: invalid glob "a[": unclosed bracket or brace`}},
		{"glob that starts with ..", "exclude:\n  - ../b/**\n", []string{`2:5: invalid glob "../b/**": it points outside of the directory of the configuration`}},
		{"glob that contains ..", "exclude: [a/../../b]\n", []string{"1:11: "}},
		{"empty glob", "exclude: ['']\n", []string{`1:11: "" matches nothing`}},
		{"Windows glob", `exclude: ['a\b']` + "\n", []string{"1:11: "}},
		{"negated glob", "exclude: ['!a']\n", []string{"1:11: "}},
		{"exponential braces", "exclude: ['" + strings.Repeat("{a,a}", 40) + "']\n", []string{"too many alternatives"}},
		{"exclude as mapping", "exclude: {a: b}\n", []string{"1:10: exclude must be a list of strings, not a mapping"}},
		{"unknown key of manifest", "manifest: {profil: strict}\n", []string{`1:12: unknown key "profil" in manifest; did you mean "profile"?`}},
		{"unknown profile", "manifest: {profile: lax}\n", []string{`1:21: unknown profile "lax" (available: strict, tolerant)`}},
		{"unknown files", "manifest: {files: all}\n", []string{`1:19: unknown value of manifest.files "all" (available: required, siblings)`}},
		{"unknown budget", "budgets: {skil: 4000}\n", []string{`1:11: unknown budget "skil"; did you mean "skill"?`}},
		{"unknown budget without a similar one", "budgets: {x: 4000}\n", []string{`1:11: unknown budget "x" (available: dialects, metadata, preloads, protocol, reference, references, skill, spawn)`}},
		{"budget of zero", "budgets:\n  skill: 0\n", []string{`2:10: budgets: skill must be at least 1 token; to remove the limit, switch the rule off`}},
		{"negative budget", "budgets: {skill: -5}\n", []string{`1:18: budgets: skill must be at least 1 token; to remove the limit, switch the rule off`}},
		{"budget in words", "budgets: {skill: 4k}\n", []string{`1:18: budgets: skill must be a number of tokens, not a string`}},
		{"fraction as budget", "budgets: {skill: 1.5}\n", []string{`1:18: budgets: skill must be a number of tokens, not "1.5"`}},
		{"budget that overflows", "budgets: {skill: 99999999999999999999}\n", []string{"1:18: budgets: skill must be a number of tokens, not \"99999999999999999999\""}},
		{"budgets as a number", "budgets: 4000\n", []string{"1:10: budgets must be a mapping, not a number"}},
		{"budgets of an unknown dialect", "budgets: {dialects: {cloe: {skill: 1}}}\n", []string{`1:22: unknown dialect "cloe"; did you mean "cleo"?`}},
		{"dialects in dialects", "budgets: {dialects: {cleo: {dialects: {}}}}\n", []string{`1:29: unknown budget "dialects" (available: metadata, preloads, protocol, reference, references, skill, spawn)`}},
		{"unknown budget of a dialect", "budgets: {dialects: {cleo: {skill: no}}}\n", []string{`1:36: budgets: cleo: skill must be a number of tokens, not a string`}},
		{"overrides as a mapping", "overrides: {files: a}\n", []string{"1:12: overrides must be a list of mappings with files and settings, not a mapping"}},
		{"an override as a string", "overrides: [a]\n", []string{"1:13: an override must be a mapping, not a string"}},
		{"unknown key of an override", "overrides:\n- file: a\n  rules: {}\n", []string{`2:3: unknown key "file" in an override; did you mean "files"?`}},
		{"an override without files", "overrides:\n- rules: {deps: off}\n", []string{"2:3: override without files; add, for example, files: ['drafts/**']"}},
		{"an override without settings", "overrides:\n- files: [a]\n", []string{"2:3: override without settings (available: budgets, links, rules, sections, tokens)"}},
		{"a broken glob of an override", "overrides:\n- files: ['a[']\n  rules: {deps: off}\n", []string{`2:11: invalid glob "a[": unclosed bracket or brace`}},
		{"errors in an override", "overrides:\n- files: a\n  rules: {dep: off}\n  budgets: {skill: x}\n", []string{`3:11: unknown rule or group "dep"; did you mean "deps"?`, "4:20: budgets: skill must be a number of tokens, not a string"}},
		{"too many overrides", "overrides:\n" + strings.Repeat("- {files: a, rules: {deps: off}}\n", maxOverrides+1), []string{"2:1: overrides has 65 entries (limit 64)"}},
		{"too many globs in overrides", "overrides:\n" + strings.Repeat("- {files: ["+strings.Repeat("a, ", 100)+"], rules: {deps: off}}\n", 3), []string{"2:1: overrides has 300 globs (limit 200)"}},
		{"after wide characters", "exclude: [\"日本\"]\nrules: {\"日\": off}\n", []string{"2:9: "}},
		{"after a byte order mark", "\ufeffruels: {}\n", []string{`"ruels"`}},
		{"CRLF", "exclude: []\r\nruels: {}\r\n", []string{`2:1: "ruels"`}},
		{"several errors", "ruels: {}\nexclude: 1\nmanifest: 2\n", []string{"1:1: ", "2:10: ", "3:11: "}},
		{"too large", strings.Repeat("#", maxBytes+1), []string{"sub/.skilllint.yaml: file is 65537 bytes long (limit 65536)"}},
		{"too many globs", "exclude: [" + strings.Repeat("a, ", maxGlobs) + "b]\n", []string{"exclude has 201 globs (limit 200)"}},
		{"a long key", strings.Repeat("k", 500) + ": 1\n", []string{"…"}},
	})
}

func checkErrors(t *testing.T, tests []invalidConfig) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.source), "sub/"+Name, "sub", testNames())
			if err == nil {
				t.Fatalf("no error for:\n%s", test.source)
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(test.want) {
				t.Fatalf("%d errors, want %d:\n%v\nfor:\n%s", len(lines), len(test.want), err, test.source)
			}
			for i, want := range test.want {
				prefix, message := "", want
				if position, rest, ok := strings.Cut(want, ": "); ok && position[0] >= '0' && position[0] <= '9' {
					prefix, message = "sub/"+Name+":"+position+": ", rest
				}
				if !strings.HasPrefix(lines[i], prefix) || !strings.Contains(lines[i], message) {
					t.Errorf("got  %s\nwant %s…%s\nfor:\n%.300s", lines[i], prefix, message, test.source)
				}
				if len(lines[i]) > 400 {
					t.Errorf("message is %d bytes long: %.100s", len(lines[i]), lines[i])
				}
			}
		})
	}
}

func TestAliasBomb(t *testing.T) {
	source := "a0: &a0 [x, x, x]\n"
	for i := 1; i < 9; i++ {
		n := string(rune('0' + i))
		source += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+string(rune('0'+i-1))+", ", 9), ", ") + "]\n"
	}
	if _, err := Parse([]byte(source), Name, ".", testNames()); err == nil {
		t.Error("no error for an alias bomb")
	}
}

func TestEmpty(t *testing.T) {
	for _, source := range []string{"", "\n", "# nothing\n", "---\n", "null\n", "rules:\nexclude:\ndialects:\nmanifest:\ntargets:\nbudgets:\noverrides:\nextends:\nledgers:\nlinks:\nschemas:\nsections:\nsecurity:\nsuppressions:\ntokens: \nbaseline:\n", "security: {trusted-hosts: }\ntokens: {known: , allow: }\nlinks: {external-roots: }\n", "\ufeff"} {
		c := parse(t, source)
		if len(c.rules)+len(c.Exclude)+len(c.Dialects) != 0 || c.Manifest.Claimed {
			t.Errorf("%q: %+v, want an empty configuration", source, c)
		}
	}
}

func TestConfig(t *testing.T) {
	c := parse(t, `# yaml
dialects:
  skills/**: cleo
  "tools": claude-code
targets: [opencode, codex, opencode]
exclude: drafts
manifest:
  profile: strict
  files: required
  paths: [log.jsonl]
`)
	if len(c.Dialects) != 2 || c.Dialects[0].Dialect != "cleo" || c.Dialects[1].Glob.String() != "tools" {
		t.Errorf("dialects %+v", c.Dialects)
	}
	if !slices.Equal(c.Targets, []string{"codex", "opencode"}) {
		t.Errorf("targets %v", c.Targets)
	}
	f := &analysis.File{Rel: "a/SKILL.md", Kind: analysis.Skill}
	if c.Apply(f); !slices.Equal(f.Targets, c.Targets) || f.Pinned {
		t.Errorf("targets of a file %v, pinned %v", f.Targets, f.Pinned)
	}
	if !MatchAny(c.Exclude, "a/drafts/b.md") {
		t.Errorf("exclude %v", c.Exclude)
	}
	if m := c.Manifest; !m.Claimed || m.profile.name != "strict" || m.Files != "required" || !MatchAny(m.Paths, "out/log.jsonl") {
		t.Errorf("manifest %+v", m)
	}
}

func TestFormerName(t *testing.T) {
	c := parse(t, "rules: {markdown/section: error}\n")
	want := []string{"markdown/section was renamed to markdown/required-section; the old name still works"}
	if diff := cmp.Diff(want, c.Notices); diff != "" {
		t.Error(diff)
	}
	if got := c.Settings(testNames().Rules, &Selection{}).Severity[section]; got != analysis.Error {
		t.Errorf("severity %s, want error", got)
	}
}

func TestOptions(t *testing.T) {
	defaults := *section.Options.(*sectionOptions)
	c := parse(t, `rules:
  markdown/required-section:
    severity: info
    limit: -4
    strict: true
    mode: exact
    names: One
    headings: {skill: Purpose}
    most: 7
`)
	settings := c.Settings(testNames().Rules, &Selection{})
	seven := 7
	want := &sectionOptions{Limit: -4, Strict: true, Mode: "exact", Names: []string{"One"},
		Headings: map[string]string{"skill": "Purpose"}, Most: &seven}
	if diff := cmp.Diff(want, settings.Options[section]); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if settings.Severity[section] != analysis.Info {
		t.Errorf("severity %s, want info", settings.Severity[section])
	}
	if diff := cmp.Diff(&defaults, section.Options); diff != "" {
		t.Errorf("the defaults were changed:\n%s", diff)
	}
	if got := parse(t, "").Settings(testNames().Rules, &Selection{}).Options[section]; got != section.Options {
		t.Errorf("without configuration: options %v, want the defaults", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("rules:\n  deps: off\n  markdown/required-section: {limit: 3, names: [a]}\n")
	f.Add("dialects: {'a/**': cleo}\nexclude: [x]\nmanifest: {profile: strict}\n")
	f.Add("budgets: {skill: 1, dialects: {cleo: {spawn: 2}}}\noverrides: [{files: a, rules: {deps: off}, budgets: {skill: 3}}]\n")
	f.Add("tokens: {known: [A], allow: 'a+'}\nsections: {skill: ['## A']}\nlinks: {external-roots: a}\nsuppressions: {require-reason: true}\nbaseline: x\nextends: [a]\n")
	f.Add("a: &a {b: *a}\n<<: *a\n")
	f.Add("? [a]\n: b\n")
	f.Fuzz(func(t *testing.T, source string) {
		c, err := Parse([]byte(source), Name, ".", testNames())
		if (c == nil) == (err == nil) {
			t.Fatalf("configuration %v, error %v", c, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), Name+":") {
			t.Errorf("error without a position: %v", err)
		}
		if err == nil {
			if rejected := validate(testSchema(), source); rejected != nil {
				t.Errorf("the decoder accepts, but the schema rejects: %v", rejected)
			}
		}
	})
}
