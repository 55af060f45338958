package postprocess

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/finding"
)

// Files are what is known of the files of two trees. Paths are those that reports show.
type Files struct {
	Deleted func(*finding.Finding) bool // of a finding of the base: its file is not there any more
	Added   func(*finding.Finding) bool // of one of the tree: the base has no such file

	// Now and Base return the hash of a file of the tree and of its base, by which an untouched one is known
	// where it was moved; zero: there is none.
	Now, Base func(path string) [32]byte

	// Exact reports whether a finding is old only where the base has the same bytes: a similar place must not
	// vouch for another one. nil: no finding.
	Exact func(*finding.Finding) bool
}

// A Regression is a finding that the base has not.
type Regression struct {
	finding.Finding
	Previous int // of one that is not new and has grown: how much was measured in the base; else 0
}

// Compare returns the findings of a tree that its base has not, in order, and those that measure more
// than they did. Findings are the same by rule, path, content of their place and what they are about; where
// the content is another, by rule, path and message. Of those that are equal in all, as many are old as
// the base has, first those on lines that are the same, then the first.
//
// What was found in a file that is gone is looked for in files that are new: first where the whole
// content is the same, then under the same name in another folder, then in the same folder. So findings
// move with their files.
//
// Findings that have to be exact are old only if the bytes of their place are the same, in the same file or in
// one that was moved as a whole. One that has no place is old only if all of its file is the same; one that is
// about a measure, if that has not grown.
//
// A rule that broke says nothing of what it would have found, so that is always new.
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

// A comparison finds for each finding of a tree the one of the base that it was.
type comparison struct {
	now, base []finding.Finding
	files     Files
	was       []*finding.Finding // of now; nil: it is new
	used      []bool             // of base
}

// An identity is what two findings of two trees have in common when they are one.
type identity struct {
	rule, about string
	what        string   // anchor or message
	at          string   // a path, a name or a directory
	hash        [32]byte // of the file
	content     uint64   // of the place
	line        string   // hash of the line
}

// exact reports whether only identical content makes a finding an old one.
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

// similarly identifies a finding by what may be alike in two places.
func (c *comparison) similarly(what func(*finding.Finding) string, at func(path string) string) func(*finding.Finding, bool) (identity, bool) {
	return func(f *finding.Finding, _ bool) (identity, bool) {
		return identity{rule: f.Rule, about: f.About, what: what(f), at: at(f.Place.Path)}, !c.exact(f)
	}
}

func anchorOf(f *finding.Finding) string  { return "a" + f.Anchor }
func messageOf(f *finding.Finding) string { return "m" + f.Message }

// inPlace pairs the findings of files that have the same path.
func (c *comparison) inPlace() {
	all := func(*finding.Finding) bool { return true }
	c.match(all, all, func(f *finding.Finding, now bool) (identity, bool) {
		id, ok := c.byAnchor(f, now)
		id.line, _, _ = strings.Cut(f.LineHash, ":") // whichever of several equal ones it is
		return id, ok && id.line != ""
	})
	c.match(all, all, c.byAnchor)
	c.match(all, all, c.similarly(messageOf, func(path string) string { return path }))
}

// moved pairs the findings of files that were moved.
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

// match pairs the findings that are still alone, in order, by a key; those without one are left.
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
