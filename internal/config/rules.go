package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A rank is the specificity of a pattern. The highest takes precedence.
type rank uint8

const (
	byGlob rank = iota + 1
	byGroup
	byName
)

// rankOf returns the rank of a pattern.
func rankOf(pattern string) rank {
	switch {
	case strings.ContainsAny(pattern, "*?"):
		return byGlob
	case !strings.Contains(strings.TrimSuffix(pattern, "/"), "/"):
		return byGroup
	}
	return byName
}

// A rule is the settings of one rule in a configuration.
type rule struct {
	severity analysis.Severity
	rank     rank    // rank of the key that sets the severity; 0: not set
	at       Origin  // of the severity
	options  any     // nil: the defaults
	fields   []field // options that are set
}

// A field is an option that a configuration sets.
type field struct {
	index int
	at    Origin
}

// A ruleIndex resolves names, groups and globs to rules.
type ruleIndex struct {
	rules  []*analysis.Analyzer
	names  func() []string // of all rules and groups, sorted
	others func() ruleNames
}

// newRuleIndex returns an index of all rules among analyzers. Facts cannot be configured.
func newRuleIndex(analyzers []*analysis.Analyzer) ruleIndex {
	rules := slices.DeleteFunc(slices.Clone(analyzers), (*analysis.Analyzer).IsFact)
	sorting.By(rules, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return ruleIndex{
		rules:  rules,
		names:  sync.OnceValue(func() []string { return namesOf(rules) }),
		others: sync.OnceValue(func() ruleNames { return otherNames(rules) }),
	}
}

// find returns the rules that match a name, group or glob. renamed is the current name if the pattern is an alias.
func (c ruleIndex) find(pattern string) (rules []*analysis.Analyzer, how rank, renamed string) {
	rules, how = c.filter(func(a *analysis.Analyzer) bool { return Matches(pattern, a) }), rankOf(pattern)
	if how == byName && len(rules) > 0 && rules[0].Name != pattern {
		renamed = rules[0].Name
	}
	return rules, how, renamed
}

func (c ruleIndex) filter(keep func(*analysis.Analyzer) bool) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, a := range c.rules {
		if keep(a) {
			out = append(out, a)
		}
	}
	return out
}

// unknown returns the message for a pattern that matches no rules.
func (c ruleIndex) unknown(pattern string) string {
	if strings.ContainsAny(pattern, "*?") {
		return "glob " + quote.Text(pattern) + " matches no rules; `skilllint rules` lists all rules"
	}
	return "unknown rule or group " + quote.Text(pattern) + c.hint(pattern)
}

// hint returns a suggestion for an unknown name.
func (c ruleIndex) hint(name string) string {
	return cmp.Or(c.near(name), "; `skilllint rules` lists all rules")
}

func namesOf(rules []*analysis.Analyzer) []string {
	names := map[string]bool{}
	for _, a := range rules {
		names[a.Name] = true
		names[a.Name[:strings.Index(a.Name, "/")]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// wildcard reports whether a pattern matches: "*" is any text, including slashes, and "?" is one byte.
func wildcard(pattern, name string) bool {
	star, resume := -1, 0
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n] && pattern[p] != '*'):
			p++
			n++
		case p < len(pattern) && pattern[p] == '*':
			star, resume = p, n
			p++
		case star >= 0:
			resume++
			p, n = star+1, resume
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// rules decodes the key "rules" into a layer.
func (d *decoder) rules(v *analysis.Value, to layer) {
	if v.Kind == analysis.Null {
		return
	}
	c := newRuleIndex(d.schema.Rules)
	for _, m := range d.entries(v, "rules") {
		found, how, formerly := c.find(m.Key)
		if mayBeCustom := isAboutCustomRules(m.Key, how); mayBeCustom {
			d.customSettings(m, how, len(found) > 0)
			if len(found) == 0 {
				continue
			}
		}
		if len(found) == 0 {
			d.failf(m.KeyRange, "%s", c.unknown(m.Key))
			continue
		}
		if how != byGlob && strings.HasPrefix(found[0].Name, internal) {
			d.failf(m.KeyRange, "%s %s", quote.Text(m.Key), alwaysOn)
			continue
		}
		if formerly != "" {
			d.config.Notices = append(d.config.Notices,
				fmt.Sprintf("%s was renamed to %s; the old name still works", m.Key, formerly))
		}
		d.rule(m, found, how, to)
	}
}

// rule decodes one key and applies it to the rules that it matches.
func (d *decoder) rule(m analysis.Member, found []*analysis.Analyzer, how rank, to layer) {
	if m.Value.Kind != analysis.Map {
		if severity, ok := d.severity(m.Value); ok {
			to.setSeverity(found, how, severity, d.origin(m.Value.Range))
		}
		return
	}
	for _, o := range d.entries(m.Value, m.Key) {
		switch {
		case o.Key == "severity":
			if severity, ok := d.severity(o.Value); ok {
				to.setSeverity(found, how, severity, d.origin(o.Value.Range))
			}
		case how != byName:
			d.failf(o.KeyRange, "unknown key %s: a group or glob accepts only \"severity\"", quote.Text(o.Key))
		default:
			d.option(found[0], o, to)
		}
	}
}

// setSeverity sets the severity of rules, except those that a more specific key has set. Of two equally specific
// keys, the later one applies.
func (l layer) setSeverity(rules []*analysis.Analyzer, how rank, s analysis.Severity, at Origin) {
	for _, a := range rules {
		if r := l[a]; how >= r.rank {
			r.severity, r.rank, r.at = s, how, at
			l[a] = r
		}
	}
}

// Severities are the names of severities in a configuration.
func Severities() []string { return []string{"error", "warning", "info", "off"} }

func (d *decoder) severity(v *analysis.Value) (analysis.Severity, bool) {
	if v.Kind == analysis.Bool && v.Note == 0 {
		d.failf(v.Range, "unknown severity %s (available: %s)", quote.Text(v.Text), strings.Join(Severities(), ", "))
		return analysis.Off, false
	}
	name, ok := d.oneOf(v, "severity", Severities())
	severity, _ := analysis.ParseSeverity(name)
	return severity, ok
}
