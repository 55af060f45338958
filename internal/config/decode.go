package config

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
)

// later are the keys of the format that this version does not read: not misspelt, and not to be
// ignored either.
var later = []string{"baseline", "extends", "house", "links", "sections", "suppressions", "tokens"}

// Keys returns the keys of a configuration, sorted.
func Keys() []string {
	return []string{"budgets", "dialects", "exclude", "ledgers", "manifest", "overrides", "rules", "schemas", "targets"}
}

// file decodes the whole file.
func (d *decoder) file(root *analysis.Value) {
	if root.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(root, "a configuration") {
		switch m.Key {
		case "rules":
			d.rules(m.Value, d.config.rules)
		case "budgets":
			d.config.budgets = d.budgets(m.Value, "budgets", false)
		case "overrides":
			d.overrides(m.Value)
		case "dialects":
			d.dialects(m.Value)
		case "targets":
			d.targets(m.Value)
		case "exclude":
			d.config.Exclude = d.globs(m.Value, "exclude")
		case "manifest":
			d.manifest(m.Value)
		case "schemas":
			d.schemas(m.Value)
		case "ledgers":
			d.ledgers(m.Value)
		default:
			d.unknownKey(m)
		}
	}
}

func (d *decoder) unknownKey(m analysis.Member) {
	if slices.Contains(later, m.Key) {
		d.failf(m.KeyRange, "%q is not read by this version of skilllint; take it out", m.Key)
		return
	}
	d.failf(m.KeyRange, "%s is no key of a configuration%s", quote.Text(m.Key), Hint(m.Key, Keys()))
}

func (d *decoder) dialects(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "dialects") {
		glob, ok := d.glob(m.Key, m.KeyRange)
		dialect, known := d.oneOf(m.Value, "dialect", d.schema.Dialects)
		if ok && known {
			d.config.Dialects = append(d.config.Dialects, Pin{glob, dialect})
		}
	}
	d.few(v, len(d.config.Dialects), "dialects")
}

func (d *decoder) targets(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	var targets []string
	for _, item := range d.list(v, "targets") {
		if agent, ok := d.oneOf(item, "agent", d.schema.Targets); ok {
			targets = append(targets, agent)
		}
	}
	slices.Sort(targets)
	d.config.Targets = slices.Compact(targets)
}

func (d *decoder) globs(v *analysis.Value, what string) []Glob {
	if v.Kind == analysis.Null {
		return nil
	}
	var globs []Glob
	for _, item := range d.list(v, what) {
		text, ok := d.text(item, "a glob")
		if !ok {
			continue
		}
		if glob, ok := d.glob(text, item.Range); ok {
			globs = append(globs, glob)
		}
	}
	d.few(v, len(globs), what)
	return globs
}

func (d *decoder) few(v *analysis.Value, n int, what string) {
	if n > maxGlobs {
		d.failf(v.Range, "%s has %d globs; it may have %d", what, n, maxGlobs)
	}
}

func (d *decoder) glob(text string, at analysis.Range) (Glob, bool) {
	glob, err := ParseGlob(text)
	if err != nil {
		d.failf(at, "%v", err)
		return Glob{}, false
	}
	return glob, true
}

func (d *decoder) manifest(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	out := &d.config.Manifest
	for _, m := range d.entries(v, "manifest") {
		switch m.Key {
		case "profile":
			profile, _ := d.oneOf(m.Value, "profile", []string{"strict", "tolerant"})
			out.Claimed, out.Strict = true, profile == "strict"
		case "files":
			out.Files, _ = d.oneOf(m.Value, "value of manifest.files", []string{"required", "siblings"})
		case "paths":
			out.Paths = d.globs(m.Value, "manifest.paths")
		default:
			d.failf(m.KeyRange, "%s is no key of manifest%s", quote.Text(m.Key),
				Hint(m.Key, []string{"files", "paths", "profile"}))
		}
	}
}
