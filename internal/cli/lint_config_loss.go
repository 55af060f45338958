package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/skilllint/skilllint/internal/vcs"
)

// notices names the files of configurations that the tree has otherwise, and says what would be lost if
// they counted. baselines: those of configurations count.
func (c *configSource) notices(result *analysed, s *settlement, baselines bool) []finding.Notice {
	var notices []finding.Notice
	for _, root := range result.roots {
		if was := c.trees[root.Dir]; was != nil {
			o := &otherwise{
				s: s, root: root, was: was, now: c.inTree(root, s), baselines: baselines,
				comparer: config.Comparer{Rules: s.analyzers, Selection: s.selection},
				states:   map[string]state{}, left: map[string]*config.Config{}, broken: map[string]*config.Config{}, seen: map[[2]*config.Config]string{}, losses: map[string]*lossBy{},
			}
			notices = append(notices, o.look(result, c.ref)...)
		}
	}
	return notices
}

// An inTree finds the configurations of a root as the tree has them.
type inTree struct {
	*config.Finder
	config func(dir string) (*config.Config, error) // of a folder
}

func (c *configSource) inTree(root discover.Root, s *settlement) inTree {
	finder := config.NewFinder(root.FS, s.shown(root), s.schema)
	if c.named == "" {
		return inTree{finder, finder.For}
	}
	one, err := c.read(root.FS, s.shown(root), s.schema)
	return inTree{finder, func(string) (*config.Config, error) { return one, err }}
}

// An otherwise compares what is in force in a root by the configurations of a commit with what would be by
// those of the tree.
type otherwise struct {
	s         *settlement
	root      discover.Root
	was       *vcs.Tree
	now       inTree
	baselines bool
	comparer  config.Comparer

	states map[string]state             // of files, by path below the root
	left   map[string]*config.Config    // by folder: the configuration of the tree that leaves it out, or nil
	broken map[string]*config.Config    // in place of those of the tree that cannot be read, by path
	seen   map[[2]*config.Config]string // what is blamed for the difference
	losses map[string]*lossBy           // by the path of a changed file, which is blamed
}

// A state is what became of a file.
type state uint8

const (
	asBefore state = iota
	edited
	added
	deleted
)

// A lossBy is what would be lost by one changed file of a configuration.
type lossBy struct {
	from    map[*config.Loss]bool
	keys    map[string]bool
	files   []string // that would be left out
	broken  error    // no configuration could be read
	known   int      // findings that a baseline would leave out
	entries int      // that a baseline has more
}

// look compares the files of the run, and returns a notice for each changed file of a configuration.
func (o *otherwise) look(result *analysed, ref string) []finding.Notice {
	for _, f := range result.files {
		if f.Tree == o.root.Tree {
			o.file(f)
		}
	}
	if o.baselines {
		o.compareBaselines(result)
	}
	var notices []finding.Notice
	for _, rel := range slices.Sorted(maps.Keys(o.losses)) {
		notices = append(notices, finding.Notice{Path: o.s.shown(o.root)(rel), Message: o.losses[rel].message(o.states[rel], ref)})
	}
	return notices
}

// file finds out what would become of a file.
func (o *otherwise) file(f *analysis.File) {
	dir := path.Dir(f.Rel)
	was, err := o.s.config(f.Tree, dir)
	if err != nil {
		return
	}
	if by := o.leavesOut(f.Rel); by != nil {
		if to := o.blame(was, by); to != nil {
			to.files = append(to.files, f.Path)
			return
		}
	}
	now, err := o.now.config(dir)
	if err != nil {
		if to := o.blame(was, o.unread(dir)); to != nil {
			to.broken = err
		}
		return
	}
	to := o.blame(was, now)
	if to == nil {
		return
	}
	of, keys := o.comparer.Loss(f, was, now)
	to.from[of] = true
	for _, key := range keys {
		to.keys[key] = true
	}
}

// blame returns what is lost by the changed file that makes the difference between two configurations; nil
// when none of theirs is changed.
func (o *otherwise) blame(was, now *config.Config) *lossBy {
	pair := [2]*config.Config{was, now}
	rel, known := o.seen[pair]
	if !known {
		for _, one := range slices.Concat(now.Sources, was.Sources) {
			if o.state(one) == asBefore {
				continue
			}
			if o.at(one); rel == "" {
				rel = one
			}
		}
		o.seen[pair] = rel
	}
	return o.losses[rel]
}

func (o *otherwise) at(rel string) *lossBy {
	if o.losses[rel] == nil {
		o.losses[rel] = &lossBy{from: map[*config.Loss]bool{}, keys: map[string]bool{}}
	}
	return o.losses[rel]
}

// state returns what became of a file below the root.
func (o *otherwise) state(rel string) state {
	if known, ok := o.states[rel]; ok {
		return known
	}
	is := asBefore
	before, missing := o.was.Lstat(rel)
	after, gone := o.root.FS.Lstat(rel)
	switch {
	case missing != nil && gone != nil:
	case missing != nil:
		is = added
	case gone != nil:
		is = deleted
	case before.Mode().Type() != after.Mode().Type(), before.Mode().IsRegular() && !o.alike(rel):
		is = edited
	}
	o.states[rel] = is
	return is
}

// mostCompared is how many bytes of a file of a configuration are compared: a baseline is the largest.
const mostCompared = 64 << 20

func (o *otherwise) alike(rel string) bool {
	return bytes.Equal(treefs.ReadFile(o.was, rel, mostCompared), treefs.ReadFile(o.root.FS, rel, mostCompared))
}

// leavesOut returns the configuration of the tree that leaves a path out, by itself or with a folder
// that holds it; nil when none does. Those in such a folder are not asked.
func (o *otherwise) leavesOut(rel string) *config.Config {
	dir := path.Dir(rel)
	by, known := o.left[dir]
	if !known && dir != "." {
		by = o.leavesOut(dir)
		o.left[dir] = by
	}
	if by != nil {
		return by
	}
	if c, err := o.now.config(dir); err == nil && c.Excludes(rel) {
		return c
	}
	return nil
}

// unread stands for the configuration of the tree that holds for a folder and cannot be read.
func (o *otherwise) unread(dir string) *config.Config {
	for ; ; dir = path.Dir(dir) {
		rel := cmp.Or(o.s.configured.named, path.Join(dir, config.Name))
		if _, err := o.root.FS.Lstat(rel); err != nil && dir != "." {
			continue
		}
		if o.broken[rel] == nil {
			o.broken[rel] = &config.Config{Dir: dir, Sources: []string{rel}}
		}
		return o.broken[rel]
	}
}

// message says what became of a file, and what would be lost by that.
func (l *lossBy) message(is state, ref string) string {
	because := "because of --config-from"
	var what, link string
	switch is {
	case added:
		what, link = fmt.Sprintf("it is not read, %s: %s does not have it", because, quote.Text(ref)), "; it"
	case deleted:
		what, link = fmt.Sprintf("it is gone, and read as %s has it, %s", quote.Text(ref), because), "; that"
	default:
		what, link = fmt.Sprintf("it is read as %s has it, %s; what was changed in it does not count yet", quote.Text(ref), because), ", and"
	}
	if would := l.would(); len(would) > 0 {
		what += link + " would " + strings.Join(would, "; ")
	}
	return what
}

// would says what would be lost.
func (l *lossBy) would() []string {
	var would []string
	if l.broken != nil {
		line, _, _ := strings.Cut(l.broken.Error(), "\n")
		would = append(would, fmt.Sprintf("end the run: %.400s", line))
	}
	var off, milder, others []string
	for of := range l.from {
		off, milder, others = append(off, of.Off...), append(milder, of.Milder...), append(others, of.Others...)
	}
	add := func(format string, names []string) {
		if len(names) > 0 {
			would = append(would, fmt.Sprintf(format, triage.Names(names)))
		}
	}
	add("switch off %s", off)
	add("make the findings of %s less severe", milder)
	if n := len(l.files); n > 0 {
		slices.Sort(l.files)
		would = append(would, fmt.Sprintf("leave out %s: %s", quote.Plural(n, "file"), quote.List(l.files, "and")))
	}
	add("set otherwise %s", slices.AppendSeq(others, maps.Keys(l.keys)))
	if l.entries > 0 {
		would = append(would, fmt.Sprintf("add %s to what is known", several(l.entries, "1 finding", "%s findings")))
	}
	if l.known > 0 {
		would = append(would, fmt.Sprintf("leave out %s of this report", several(l.known, "1 finding", "%s findings")))
	}
	return would
}
