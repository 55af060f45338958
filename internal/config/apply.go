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

// Excludes reports whether the configuration leaves a path out, given relative to the root.
func (c *Config) Excludes(rel string) bool {
	if len(c.Exclude) == 0 {
		return false
	}
	c.folders.mu.Lock()
	defer c.folders.mu.Unlock()
	below := c.Below(rel)
	return below != "." && (c.excludesFolder(path.Dir(below)) || isAny(c.Exclude, below))
}

// folders remember what globs say of directories: what matches one matches everything below it, and a
// tree may be deep.
type folders struct {
	mu       sync.Mutex
	excluded map[string]bool
	sets     map[string]uint64 // of overrides
}

func newFolders() *folders {
	return &folders{excluded: map[string]bool{}, sets: map[string]uint64{}}
}

func (c *Config) excludesFolder(below string) bool {
	if below == "." || below == "/" {
		return false
	}
	is, known := c.folders.excluded[below]
	if !known {
		is = c.excludesFolder(path.Dir(below)) || isAny(c.Exclude, below)
		c.folders.excluded[below] = is
	}
	return is
}

// Claims returns the kind that the configuration gives to a file whatever its name says, or 0.
func (c *Config) Claims(rel string) analysis.Kind {
	if len(c.Manifest.Paths) > 0 && MatchAny(c.Manifest.Paths, c.Below(rel)) || c.ledger(rel) != nil {
		return analysis.Manifest
	}
	return 0
}

// IsLedger reports whether the configuration says that a file is a ledger of the user's own form.
func (c *Config) IsLedger(rel string) bool { return c.ledger(rel) != nil }

// ledger returns what the configuration says of a ledger of the user's own form: of several globs
// that match, the last one counts. nil: it is none.
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

// Apply tells a file what the configuration says of it: the profile of a manifest, the agents that
// it must work on, and the dialect. Of several globs that match, the last one counts.
func (c *Config) Apply(f *analysis.File) {
	rel := c.Below(f.Rel)
	if f.Kind&(analysis.Manifest|analysis.Output) != 0 {
		f.Strict = c.Manifest.isStrict()
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

// pin returns what the configuration says of the dialect of a path, given relative to the root.
func (c *Config) pin(rel string) (Pin, bool) {
	below := c.Below(rel)
	for _, p := range slices.Backward(c.Dialects) {
		if p.Glob.Match(below) {
			return p, true
		}
	}
	return Pin{}, false
}

// Extend tells a file what holds for it whatever its dialect: the agents that it must work on, what
// things may cost, which names and paths are the repository's own, and the schema that is added to that
// of its kind.
func (c *Config) Extend(f *analysis.File) {
	view := c.For(f.Rel)
	f.Targets, f.Extra, f.Budgets, f.Conventions = c.Targets, c.extras[f.Kind], view.budgets, view.conventions
	if l := c.ledger(f.Rel); l != nil && f.Kind == analysis.Manifest {
		f.Extra, f.Dialect, f.Strict, f.Present, f.Claimed = l.schema, nil, false, false, false
	}
}

// SetDialect gives a file the dialect that the user named, if that dialect has such files.
func SetDialect(f *analysis.File, name, why string) {
	d := schema.Lookup(name)
	if f.Kind&(analysis.Reference|analysis.Output) == 0 && d.Kinds[f.Kind.String()] == nil {
		return
	}
	f.Dialect, f.Pinned = d, true
	f.Why = strings.TrimPrefix(f.Why+"; "+why, "; ")
}
