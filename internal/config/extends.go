package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
)

// Limits of extended configurations.
const (
	maxExtends  = 16 // files in one "extends"
	maxExtended = 32 // files read for one configuration
	maxDepth    = 8  // length of a chain
)

// extends decodes the list of extended configurations.
func (d *decoder) extends(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	items := d.list(v, "extends")
	if len(items) > maxExtends {
		d.failf(v.Range, "extends has %d files (limit %d)", len(items), maxExtends)
		return
	}
	for _, item := range items {
		if file, ok := d.fileName(item, "a configuration"); ok {
			d.config.extends = append(d.config.extends, file)
			d.record("extends", file.name, item.Range, true)
		}
	}
}

// A mergedReader reads a configuration and the ones that it extends.
type mergedReader struct {
	*Finder
	dir   string   // base of all globs
	chain []string // paths in the current chain, relative to the root
	shown []string // the same paths for messages
	count int      // number of extended files
}

// read decodes a configuration below the root and merges it with the ones that it extends.
func (r *mergedReader) read(source []byte, rel, shown string) (*Config, error) {
	if r.bytes += len(source); r.bytes > maxRead {
		return nil, &finding.FileError{Path: shown, Message: fmt.Sprintf("too many configuration files: more than %s bytes in total, including those that they extend", quote.Count(maxRead))}
	}
	c, err := Parse(source, shown, r.dir, r.schema)
	if err != nil {
		return nil, err
	}
	home := path.Dir(rel)
	c.Sources = []string{rel}
	if err := r.loadSchemas(c, home); err != nil {
		return nil, err
	}
	if c.baseline.name != "" {
		below, err := c.baseline.below(home)
		if err != nil {
			return nil, err
		}
		c.Baseline = File{below, c.baseline.at}
	}
	r.chain, r.shown = append(r.chain, rel), append(r.shown, shown)
	defer func() { r.chain, r.shown = r.chain[:len(r.chain)-1], r.shown[:len(r.shown)-1] }()
	var base *Config
	for _, named := range c.extends {
		next, err := r.extended(named, home)
		if err != nil {
			return nil, err
		}
		c.Extends = append(append(c.Extends, next.Extends...), next.Path)
		c.Sources = append(c.Sources, next.Sources...)
		if base != nil {
			next.inherit(base)
		}
		base = next
	}
	if base != nil {
		c.inherit(base)
	}
	if n := len(c.Overrides()); n > maxOverrides {
		return nil, &finding.FileError{Path: c.Path, Message: fmt.Sprintf("%d overrides, including those of extended files (limit %d)", n, maxOverrides)}
	}
	if err := c.checkCustomRules(); err != nil {
		return nil, err
	}
	c.resolve()
	return c, nil
}

// extended reads a configuration that another one extends.
func (r *mergedReader) extended(f namedFile, home string) (*Config, error) {
	rel, err := f.below(home)
	if err != nil {
		return nil, err
	}
	switch i := slices.Index(r.chain, rel); {
	case i >= 0:
		return nil, f.failf("%s extends itself: %s", r.shown[i], strings.Join(append(slices.Clone(r.shown[i:]), r.shown[i]), ", which extends "))
	case len(r.chain) > maxDepth:
		return nil, f.failf("chain of %d extended configurations (limit %d)", len(r.chain)+1, maxDepth+1)
	case r.count == maxExtended:
		return nil, f.failf("%s extends more than %d configurations, directly or indirectly", r.shown[0], maxExtended)
	}
	r.count++
	source, err := readNamed(r.root, rel, "a configuration", maxBytes)
	if err != nil {
		return nil, f.failf("cannot read %s: %v", r.show(rel), err)
	}
	return r.read(source, rel, r.show(rel))
}

// inherit merges an extended configuration into c. Additive lists are concatenated, and other values of c take
// precedence.
func (c *Config) inherit(base *Config) {
	c.parts = slices.Concat(base.parts, c.parts)
	c.customRules = mergeCustomRules(base.customRules, c.customRules)
	c.Notices = slices.Concat(base.Notices, c.Notices)
	c.Dialects = slices.Concat(base.Dialects, c.Dialects)
	c.Exclude = slices.Concat(base.Exclude, c.Exclude)
	c.Ledgers = slices.Concat(base.Ledgers, c.Ledgers)
	if !c.hasTargets {
		c.Targets, c.hasTargets = base.Targets, base.hasTargets
	}
	m := &c.Manifest
	m.Claimed = m.Claimed || base.Manifest.Claimed
	m.Paths = slices.Concat(base.Manifest.Paths, m.Paths)
	m.profile = m.profile.or(base.Manifest.profile)
	c.profile = c.profile.or(base.profile)
	if m.Files == "" {
		m.Files = base.Manifest.Files
	}
	c.Suppression.inherit(base.Suppression)
	c.TrustedHosts = slices.Concat(base.TrustedHosts, c.TrustedHosts)
	if c.Baseline.Rel == "" {
		c.Baseline = base.Baseline
	}
	if c.MinSeverity == analysis.Off {
		c.MinSeverity = base.MinSeverity
	}
	extras := maps.Clone(base.extras)
	if extras == nil {
		extras = c.extras
	} else {
		maps.Copy(extras, c.extras)
	}
	c.extras = extras
}
