package config

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/rules/house"
)

// Engines returns the analyzers that run custom rules.
func Engines() []*analysis.Analyzer { return house.Engines() }

// IsEngine reports whether an analyzer runs custom rules. An engine is not a rule itself.
func IsEngine(a *analysis.Analyzer) bool { return house.IsEngine(a) }

// CustomRules returns the custom rules of the configuration and the ones that it extends, sorted by name.
// Configurations of different directories may define different rules with the same name.
func (c *Config) CustomRules() []*analysis.Analyzer {
	rules := make([]*analysis.Analyzer, 0, len(c.customRules))
	for _, r := range c.customRules {
		rules = append(rules, r.Analyzer)
	}
	return rules
}

// mergeCustomRules returns the rules of a configuration that extends another one. Its own rules take precedence.
func mergeCustomRules(base, own []*house.Rule) []*house.Rule {
	all := slices.Clone(own)
	for _, r := range base {
		if !slices.ContainsFunc(own, func(o *house.Rule) bool { return o.Name == r.Name }) {
			all = append(all, r)
		}
	}
	sorting.By(all, func(a, b *house.Rule) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// A customSeverity is a severity that a part of a configuration sets for custom rules. It is resolved after
// all extended configurations have been read.
type customSeverity struct {
	pattern  string
	how      rank
	severity analysis.Severity
	at       Origin // of the severity
	key      Origin
	required bool // the pattern must match a custom rule
}

// isAboutCustomRules reports whether a name, group or glob may match custom rules.
func isAboutCustomRules(pattern string, how rank) bool {
	switch how {
	case byGlob:
		fixed := pattern[:strings.IndexAny(pattern, "*?")]
		return strings.HasPrefix(house.Group, fixed) || strings.HasPrefix(fixed, house.Group)
	case byGroup:
		return strings.TrimSuffix(pattern, "/")+"/" == house.Group
	}
	return strings.HasPrefix(pattern, house.Group)
}

// customSettings records a key that may match custom rules. others: the key also matches other rules.
func (d *decoder) customSettings(m analysis.Member, how rank, others bool) {
	v := m.Value
	if v.Kind == analysis.Map {
		for _, o := range v.Members {
			if o.Key != "severity" && !others {
				d.failf(o.KeyRange, "unknown option %s: define custom rules under %s", quote.Text(o.Key), customRules)
			}
		}
		if v = v.Get("severity"); v == nil {
			return
		}
	}
	severity, known := analysis.ParseSeverity(v.Text)
	if !others {
		severity, known = d.severity(v)
	}
	if known {
		d.part.customSeverities = append(d.part.customSeverities, customSeverity{m.Key, how, severity, d.origin(v.Range), d.origin(m.KeyRange), !others})
	}
}

// customLayer returns the severities that a part sets for custom rules.
func (p *part) customLayer(rules ruleIndex) layer {
	to := layer{}
	for _, custom := range p.customSeverities {
		found, _, _ := rules.find(custom.pattern)
		to.setSeverity(found, custom.how, custom.severity, custom.at)
	}
	return to
}

// checkCustomRules returns an error for each key that refers to an unknown custom rule.
func (c *Config) checkCustomRules() error {
	var errs Errors
	rules := newRuleIndex(c.CustomRules())
	for i := range c.parts {
		for _, custom := range c.parts[i].customSeverities {
			if found, _, _ := rules.find(custom.pattern); custom.required && len(found) == 0 {
				errs = append(errs, &finding.FileError{Path: custom.key.Path, Position: custom.key.At, Message: unknownCustomRule(custom.pattern, rules)})
			}
		}
	}
	if errs == nil {
		return nil
	}
	return errs
}

// unknownCustomRule returns the message for an unknown custom rule.
func unknownCustomRule(pattern string, rules ruleIndex) string {
	if len(rules.rules) == 0 {
		return "unknown rule " + quote.Text(pattern) + ": no custom rules are defined under " + customRules
	}
	return rules.unknown(pattern)
}

// selectCustomRules adds the enabled custom rules to the settings.
func (c *Config) selectCustomRules(out *Settings, s *Selection) {
	set := &house.Set{Below: c.Below}
	for _, r := range c.customRules {
		severity := c.severity(r.Analyzer, s)
		out.Severity[r.Analyzer] = severity
		if severity != analysis.Off {
			set.Rules = append(set.Rules, r)
		}
	}
	for _, engine := range house.Engines() {
		if out.Severity[engine] = analysis.Off; len(set.Rules) > 0 {
			out.Severity[engine], out.Options[engine] = engine.Severity, set
		}
	}
}

// A customSelection is the selection of custom rules on the command line. They are known only after all
// configurations have been read.
type customSelection struct {
	selected, ignored []string
	required          []requiredRule
}

type requiredRule struct{ flag, pattern string }

func (h *customSelection) selects(a *analysis.Analyzer) bool { return matchesCustom(h.selected, a) }
func (h *customSelection) ignores(a *analysis.Analyzer) bool { return matchesCustom(h.ignored, a) }

func matchesCustom(patterns []string, a *analysis.Analyzer) bool {
	return strings.HasPrefix(a.Name, house.Group) && slices.ContainsFunc(patterns, func(p string) bool { return Matches(p, a) })
}

// add records a pattern of a flag. others: the pattern also matches other rules.
func (h *customSelection) add(flag, pattern string, others bool) {
	if flag == "--select" {
		h.selected = append(h.selected, pattern)
	} else {
		h.ignored = append(h.ignored, pattern)
	}
	if !others {
		h.required = append(h.required, requiredRule{flag, pattern})
	}
}

// Unknown returns an error message for an unknown custom rule on the command line, or "". configs are all
// configurations of the run.
func (s *Selection) Unknown(configs []*Config) string {
	var rules []*analysis.Analyzer
	for _, c := range configs {
		rules = append(rules, c.CustomRules()...)
	}
	all := newRuleIndex(rules)
	for _, r := range s.customRules.required {
		if found, _, _ := all.find(r.pattern); len(found) == 0 {
			return r.flag + ": " + unknownCustomRule(r.pattern, all)
		}
	}
	return ""
}
