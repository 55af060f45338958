package postprocess

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/finding"
)

// Files describes the files of two trees, by their paths in reports.
type Files struct {
	Deleted func(*finding.Finding) bool // the file of a finding in the base was deleted
	Added   func(*finding.Finding) bool // the file of a finding is new

	// Now and Base return the hash of a file in the tree and in the base, which identifies moved files; zero:
	// unknown.
	Now, Base func(path string) [32]byte

	// Exact reports whether a finding is old only if its bytes are identical in the base: a similar place is
	// not evidence. Nil: never.
	Exact func(*finding.Finding) bool
}

// A Regression is a new or increased finding.
type Regression struct {
	finding.Finding
	Previous int // the measure in the base of an increased finding; 0: the finding is new
}

// Compare returns the new and increased findings of a tree compared with its base, in order. Findings are
// equal if rule, path, content of their place and subject are; or, if the content differs, rule, path and
// message. Of several equal findings, as many are old as the base has, first those on identical lines.
//
// Findings of deleted files are searched in new files: first in those with identical content, then in those
// with the same name, then in the same directory. So findings move with their files.
//
// Exact findings are old only if the bytes of their place are identical, in the same file or in one that was
// moved unchanged. Exact findings without a place are old only if the whole file is identical, and measured
// ones if the measure did not increase.
//
// Internal errors of rules are always new, because they hide other findings.
func Compare(now, base []finding.Finding, files Files) []Regression {
	c := &comparison{now: now, base: base, files: files, was: make([]*finding.Finding, len(now)), used: make([]bool, len(base))}
	c.inPlace()
	c.moved()
	var fresh []Regression
	for i, was := range c.was {
		switch {
		case was == nil:
			fresh = append(fresh, Regression{now[i], 0})
		case was.Measured > 0 && now[i].Measured > was.Measured:
			fresh = append(fresh, Regression{now[i], was.Measured})
		}
	}
	return fresh
}

// A comparison matches findings of a tree with those of its base.
type comparison struct {
	now, base []finding.Finding
	files     Files
	was       []*finding.Finding // of now; nil: it is new
	used      []bool             // of base
}

// An identity is the common properties of a finding in two trees.
type identity struct {
	rule, about string
	what        string   // anchor or message
	at          string   // a path, a name or a directory
	hash        [32]byte // of the file
	content     uint64   // of the place
	line        string   // hash of the line
}

// exact reports whether only identical content makes a finding old.
func (c *comparison) exact(f *finding.Finding) bool {
	return c.files.Exact != nil && f.Measured == 0 && c.files.Exact(f)
}

func (c *comparison) hash(f *finding.Finding, now bool) [32]byte {
	if now {
		return c.files.Now(f.Place.Path)
	}
	return c.files.Base(f.Place.Path)
}

// byAnchor identifies a finding in its own file.
func (c *comparison) byAnchor(f *finding.Finding, now bool) (identity, bool) {
	id := identity{rule: f.Rule, about: f.About, what: "a" + f.Anchor, at: f.Place.Path}
	switch {
	case !c.exact(f):
	case f.Content != 0:
		id.content = f.Content
	default:
		id.what, id.hash = "m"+f.Message, c.hash(f, now)
		return id, id.hash != [32]byte{}
	}
	return id, true
}

// similarly identifies a finding by properties that similar places share.
func (c *comparison) similarly(what func(*finding.Finding) string, at func(path string) string) func(*finding.Finding, bool) (identity, bool) {
	return func(f *finding.Finding, _ bool) (identity, bool) {
		return identity{rule: f.Rule, about: f.About, what: what(f), at: at(f.Place.Path)}, !c.exact(f)
	}
}

func anchorOf(f *finding.Finding) string  { return "a" + f.Anchor }
func messageOf(f *finding.Finding) string { return "m" + f.Message }

// inPlace matches the findings of files with the same path.
func (c *comparison) inPlace() {
	all := func(*finding.Finding) bool { return true }
	c.match(all, all, func(f *finding.Finding, now bool) (identity, bool) {
		id, ok := c.byAnchor(f, now)
		id.line, _, _ = strings.Cut(f.LineHash, ":") // regardless of the order of equal ones
		return id, ok && id.line != ""
	})
	c.match(all, all, c.byAnchor)
	c.match(all, all, c.similarly(messageOf, func(path string) string { return path }))
}

// moved matches the findings of moved files.
func (c *comparison) moved() {
	for _, key := range []func(f *finding.Finding, now bool) (identity, bool){
		func(f *finding.Finding, now bool) (identity, bool) {
			id, ok := c.byAnchor(f, now)
			id.at, id.hash = "", c.hash(f, now)
			return id, ok && id.hash != [32]byte{}
		},
		c.similarly(anchorOf, path.Base), c.similarly(messageOf, path.Base), c.similarly(anchorOf, path.Dir),
	} {
		c.match(c.files.Added, c.files.Deleted, key)
	}
}

// match matches the remaining findings, in order, by a key; those without a key are skipped.
func (c *comparison) match(ofNow, ofBase func(*finding.Finding) bool, key func(f *finding.Finding, now bool) (identity, bool)) {
	wanted := map[identity][]int{} // in now
	for i := range c.now {
		f := &c.now[i]
		if c.was[i] == nil && !strings.HasPrefix(f.Rule, "internal/") && ofNow(f) {
			if id, ok := key(f, true); ok {
				wanted[id] = append(wanted[id], i)
			}
		}
	}
	if len(wanted) == 0 {
		return
	}
	for i := range c.base {
		f := &c.base[i]
		if c.used[i] || !ofBase(f) {
			continue
		}
		id, ok := key(f, false)
		if !ok {
			continue
		}
		if of := wanted[id]; len(of) > 0 {
			c.was[of[0]], c.used[i] = f, true
			wanted[id] = of[1:]
		}
	}
}
