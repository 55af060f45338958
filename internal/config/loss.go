package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/house"
	"github.com/skilllint/skilllint/schema"
)

// A Comparer finds out what files would lose if other configurations took the place of theirs.
type Comparer struct {
	Rules     []*analysis.Analyzer
	Selection *Selection

	losses  map[[2]*Config]*Loss
	schemas map[[2]*schema.Extra]bool // whether two say the same
}

// A Loss is what would be less strict. All names are sorted, each once.
type Loss struct {
	Off    []string // rules that would not run
	Milder []string // rules whose findings would be less severe
	Others []string // rules with other options, or defined otherwise, and keys by which something else would hold
}

// Loss returns what a file would lose by another configuration, and by which keys less, or something else,
// would be made of the file itself: its dialect, its profile as a manifest, the schemas that it is held to.
// The Loss is the same pointer for files for which the same holds.
func (x *Comparer) Loss(f *analysis.File, c, by *Config) (*Loss, []string) {
	if x.losses == nil {
		x.losses, x.schemas = map[[2]*Config]*Loss{}, map[[2]*schema.Extra]bool{}
	}
	var keys []string
	add := func(key string, differs bool) {
		if differs {
			keys = append(keys, key)
		}
	}
	before, _ := c.pin(f.Rel)
	after, _ := by.pin(f.Rel)
	add("dialects", before.Dialect != after.Dialect)
	if was := c.ledger(f.Rel); was != nil {
		now := by.ledger(f.Rel)
		add("ledgers", now == nil || !x.same(was.schema, now.schema))
	}
	was, now := c.Manifest, by.Manifest
	isManifest := f.Kind&(analysis.Manifest|analysis.Output) != 0
	add("manifest", isManifest && (was.isStrict() && !now.isStrict() || was.Files == "required" && now.Files != "required") ||
		c.Claims(f.Rel) != 0 && by.Claims(f.Rel) == 0)
	add("schemas", c.extras[f.Kind] != nil && !x.same(c.extras[f.Kind], by.extras[f.Kind]))
	c, by = c.For(f.Rel), by.For(f.Rel)
	pair := [2]*Config{c, by}
	if x.losses[pair] == nil {
		x.losses[pair] = x.loss(c, by)
	}
	return x.losses[pair], keys
}

func (x *Comparer) same(a, b *schema.Extra) bool {
	pair := [2]*schema.Extra{a, b}
	is, known := x.schemas[pair]
	if !known {
		is = a.Same(b)
		x.schemas[pair] = is
	}
	return is
}

// loss compares what is in force by two configurations for the same file.
func (x *Comparer) loss(c, by *Config) *Loss {
	l := &Loss{}
	now := by.named(x.Rules, x.Selection)
	for name, before := range c.named(x.Rules, x.Selection) {
		after := now[name]
		switch {
		case before.severity == analysis.Off:
		case after.severity == analysis.Off: // or there is no such rule
			l.Off = append(l.Off, name)
		case after.severity < before.severity:
			l.Milder = append(l.Milder, name)
		}
		if min(before.severity, after.severity) > analysis.Off && !reflect.DeepEqual(before.says, after.says) {
			l.Others = append(l.Others, name)
		}
	}
	add := func(key string, differs bool) {
		if differs {
			l.Others = append(l.Others, key)
		}
	}
	a, b := conventionsOf(c), conventionsOf(by)
	add("budgets", !reflect.DeepEqual(c.budgets, by.budgets))
	add("links", !slices.Equal(a.Outside, b.Outside))
	add("sections", len(a.Sections)+len(b.Sections) > 0 && !reflect.DeepEqual(a.Sections, b.Sections))
	add("suppressions", c.Suppression.RequireReason && !by.Suppression.RequireReason)
	add("targets", slices.ContainsFunc(c.Targets, func(t string) bool { return !slices.Contains(by.Targets, t) }))
	add("tokens", !slices.Equal(a.Tokens, b.Tokens) || !slices.EqualFunc(a.Patterns, b.Patterns, samePattern))
	for _, names := range [][]string{l.Off, l.Milder, l.Others} {
		slices.Sort(names)
	}
	return l
}

// A namedRule is what is in force of a rule.
type namedRule struct {
	severity analysis.Severity
	says     any // its options; of a house rule all that it is
}

// named returns what is in force of each rule that can be switched, by name.
func (c *Config) named(rules []*analysis.Analyzer, s *Selection) map[string]namedRule {
	settings := c.Settings(rules, s)
	all := make(map[string]namedRule, len(settings.Severity))
	for a, severity := range settings.Severity {
		if !strings.HasPrefix(a.Name, internal) {
			all[a.Name] = namedRule{severity, settings.Options[a]}
		}
	}
	for _, r := range c.house {
		all[r.Name] = namedRule{settings.Severity[r.Analyzer], definition(r)}
	}
	return all
}

// definition returns all that a house rule says, but for where.
func definition(r *house.Rule) string {
	return fmt.Sprint(strings.Replace(r.Page, r.Source.Name, "", 1), r.Files, r.Except, r.Require, r.Level, r.Headings)
}

func conventionsOf(c *Config) analysis.Conventions {
	if c.conventions == nil {
		return analysis.Conventions{}
	}
	return *c.conventions
}

func samePattern(a, b *regexp.Regexp) bool { return a.String() == b.String() }
