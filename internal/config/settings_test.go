package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestSettings(t *testing.T) {
	tests := []struct {
		name, source string
		sel, ignore  []string
		want         string // severities of fence, section, heading, cycle
	}{
		{"defaults", "", nil, nil, "error warning off error"},
		{"name", "rules: {markdown/unclosed-fence: info}", nil, nil, "info warning off error"},
		{"group", "rules: {markdown: info}", nil, nil, "info info info error"},
		{"group with a slash", "rules: {markdown/: info}", nil, nil, "info info info error"},
		{"glob", "rules: {'mark*ion': off}", nil, nil, "error off off error"},
		{"everything", "rules: {'*': warning}", nil, nil, "warning warning warning warning"},
		{"a name beats a later group", "rules: {markdown/heading: error, markdown: info}", nil, nil, "info info error error"},
		{"a name beats an earlier group", "rules: {markdown: info, markdown/heading: error}", nil, nil, "info info error error"},
		{"a group beats a glob", "rules: {markdown: info, '*': off}", nil, nil, "info info info off"},
		{"the later of two globs", "rules: {'*': off, '*/u*': info}", nil, nil, "info off off off"},
		{"mapping", "rules: {markdown: {severity: info}, deps/cycle: {severity: off}}", nil, nil, "info info info off"},
		{"options alone", "rules: {markdown/required-section: {limit: 9}}", nil, nil, "error warning off error"},
		{"options and a group", "rules: {markdown/required-section: {limit: 9}, markdown: info}", nil, nil, "info info info error"},

		{"select a group", "", []string{"deps"}, nil, "off off off error"},
		{"select names and globs", "", []string{"deps/*", "markdown/heading"}, nil, "off off warning error"},
		{"select all", "", []string{"all"}, nil, "error warning warning error"},
		{"select keeps configured severities", "rules: {deps: info}", []string{"deps"}, nil, "off off off info"},
		{"select beats off", "rules: {'*': off}", []string{"markdown"}, nil, "error warning warning off"},
		{"ignore", "", nil, []string{"markdown"}, "off off off error"},
		{"ignore beats select", "", []string{"all"}, []string{"deps", "markdown/h*"}, "error warning off off"},
		{"ignore beats the configuration", "rules: {markdown/unclosed-fence: error}", nil, []string{"markdown/unclosed-fence"}, "off warning off error"},
		{"ignore all", "", nil, []string{"all"}, "off off off off"},
		{"former name", "", []string{"markdown/section"}, nil, "off warning off off"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := testNames().Rules
			selection, _, err := Select(rules, test.sel, test.ignore)
			if err != nil {
				t.Fatal(err)
			}
			s := parse(t, test.source).Settings(rules, selection)
			got := fmt.Sprint(s.Severity[fence], s.Severity[section], s.Severity[heading], s.Severity[cycle])
			if got = strings.Trim(got, "[]"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if s.Severity[analysis.Broken] != analysis.Error {
				t.Errorf("%s is %s, but it cannot be switched off", analysis.Broken.Name, s.Severity[analysis.Broken])
			}
			if _, ok := s.Severity[fact.Analyzer]; ok {
				t.Error("a fact has a severity")
			}
		})
	}
}

func TestSelectUnknown(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"markdwon", `--select: unknown rule or group "markdwon"; did you mean "markdown"?`},
		{"cycle", `--select: unknown rule or group "cycle"; did you mean "deps/cycle"?`},
		{"x*", "--select: glob \"x*\" matches no rules; `skilllint rules` lists all rules"},
		{"", "--select: unknown rule or group \"\"; `skilllint rules` lists all rules"},
		{"/", "--select: unknown rule or group \"/\"; `skilllint rules` lists all rules"},
	}
	for _, test := range tests {
		_, _, err := Select(testNames().Rules, []string{test.pattern}, nil)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.pattern, err, test.want)
		}
	}
	if _, _, err := Select(testNames().Rules, nil, []string{"internal"}); err == nil || err.Error() != `--ignore: "internal" cannot be switched off: it reports files that were not checked` {
		t.Errorf("--ignore internal: %v", err)
	}
	if _, _, err := Select(testNames().Rules, nil, []string{"nosuch/rule"}); err == nil || !strings.HasPrefix(err.Error(), "--ignore: ") {
		t.Errorf("--ignore of an unknown rule: %v", err)
	}
}

func TestGlob(t *testing.T) {
	tests := []struct {
		glob, path string
		want       bool
	}{
		{"drafts", "drafts", true},
		{"drafts", "a/drafts", true},
		{"drafts", "a/drafts/b/SKILL.md", true},
		{"drafts", "a/drafts2/SKILL.md", false},
		{"drafts/", "a/drafts/SKILL.md", true},
		{"/drafts", "drafts/SKILL.md", true},
		{"/drafts", "a/drafts/SKILL.md", false},
		{"./drafts", "drafts/x", true},
		{"*.draft.md", "a/b.draft.md", true},
		{"a/*", "a/b/c.md", true},
		{"a/*.md", "a/b/c.md", false},
		{"a/**", "a", true},
		{"a/**", "a/b/c", true},
		{"a/**/c", "a/c", true},
		{"a/**/c", "a/x/y/c/d", true},
		{"**/x.md", "x.md", true},
		{"{a,b}/c", "b/c", true},
		{"a?c", "abc", true},
		{"[a-c]x", "bx", true},
		{"skills", "Skills", false},
		{"a", ".", false},
		{"日*", "x/日本/SKILL.md", true},
	}
	for _, test := range tests {
		g, err := ParseGlob(test.glob)
		if err != nil {
			t.Errorf("%q: %v", test.glob, err)
		} else if got := g.Match(test.path); got != test.want {
			t.Errorf("%q matches %q: %v, want %v", test.glob, test.path, got, test.want)
		}
	}
}

func TestWildcard(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"*", "a/b", true}, {"a/*", "a/b", true}, {"a*b", "a/b", true}, {"a*c", "a/b", false}, {"?/b", "a/b", true},
		{"**", "", true}, {"*b*", "a/b", true}, {"*bb", "a/bab", false}, {"a/b?", "a/b", false},
		{strings.Repeat("a*", 50) + "b", strings.Repeat("a", 5000), false},
	}
	for _, test := range tests {
		if got := wildcard(test.pattern, test.name); got != test.want {
			t.Errorf("%.20q matches %.20q: %v, want %v", test.pattern, test.name, got, test.want)
		}
	}
}
