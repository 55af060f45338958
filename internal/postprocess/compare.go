package postprocess

import (
	"encoding/binary"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/finding"
)

// Files describes the files of two trees, by their paths in reports.
type Files struct {
	Deleted func(*finding.Finding) bool // reports whether the file of a finding in the base was deleted
	Added   func(*finding.Finding) bool // reports whether the file of a finding is new

	// Now and Base return the hash of a file in the tree and in the base, or zero if it is unknown. The hashes identify
	// moved files.
	Now, Base func(path string) [32]byte

	// Exact reports whether a finding is old only if its content is identical in the base, not just similar. Security
	// findings always are. Nil: no others.
	Exact func(*finding.Finding) bool
}

// A Regression is a new or increased finding.
type Regression struct {
	finding.Finding
	Previous int // the measure of an increased finding in the base; 0: the finding is new
}

// Compare returns the new and increased findings of a tree compared with its base, in order. Findings are equal if they have
// the same rule, path, subject and content of their place, or the same rule, path, subject and message. If there are several
// equal findings, as many are old as the base has, first those on identical lines.
//
// Findings in new files are compared with those in deleted files: first with the same file content, then with the same file
// name, then in the same directory. Thus, findings in moved files are old.
//
// Security findings are old only if their state is: severity, message, and all files that they depend on. Other exact
// findings are old only if severity, message and the content of their places are identical, in the same file or in a file
// that was moved unchanged. Exact findings without content are old only if the whole file is identical, and measured ones if
// the measure did not increase.
//
// Internal errors of rules are always new, because they hide other findings.
func Compare(now, base []finding.Finding, files Files) []Regression {
	c := &comparison{now: now, base: base, files: files, matched: make([]*finding.Finding, len(now)), used: make([]bool, len(base))}
	c.matchSamePath()
	c.matchMoved()
	var regressions []Regression
	for i, old := range c.matched {
		switch {
		case old == nil:
			regressions = append(regressions, Regression{now[i], 0})
		case old.Measured > 0 && now[i].Measured > old.Measured:
			regressions = append(regressions, Regression{now[i], old.Measured})
		}
	}
	return regressions
}

// A comparison matches findings of a tree with those of its base.
type comparison struct {
	now, base []finding.Finding
	files     Files
	matched   []*finding.Finding // for each finding in now: the old one, or nil if it is new
	used      []bool             // for each finding in base: whether it is matched
}

// An identity is the set of properties that equal findings of two trees share.
type identity struct {
	rule, about string
	text        string   // anchor or message
	location    string   // path, name or directory of the file
	hash        [32]byte // hash of the file
	content     uint64   // hash of the place
	state       string   // what else must not change
	line        string   // hash of the line
}

// exact reports whether a finding is old only if its content is identical.
func (c *comparison) exact(f *finding.Finding) bool {
	return isSecurity(f) || c.files.Exact != nil && f.Measured == 0 && c.files.Exact(f)
}

func isSecurity(f *finding.Finding) bool { return f.Analyzer != nil && f.Analyzer.IsSecurity() }

func (c *comparison) hash(f *finding.Finding, now bool) [32]byte {
	if now {
		return c.files.Now(f.Place.Path)
	}
	return c.files.Base(f.Place.Path)
}

// anchorKey identifies a finding in its file. ok is false if that is not possible.
func (c *comparison) anchorKey(f *finding.Finding, now bool) (identity, bool) {
	id := identity{rule: f.Rule, about: f.About, text: "a" + f.Anchor, location: f.Place.Path}
	switch {
	case isSecurity(f):
		id.text, id.state = "", f.State
		return id, f.State != ""
	case !c.exact(f):
	case f.Content != 0:
		id.content, id.state = f.Content, stateOfPlaces(f)
	default:
		id.text, id.hash = "m"+f.Message, c.hash(f, now)
		return id, id.hash != [32]byte{}
	}
	return id, true
}

// similarKey returns a function that identifies a finding by properties that similar places share.
func (c *comparison) similarKey(textOf func(*finding.Finding) string, locationOf func(path string) string) func(*finding.Finding, bool) (identity, bool) {
	return func(f *finding.Finding, _ bool) (identity, bool) {
		return identity{rule: f.Rule, about: f.About, text: textOf(f), location: locationOf(f.Place.Path)}, !c.exact(f)
	}
}

// stateOfPlaces returns what must not change in an exact finding besides the content of its place.
func stateOfPlaces(f *finding.Finding) string {
	state := append([]byte(f.Message), 0, byte(f.Severity))
	for i := range f.Related {
		state = binary.LittleEndian.AppendUint64(state, f.Related[i].Content)
	}
	return string(state)
}

func anchorOf(f *finding.Finding) string  { return "a" + f.Anchor }
func messageOf(f *finding.Finding) string { return "m" + f.Message }

// matchSamePath matches findings in files with the same path.
func (c *comparison) matchSamePath() {
	all := func(*finding.Finding) bool { return true }
	c.match(all, all, func(f *finding.Finding, now bool) (identity, bool) {
		id, ok := c.anchorKey(f, now)
		id.line, _, _ = strings.Cut(f.LineHash, ":") // without the ordinal
		return id, ok && id.line != ""
	})
	c.match(all, all, c.anchorKey)
	c.match(all, all, c.similarKey(messageOf, func(path string) string { return path }))
}

// matchMoved matches findings in moved files.
func (c *comparison) matchMoved() {
	for _, key := range []func(f *finding.Finding, now bool) (identity, bool){
		func(f *finding.Finding, now bool) (identity, bool) {
			id, ok := c.anchorKey(f, now)
			id.location, id.hash = "", c.hash(f, now)
			return id, ok && id.hash != [32]byte{}
		},
		c.similarKey(anchorOf, path.Base), c.similarKey(messageOf, path.Base), c.similarKey(anchorOf, path.Dir),
	} {
		c.match(c.files.Added, c.files.Deleted, key)
	}
}

// match matches remaining findings with the same key, in order. It skips findings without a key.
func (c *comparison) match(filterNow, filterBase func(*finding.Finding) bool, keyOf func(f *finding.Finding, now bool) (identity, bool)) {
	pending := map[identity][]int{} // indexes in now
	for i := range c.now {
		f := &c.now[i]
		if c.matched[i] == nil && !strings.HasPrefix(f.Rule, "internal/") && filterNow(f) {
			if id, ok := keyOf(f, true); ok {
				pending[id] = append(pending[id], i)
			}
		}
	}
	if len(pending) == 0 {
		return
	}
	for i := range c.base {
		f := &c.base[i]
		if c.used[i] || !filterBase(f) {
			continue
		}
		id, ok := keyOf(f, false)
		if !ok {
			continue
		}
		if candidates := pending[id]; len(candidates) > 0 {
			c.matched[candidates[0]], c.used[i] = f, true
			pending[id] = candidates[1:]
		}
	}
}
