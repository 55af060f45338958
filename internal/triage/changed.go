package triage

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/finding"
)

// Files are what is known of the files of two trees. Paths are those that reports show.
type Files struct {
	Gone  func(*finding.Finding) bool // of a finding of the base: its file is not there any more
	Added func(*finding.Finding) bool // of one of the tree: the base has no such file

	// Now and Base return the hash of a file of the tree and of its base, by which an untouched one is known
	// where it was moved; zero: there is none.
	Now, Base func(path string) [32]byte
}

// A Fresh is a finding that the base has not.
type Fresh struct {
	finding.Finding
	Was int // of one that is not new and has grown: how much was measured in the base; else 0
}

// Changed returns the findings of a tree that its base has not, in order, and those that measure more
// than they did. Findings are the same by rule, path, content of their place and what they are about; where
// the content is another, by rule, path and message. Of those that are equal in all, as many are old as
// the base has, first those on lines that are the same, then the first.
//
// What was found in a file that is gone is looked for in files that are new: first where the whole
// content is the same, then under the same name in another folder, then in the same folder. So findings
// move with their files.
//
// A rule that broke says nothing of what it would have found, so that is always new.
func Changed(now, base []finding.Finding, files Files) []Fresh {
	c := &comparison{now: now, base: base, was: make([]*finding.Finding, len(now)), used: make([]bool, len(base))}
	c.inPlace()
	c.moved(files)
	var fresh []Fresh
	for i, was := range c.was {
		switch {
		case was == nil:
			fresh = append(fresh, Fresh{now[i], 0})
		case was.Measured > 0 && now[i].Measured > was.Measured:
			fresh = append(fresh, Fresh{now[i], was.Measured})
		}
	}
	return fresh
}

// A comparison finds for each finding of a tree the one of the base that it was.
type comparison struct {
	now, base []finding.Finding
	was       []*finding.Finding // of now; nil: it is new
	used      []bool             // of base
}

// An identity is what two findings of two trees have in common when they are one.
type identity struct {
	rule, about string
	what        string   // anchor or message
	at          string   // a path, a name or a folder
	hash        [32]byte // in place of at
	line        string   // hash of the line
}

func byAnchor(f *finding.Finding, at string) identity {
	return identity{rule: f.Rule, about: f.About, what: "a" + f.Anchor, at: at}
}

func byMessage(f *finding.Finding, at string) identity {
	return identity{rule: f.Rule, about: f.About, what: "m" + f.Message, at: at}
}

// inPlace finds what stands in the same file.
func (c *comparison) inPlace() {
	all := func(*finding.Finding) bool { return true }
	c.match(all, all, func(f *finding.Finding, _ bool) (identity, bool) {
		id := byAnchor(f, f.Place.Path)
		id.line, _, _ = strings.Cut(f.LineHash, ":") // whichever of several equal ones it is
		return id, id.line != ""
	})
	c.match(all, all, func(f *finding.Finding, _ bool) (identity, bool) { return byAnchor(f, f.Place.Path), true })
	c.match(all, all, func(f *finding.Finding, _ bool) (identity, bool) { return byMessage(f, f.Place.Path), true })
}

// moved finds what stands in files that were moved.
func (c *comparison) moved(files Files) {
	for _, key := range []func(f *finding.Finding, now bool) (identity, bool){
		func(f *finding.Finding, now bool) (identity, bool) {
			id := byAnchor(f, "")
			if id.hash = files.Base(f.Place.Path); now {
				id.hash = files.Now(f.Place.Path)
			}
			return id, id.hash != [32]byte{}
		},
		func(f *finding.Finding, _ bool) (identity, bool) { return byAnchor(f, path.Base(f.Place.Path)), true },
		func(f *finding.Finding, _ bool) (identity, bool) { return byMessage(f, path.Base(f.Place.Path)), true },
		func(f *finding.Finding, _ bool) (identity, bool) { return byAnchor(f, path.Dir(f.Place.Path)), true },
	} {
		c.match(files.Added, files.Gone, key)
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
