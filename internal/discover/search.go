package discover

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Walk emits each file that clients read below the paths of a run, once, in an order that depends only on the tree. It
// returns an error if a path does not exist, a root cannot be opened, a policy fails or the context ends. Unreadable
// files are recorded in the result.
func Walk(ctx context.Context, o Options, emit func(Input)) (*Found, error) {
	places, err := resolvePlaces(o)
	if err != nil {
		return nil, err
	}
	if o.entries == 0 {
		o.entries = maxEntries
	}
	if o.survey == 0 {
		o.survey = maxSurvey
	}
	s := &search{Options: o, ctx: ctx, emit: emit, found: &Found{}, emitted: map[uint64]bool{}}
	// A file belongs to the nearest root above it, so the deepest root comes first.
	sorting.By(places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(len(b.root), len(a.root)), cmp.Compare(a.root, b.root), cmp.Compare(len(a.rel), len(b.rel)))
	})
	if r := o.Recording; r != nil {
		if r.matches(places) {
			if found, err := r.replay(s); found != nil || err != nil {
				return found, err
			}
		}
		r.record(s, places)
	}
	for len(places) > 0 {
		n := 1
		for n < len(places) && places[n].root == places[0].root {
			n++
		}
		if err := s.root(places[:n]); err != nil {
			return nil, err
		}
		places = places[n:]
	}
	s.found.sort()
	if o.Recording != nil {
		o.Recording.found = s.found
	}
	return s.found, nil
}

// A search is the state of one call of [Walk].
type search struct {
	Options
	ctx     context.Context
	emit    func(Input)
	found   *Found
	emitted map[uint64]bool // emitted files, by the hash of the absolute path, which needs less memory than the path
}

// root walks the places of one root.
func (s *search) root(places []*place) error {
	dir := places[0].root
	root, err := s.open(dir, places[0].arg)
	if err != nil {
		return err
	}
	if s.Wrap != nil {
		root.FS = s.Wrap(dir, root.FS)
	}
	file := places[len(places)-1]
	if s.File != "" {
		if root.FS, err = treefs.Overlay(root.FS, map[string][]byte{file.rel: s.Content}); err != nil {
			return err
		}
	}
	show := places[0].show
	w := &walker{
		search: s, place: places[0], prefix: dir + string(filepath.Separator),
		chain: map[string]*directory{}, skipped: map[string]bool{}, linked: map[string]bool{},
		root:     root,
		policy:   &Policy{},
		declared: declared{map[string]bool{}, map[string]area{}, map[string]bool{}, map[string]bool{}},
	}
	tree := analysis.NewTree
	if s.Tree != nil {
		tree = func(prefix string) *analysis.Tree { return s.Tree(dir, prefix) }
	}
	w.root.Git = w.place.repo && s.Memory == nil
	w.root.Tree, w.root.Base, w.root.Show = tree(show.prefix), show.strip, show.path
	if s.Fixed != nil {
		if w.root.FS, err = s.Fixed(w.root); err != nil {
			return fmt.Errorf("cannot open %s: %w", places[0].arg, treefs.WithoutPath(err))
		}
	}
	w.resolver = newLinkResolver(w.root.FS)
	if s.Policy != nil {
		policy, err := s.Policy(w.root)
		if err != nil {
			return err
		}
		if policy != nil {
			w.policy = policy
		}
	}
	if !w.place.repo {
		w.root.Tree.RootName = filepath.Base(dir)
	}
	files := w.root.FS
	w.root.Tree.SetRead(func(rel string, most int64) []byte { return treefs.ReadFile(files, rel, most) })
	w.root.Tree.SetHead(func(rel string, most int64) []byte { return treefs.ReadHead(files, rel, most) })
	w.root.Tree.SetExecutable(w.executable(w.place.repo))
	s.found.Roots = append(s.found.Roots, w.root)
	w.checkOwner()
	for _, p := range places {
		w.place = p
		if err := w.walkPlace(p); err != nil {
			return err
		}
	}
	if err := w.followLinks(); err != nil {
		return err
	}
	w.root.Tree.SetIgnored(ignoredBy(w.ignoreFiles))
	w.reportHidden()
	if s.File != "" {
		s.found.File = []string{show.path(file.rel)}
		if real, _, problem := w.resolve(file.rel); problem == "" && real != file.rel {
			s.found.File = append(s.found.File, show.path(real))
		}
	}
	return nil
}

// checkOwner adds a notice if git must not be called for the root.
func (w *walker) checkOwner() {
	info, err := w.root.FS.Lstat(".git")
	if err != nil || info.IsDir() || !w.place.repo || w.CheckOwner == nil {
		return
	}
	if err := w.CheckOwner(w.ctx, w.root.Dir); err != nil {
		w.notice(".git", "git was not used for this directory: "+err.Error())
	}
}

// open opens a root. name is for messages.
func (s *search) open(dir, name string) (Root, error) {
	if s.Memory != nil {
		return Root{Dir: dir, FS: s.Memory}, nil
	}
	if s.Open != nil {
		from, err := s.Open(s.ctx, dir)
		return Root{Dir: dir, FS: from}, err
	}
	disk, err := os.OpenRoot(dir)
	if err != nil {
		return Root{}, fmt.Errorf("cannot open %s: %w", name, treefs.WithoutPath(err))
	}
	root := Root{Dir: dir, FS: treefs.Disk(disk), Disk: disk}
	if s.Sparse != nil {
		omitted, err := s.Sparse(s.ctx, dir)
		if err != nil {
			return Root{}, err
		}
		if omitted != nil {
			root.FS = treefs.Union(root.FS, omitted)
		}
	}
	return root, nil
}

func (f *Found) sort() {
	sorting.By(f.Links, func(a, b analysis.Link) int { return cmp.Compare(a.Path, b.Path) })
	sorting.By(f.Unchecked, func(a, b analysis.Unchecked) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	f.Unchecked = slices.Compact(f.Unchecked)
	sorting.By(f.Notices, func(a, b finding.Notice) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message))
	})
}
