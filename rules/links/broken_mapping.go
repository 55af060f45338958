package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// A mapping finds the files that the broken links of a document into one missing directory were probably meant for. The
// directory was moved as a whole, so all of them are in the directory that has most of the files, and a link to a file that
// is not there has no suggestion.
type mapping struct {
	index   *index
	targets []*brokenTarget
	moved   map[moved]*destinations
}

// A moved is a missing directory that a document refers to.
type moved struct {
	from *analysis.File
	dir  string
}

// A destinations holds the directories that may have replaced a missing one, and how many of its files each of them has.
type destinations struct {
	rests []string // of the targets, below the missing directory
	dirs  []string
	best  string // "": not decided
}

func newMapping(x *index) *mapping { return &mapping{index: x, moved: map[moved]*destinations{}} }

// add adds a broken link.
func (m *mapping) add(l *link.Link, severity analysis.Severity) *brokenTarget {
	b := &brokenTarget{link: *l, severity: severity, near: l.Found}
	m.targets = append(m.targets, b)
	if b.near != "" {
		return b
	}
	b.near = m.index.near(l)
	dir := missingDirectory(l)
	if dir == "" {
		return b
	}
	d := m.moved[moved{l.From, dir}]
	if d == nil {
		d = &destinations{}
		m.moved[moved{l.From, dir}] = d
	}
	rest := strings.TrimPrefix(l.To, dir+"/")
	d.rests = append(d.rests, rest)
	if to := destination(b.near, rest); to != "" {
		d.dirs = append(d.dirs, to)
	}
	return b
}

// destination returns the directory that contains a path below a missing directory, or "".
func destination(near, rest string) string {
	if near == rest {
		return "."
	}
	dir, ok := strings.CutSuffix(near, "/"+rest)
	if !ok {
		return ""
	}
	return dir
}

// near returns the suggested file of a broken link, or "".
func (m *mapping) near(b *brokenTarget) string {
	l := &b.link
	dir := missingDirectory(l)
	d := m.moved[moved{l.From, dir}]
	if dir == "" || l.Found != "" || d == nil || len(d.dirs) == 0 || len(d.rests) == 1 {
		return b.near
	}
	if d.best == "" {
		d.best = d.choose(l.From.Tree)
	}
	if to := path.Join(d.best, strings.TrimPrefix(l.To, dir+"/")); l.From.Tree.Stat(to) == kindOf(l) {
		return to
	}
	return ""
}

// maxMapped limits the files that are searched in each directory.
const maxMapped = 200

// choose returns the directory with most of the files, the first one of several.
func (d *destinations) choose(tree *analysis.Tree) string {
	best, most, seen := "", 0, map[string]bool{}
	for _, dir := range d.dirs {
		if seen[dir] || len(seen) >= maxMapped {
			continue
		}
		seen[dir] = true
		n := 0
		for _, rest := range d.rests[:min(len(d.rests), maxMapped)] {
			if tree.Exists(path.Join(dir, rest)) {
				n++
			}
		}
		if n > most {
			best, most = dir, n
		}
	}
	return best
}

// shareHelp gives all links into one missing directory the help of those whose files are outside of the plugin, so that they
// are one finding.
func shareHelp(targets []*brokenTarget) {
	helps := map[string]string{}
	for _, b := range targets {
		if g := b.diagnostic.Group; strings.HasPrefix(g.Help, filesAre) && helps[g.Key] == "" {
			helps[g.Key] = g.Help
		}
	}
	for _, b := range targets {
		if help := helps[b.diagnostic.Group.Key]; help != "" {
			b.diagnostic.Group.Help = help
		}
	}
}
