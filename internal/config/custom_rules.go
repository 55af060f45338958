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

// IsEngine reports whether an analyzer runs custom rules and is not a rule itself.
func IsEngine(a *analysis.Analyzer) bool { return house.IsEngine(a) }

// CustomRules returns the custom rules of the configuration and of those that it extends, sorted by name.
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
	needed   bool // it must match a rule
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

// customSettings records a key that may match custom rules. others: it matches other rules as well.
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

// customLayer returns the severities of custom rules in a part as a layer.
func (p *part) customLayer(rules catalogue) layer {
	to := layer{}
	for _, said := range p.customSeverities {
		found, _, _ := rules.find(said.pattern)
		to.say(found, said.how, said.severity, said.at)
	}
	return to
}

// checkCustomRules returns an error for each unknown custom rule.
func (c *Config) checkCustomRules() error {
	var errs Errors
	rules := newCatalogue(c.CustomRules())
	for i := range c.parts {
		for _, said := range c.parts[i].customSeverities {
			if found, _, _ := rules.find(said.pattern); said.needed && len(found) == 0 {
				errs = append(errs, &finding.FileError{Path: said.key.Path, Position: said.key.At, Message: noHouse(said.pattern, rules)})
			}
		}
	}
	if errs == nil {
		return nil
	}
	return errs
}

// noHouse reports an unknown custom rule.
func noHouse(pattern string, rules catalogue) string {
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
	needed            []requiredCustomRule
}

type requiredCustomRule struct{ flag, pattern string }

func (h *customSelection) selects(a *analysis.Analyzer) bool { return means(h.selected, a) }
func (h *customSelection) ignores(a *analysis.Analyzer) bool { return means(h.ignored, a) }

func means(patterns []string, a *analysis.Analyzer) bool {
	return strings.HasPrefix(a.Name, house.Group) && slices.ContainsFunc(patterns, func(p string) bool { return Matches(p, a) })
}

// add records a pattern of a flag. others: it matches other rules as well.
func (h *customSelection) add(flag, pattern string, others bool) {
	if flag == "--select" {
		h.selected = append(h.selected, pattern)
	} else {
		h.ignored = append(h.ignored, pattern)
	}
	if !others {
		h.needed = append(h.needed, requiredCustomRule{flag, pattern})
	}
}

// Unknown returns an error message for unknown custom rules on the command line, or "". All configurations of
// the run must have been read.
func (s *Selection) Unknown(configs []*Config) string {
	var rules []*analysis.Analyzer
	for _, c := range configs {
		rules = append(rules, c.CustomRules()...)
	}
	all := newCatalogue(rules)
	for _, n := range s.customRules.needed {
		if found, _, _ := all.find(n.pattern); len(found) == 0 {
			return n.flag + ": " + noHouse(n.pattern, all)
		}
	}
	return ""
}
