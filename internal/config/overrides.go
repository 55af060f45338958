package config

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// maxOverrides limits the overrides of a configuration, including extended ones, to the bits of a set (see
// [Config.set]).
const maxOverrides = 64

// A part is a configuration without its overrides, or one override.
type part struct {
	files            []Glob // of an override, otherwise nil
	at               Origin // of an override, otherwise zero
	rules            layer
	customSeverities []customSeverity // keys for rules that may be defined elsewhere
	budgets          *analysis.Budgets
	conventions      *analysis.Conventions
	entries          []Entry // for display
}

// isOverride reports whether a part is an override.
func (p *part) isOverride() bool { return len(p.files) > 0 }

// An Override has the globs of an override, for display. Its values are part of the rules and entries of matching
// files.
type Override struct {
	Files  []Glob
	Origin Origin
}

// Overrides returns all overrides, those of extended configurations first.
func (c *Config) Overrides() []Override {
	var all []Override
	for _, p := range c.Base().parts {
		if p.isOverride() {
			all = append(all, Override{p.files, p.at})
		}
	}
	return all
}

// A layer is the rules of one part of a configuration.
type layer map[*analysis.Analyzer]rule

// over merges a later layer into a copy of the layer. The later one takes precedence, even if its key is less
// specific; options that it does not set are kept.
func (l layer) over(later layer) layer {
	out := maps.Clone(l)
	for a, own := range later {
		r := out[a]
		if own.rank > 0 {
			r.severity, r.rank, r.at = own.severity, own.rank, own.at
		}
		if own.options != nil {
			if r.options == nil {
				r.options = a.Options
			}
			r.options = clone(r.options)
			from, to := reflect.ValueOf(own.options).Elem(), reflect.ValueOf(r.options).Elem()
			for _, f := range own.fields {
				to.Field(f.index).Set(from.Field(f.index))
			}
			r.fields = append(slices.Clip(r.fields), own.fields...)
		}
		out[a] = r
	}
	return out
}

// views are the configurations that result from combinations of overrides.
type views struct {
	mu     sync.Mutex
	byPath map[string]*Config
	bySet  map[uint64]*Config // by set of overrides
}

// For returns the configuration of a file, given relative to the root. It is c itself if no override matches. Files
// with the same overrides get the same pointer.
func (c *Config) For(rel string) *Config {
	if c.views == nil {
		return c
	}
	c.views.mu.Lock()
	defer c.views.mu.Unlock()
	if known := c.views.byPath[rel]; known != nil {
		return known
	}
	set := c.set(rel)
	view := c.views.bySet[set]
	if view == nil {
		view = c.view(set)
		c.views.bySet[set] = view
	}
	c.views.byPath[rel] = view
	return view
}

// set returns the set of overrides that match a path, with one bit for each override.
func (c *Config) set(rel string) uint64 {
	if len(c.parts) == 0 {
		return 0
	}
	c.globCache.mu.Lock()
	defer c.globCache.mu.Unlock()
	return c.setBelow(c.Below(rel))
}

func (c *Config) setBelow(below string) uint64 {
	if below == "." || below == "/" {
		return 0
	}
	set, cached := c.globCache.sets[path.Dir(below)]
	if !cached {
		set = c.setBelow(path.Dir(below))
		c.globCache.sets[path.Dir(below)] = set
	}
	bit := uint64(1)
	for i := range c.parts {
		if p := &c.parts[i]; p.isOverride() {
			if set&bit == 0 && matchesAnyExactly(p.files, below) {
				set |= bit
			}
			bit <<= 1
		}
	}
	return set
}

// partsFor returns the parts that apply to a path. Later ones take precedence.
func (c *Config) partsFor(rel string) []part { return c.partsIn(c.set(rel)) }

func (c *Config) partsIn(set uint64) []part {
	var in []part
	for _, p := range c.parts {
		if p.isOverride() {
			matches := set&1 != 0
			set >>= 1
			if !matches {
				continue
			}
		}
		in = append(in, p)
	}
	return in
}

// view applies a set of overrides to the configuration.
func (c *Config) view(set uint64) *Config {
	if set == 0 {
		return c
	}
	view := *c
	view.base, view.views = c, nil
	view.mergeParts(set)
	return &view
}

// mergeParts merges the parts that apply for a set of overrides, in order of precedence.
func (c *Config) mergeParts(set uint64) {
	c.rules, c.budgets, c.conventions = layer{}, nil, nil
	custom := newRuleIndex(c.CustomRules())
	for _, p := range c.partsIn(set) {
		c.rules = c.rules.over(p.rules).over(p.customLayer(custom))
		c.budgets = c.budgets.With(p.budgets)
		c.conventions = c.conventions.With(p.conventions)
	}
}

// resolve computes the values of files without overrides.
func (c *Config) resolve() {
	c.mergeParts(0)
	for i := range c.parts {
		if c.parts[i].isOverride() {
			c.views = &views{byPath: map[string]*Config{}, bySet: map[uint64]*Config{}}
		}
	}
}

// Base returns the configuration without its overrides.
func (c *Config) Base() *Config {
	if c.base != nil {
		return c.base
	}
	return c
}

// overrides decodes the list of overrides.
func (d *decoder) overrides(v *analysis.Value) {
	if v.Kind == analysis.Null || !d.plain(v) {
		return
	}
	if v.Kind != analysis.List {
		d.failf(v.Range, "overrides must be a list of mappings with files and settings, not %s", kindOf(v))
		return
	}
	if len(v.Items) > maxOverrides {
		d.failf(v.Range, "overrides has %d entries (limit %d)", len(v.Items), maxOverrides)
		return
	}
	globs := 0
	for _, item := range v.Items {
		o := d.override(item)
		globs += len(o.files)
		d.config.parts = append(d.config.parts, o)
	}
	d.limitGlobs(v, globs, "overrides")
}

// overrideKeys are the keys that an override may set.
var overrideKeys = []string{"budgets", "links", "rules", "sections", "tokens"}

func (d *decoder) override(v *analysis.Value) part {
	enclosing := d.part
	defer func() { d.part = enclosing }()
	d.part = &part{rules: layer{}, at: d.origin(v.Range)}
	found, hasSettings := len(d.errs), false
	for _, m := range d.entries(v, "an override") {
		switch {
		case m.Key == "files":
			d.part.files = d.globs(m.Value, "files")
		case slices.Contains(overrideKeys, m.Key):
			hasSettings = true
			d.scoped(m)
		default:
			d.failf(m.KeyRange, "unknown key %s in an override%s", quote.Text(m.Key), Hint(m.Key, append([]string{"files"}, overrideKeys...)))
		}
	}
	switch {
	case len(d.errs) > found:
	case len(d.part.files) == 0:
		d.failf(v.Range, "override without files; add, for example, files: ['drafts/**']")
	case !hasSettings:
		d.failf(v.Range, "override without settings (available: %s)", strings.Join(overrideKeys, ", "))
	}
	return *d.part
}
