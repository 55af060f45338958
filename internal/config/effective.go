package config

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/rules/house"
)

// A Rule is the effective configuration of a rule, for display.
type Rule struct {
	Analyzer *analysis.Analyzer
	Severity analysis.Severity
	Origin   Origin   // of the severity
	Options  []Option // all options of the rule
}

// An Option is an option of a rule.
type Option struct {
	Name   string
	Value  any
	Origin Origin
}

// Rules returns the effective configuration of each configurable rule, sorted by name. The configuration and
// the command line are combined as in [Config.Settings].
func (c *Config) Rules(rules []*analysis.Analyzer, s *Selection) []Rule {
	settings := c.Settings(rules, s)
	var all []Rule
	for a := range settings.Severity {
		if strings.HasPrefix(a.Name, internal) {
			continue
		}
		all = append(all, Rule{a, settings.Highest(a), c.originOf(a, s), c.optionsOf(a, settings.Options[a])})
	}
	sorting.By(all, func(a, b Rule) int { return strings.Compare(a.Analyzer.Name, b.Analyzer.Name) })
	return all
}

// originOf returns the origin of a rule's severity.
func (c *Config) originOf(a *analysis.Analyzer, s *Selection) Origin {
	configured := c.rules[a]
	isSelected := s.selected[a] || s.customRules.selects(a)
	isOff := configured.rank > 0 && configured.severity == analysis.Off || configured.rank == 0 && a.Severity == analysis.Off
	switch {
	case s.ignored[a] || s.customRules.ignores(a):
		return Origin{Path: "--ignore"}
	case isSelected && isOff, s.selected != nil && !isSelected && !s.meta:
		return Origin{Path: "--select"}
	case configured.rank > 0:
		return configured.at
	case strings.HasPrefix(a.Name, house.Group):
		return c.keyOrigin(customRules + "." + strings.TrimPrefix(a.Name, house.Group))
	case c.isRaised(a) && strings.HasPrefix(a.Name, "manifest/"):
		return c.manifestProfile().at
	case c.isRaised(a):
		return c.profile.at
	}
	return Origin{}
}

// keyOrigin returns the position that sets the effective value of a key.
func (c *Config) keyOrigin(key string) Origin {
	for _, p := range slices.Backward(c.Base().parts) {
		for _, e := range slices.Backward(p.entries) {
			if e.Key == key {
				return e.Origin
			}
		}
	}
	return Origin{}
}

// optionsOf returns the options of a rule with their origins.
func (c *Config) optionsOf(a *analysis.Analyzer, options any) []Option {
	if a.Options == nil || options == nil {
		return nil
	}
	var all []Option
	values := reflect.ValueOf(options).Elem()
	for i := range values.NumField() {
		o := Option{Name: fieldName(values.Type().Field(i)), Value: values.Field(i).Interface()}
		for _, f := range slices.Backward(c.rules[a].fields) {
			if f.index == i {
				o.Origin = f.at
				break
			}
		}
		all = append(all, o)
	}
	return all
}

// ExcludedBy returns the glob that excludes a path, given relative to the root.
func (c *Config) ExcludedBy(rel string) (Glob, bool) {
	below := c.Below(rel)
	for _, g := range c.Exclude {
		if g.Match(below) {
			return g, true
		}
	}
	return Glob{}, false
}

// A NamedGlob is a glob with its key.
type NamedGlob struct {
	Key  string
	Glob Glob
}

// OwnGlobs returns the globs of the configuration, in order. It omits those of extended configurations, which may
// be intended for other repositories.
func (c *Config) OwnGlobs() []NamedGlob {
	var all []NamedGlob
	add := func(key string, g Glob) {
		if g.origin.Path == c.Path {
			all = append(all, NamedGlob{key, g})
		}
	}
	for _, g := range c.Exclude {
		add("exclude", g)
	}
	for _, p := range c.Dialects {
		add("dialects", p.Glob)
	}
	for _, g := range c.Manifest.Paths {
		add("manifest.paths", g)
	}
	for _, l := range c.Ledgers {
		add("ledgers", l.Glob)
	}
	for _, o := range c.Overrides() {
		for _, g := range o.Files {
			add("overrides", g)
		}
	}
	sorting.By(all, func(a, b NamedGlob) int {
		x, y := a.Glob.origin.At, b.Glob.origin.At
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	})
	return all
}
