package config

import (
	"maps"
	"reflect"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
)

// maxOverrides is how many a configuration may have: what holds for a file is one of 2^n.
const maxOverrides = 64

// An override says what else holds for the files that its globs match.
type override struct {
	files   []Glob
	rules   layer
	budgets *analysis.Budgets
}

// A layer is what one place of a configuration says of rules.
type layer map[*analysis.Analyzer]rule

// over returns what holds where a later layer is laid over one. What that says wins, however exactly
// either names a rule; options that it does not name stay.
func (l layer) over(later layer) layer {
	out := maps.Clone(l)
	for a, said := range later {
		r := out[a]
		if said.said > 0 {
			r.severity, r.said = said.severity, said.said
		}
		if said.options != nil {
			if r.options == nil {
				r.options = a.Options
			}
			r.options = clone(r.options)
			from, to := reflect.ValueOf(said.options).Elem(), reflect.ValueOf(r.options).Elem()
			for _, i := range said.fields {
				to.Field(i).Set(from.Field(i))
			}
		}
		out[a] = r
	}
	return out
}

// views are the configurations that overrides make of one.
type views struct {
	mu     sync.Mutex
	byPath map[string]*Config
	bySet  map[uint64]*Config // by the overrides that are in it
}

// For returns what holds for a file, given relative to the root: c itself where no override is for
// it. Files for which the same overrides are get the same pointer.
func (c *Config) For(rel string) *Config {
	if len(c.overrides) == 0 {
		return c
	}
	c.views.mu.Lock()
	defer c.views.mu.Unlock()
	if known := c.views.byPath[rel]; known != nil {
		return known
	}
	below, set := c.Below(rel), uint64(0)
	for i, o := range c.overrides {
		if MatchAny(o.files, below) {
			set |= 1 << i
		}
	}
	view := c.views.bySet[set]
	if view == nil {
		view = c.view(set)
		c.views.bySet[set] = view
	}
	c.views.byPath[rel] = view
	return view
}

// view lays a set of overrides over the configuration.
func (c *Config) view(set uint64) *Config {
	if set == 0 {
		return c
	}
	view := *c
	view.base, view.overrides, view.views = c, nil, nil
	for i, o := range c.overrides {
		if set&(1<<i) != 0 {
			view.rules = view.rules.over(o.rules)
			view.budgets = view.budgets.With(o.budgets)
		}
	}
	return &view
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
		d.failf(v.Range, "overrides is a list of mappings with files and rules or budgets, not %s", kindOf(v))
		return
	}
	if len(v.Items) > maxOverrides {
		d.failf(v.Range, "overrides has %d entries; it may have %d", len(v.Items), maxOverrides)
		return
	}
	globs := 0
	for _, item := range v.Items {
		o := d.override(item)
		globs += len(o.files)
		d.config.overrides = append(d.config.overrides, o)
	}
	d.few(v, globs, "overrides")
	d.config.views = &views{byPath: map[string]*Config{}, bySet: map[uint64]*Config{}}
}

func (d *decoder) override(v *analysis.Value) override {
	o := override{rules: layer{}}
	found, says := len(d.errs), false
	for _, m := range d.entries(v, "an override") {
		switch m.Key {
		case "files":
			o.files = d.globs(m.Value, "files")
		case "rules":
			says = true
			d.rules(m.Value, o.rules)
		case "budgets":
			says = true
			o.budgets = d.budgets(m.Value, "budgets", false)
		default:
			d.failf(m.KeyRange, "%s is no key of an override%s", quote.Text(m.Key), Hint(m.Key, []string{"budgets", "files", "rules"}))
		}
	}
	switch {
	case len(d.errs) > found:
	case len(o.files) == 0:
		d.failf(v.Range, "an override without files holds for none; write files: ['drafts/**']")
	case !says:
		d.failf(v.Range, "an override says nothing of its files; write rules or budgets")
	}
	return o
}
