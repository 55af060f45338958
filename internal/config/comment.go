package config

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/rules/house"
)

// Matches reports whether a name, group or glob matches a rule, as in "rules" and in suppression comments.
func Matches(pattern string, a *analysis.Analyzer) bool {
	switch rankOf(pattern) {
	case byGlob:
		return wildcard(pattern, a.Name)
	case byGroup:
		return strings.HasPrefix(a.Name, strings.TrimSuffix(pattern, "/")+"/")
	}
	return a.Name == pattern || slices.Contains(a.Aliases, pattern)
}

// Suppressible reports whether a comment can suppress findings of a rule. Internal errors and findings
// on suppressions cannot be suppressed.
func Suppressible(a *analysis.Analyzer) bool {
	return !strings.HasPrefix(a.Name, internal) && !strings.HasPrefix(a.Name, suppression)
}

// suppression is the group of rules about suppression comments.
const suppression = "suppression/"

// Comments returns a configuration's settings for suppression comments.
func Comments(rules []*analysis.Analyzer, c *Config) *analysis.Suppressions {
	all := newRuleIndex(slices.Concat(rules, c.CustomRules()))
	var answers sync.Map // several rules look up the same names, and the search for similar names is slow
	type answer struct{ message, help, near string }
	return &analysis.Suppressions{
		RequireReason: c.Suppression.RequireReason,
		Unknown: func(name string) (message, help, near string) {
			known, ok := answers.Load(name)
			if !ok {
				message, help, near = all.describeUnknown(name)
				answers.Store(name, answer{message, help, near})
				return message, help, near
			}
			a := known.(answer)
			return a.message, a.help, a.near
		},
	}
}

// describeUnknown describes a name in a suppression comment that matches no rule, see [analysis.Suppressions].
func (c ruleIndex) describeUnknown(name string) (message, help, near string) {
	switch {
	case strings.HasPrefix(name+"/", internal) || strings.HasPrefix(name+"/", suppression):
		return quote.Text(name) + " cannot be suppressed by a comment", "remove it", ""
	case c.matchesAny(name):
		return "", "", ""
	case name == "all":
		return `unknown rule or group "all"`, `write "*" for all rules`, "*"
	}
	if end := strings.IndexFunc(name, isSeparator); end > 0 && c.matchesAny(strings.TrimRight(name[:end], "-")) {
		return "unknown rule or group " + quote.Text(name), `separate names with commas, and write " -- " before the reason`, ""
	}
	if rule, _, ok := strings.Cut(name, "--"); ok && c.matchesAny(rule) {
		return "unknown rule or group " + quote.Text(name), `write " -- " with spaces before the reason`, ""
	}
	near, _ = suggest.Best(name, c.names())
	message, help, _ = strings.Cut(c.unknown(name), "; ")
	if !strings.HasPrefix(help, "did you mean") {
		help = "run `skilllint rules` to list all rules"
	}
	return message, help, near
}

// isSeparator reports whether a rune cannot be part of a rule's name or a glob.
func isSeparator(r rune) bool {
	return r != '/' && r != '-' && r != '*' && !('a' <= r && r <= 'z') && !('0' <= r && r <= '9')
}

func (c ruleIndex) matchesAny(name string) bool {
	found, _, _ := c.find(name)
	return len(found) > 0
}

// MatchRules returns the rules that names, groups and globs match. Each pattern must match a rule. The notices
// list renamed rules.
func MatchRules(patterns []string, rules []*analysis.Analyzer) (map[*analysis.Analyzer]bool, []string, error) {
	known := newRuleIndex(rules)
	matched := map[*analysis.Analyzer]bool{}
	var notices []string
	for _, p := range patterns {
		found, _, formerly := known.find(p)
		if len(found) == 0 {
			return nil, nil, errors.New(known.unknown(p))
		}
		if formerly != "" {
			notices = append(notices, p+" was renamed to "+formerly+"; the old name still works")
		}
		for _, a := range found {
			matched[a] = true
		}
	}
	return matched, notices, nil
}

// Reports reports whether findings of a rule are reported; others may run because meta rules need their
// findings.
func (s *Selection) Reports(a *analysis.Analyzer) bool {
	if s.reportOnly != nil {
		return s.reportOnly[a] || strings.HasPrefix(a.Name, house.Group)
	}
	return !s.meta || a.Unchecked || s.selected[a] || s.customRules.selects(a) || strings.HasPrefix(a.Name, internal)
}
