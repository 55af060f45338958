package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// withRule returns a configuration whose only custom rule, x, has these lines.
func withRule(lines ...string) string {
	return "house:\n  x:\n    message: m\n    " + strings.Join(lines, "\n    ") + "\n"
}

func TestCustomErrors(t *testing.T) {
	forbid := func(subject string) string { return withRule("forbid: " + subject) }
	checkErrors(t, []invalidConfig{
		{"a list of rules", "house: [a]\n", []string{"1:8: house must be a mapping, not a list"}},
		{"a rule as a string", "house: {x: a}\n", []string{"1:12: a custom rule must be a mapping, not a string"}},
		{"a name with its group", "house:\n  House/No_Curl: {message: m, forbid: {file: a}}\n", []string{`2:3: invalid rule name "House/No_Curl": use a-z, 0-9 and hyphens, for example "house-no-curl"`}},
		{"a rule twice", "house:\n  x: {message: m, forbid: {file: a}}\n  x: {message: m, forbid: {file: b}}\n", []string{`3:3: duplicate key "x" (first used on line 2)`}},
		{"too many rules", "house:\n" + manyRules(101), []string{"2:3: house has 101 rules (limit 100)"}},
		{"a misspelt key", withRule("forbit: {pattern: a}"), []string{`4:5: unknown key "forbit" in a custom rule; did you mean "forbid"?`}},
		{"no message", "house:\n  x:\n    forbid: {pattern: a}\n", []string{`2:3: missing message in rule "x": add for example message: "skill without an owner"`}},
		{"an empty message", "house: {x: {message: ' ', forbid: {pattern: a}}}\n", []string{"1:22: message is empty"}},
		{"a message of another type", "house: {x: {message: [m], forbid: {pattern: a}}}\n", []string{"1:22: message must be a string, not a list"}},
		{"a long message", "house: {x: {forbid: {pattern: a}, message: " + strings.Repeat("é", 501) + "}}\n", []string{"sub/.skilllint.yaml:1:44: message is 501 characters long (limit 500)"}},
		{"neither forbid nor require", withRule("severity: info"), []string{`2:3: missing forbid or require in rule "x": add for example forbid: {pattern: '\bcurl\b'}`}},
		{"both forbid and require", withRule("forbid: {pattern: a}", "require: {pattern: b}"), []string{"5:5: a custom rule has either forbid or require: write two rules"}},
		{"unknown severity", withRule("forbid: {pattern: a}", "severity: fatal"), []string{`5:15: unknown severity "fatal" (available: error, warning, info, off)`}},
		{"a pattern without its key", forbid("'\\bcurl\\b'"), []string{"4:13: forbid must be a mapping, not a string"}},
		{"no subject", forbid("{}"), []string{"4:13: missing subject: add one of pattern, heading, field, file"}},
		{"unknown subject", forbid("{patern: a}"), []string{`4:14: unknown key "patern" in a custom rule; did you mean "pattern"?`}},
		{"two subjects", forbid("{pattern: a, file: b}"), []string{"4:26: file cannot be combined with pattern: write two rules"}},
		{"a key of another subject", forbid("{heading: a, in: code}"), []string{`4:26: unknown key "in" for a rule about a heading (available: heading, level)`}},
		{"lookahead", forbid("{pattern: 'a(?!b)'}"), []string{`4:23: invalid pattern "a(?!b)": RE2 does not support "(?!" (no lookahead or lookbehind)`}},
		{"a backreference", forbid(`{pattern: '(a)\1'}`), []string{`4:23: invalid pattern "(a)\1": invalid escape sequence "\1"`}},
		{"an unclosed bracket", forbid("{pattern: '[a'}"), []string{`4:23: invalid pattern "[a": missing closing ] "[a"`}},
		{"too many repetitions", forbid("{pattern: 'a{1001}'}"), []string{`4:23: invalid pattern "a{1001}": too many repetitions "{1001}" (limit 1,000)`}},
		{"too many nested repetitions", forbid("{pattern: '(a{100}){11}'}"), []string{`4:23: invalid pattern "(a{100}){11}": too many repetitions "{11}" (limit 1,000)`}},
		{"a large program", forbid("{pattern: '" + strings.Repeat("(?:a|bc){200}", 3) + "x'}"), []string{"4:23: pattern compiles to 2,401 instructions (limit 2,000): use less repetition"}},
		{"a long pattern", forbid("{pattern: " + strings.Repeat("a", 1001) + "}"), []string{"4:23: pattern is 1,001 characters long (limit 1,000)"}},
		{"many groups", forbid("{pattern: '" + strings.Repeat("(a)", 21) + "'}"), []string{"4:23: pattern has 21 groups (limit 20): write (?:…) for unused groups"}},
		{"a pattern that may match nothing", forbid("{pattern: 'a*'}"), []string{`4:23: pattern "a*" matches empty text: remove parts that may be empty, such as x* or ^`}},
		{"an anchor alone", forbid("{pattern: '^'}"), []string{`4:23: pattern "^" matches empty text: remove parts that may be empty, such as x* or ^`}},
		{"an empty alternative", forbid(`{pattern: 'a|\b'}`), []string{`4:23: pattern "a|\b" matches empty text: remove parts that may be empty, such as x* or ^`}},
		{"an empty pattern", forbid("{pattern: ''}"), []string{`4:23: pattern "" matches empty text: remove parts that may be empty, such as x* or ^`}},
		{"a pattern that is a number", forbid("{pattern: 12}"), []string{`4:23: pattern must be a string, not a number; write "12"`}},
		{"a misspelt place", forbid("{pattern: a, in: [prose, cod]}"), []string{`4:38: unknown place "cod"; did you mean "code"?`}},
		{"only a misspelt place", forbid("{pattern: a, in: cod}"), []string{`4:30: unknown place "cod"; did you mean "code"?`}},
		{"no place", forbid("{pattern: a, in: []}"), []string{"4:30: in is empty: remove it, or add one of header, prose, code, headings, links, path"}},
		{"languages of prose", forbid("{pattern: a, in: [code, prose], languages: sh}"), []string{"4:56: languages requires in: code"}},
		{"level out of range", forbid("{heading: a, level: 7}"), []string{`4:33: level must be a number from 1 to 6, not "7"`}},
		{"a heading with number signs", forbid("{heading: '## Rollback'}"), []string{"4:23: write the heading without number signs: heading: Rollback, level: 2"}},
		{"no heading", forbid("{heading: []}"), []string{"4:23: heading is empty"}},
		{"a field path with an empty key", forbid("{field: metadata..owner}"), []string{`4:21: invalid field "metadata..owner": separate keys with single dots, as in metadata.owner`}},
		{"matches and one-of", forbid("{field: a, matches: b, one-of: [c]}"), []string{"4:44: matches cannot be combined with one-of: remove one of them"}},
		{"a file in the parent directory", forbid("{file: ../x}"), []string{`4:20: invalid glob "../x": it points outside of the directory of the configuration`}},
		{"a file as a list", forbid("{file: [a]}"), []string{"4:20: file must be a string, not a list"}},
		{"unknown kind", withRule("forbid: {pattern: a}", "kinds: [skil]"), []string{`5:13: unknown kind of file "skil"; did you mean "skill"?`}},
		{"a kind without headings", withRule("forbid: {heading: a}", "kinds: [skill, registry]"), []string{"5:20: this rule cannot check files of the kind registry (possible: skill, agent, command, instructions, prompt, rule, output, reference, output-style)"}},
		{"no kinds", withRule("forbid: {pattern: a}", "kinds: []"), []string{"5:12: kinds is empty: remove it, or add one of skill, agent, command, instructions, prompt, rule, persona, openai-yaml, plugin, marketplace, registry, manifest, output, reference, placeholders, hooks, mcp, settings, output-style, evals, protocol"}},
		{"no files", withRule("forbid: {pattern: a}", "files: []"), []string{"5:12: files is empty: remove it, or add a glob"}},
		{"an invalid glob", withRule("forbid: {pattern: a}", "except: ['a[']"), []string{`5:14: invalid glob "a[": unclosed bracket or brace`}},
		{"replace with require", withRule("require: {pattern: a}", "replace: b"), []string{"5:14: replace requires forbid"}},
		{"replace for a file", withRule("forbid: {file: a}", "replace: b"), []string{"5:14: replace requires a pattern, or a field with matches or one-of"}},
		{"replace for a path", withRule("forbid: {pattern: a, in: path}", "replace: b"), []string{"5:14: replace requires a pattern, or a field with matches or one-of"}},
		{"a replacement that matches the pattern", withRule("forbid: {pattern: curl}", "replace: ./curl"), []string{`5:14: replacement "./curl" is forbidden by the rule itself`}},
		{"an invisible character in the replacement", withRule("forbid: {pattern: curl}", `replace: "a\u202eb"`), []string{"5:14: "}},
		{"an escape sequence in the replacement", withRule("forbid: {pattern: curl}", `replace: "\e[31m"`), []string{`replace "\x1b[31m" contains an invisible character`}},
		{"a replacement that is forbidden", withRule("forbid: {field: a, one-of: [b, c]}", "replace: c"), []string{`5:14: replacement "c" is forbidden by the rule itself`}},
		{"an unknown group", withRule("forbid: {pattern: a(b)}", "replace: $2"), []string{`5:14: unknown group "$2" (available: $0 to $1): write $$ for a dollar`}},
		{"a variable", withRule("forbid: {pattern: a}", "replace: $HOME/x"), []string{`5:14: unknown group "$HOME" (available: $0, the whole match): write $$ for a dollar`}},
		{"a dollar in the message", "house: {x: {message: 'costs 5$', forbid: {pattern: a}}}\n", []string{`1:22: unknown group "$" (available: $0, the whole match): write $$ for a dollar`}},
		{"safe as a string", withRule("forbid: {pattern: a}", "replace: b", "safe: yes please"), []string{"6:11: safe must be true or false, not a string"}},
		{"safe without replace", withRule("forbid: {pattern: a}", "safe: true"), []string{"5:11: safe has no effect without replace"}},
		{"an invalid URL", withRule("forbid: {pattern: a}", "url: javascript:alert(1)"), []string{`5:10: invalid URL "javascript:alert(1)": it must begin with https:// or http://`}},
		{"a URL with an invisible character", withRule("forbid: {pattern: a}", `url: "https://a.example/\u202e"`), []string{`5:10: invalid URL "https://a.example/\u202e": it must begin with https:// or http://`}},
		{"unknown custom rule in rules", withRule("forbid: {pattern: a}") + "rules:\n  house/y: off\n", []string{`6:3: unknown rule or group "house/y"; did you mean "house/x"?`}},
		{"unknown custom rule without custom rules", "rules:\n  house/y: off\n", []string{`2:3: unknown rule "house/y": no custom rules are defined under custom-rules`}},
		{"group without custom rules", "rules:\n  house: off\n", []string{`2:3: unknown rule "house": no custom rules are defined under custom-rules`}},
		{"glob without custom rules", "rules:\n  'house/a*': off\n", []string{`2:3: unknown rule "house/a*": no custom rules are defined under custom-rules`}},
		{"options in rules", withRule("forbid: {pattern: a}") + "rules:\n  house/x: {severity: off, pattern: b}\n", []string{`6:28: unknown option "pattern": define custom rules under custom-rules`}},
		{"unknown severity in rules", withRule("forbid: {pattern: a}") + "rules:\n  house/x: no\n", []string{`6:12: unknown severity "no"`}},
		{"unknown custom rule in an override", withRule("forbid: {pattern: a}") + "overrides:\n- files: a\n  rules: {house/y: off}\n", []string{`7:11: unknown rule or group "house/y"`}},
	})
}

func manyRules(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("  r" + strings.Repeat("x", i%50) + strings.Repeat("y", i/50) + ": {message: m, forbid: {file: a}}\n")
	}
	return b.String()
}

func TestCustomEmpty(t *testing.T) {
	for _, source := range []string{"house:\n", "house: {}\n", withRule("forbid: {pattern: a}")} {
		parse(t, source)
	}
	if c := parse(t, "house:\n"+manyRules(100)); len(c.CustomRules()) != 100 {
		t.Errorf("got %d rules, want 100", len(c.CustomRules()))
	}
}

// TestCustomTexts checks URLs, and "$" in messages of required patterns, which have no match to insert.
func TestCustomTexts(t *testing.T) {
	for _, source := range []string{
		withRule("forbid: {pattern: a}", "url: https://example.test/a?b#c"), withRule("forbid: {pattern: a}", "url: http://example.test"),
	} {
		if r := parse(t, source).CustomRules()[0]; !strings.HasPrefix(r.URL, "http") {
			t.Errorf("%s: %q", source, r.URL)
		}
	}
	r := parse(t, "house:\n  x:\n    message: costs ${1} and $2.\n    require: {pattern: '(a)'}\n").CustomRules()[0]
	if !strings.Contains(r.Doc, "costs ${1} and $2") {
		t.Errorf("%q", r.Doc)
	}
	checkErrors(t, []invalidConfig{{"unknown group in a message", "house:\n  x:\n    message: costs $2\n    forbid: {pattern: '(a)'}\n", []string{"3:14: "}}})
}

// TestCustomRules checks the key and its alias, and the texts of findings.
func TestCustomRules(t *testing.T) {
	const rule = ":\n  x: {message: '$0 is forbidden', effect: '$0 is blocked.', help: 'use $1', forbid: {pattern: '(a)b'}}\n"
	for _, key := range []string{"house", "custom-rules"} {
		rules := parse(t, key+rule).CustomRules()
		if len(rules) != 1 || !strings.Contains(rules[0].Page, "\n… is blocked.\n\nUse ….\n") {
			t.Errorf("%s: %d rules, page %q", key, len(rules), rules[0].Page)
		}
	}
	checkErrors(t, []invalidConfig{
		{"key and alias", "house:\ncustom-rules:\n", []string{"2:1: house and custom-rules are the same key: use only custom-rules"}},
		{"an effect of another type", withRule("forbid: {pattern: a}", "effect: [a]"), []string{"5:13: effect must be a string, not a list"}},
		{"an empty help", withRule("forbid: {pattern: a}", "help: ''"), []string{"5:11: help is empty"}},
		{"an unknown group in help", withRule("forbid: {pattern: a}", "help: $1"), []string{"5:11: unknown group"}},
	})
}

// TestCustomSeverity checks the precedence of severities of a custom rule, wherever it is defined.
func TestCustomSeverity(t *testing.T) {
	tests := []struct {
		name, source string
		sel, ignore  []string
		rel          string
		want         string
	}{
		{"severity of the rule", withRule("forbid: {pattern: a}", "severity: error"), nil, nil, "a.md", "error"},
		{"the default", withRule("forbid: {pattern: a}"), nil, nil, "a.md", "warning"},
		{"rules before the definition", "rules: {house/x: info}\n" + withRule("forbid: {pattern: a}"), nil, nil, "a.md", "info"},
		{"the group", withRule("forbid: {pattern: a}") + "rules: {house: off}\n", nil, nil, "a.md", "off"},
		{"a name beats the group", withRule("forbid: {pattern: a}") + "rules: {house/x: info, house: off}\n", nil, nil, "a.md", "info"},
		{"every rule", withRule("forbid: {pattern: a}") + "rules: {'*': off}\n", nil, nil, "a.md", "off"},
		{"an override", withRule("forbid: {pattern: a}") + "overrides: [{files: drafts, rules: {house/x: off}}]\n", nil, nil, "drafts/a.md", "off"},
		{"an override of other files", withRule("forbid: {pattern: a}") + "overrides: [{files: drafts, rules: {house/x: off}}]\n", nil, nil, "a.md", "warning"},
		{"selected", withRule("forbid: {pattern: a}", "severity: off"), []string{"house/x"}, nil, "a.md", "warning"},
		{"selected by group", withRule("forbid: {pattern: a}", "severity: off"), []string{"house"}, nil, "a.md", "warning"},
		{"selected with all", withRule("forbid: {pattern: a}", "severity: off"), []string{"all"}, nil, "a.md", "warning"},
		{"other rules selected", withRule("forbid: {pattern: a}"), []string{"deps"}, nil, "a.md", "off"},
		{"ignored", withRule("forbid: {pattern: a}"), nil, []string{"house/*"}, "a.md", "off"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := parse(t, test.source)
			selection, _, err := Select(testNames().Rules, test.sel, test.ignore)
			if err != nil {
				t.Fatal(err)
			}
			settings := c.For("sub/"+test.rel).Settings(testNames().Rules, selection)
			rule := c.CustomRules()[0]
			if got := settings.Severity[rule].String(); got != test.want {
				t.Errorf("severity %s, want %s", got, test.want)
			}
			for _, engine := range Engines() {
				if on := settings.Severity[engine] != analysis.Off; on != (test.want != "off") {
					t.Errorf("%s runs: %v", engine, on)
				}
			}
			if wrong := selection.Unknown([]*Config{c}); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

func TestCustomUnknown(t *testing.T) {
	c := parse(t, withRule("forbid: {pattern: a}"))
	for pattern, want := range map[string]string{
		"house/y":  `--select: unknown rule or group "house/y"; did you mean "house/x"?`,
		"house/y*": `--select: glob "house/y*" matches no rules; ` + "`skilllint rules` lists all rules",
		"ho*":      "",
	} {
		selection, _, err := Select(testNames().Rules, []string{pattern}, nil)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		} else if got := selection.Unknown([]*Config{{}, c}); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	selection, _, _ := Select(testNames().Rules, nil, []string{"house"})
	if got, want := selection.Unknown(nil), `--ignore: unknown rule "house": no custom rules are defined under custom-rules`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, _, err := Select(testNames().Rules, []string{"nosuch*"}, nil); err == nil {
		t.Error("no error for a glob that cannot match a custom rule")
	}
}

// TestCustomExtends checks that rules of an extended configuration apply and can be overridden.
func TestCustomExtends(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"org.yaml": "house:\n  a: {message: org, forbid: {pattern: x}}\n  b: {message: org, forbid: {pattern: y}}\n",
		Name:       "extends: org.yaml\nrules: {house/a: error}\nhouse:\n  b: {message: own, forbid: {pattern: z}, severity: info}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func() (*Config, error) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		return NewFinder(treefs.Disk(root), func(rel string) string { return rel }, testNames()).For(".")
	}
	c, err := read()
	if err != nil {
		t.Fatal(err)
	}
	selection, _, _ := Select(testNames().Rules, nil, nil)
	var got []string
	for _, r := range c.CustomRules() {
		got = append(got, r.Name+" "+r.Doc+" "+c.Settings(testNames().Rules, selection).Severity[r].String())
	}
	if want := []string{"house/a org error", "house/b own info"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, Name), []byte("extends: org.yaml\nrules: {house/c: error}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := read(); err == nil || !strings.HasPrefix(err.Error(), Name+`:2:9: unknown rule or group "house/c"`) {
		t.Errorf("error %v", err)
	}
}
