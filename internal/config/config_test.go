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
	section = &analysis.Analyzer{Name: "markdown/required-section", Severity: analysis.Warning, Formerly: []string{"markdown/section"},
		Options: &sectionOptions{Limit: 3, Mode: "loose", Names: []string{"Summary"}}}
	heading = &analysis.Analyzer{Name: "markdown/heading", Severity: analysis.Off}
	cycle   = &analysis.Analyzer{Name: "deps/cycle", Severity: analysis.Error}
	fact    = analysis.NewFact("thing", "a fact", analysis.PerDocument, 0, func(*analysis.Pass) (int, error) { return 0, nil })
)

func known() Schema {
	return Schema{
		Rules:    []*analysis.Analyzer{section, fence, heading, cycle, analysis.Broken, fact.Analyzer},
		Dialects: []string{"agentskills", "claude-code", "cleo"},
		Targets:  []string{"codex", "opencode"},
	}
}

func parse(t *testing.T, source string) *Config {
	t.Helper()
	c, err := Parse([]byte(source), Name, ".", known())
	if err != nil {
		t.Fatalf("%v\nin:\n%s", err, source)
	}
	if err := fits(ofTests(), source); err != nil {
		t.Errorf("the schema refuses what the decoder accepts: %v\nin:\n%s", err, source)
	}
	return c
}

// A refusal is of a configuration with one mistake, or with several.
type refusal struct {
	name, source string
	want         []string // of each line: a prefix "line:column: " and what follows somewhere in it
}

func TestMistakes(t *testing.T) {
	checkMistakes(t, []refusal{
		{"misspelt key", "ruels: {}\n", []string{`1:1: "ruels" is no key of a configuration; did you mean "rules"?`}},
		{"key like no other", "exclude: []\nfoo: 1\n", []string{`2:1: "foo" is no key of a configuration; it is one of baseline, budgets, custom-rules, dialects, exclude, extends, ledgers, links, manifest, min-severity, overrides, rules, schemas, sections, suppressions, targets, tokens`}},
		{"key twice", "exclude: [a]\nrules: {}\nexclude: [b]\n", []string{`3:1: "exclude" stands here a second time; the first is on line 1`}},
		{"rule twice", "rules:\n  deps/cycle: off\n  deps/cycle: error\n", []string{`3:3: "deps/cycle" stands here a second time; the first is on line 2`}},
		{"alias", "exclude: &e [a]\nmanifest:\n  paths: *e\n", []string{"1:10: anchors and aliases are not read"}},
		{"tag", "exclude: !globs [a]\n", []string{"1:10: tags are not read"}},
		{"tag of YAML", "exclude: !!seq [a]\n", []string{"1:10: tags are not read"}},
		{"merge key", "rules:\n  <<: {deps: off}\n", []string{"2:8: merge keys are not read"}},
		{"does not parse", "rules: [\n", []string{"1:8: "}}, // where the list begins
		{"tab", "rules:\n\tdeps: off\n", []string{"2:1: "}},
		{"a list", "- rules\n", []string{"1:1: a configuration is a mapping, not a list"}},
		{"a text", "rules\n", []string{"1:1: a configuration is a mapping, not a string"}},
		{"rules as a list", "rules: [deps]\n", []string{"1:8: rules is a mapping, not a list"}},
		{"unknown rule", "rules:\n  markdown/unclosed-fense: off\n", []string{`2:3: "markdown/unclosed-fense" is no rule or group; did you mean "markdown/unclosed-fence"?`}},
		{"rule of another group", "rules:\n  graph/cycle: off\n", []string{`2:3: "graph/cycle" is no rule or group; did you mean "deps/cycle"?`}},
		{"rule without its group", "rules:\n  unclosed-fence: off\n", []string{`2:3: "unclosed-fence" is no rule or group; did you mean "markdown/unclosed-fence"?`}},
		{"unknown group", "rules:\n  dep: off\n", []string{`2:3: "dep" is no rule or group; did you mean "deps"?`}},
		{"no rule at all", "rules:\n  security/xyz: off\n", []string{"2:3: \"security/xyz\" is no rule or group; `skilllint rules` lists them"}},
		{"a fact", "rules:\n  fact/thing: off\n", []string{`2:3: "fact/thing" is no rule or group`}},
		{"a rule that cannot be changed", "rules:\n  internal/analyzer: off\n", []string{`2:3: "internal/analyzer" is always on`}},
		{"its group", "rules:\n  internal: off\n", []string{`2:3: "internal" is always on`}},
		{"glob of nothing", "rules:\n  'links/*': off\n", []string{`2:3: "links/*" matches no rule`}},
		{"unknown severity", "rules:\n  deps: critical\n", []string{`2:9: "critical" is no severity; it is one of error, warning, info, off`}},
		{"beginning of a severity", "rules:\n  deps: warn\n", []string{`2:9: "warn" is no severity; did you mean "warning"?`}},
		{"misspelt severity", "rules:\n  deps: eror\n", []string{`2:9: "eror" is no severity; did you mean "error"?`}},
		{"boolean severity", "rules:\n  deps: false\n", []string{`2:9: false is no severity; it is one of`}},
		{"number as severity", "rules:\n  deps: 2\n", []string{`2:9: severity is a string, not a number; write "2"`}},
		{"empty severity", "rules:\n  deps:\n", []string{`severity is a string, not empty`}},
		{"option of a rule without options", "rules:\n  deps/cycle: {limit: 3}\n", []string{`2:16: "limit": deps/cycle has no options`}},
		{"option of a group", "rules:\n  markdown: {limit: 3}\n", []string{`2:14: "limit": options belong to a single rule`}},
		{"unknown option", "rules:\n  markdown/required-section: {limits: 3}\n", []string{`2:31: "limits" is no option of markdown/required-section; did you mean "limit"?`}},
		{"wrong type of number", "rules:\n  markdown/required-section:\n    limit: many\n", []string{"3:12: markdown/required-section: limit is a whole number, not a string"}},
		{"half a number", "rules:\n  markdown/required-section:\n    limit: 1.5\n", []string{`3:12: markdown/required-section: limit is a whole number, not "1.5"`}},
		{"wrong type of switch", "rules:\n  markdown/required-section:\n    strict: yes\n", []string{"3:13: markdown/required-section: strict is true or false, not a string"}},
		{"wrong word", "rules:\n  markdown/required-section:\n    mode: lose\n", []string{`3:11: "lose" is no value of markdown/required-section: mode; did you mean "loose"?`}},
		{"wrong item", "rules:\n  markdown/required-section:\n    names: [a, 1]\n", []string{`3:16: markdown/required-section: names is a string, not a number; write "1"`}},
		{"unknown dialect", "dialects:\n  'skills/**': chatgpt\n", []string{`2:16: "chatgpt" is no dialect; it is one of agentskills, claude-code, cleo`}},
		{"beginning of a dialect", "dialects:\n  'skills/**': claude\n", []string{`2:16: "claude" is no dialect; did you mean "claude-code"?`}},
		{"misspelt dialect", "dialects: {a: cloe}\n", []string{`1:15: "cloe" is no dialect; did you mean "cleo"?`}},
		{"misspelt agent", "targets: [codex, opencod]\n", []string{`1:18: "opencod" is no agent; did you mean "opencode"?`}},
		{"unknown agent", "targets:\n- jarvis\n", []string{`2:3: "jarvis" is no agent; it is one of codex, opencode`}},
		{"agents with commas", "targets: codex,opencode\n", []string{`1:10: "codex,opencode" is no agent`}},
		{"targets as mapping", "targets: {codex: true}\n", []string{"1:10: targets is a list of strings, not a mapping"}},
		{"broken glob", "exclude: ['a[']\n", []string{`1:11: "a[" is no glob`}},
		{"climbing glob", "exclude:\n  - ../b/**\n", []string{`2:5: "../b/**" leads out of the directory`}},
		{"climbing glob inside", "exclude: [a/../../b]\n", []string{"1:11: "}},
		{"empty glob", "exclude: ['']\n", []string{`1:11: "" matches nothing`}},
		{"Windows glob", `exclude: ['a\b']` + "\n", []string{"1:11: "}},
		{"exception", "exclude: ['!a']\n", []string{"1:11: "}},
		{"bomb of braces", "exclude: ['" + strings.Repeat("{a,a}", 40) + "']\n", []string{"too many alternatives"}},
		{"exclude as mapping", "exclude: {a: b}\n", []string{"1:10: exclude is a list of strings, not a mapping"}},
		{"unknown key of manifest", "manifest: {profil: strict}\n", []string{`1:12: "profil" is no key of manifest; did you mean "profile"?`}},
		{"unknown profile", "manifest: {profile: lax}\n", []string{`1:21: "lax" is no profile; it is one of strict, tolerant`}},
		{"unknown files", "manifest: {files: all}\n", []string{`1:19: "all" is no value of manifest.files; it is one of required, siblings`}},
		{"unknown budget", "budgets: {skil: 4000}\n", []string{`1:11: "skil" is no budget; did you mean "skill"?`}},
		{"budget like no other", "budgets: {x: 4000}\n", []string{`1:11: "x" is no budget; it is one of dialects, metadata, preloads, protocol, reference, references, skill, spawn`}},
		{"budget of nothing", "budgets:\n  skill: 0\n", []string{`2:10: budgets: skill is a number of tokens, at least 1; switch the rule off to allow anything`}},
		{"negative budget", "budgets: {skill: -5}\n", []string{`1:18: budgets: skill is a number of tokens, at least 1`}},
		{"budget in words", "budgets: {skill: 4k}\n", []string{`1:18: budgets: skill is a number of tokens, not a string`}},
		{"half a token", "budgets: {skill: 1.5}\n", []string{`1:18: budgets: skill is a number of tokens, not "1.5"`}},
		{"a budget of more than there is", "budgets: {skill: 99999999999999999999}\n", []string{"1:18: budgets: skill is a number of tokens, not"}},
		{"budgets as a number", "budgets: 4000\n", []string{"1:10: budgets is a mapping, not a number"}},
		{"budgets of no dialect", "budgets: {dialects: {cloe: {skill: 1}}}\n", []string{`1:22: "cloe" is no dialect; did you mean "cleo"?`}},
		{"dialects in dialects", "budgets: {dialects: {cleo: {dialects: {}}}}\n", []string{`1:29: "dialects" is no budget; it is one of metadata`}},
		{"unknown budget of a dialect", "budgets: {dialects: {cleo: {skill: no}}}\n", []string{`1:36: budgets: cleo: skill is a number of tokens, not a string`}},
		{"overrides as a mapping", "overrides: {files: a}\n", []string{"1:12: overrides is a list of mappings, each with files and what holds for them, not a mapping"}},
		{"an override as a text", "overrides: [a]\n", []string{"1:13: an override is a mapping, not a string"}},
		{"unknown key of an override", "overrides:\n- file: a\n  rules: {}\n", []string{`2:3: "file" is no key of an override; did you mean "files"?`}},
		{"an override without files", "overrides:\n- rules: {deps: off}\n", []string{"2:3: an override without files holds for none; write files: ['drafts/**']"}},
		{"an override of nothing", "overrides:\n- files: [a]\n", []string{"2:3: an override says nothing of its files; write one of budgets, links, rules, sections, tokens"}},
		{"a broken glob of an override", "overrides:\n- files: ['a[']\n  rules: {deps: off}\n", []string{`2:11: "a[" is no glob`}},
		{"a mistake in an override", "overrides:\n- files: a\n  rules: {dep: off}\n  budgets: {skill: x}\n", []string{`3:11: "dep" is no rule or group; did you mean "deps"?`, "4:20: budgets: skill is a number of tokens, not a string"}},
		{"too many overrides", "overrides:\n" + strings.Repeat("- {files: a, rules: {deps: off}}\n", maxOverrides+1), []string{"2:1: overrides has 65 entries; it may have 64"}},
		{"too many globs in overrides", "overrides:\n" + strings.Repeat("- {files: ["+strings.Repeat("a, ", 100)+"], rules: {deps: off}}\n", 3), []string{"2:1: overrides has 300 globs; it may have 200"}},
		{"behind wide characters", "exclude: [\"日本\"]\nrules: {\"日\": off}\n", []string{"2:9: "}},
		{"behind a byte order mark", "\ufeffruels: {}\n", []string{`"ruels"`}},
		{"CRLF", "exclude: []\r\nruels: {}\r\n", []string{`2:1: "ruels"`}},
		{"several", "ruels: {}\nexclude: 1\nmanifest: 2\n", []string{"1:1: ", "2:10: ", "3:11: "}},
		{"too large", strings.Repeat("#", maxBytes+1), []string{"a configuration may have 65536"}},
		{"too many globs", "exclude: [" + strings.Repeat("a, ", maxGlobs) + "b]\n", []string{"exclude has 201 globs; it may have 200"}},
		{"a long key", strings.Repeat("k", 500) + ": 1\n", []string{"…"}},
	})
}

func checkMistakes(t *testing.T, tests []refusal) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.source), "sub/"+Name, "sub", known())
			if err == nil {
				t.Fatalf("no error for:\n%s", test.source)
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(test.want) {
				t.Fatalf("%d errors, want %d:\n%v\nfor:\n%s", len(lines), len(test.want), err, test.source)
			}
			for i, want := range test.want {
				place, message := "", want
				if head, rest, ok := strings.Cut(want, ": "); ok && head[0] >= '0' && head[0] <= '9' {
					place, message = "sub/"+Name+":"+head+": ", rest
				}
				if !strings.HasPrefix(lines[i], place) || !strings.Contains(lines[i], message) {
					t.Errorf("got  %s\nwant %s…%s\nfor:\n%.300s", lines[i], place, message, test.source)
				}
				if len(lines[i]) > 400 {
					t.Errorf("the message has %d bytes: %.100s", len(lines[i]), lines[i])
				}
			}
		})
	}
}

func TestBomb(t *testing.T) {
	source := "a0: &a0 [x, x, x]\n"
	for i := 1; i < 9; i++ {
		n := string(rune('0' + i))
		source += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+string(rune('0'+i-1))+", ", 9), ", ") + "]\n"
	}
	if _, err := Parse([]byte(source), Name, ".", known()); err == nil {
		t.Error("no error for an alias bomb")
	}
}

func TestEmpty(t *testing.T) {
	for _, source := range []string{"", "\n", "# nothing\n", "---\n", "null\n", "rules:\nexclude:\ndialects:\nmanifest:\ntargets:\nbudgets:\noverrides:\nextends:\nledgers:\nlinks:\nschemas:\nsections:\nsuppressions:\ntokens: \nbaseline:\n", "tokens: {known: , allow: }\nlinks: {external-roots: }\n", "\ufeff"} {
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
	if m := c.Manifest; !m.Claimed || m.Profile != "strict" || m.Files != "required" || !MatchAny(m.Paths, "out/log.jsonl") {
		t.Errorf("manifest %+v", m)
	}
}

func TestFormerName(t *testing.T) {
	c := parse(t, "rules: {markdown/section: error}\n")
	want := []string{"markdown/section is the former name of markdown/required-section; it is still read"}
	if diff := cmp.Diff(want, c.Notices); diff != "" {
		t.Error(diff)
	}
	if got := c.Settings(known().Rules, &Selection{}).Severity[section]; got != analysis.Error {
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
	settings := c.Settings(known().Rules, &Selection{})
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
	if got := parse(t, "").Settings(known().Rules, &Selection{}).Options[section]; got != section.Options {
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
		c, err := Parse([]byte(source), Name, ".", known())
		if (c == nil) == (err == nil) {
			t.Fatalf("configuration %v, error %v", c, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), Name+":") {
			t.Errorf("an error without a place: %v", err)
		}
		if err == nil {
			if refused := fits(ofTests(), source); refused != nil {
				t.Errorf("the schema refuses what the decoder accepts: %v", refused)
			}
		}
	})
}
