package budget

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A Comparison contains the merge bases of the trees of a run and a revision.
type Comparison struct {
	Ref string

	mu    sync.Mutex
	roots []comparedRoot
}

type comparedRoot struct {
	discover.Root
	base *vcs.Base
}

// Add adds a root and its base.
func (c *Comparison) Add(root discover.Root, base *vcs.Base) {
	c.mu.Lock()
	c.roots = append(c.roots, comparedRoot{root, base})
	c.mu.Unlock()
}

// A changes holds the differences in cost.
type changes struct {
	ref     string
	commits []string
	skills  []skillChange // sorted by path
	lists   []listChange  // by root, then client
}

// A skillChange is the cost of a skill and its references at the base and now; nil if the skill does not exist.
type skillChange struct {
	Path   string `json:"path"`
	Name   string `json:"name"`
	Status string `json:"status"`         // added, removed, moved or changed
	From   string `json:"from,omitempty"` // the former path of a moved skill
	Before *price `json:"before"`
	After  *price `json:"after"`
	Change int    `json:"change"` // in tokens, including references
}

// A price is the cost of a SKILL.md and its references.
type price struct {
	Tokens     int `json:"tokens"`
	References int `json:"references"`
	Total      int `json:"total"`
}

func newPrice(tokens, references int) *price { return &price{tokens, references, tokens + references} }

// setStatus sets the status and the difference from the prices.
func (s *skillChange) setStatus() {
	switch {
	case s.Before == nil:
		s.Status = "added"
	case s.After == nil:
		s.Status = "removed"
	case s.From != "":
		s.Status = "moved"
	default:
		s.Status = "changed"
	}
	if s.After != nil {
		s.Change += s.After.Total
	}
	if s.Before != nil {
		s.Change -= s.Before.Total
	}
}

// Compare compares the budget with the bases. Files for which excludes returns true are omitted.
func (b *Budget) Compare(ctx context.Context, c *Comparison, excludes func(root discover.Root, rel string) bool) error {
	out := &changes{ref: c.Ref}
	for _, root := range c.roots {
		out.commits = append(out.commits, root.base.Commit)
		t, err := root.baseTree(ctx, excludes, b)
		if err != nil {
			return err
		}
		changed := t.changes(b)
		out.skills = append(out.skills, changed...)
		from := map[string]string{}
		for _, s := range changed {
			if s.From != "" {
				from[s.Path] = s.From
			}
		}
		lists, err := root.lists(ctx, from)
		if err != nil {
			return err
		}
		out.lists = append(out.lists, lists...)
	}
	slices.Sort(out.commits)
	out.commits = slices.Compact(out.commits)
	sorting.By(out.skills, func(a, b skillChange) int { return strings.Compare(a.Path, b.Path) })
	for i := range out.skills {
		out.skills[i].setStatus()
	}
	b.changes = out
	return nil
}

// A baseTree is the cost of the skills of a tree at its base.
type baseTree struct {
	root  comparedRoot
	costs map[string]*price // by path of the skill
	texts map[string]textHash
}

// baseTree weighs the skills of the base in directories that the run read completely. Unchanged files are not weighed again.
func (r comparedRoot) baseTree(ctx context.Context, excludes func(root discover.Root, rel string) bool, b *Budget) (*baseTree, error) {
	now, flat, owners := map[string]weighedFile{}, map[string]bool{}, map[string][]string{}
	folders := map[string]string{} // of references, by skill
	_, other := b.tokenizerOf(&analysis.File{})
	counters := map[string]func([]byte) int{"": other} // by skill
	for i := range b.skills {
		one := &b.skills[i]
		if one.file.Tree != r.Tree {
			continue
		}
		rel := one.file.Rel
		now[rel], owners[rel] = weighedFile{one.file.Hash, one.Tokens}, []string{rel}
		folders[rel] = one.referencesLimit.In
		_, counters[rel] = b.tokenizerOf(one.file)
		flat[path.Dir(rel)] = flat[path.Dir(rel)] || path.Base(rel) != "SKILL.md"
		for _, ref := range one.references {
			now[ref.rel] = weighedFile{ref.hash, ref.Tokens}
			owners[ref.rel] = append(owners[ref.rel], rel)
		}
	}
	uncompared, err := r.comparisonFilter(ctx, excludes, now)
	if err != nil {
		return nil, err
	}
	// A deleted file belongs to the skill whose directory contains it.
	files := &analysis.Workspace{}
	for _, rel := range r.base.Paths() {
		kind := analysis.Reference
		if path.Base(rel) == "SKILL.md" || flat[path.Dir(rel)] {
			kind = analysis.Skill
		}
		if path.Ext(rel) == ".md" && !uncompared(rel) {
			files.Files = append(files.Files, &analysis.File{Rel: rel, Tree: r.Tree, Kind: kind})
		}
	}
	find := registry.NewFinder(files)
	var paths []string
	for _, f := range files.Files {
		switch owner := find.Owner(f); {
		case len(owners[f.Rel]) > 0:
		case f.Kind == analysis.Skill:
			owners[f.Rel] = []string{f.Rel}
		case owner != nil && isReference(folders[owner.Rel], owner.Rel, f.Rel):
			owners[f.Rel] = []string{owner.Rel}
		default:
			continue
		}
		paths = append(paths, f.Rel)
	}
	return r.weigh(ctx, paths, owners, now, counters)
}

// A weighedFile is a weighed file.
type weighedFile struct {
	hash   [sha256.Size]byte
	tokens int
}

// comparisonFilter returns a function that reports whether a base file is not compared: it is outside the paths, excluded, or omitted by
// a sparse checkout.
func (r comparedRoot) comparisonFilter(ctx context.Context, excludes func(root discover.Root, rel string) bool, now map[string]weighedFile) (func(rel string) bool, error) {
	sparse, err := vcs.Sparse(ctx, r.Dir)
	if err != nil {
		return nil, err
	}
	return func(rel string) bool {
		if _, ok := now[rel]; ok {
			return false
		}
		if !r.Tree.Walked(rel) || sparse[rel] || excludes(r.Root, rel) {
			return true
		}
		_, err := r.FS.Lstat(rel)
		return !errors.Is(err, fs.ErrNotExist)
	}, nil
}

// weigh weighs files of the base and adds them to their owners.
func (r comparedRoot) weigh(ctx context.Context, files []string, owners map[string][]string, now map[string]weighedFile, counters map[string]func([]byte) int) (*baseTree, error) {
	t := &baseTree{r, map[string]*price{}, map[string]textHash{}}
	err := r.base.Contents(ctx, files, func(rel string, content []byte) error {
		tokens := 0
		if k, ok := now[rel]; ok && k.hash == sha256.Sum256(content) {
			tokens = k.tokens
		} else {
			count := counters[owners[rel][0]]
			if count == nil {
				count = counters[""] // the skill was deleted
			}
			tokens = count(content)
		}
		for _, owner := range owners[rel] {
			c := t.costs[owner]
			if c == nil {
				c = newPrice(0, 0)
				t.costs[owner] = c
			}
			if owner == rel {
				c.Tokens += tokens
				t.texts[rel] = hashText(load.Document(&analysis.File{Path: rel, Rel: rel, Tree: r.Tree, Kind: analysis.Skill}, content, false))
			} else {
				c.References += tokens
			}
			c.Total += tokens
		}
		return nil
	})
	return t, err
}

// changes returns the skills that changed.
func (t *baseTree) changes(b *Budget) []skillChange {
	var all []skillChange
	added := map[textHash][]int{} // in all
	for i := range b.skills {
		s := &b.skills[i]
		if s.file.Tree != t.root.Tree {
			continue
		}
		after, before := newPrice(s.Tokens, s.referenceTokens()), t.costs[s.file.Rel]
		delete(t.costs, s.file.Rel)
		if before == nil {
			added[s.Text] = append(added[s.Text], len(all))
		}
		if before == nil || *before != *after {
			all = append(all, skillChange{Path: s.file.Path, Name: s.name, Before: before, After: after})
		}
	}
	t.findMoved(all, added)
	for rel, before := range t.costs {
		name := path.Base(path.Dir(rel))
		if path.Base(rel) != "SKILL.md" {
			name = strings.TrimSuffix(path.Base(rel), ".md")
		}
		all = append(all, skillChange{Path: t.root.Show(rel), Name: name, Before: before})
	}
	return all
}

// findMoved marks added skills as moved if they have the same text as a deleted one.
func (t *baseTree) findMoved(all []skillChange, added map[textHash][]int) {
	deleted := map[textHash][]string{}
	for rel := range t.costs {
		deleted[t.texts[rel]] = append(deleted[t.texts[rel]], rel)
	}
	for text, at := range added {
		if from := deleted[text]; len(at) == 1 && len(from) == 1 && text != (textHash{}) {
			s := &all[at[0]]
			s.From, s.Before = t.root.Show(from[0]), t.costs[from[0]]
			delete(t.costs, from[0])
		}
	}
}

type jsonCompare struct {
	Ref     string           `json:"ref"`
	Commits []string         `json:"commits"`
	Change  int              `json:"change"`
	Skills  []skillChange    `json:"skills"`
	Lists   []jsonListChange `json:"lists"`
}

func (c *changes) json() *jsonCompare {
	out := &jsonCompare{Ref: c.ref, Commits: c.commits, Change: c.tokens(), Skills: append([]skillChange{}, c.skills...), Lists: []jsonListChange{}}
	for i := range c.lists {
		out.Lists = append(out.Lists, c.lists[i].json())
	}
	return out
}

// tokens returns the total difference in tokens.
func (c *changes) tokens() int {
	n := 0
	for i := range c.skills {
		n += c.skills[i].Change
	}
	return n
}
