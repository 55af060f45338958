package config

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// Excludes reports whether the configuration excludes a path, given relative to the root.
func (c *Config) Excludes(rel string) bool {
	if len(c.Exclude) == 0 {
		return false
	}
	c.globCache.mu.Lock()
	defer c.globCache.mu.Unlock()
	below := c.Below(rel)
	return below != "." && (c.excludesDir(path.Dir(below)) || matchesAnyExactly(c.Exclude, below))
}

// A globCache caches glob matches of directories: a match includes everything below, and trees may be deep.
type globCache struct {
	mu       sync.Mutex
	excluded map[string]bool
	sets     map[string]uint64 // matching overrides, see [Config.set]
}

func newGlobCache() *globCache {
	return &globCache{excluded: map[string]bool{}, sets: map[string]uint64{}}
}

func (c *Config) excludesDir(below string) bool {
	if below == "." || below == "/" {
		return false
	}
	excluded, cached := c.globCache.excluded[below]
	if !cached {
		excluded = c.excludesDir(path.Dir(below)) || matchesAnyExactly(c.Exclude, below)
		c.globCache.excluded[below] = excluded
	}
	return excluded
}

// Claims returns the kind that the configuration assigns to a file regardless of its name, or 0.
func (c *Config) Claims(rel string) analysis.Kind {
	if len(c.Manifest.Paths) > 0 && MatchAny(c.Manifest.Paths, c.Below(rel)) || c.ledger(rel) != nil {
		return analysis.Manifest
	}
	return 0
}

// IsLedger reports whether the configuration assigns a user-defined schema to a manifest.
func (c *Config) IsLedger(rel string) bool { return c.ledger(rel) != nil }

// ledger returns the last ledger whose glob matches a path, or nil.
func (c *Config) ledger(rel string) *Ledger {
	if len(c.Ledgers) == 0 {
		return nil
	}
	below := c.Below(rel)
	for i := range slices.Backward(c.Ledgers) {
		if c.Ledgers[i].Glob.Match(below) {
			return &c.Ledgers[i]
		}
	}
	return nil
}

// Apply sets the fields of a file that the configuration determines: the profile, the targets
// and the dialect. If several globs match, the last one applies.
func (c *Config) Apply(f *analysis.File) {
	rel := c.Below(f.Rel)
	f.Strict = c.profile.isStrict()
	if f.Kind&(analysis.Manifest|analysis.Output) != 0 {
		f.Strict = c.manifestProfile().isStrict()
	}
	if f.Kind == analysis.Manifest {
		f.Present = c.Manifest.Files == "required"
		f.Claimed = c.Manifest.Claimed || MatchAny(c.Manifest.Paths, rel)
	}
	c.Extend(f)
	if p, ok := c.pin(f.Rel); ok {
		SetDialect(f, p.Dialect, fmt.Sprintf("%s: dialects: %s", c.Path, p.Glob))
	}
}

// pin returns the dialect that the configuration sets for a path, given relative to the root.
func (c *Config) pin(rel string) (Pin, bool) {
	below := c.Below(rel)
	for _, p := range slices.Backward(c.Dialects) {
		if p.Glob.Match(below) {
			return p, true
		}
	}
	return Pin{}, false
}

// Extend sets the fields of a file that do not depend on its dialect: targets, budgets, conventions, and the
// additional schema of its kind.
func (c *Config) Extend(f *analysis.File) {
	view := c.For(f.Rel)
	f.Targets, f.Extra, f.Budgets, f.Conventions = c.Targets, c.extras[f.Kind], view.budgets, view.conventions
	if l := c.ledger(f.Rel); l != nil && f.Kind == analysis.Manifest {
		f.Extra, f.Dialect, f.Strict, f.Present, f.Claimed = l.schema, nil, false, false, false
	}
}

// SetDialect sets the dialect of a file to the one that the user specified, if that dialect defines the file's kind.
func SetDialect(f *analysis.File, name, why string) {
	d := schema.Lookup(name)
	if f.Kind&(analysis.Reference|analysis.Output) == 0 && d.Kinds[f.Kind.String()] == nil {
		return
	}
	f.Dialect, f.Pinned = d, true
	f.Why = strings.TrimPrefix(f.Why+"; "+why, "; ")
}
