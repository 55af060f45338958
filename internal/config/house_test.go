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

// ruled returns a configuration with one house rule, x, that says lines.
func ruled(lines ...string) string {
	return "house:\n  x:\n    message: m\n    " + strings.Join(lines, "\n    ") + "\n"
}

func TestHouseMistakes(t *testing.T) {
	forbid := func(subject string) string { return ruled("forbid: " + subject) }
	checkMistakes(t, []refusal{
		{"a list of rules", "house: [a]\n", []string{"1:8: house must be a mapping, not a list"}},
		{"a rule as a text", "house: {x: a}\n", []string{"1:12: a house rule must be a mapping, not a string"}},
		{"a name with its group", "house:\n  House/No_Curl: {message: m, forbid: {file: a}}\n", []string{`2:3: "House/No_Curl" is no name of a rule; write words of a-z and 0-9 with hyphens between them, as "house-no-curl"`}},
		{"a rule twice", "house:\n  x: {message: m, forbid: {file: a}}\n  x: {message: m, forbid: {file: b}}\n", []string{`3:3: duplicate key "x" (first used on line 2)`}},
		{"too many", "house:\n" + manyRules(101), []string{"2:3: house has 101 rules; it may have 100"}},
		{"a misspelt key", ruled("forbit: {pattern: a}"), []string{`4:5: "forbit" is no key of a house rule; did you mean "forbid"?`}},
		{"no message", "house:\n  x:\n    forbid: {pattern: a}\n", []string{`2:3: "x" has no message; write what to do`}},
		{"an empty message", "house: {x: {message: ' ', forbid: {pattern: a}}}\n", []string{"1:22: message is empty"}},
		{"a message of another type", "house: {x: {message: [m], forbid: {pattern: a}}}\n", []string{"1:22: message must be a string, not a list"}},
		{"a long message", "house: {x: {forbid: {pattern: a}, message: " + strings.Repeat("é", 501) + "}}\n", []string{"message has 501 characters; it may have 500"}},
		{"neither", ruled("severity: info"), []string{`2:3: "x" says neither what it forbids nor what it requires`}},
		{"both", ruled("forbid: {pattern: a}", "require: {pattern: b}"), []string{"5:5: a house rule forbids or requires, not both"}},
		{"severity", ruled("forbid: {pattern: a}", "severity: fatal"), []string{`5:15: unknown severity "fatal" (available: error, warning, info, off)`}},
		{"a pattern without its key", forbid("'\\bcurl\\b'"), []string{"4:13: what a house rule forbids or requires must be a mapping, not a string"}},
		{"about nothing", forbid("{}"), []string{"4:13: it names nothing; write one of pattern, heading, field, file"}},
		{"about what there is not", forbid("{patern: a}"), []string{`4:14: "patern" is nothing that a house rule is about; did you mean "pattern"?`}},
		{"about two things", forbid("{pattern: a, file: b}"), []string{"4:26: a rule is about one thing, and this one about pattern already"}},
		{"a key of another subject", forbid("{heading: a, in: code}"), []string{`4:26: "in" is no key beside heading (available: heading, level)`}},
		{"looking ahead", forbid("{pattern: 'a(?!b)'}"), []string{`4:23: "a(?!b)" is no pattern of RE2, which knows no "(?!": there is no looking ahead or behind`}},
		{"a backreference", forbid(`{pattern: '(a)\1'}`), []string{`4:23: "(a)\1" is no pattern of RE2: invalid escape sequence: "\1"`}},
		{"a bracket that is not closed", forbid("{pattern: '[a'}"), []string{`4:23: "[a" is no pattern of RE2: missing closing ]`}},
		{"repeated too often", forbid("{pattern: 'a{1001}'}"), []string{`4:23: "a{1001}" repeats too often: "{1001}"; the most is 1,000`}},
		{"repeated too often together", forbid("{pattern: '(a{100}){11}'}"), []string{`4:23: "(a{100}){11}" repeats too often`}},
		{"a large program", forbid("{pattern: '" + strings.Repeat("(?:a|bc){200}", 3) + "x'}"), []string{"4:23: the pattern makes a program of "}},
		{"a long pattern", forbid("{pattern: " + strings.Repeat("a", 1001) + "}"), []string{"4:23: the pattern has 1,001 characters; it may have 1,000"}},
		{"many groups", forbid("{pattern: '" + strings.Repeat("(a)", 21) + "'}"), []string{"4:23: the pattern has 21 groups; it may have 20"}},
		{"empty matches", forbid("{pattern: 'a*'}"), []string{`4:23: "a*" also matches where nothing stands, so it matches everywhere`}},
		{"places are no text", forbid("{pattern: '^'}"), []string{"4:23: \"^\" also matches where nothing stands"}},
		{"one of several is empty", forbid(`{pattern: 'a|\b'}`), []string{"4:23: \"a|\\b\" also matches where nothing stands"}},
		{"an empty pattern", forbid("{pattern: ''}"), []string{"4:23: \"\" also matches where nothing stands"}},
		{"a pattern that is a number", forbid("{pattern: 12}"), []string{`4:23: pattern must be a string, not a number; write "12"`}},
		{"a place", forbid("{pattern: a, in: [prose, cod]}"), []string{`4:38: unknown place "cod"; did you mean "code"?`}},
		{"only a misspelt place", forbid("{pattern: a, in: cod}"), []string{`4:30: unknown place "cod"; did you mean "code"?`}},
		{"no place", forbid("{pattern: a, in: []}"), []string{"4:30: in names no place"}},
		{"languages of prose", forbid("{pattern: a, in: [code, prose], languages: sh}"), []string{"4:56: languages are those of code; write in: code with them"}},
		{"level", forbid("{heading: a, level: 7}"), []string{`4:33: level is a number from 1 to 6, not "7"`}},
		{"a heading with marks", forbid("{heading: '## Rollback'}"), []string{"4:23: a heading is written without marks: heading: Rollback, level: 2"}},
		{"no heading", forbid("{heading: []}"), []string{"4:23: heading names none"}},
		{"a path with a hole", forbid("{field: metadata..owner}"), []string{`4:21: "metadata..owner" is no path of a field`}},
		{"matches and one-of", forbid("{field: a, matches: b, one-of: [c]}"), []string{"4:44: a value matches a pattern or is one of a list"}},
		{"a file above", forbid("{file: ../x}"), []string{`4:20: invalid glob "../x": it points outside of the directory of the configuration`}},
		{"a file as a list", forbid("{file: [a]}"), []string{"4:20: file must be a string, not a list"}},
		{"kind", ruled("forbid: {pattern: a}", "kinds: [skil]"), []string{`5:13: unknown kind of file "skil"; did you mean "skill"?`}},
		{"a kind without headings", ruled("forbid: {heading: a}", "kinds: [skill, registry]"), []string{"5:20: a file of the kind registry has no such thing; this rule can look at skill, agent, command"}},
		{"no kinds", ruled("forbid: {pattern: a}", "kinds: []"), []string{"5:12: kinds names none"}},
		{"no files", ruled("forbid: {pattern: a}", "files: []"), []string{"5:12: files names no file"}},
		{"a glob", ruled("forbid: {pattern: a}", "except: ['a[']"), []string{`5:14: invalid glob "a[": unclosed bracket or brace`}},
		{"replacing what is required", ruled("require: {pattern: a}", "replace: b"), []string{"5:14: only what is forbidden can be replaced"}},
		{"replacing a file", ruled("forbid: {file: a}", "replace: b"), []string{"5:14: replace takes the place of text"}},
		{"replacing a path", ruled("forbid: {pattern: a, in: path}", "replace: b"), []string{"5:14: replace takes the place of text"}},
		{"replacing without end", ruled("forbid: {pattern: curl}", "replace: ./curl"), []string{`5:14: "./curl" is forbidden itself, so replacing would never end`}},
		{"replacing by what nobody sees", ruled("forbid: {pattern: curl}", `replace: "a\u202eb"`), []string{"5:14: "}},
		{"replacing by an escape", ruled("forbid: {pattern: curl}", `replace: "\e[31m"`), []string{"has a character that nobody would see in the file"}},
		{"a value that replaces itself", ruled("forbid: {field: a, one-of: [b, c]}", "replace: c"), []string{`5:14: "c" is forbidden itself`}},
		{"an unknown group", ruled("forbid: {pattern: a(b)}", "replace: $2"), []string{`5:14: "$2": the pattern has no group of this name (it has $0 to $1); a dollar is written $$`}},
		{"a variable", ruled("forbid: {pattern: a}", "replace: $HOME/x"), []string{`5:14: "$HOME": the pattern has no group of this name (it has $0, all of the match); a dollar is written $$`}},
		{"a dollar in the message", "house: {x: {message: 'costs 5$', forbid: {pattern: a}}}\n", []string{`1:22: "$": the pattern has no group`}},
		{"safe", ruled("forbid: {pattern: a}", "replace: b", "safe: yes please"), []string{"6:11: safe is true or false, not a string"}},
		{"safe for nothing", ruled("forbid: {pattern: a}", "safe: true"), []string{"5:11: safe says that replacing cannot change what a file means; there is no replace"}},
		{"an address", ruled("forbid: {pattern: a}", "url: javascript:alert(1)"), []string{`5:10: "javascript:alert(1)" is no address`}},
		{"an address with odd characters", ruled("forbid: {pattern: a}", `url: "https://a.example/\u202e"`), []string{"5:10: \"https://a.example/\\u202e\" is no address"}},
		{"rules name none", ruled("forbid: {pattern: a}") + "rules:\n  house/y: off\n", []string{`6:3: unknown rule or group "house/y"; did you mean "house/x"?`}},
		{"rules name none, and none is there", "rules:\n  house/y: off\n", []string{`2:3: "house/y" means no rule: no house rules are defined here; they stand under house`}},
		{"an empty group", "rules:\n  house: off\n", []string{`2:3: "house" means no rule`}},
		{"a glob of none", "rules:\n  'house/a*': off\n", []string{`2:3: "house/a*" means no rule`}},
		{"options", ruled("forbid: {pattern: a}") + "rules:\n  house/x: {severity: off, pattern: b}\n", []string{`6:28: "pattern": a house rule has no options here`}},
		{"severity of rules", ruled("forbid: {pattern: a}") + "rules:\n  house/x: no\n", []string{`6:12: unknown severity "no"`}},
		{"an override names none", ruled("forbid: {pattern: a}") + "overrides:\n- files: a\n  rules: {house/y: off}\n", []string{`7:11: unknown rule or group "house/y"`}},
	})
}

func manyRules(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("  r" + strings.Repeat("x", i%50) + strings.Repeat("y", i/50) + ": {message: m, forbid: {file: a}}\n")
	}
	return b.String()
}

func TestHouseOfNothing(t *testing.T) {
	for _, source := range []string{"house:\n", "house: {}\n", ruled("forbid: {pattern: a}")} {
		parse(t, source)
	}
	if c := parse(t, "house:\n"+manyRules(100)); len(c.HouseRules()) != 100 {
		t.Errorf("%d rules of 100", len(c.HouseRules()))
	}
}

// TestHouseTexts checks what becomes of addresses, and of "$" in messages: without something that is found
// there is nothing to put in its place.
func TestHouseTexts(t *testing.T) {
	for _, source := range []string{
		ruled("forbid: {pattern: a}", "url: https://example.test/a?b#c"), ruled("forbid: {pattern: a}", "url: http://example.test"),
	} {
		if r := parse(t, source).HouseRules()[0]; !strings.HasPrefix(r.URL, "http") {
			t.Errorf("%s: %q", source, r.URL)
		}
	}
	r := parse(t, "house:\n  x:\n    message: costs ${1} and $2.\n    require: {pattern: '(a)'}\n").HouseRules()[0]
	if !strings.Contains(r.Doc, "costs ${1} and $2") {
		t.Errorf("%q", r.Doc)
	}
	checkMistakes(t, []refusal{{"what a pattern has not", "house:\n  x:\n    message: costs $2\n    forbid: {pattern: '(a)'}\n", []string{"3:14: "}}})
}

// TestHouseSeverity checks what decides on a house rule, wherever in the file it is defined.
func TestHouseSeverity(t *testing.T) {
	tests := []struct {
		name, source string
		sel, ignore  []string
		rel          string
		want         string
	}{
		{"its own", ruled("forbid: {pattern: a}", "severity: error"), nil, nil, "a.md", "error"},
		{"the default", ruled("forbid: {pattern: a}"), nil, nil, "a.md", "warning"},
		{"rules before it", "rules: {house/x: info}\n" + ruled("forbid: {pattern: a}"), nil, nil, "a.md", "info"},
		{"the group", ruled("forbid: {pattern: a}") + "rules: {house: off}\n", nil, nil, "a.md", "off"},
		{"a name beats the group", ruled("forbid: {pattern: a}") + "rules: {house/x: info, house: off}\n", nil, nil, "a.md", "info"},
		{"every rule", ruled("forbid: {pattern: a}") + "rules: {'*': off}\n", nil, nil, "a.md", "off"},
		{"an override", ruled("forbid: {pattern: a}") + "overrides: [{files: drafts, rules: {house/x: off}}]\n", nil, nil, "drafts/a.md", "off"},
		{"an override of others", ruled("forbid: {pattern: a}") + "overrides: [{files: drafts, rules: {house/x: off}}]\n", nil, nil, "a.md", "warning"},
		{"selected", ruled("forbid: {pattern: a}", "severity: off"), []string{"house/x"}, nil, "a.md", "warning"},
		{"selected by group", ruled("forbid: {pattern: a}", "severity: off"), []string{"house"}, nil, "a.md", "warning"},
		{"selected with all", ruled("forbid: {pattern: a}", "severity: off"), []string{"all"}, nil, "a.md", "warning"},
		{"others selected", ruled("forbid: {pattern: a}"), []string{"deps"}, nil, "a.md", "off"},
		{"ignored", ruled("forbid: {pattern: a}"), nil, []string{"house/*"}, "a.md", "off"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := parse(t, test.source)
			selection, _, err := Select(known().Rules, test.sel, test.ignore)
			if err != nil {
				t.Fatal(err)
			}
			settings := c.For("sub/"+test.rel).Settings(known().Rules, selection)
			rule := c.HouseRules()[0]
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

func TestHouseUnknown(t *testing.T) {
	c := parse(t, ruled("forbid: {pattern: a}"))
	for pattern, want := range map[string]string{
		"house/y":  `--select: unknown rule or group "house/y"; did you mean "house/x"?`,
		"house/y*": `--select: glob "house/y*" matches no rules; ` + "`skilllint rules` lists all rules",
		"ho*":      "",
	} {
		selection, _, err := Select(known().Rules, []string{pattern}, nil)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		} else if got := selection.Unknown([]*Config{{}, c}); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	selection, _, _ := Select(known().Rules, nil, []string{"house"})
	if got, want := selection.Unknown(nil), `--ignore: "house" means no rule: no house rules are defined here; they stand under house`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, _, err := Select(known().Rules, []string{"nosuch*"}, nil); err == nil {
		t.Error("a glob that no house rule can match is refused at once")
	}
}

// TestHouseExtends checks that the rules of an extended configuration hold, and can be changed.
func TestHouseExtends(t *testing.T) {
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
		return NewFinder(treefs.Disk(root), func(rel string) string { return rel }, known()).For(".")
	}
	c, err := read()
	if err != nil {
		t.Fatal(err)
	}
	selection, _, _ := Select(known().Rules, nil, nil)
	var got []string
	for _, r := range c.HouseRules() {
		got = append(got, r.Name+" "+r.Doc+" "+c.Settings(known().Rules, selection).Severity[r].String())
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
