package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A place is a requested path with its root.
type place struct {
	arg  string // as it was written
	root string // absolute; nothing outside it is read
	repo bool   // root holds .git
	rel  string // below root, with "/"
	real string // rel without links if it is a link to a directory
	dir  bool
	show shower
}

// A shower converts paths below a root for reports.
type shower struct{ strip, put string }

func (s shower) path(rel string) string {
	if tail, ok := strings.CutPrefix(rel, s.strip); ok {
		rel = tail
	} else if rel+"/" == s.strip {
		rel = "."
	} // otherwise it is outside the place and shown relative to the root
	switch {
	case rel != ".":
		return s.put + rel
	case s.put != "":
		return strings.TrimSuffix(s.put, "/")
	}
	return "."
}

// settle determines the places of a run and their roots.
func settle(o Options) ([]*place, error) {
	if o.Memory != nil { // nothing is known about the name of its directory, as with a repository
		return []*place{{arg: ".", root: o.Dir, repo: true, rel: ".", real: ".", dir: true}}, nil
	}
	dir, err := filepath.EvalSymlinks(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("cannot determine the working directory: %w", err)
	}
	paths := o.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	s := settler{dir: dir, ceilings: ceilings(o.Ceilings)}
	if o.File != "" {
		return s.standing(o.File)
	}
	var places []*place
	for _, arg := range paths {
		p, err := s.place(arg)
		if errors.Is(err, errGone) && o.Lenient {
			continue
		}
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	if len(places) == 0 {
		p, err := s.place(".")
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	s.label(places)
	switch {
	case o.Lenient:
		return s.roots(places), nil
	case o.Whole:
		return append(s.roots(places), places...), nil
	}
	return places, nil
}

// roots returns the roots of places, each once.
func (s *settler) roots(places []*place) []*place {
	var roots []*place
	for _, p := range places {
		if slices.ContainsFunc(roots, func(r *place) bool { return r.root == p.root }) {
			continue
		}
		all := *p
		if all.rel != "." {
			all.arg = relative(s.dir, p.root)
		}
		all.rel, all.real, all.dir = ".", ".", true
		roots = append(roots, &all)
	}
	return roots
}

type settler struct {
	dir      string // the working directory, without links
	ceilings []string
}

// ceilings returns the directories in a value of GIT_CEILING_DIRECTORIES, verbatim and without links.
func ceilings(value string) []string {
	var dirs []string
	for _, d := range filepath.SplitList(value) {
		if !filepath.IsAbs(d) {
			continue
		}
		dirs = append(dirs, filepath.Clean(d))
		if real, err := filepath.EvalSymlinks(d); err == nil {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

func (s *settler) place(arg string) (*place, error) {
	abs := arg
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(s.dir, arg)
	}
	abs = filepath.Clean(abs)
	info, err := os.Lstat(abs)
	if err != nil {
		return nil, missing(arg, err)
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return nil, missing(arg, err)
	}
	at := filepath.Join(parent, filepath.Base(abs))
	p := &place{arg: arg, dir: info.IsDir()}
	if info.Mode()&os.ModeSymlink == 0 {
		s.under(p, at)
		return p, nil
	}
	// A link to a file is handled by the walk like any other; a link to a directory is followed.
	real, err := filepath.EvalSymlinks(at)
	if err == nil {
		info, err = os.Stat(real)
	}
	if err != nil || !info.IsDir() {
		s.under(p, at)
		return p, nil
	}
	p.dir = true
	s.under(p, at)
	if !within(p.root, real) || p.rel == "." {
		s.under(p, real)
		return p, nil
	}
	p.real = relative(p.root, real)
	return p, nil
}

// standing settles a file that may not exist: its root is that of the nearest existing directory above it.
// The places are the whole root and the file.
func (s *settler) standing(arg string) ([]*place, error) {
	abs := arg
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(s.dir, arg)
	}
	parent, at := filepath.Dir(abs), filepath.Base(abs)
	real, err := filepath.EvalSymlinks(parent)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(parent) != parent {
		parent, at = filepath.Dir(parent), filepath.Join(filepath.Base(parent), at)
		real, err = filepath.EvalSymlinks(parent)
	}
	if err != nil {
		return nil, missing(arg, err)
	}
	at = filepath.Join(real, at)
	top, ok := s.repository(s.dir)
	if !ok {
		top = s.dir
	}
	if !within(top, at) {
		return nil, fmt.Errorf("%s is outside of %s; run skilllint in its repository or in a parent directory", arg, top)
	}
	file := &place{arg: arg}
	s.under(file, at)
	s.label([]*place{file})
	all := *file
	all.arg, all.rel, all.real, all.dir = relative(s.dir, file.root), ".", ".", true
	return []*place{&all, file}, nil
}

// errGone is the error for a path that does not exist.
var errGone = errors.New("does not exist")

func missing(arg string, err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s %w", arg, errGone)
	}
	return fmt.Errorf("cannot read %s: %s", arg, treefs.WithoutPath(err))
}

// under sets a place's root: the nearest directory from it upwards with .git, else the working directory if
// it contains the place, else the place or its directory.
func (s *settler) under(p *place, at string) {
	start := at
	if !p.dir {
		start = filepath.Dir(at)
	}
	p.root, p.repo = s.repository(start)
	switch {
	case p.repo:
	case within(s.dir, at):
		p.root = s.dir
	default:
		p.root = start
	}
	p.rel = relative(p.root, at)
	p.real = p.rel
}

func (s *settler) repository(dir string) (string, bool) { return nearestRepository(dir, s.ceilings) }

// Repository returns the nearest directory with .git from dir upwards, below the directories in a value of
// GIT_CEILING_DIRECTORIES.
func Repository(dir, gitCeilings string) (string, bool) {
	return nearestRepository(dir, ceilings(gitCeilings))
}

func nearestRepository(dir string, ceilings []string) (string, bool) {
	for {
		if slices.ContainsFunc(ceilings, func(c string) bool { return within(dir, c) }) {
			return "", false
		}
		if info, err := os.Lstat(filepath.Join(dir, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return dir, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

// within reports whether a path is a directory or inside it; both are absolute and clean.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// relative returns a path relative to a directory, with "/".
func relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}
