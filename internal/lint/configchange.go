package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// notices returns a notice for each configuration that the tree changes, with the findings that the change would hide.
func (c *configCommit) notices(r *run) []finding.Notice {
	var notices []finding.Notice
	for _, root := range r.result.Roots {
		if tree := c.trees[root.Dir]; tree != nil {
			x := &configChanges{run: r, root: root, commit: tree, weakenings: map[string]*weakening{}}
			notices = append(notices, x.notices()...)
		}
	}
	return notices
}

// configChanges compare the configurations of a commit, which apply, with those of the tree, which do not.
type configChanges struct {
	run        *run
	root       discover.Root
	commit     *vcs.Tree
	weakenings map[string]*weakening // by the path of a changed file below the root
}

// A weakening describes the findings that a changed configuration would hide.
type weakening struct {
	off, lowered map[string]bool // rules
	excluded     []string        // files
	err          error           // the configuration cannot be read
}

func (x *configChanges) notices() []finding.Notice {
	c, r := &x.run.policy.commit, x.run
	finder := config.NewFinder(x.root.FS, r.Shown(x.root.Dir), r.policy.schema)
	find := finder.For
	if c.named != "" {
		one, err := c.read(x.root.FS, r.Shown(x.root.Dir), r.policy.schema)
		find = func(string) (*config.Config, error) { return one, err }
	}
	compared := map[[2]*config.Config]bool{}
	for _, f := range r.result.Files {
		dir := path.Dir(f.Rel)
		old, err := r.policy.config(f.Tree, dir)
		if f.Tree != x.root.Tree || err != nil {
			continue
		}
		if excluding := findExcluding(f.Rel, find); excluding != nil {
			if l := x.weakeningBy(excluding, old); l != nil {
				l.excluded = append(l.excluded, f.Path)
			}
			continue
		}
		now, err := find(dir)
		if err != nil {
			if l := x.weakeningBy(&config.Config{Sources: []string{x.sourceAbove(dir)}}, old); l != nil {
				l.err = err
			}
			continue
		}
		pair := [2]*config.Config{old.For(f.Rel), now.For(f.Rel)}
		if compared[pair] {
			continue
		}
		compared[pair] = true
		if l := x.weakeningBy(now, old); l != nil {
			l.compare(pair[0].Settings(r.Rules, r.Selection), pair[1].Settings(r.Rules, r.Selection))
		}
	}
	var notices []finding.Notice
	for _, rel := range slices.Sorted(maps.Keys(x.weakenings)) {
		notices = append(notices, finding.Notice{Path: r.Shown(x.root.Dir)(rel), Message: x.message(rel)})
	}
	return notices
}

// weakeningBy returns the weakening that belongs to the first changed file of two configurations, or nil.
func (x *configChanges) weakeningBy(now, old *config.Config) *weakening {
	for _, rel := range slices.Concat(now.Sources, old.Sources) {
		if x.content(x.commit, rel) == x.content(x.root.FS, rel) {
			continue
		}
		if x.weakenings[rel] == nil {
			x.weakenings[rel] = &weakening{off: map[string]bool{}, lowered: map[string]bool{}}
		}
		return x.weakenings[rel]
	}
	return nil
}

// maxCompared limits the bytes of a configuration that are compared.
const maxCompared = 64 << 20

// content returns the type and content of a file, or "" if it does not exist.
func (x *configChanges) content(tree treefs.FS, rel string) string {
	info, err := tree.Lstat(rel)
	if err != nil {
		return ""
	}
	return info.Mode().Type().String() + string(treefs.ReadFile(tree, rel, maxCompared))
}

// sourceAbove returns the path of the nearest configuration of a directory.
func (x *configChanges) sourceAbove(dir string) string {
	if named := x.run.policy.commit.named; named != "" {
		return named
	}
	for ; ; dir = path.Dir(dir) {
		rel := path.Join(dir, config.Name)
		if _, err := x.root.FS.Lstat(rel); err == nil || dir == "." {
			return rel
		}
	}
}

// findExcluding returns the configuration that excludes a path or a parent directory, or nil.
func findExcluding(rel string, find func(dir string) (*config.Config, error)) *config.Config {
	for i := range len(rel) + 1 {
		if i < len(rel) && rel[i] != '/' {
			continue
		}
		c, err := find(path.Dir(rel[:i]))
		if err != nil {
			return nil
		}
		if c.Excludes(rel[:i]) {
			return c
		}
	}
	return nil
}

// compare adds the rules whose severities are lower in the new settings. Custom rules are compared by name.
func (l *weakening) compare(old, now *config.Settings) {
	after := map[string]analysis.Severity{}
	for a := range now.Severity {
		after[a.Name] = now.Highest(a)
	}
	for a := range old.Severity {
		switch before := old.Highest(a); {
		case before == analysis.Off || config.IsEngine(a):
		case after[a.Name] == analysis.Off: // or the rule is not defined
			l.off[a.Name] = true
		case after[a.Name] < before:
			l.lowered[a.Name] = true
		}
	}
}

// message describes the change of a configuration.
func (x *configChanges) message(rel string) string {
	l, ref := x.weakenings[rel], quote.Text(vcs.ShortName(x.run.ConfigFrom))
	text := fmt.Sprintf("the configuration of %s applies (--config-from); ", ref)
	_, added := x.commit.Lstat(rel)
	_, deleted := x.root.FS.Lstat(rel)
	switch {
	case errors.Is(added, fs.ErrNotExist):
		text += "this file is new"
	case errors.Is(deleted, fs.ErrNotExist):
		text += "this file was deleted"
	default:
		text += "this file was changed"
	}
	var would []string
	if l.err != nil {
		line, _, _ := strings.Cut(l.err.Error(), "\n")
		would = append(would, fmt.Sprintf("make the run fail: %.400s", line))
	}
	if len(l.off) > 0 {
		would = append(would, "switch off "+postprocess.JoinNames(slices.Collect(maps.Keys(l.off))))
	}
	if len(l.lowered) > 0 {
		would = append(would, "lower the severity of "+postprocess.JoinNames(slices.Collect(maps.Keys(l.lowered))))
	}
	if n := len(l.excluded); n > 0 {
		would = append(would, fmt.Sprintf("exclude %s: %s", quote.Plural(n, "file"), quote.List(l.excluded, "and")))
	}
	if len(would) > 0 {
		text += " and would " + strings.Join(would, "; ")
	}
	return text
}
