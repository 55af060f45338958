// Package needs finds the files beside a script that it cannot do without: scripts that it sources or runs, and files that it
// reads.
//
// A file is found only if the script computes its path from its own location, or from the root of its plugin, with literal
// names. A file that the script tests for, writes, or passes to other code is not needed.
package needs

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Base is what a path is relative to.
type Base uint8

// The bases of paths.
const (
	Unknown Base = iota
	Own          // the directory of the script
	Plugin       // the root of the plugin
)

// A Use is what a script does with a file.
type Use uint8

// The uses.
const (
	Reads Use = iota
	Runs
	Sources
)

// A Need is a file that a script needs.
type Need struct {
	Base  Base
	Path  string // cleaned, relative to the base
	Use   Use
	Range analysis.Range
}

// maxNeeds limits the files of a script.
const maxNeeds = 200

// A place is a path in a script.
type place struct {
	base Base
	rel  string // of the script itself: self
}

// self is the path of the script itself, whose name is unknown.
const self = "\x00"

func (p place) isFile() bool { return p.base != Unknown && p.rel != self && p.rel != "." }

// dir returns the directory that contains a path.
func (p place) dir() place {
	switch {
	case p.base == Unknown || p.rel == ".." || strings.HasSuffix(p.rel, "/.."):
		return place{p.base, path.Join(p.rel, "..")}
	case p.rel == self:
		return place{p.base, "."}
	case p.rel == ".":
		return place{p.base, ".."}
	}
	return place{p.base, path.Dir(p.rel)}
}

// join returns a path below a directory.
func (p place) join(rel string) place {
	if p.base == Unknown || p.rel == self || rel == "" || strings.HasPrefix(rel, "/") || strings.ContainsAny(rel, "*?[{\x00\\\n") {
		return place{}
	}
	return place{p.base, path.Join(p.rel, rel)}
}

// A collector has what a script does with each path.
type collector struct {
	found []Need
	other map[place]bool // paths that the script tests, writes or passes on
}

func (c *collector) add(p place, use Use, start, end int) {
	if p.isFile() && len(c.found) < maxNeeds {
		c.found = append(c.found, Need{p.base, p.rel, use, analysis.Range{Start: start, End: end}})
	}
}

// touch records that a path is used in another way.
func (c *collector) touch(p place) {
	if p.base != Unknown && p.rel != self {
		c.other[p] = true
	}
}

// needs returns the files without those that are also used in another way, or whose directory is.
func (c *collector) needs() []Need {
	kept := c.found[:0]
	for _, n := range c.found {
		if !c.touches(place{n.Base, n.Path}) {
			kept = append(kept, n)
		}
	}
	return kept
}

func (c *collector) touches(p place) bool {
	for range 20 {
		if c.other[p] {
			return true
		}
		if p = p.dir(); p.rel == "." || p.rel == ".." || strings.HasSuffix(p.rel, "/..") {
			return false // the directories that contain the script always exist
		}
	}
	return false
}
