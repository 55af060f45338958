package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A place is a requested path with its root.
type place struct {
	arg  string // as specified by the user
	root string // absolute; nothing outside it is read
	repo bool   // root contains .git
	rel  string // relative to root, with "/"
	real string // the target if rel is a link to a directory inside the root, otherwise rel
	dir  bool
	show pathDisplay
}

// A pathDisplay converts paths relative to a root for reports: it replaces the prefix strip by another one.
type pathDisplay struct{ strip, prefix string }

func (s pathDisplay) path(rel string) string {
	if tail, ok := strings.CutPrefix(rel, s.strip); ok {
		rel = tail
	} else if rel+"/" == s.strip {
		rel = "."
	} // otherwise the path is outside the place, and stays relative to the root
	switch {
	case rel != ".":
		return s.prefix + rel
	case s.prefix != "":
		return strings.TrimSuffix(s.prefix, "/")
	}
	return "."
}

// resolvePlaces determines the places of a run and their roots.
func resolvePlaces(o Options) ([]*place, error) {
	if o.Memory != nil { // as with a repository, the name of the directory has no meaning
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
	s := placeResolver{dir: dir, ceilings: ceilings(o.Ceilings), mark: o.Mark}
	if o.File != "" {
		return s.virtualFile(o.File)
	}
	var places []*place
	for _, arg := range paths {
		p, err := s.place(arg)
		if errors.Is(err, errMissing) && o.Lenient {
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

// roots returns the distinct roots of places, as places.
func (s *placeResolver) roots(places []*place) []*place {
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

type placeResolver struct {
	dir      string // the working directory, without links
	ceilings []string
	mark     string // as Options.Mark
}

// ceilings returns the directories in a value of GIT_CEILING_DIRECTORIES, both verbatim and without links.
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

func (s *placeResolver) place(arg string) (*place, error) {
	abs := arg
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(s.dir, arg)
	}
	abs = filepath.Clean(abs)
	info, err := os.Lstat(abs)
	if err != nil {
		return nil, pathError(arg, err)
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return nil, pathError(arg, err)
	}
	at := filepath.Join(parent, filepath.Base(abs))
	p := &place{arg: arg, dir: info.IsDir()}
	if info.Mode()&os.ModeSymlink == 0 {
		s.setRoot(p, at)
		return p, nil
	}
	// The walk handles links to files. A link to a directory is followed here.
	real, err := filepath.EvalSymlinks(at)
	if err == nil {
		info, err = os.Stat(real)
	}
	if err != nil || !info.IsDir() {
		s.setRoot(p, at)
		return p, nil
	}
	p.dir = true
	s.setRoot(p, at)
	if !within(p.root, real) || p.rel == "." {
		s.setRoot(p, real)
		return p, nil
	}
	p.real = relative(p.root, real)
	return p, nil
}

// virtualFile returns the places for a file that need not exist: its whole root, and the file. The root is that of the
// nearest existing directory above it.
func (s *placeResolver) virtualFile(arg string) ([]*place, error) {
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
		return nil, pathError(arg, err)
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
	s.setRoot(file, at)
	s.label([]*place{file})
	all := *file
	all.arg, all.rel, all.real, all.dir = relative(s.dir, file.root), ".", ".", true
	return []*place{&all, file}, nil
}

// errMissing is the error for a path that does not exist.
var errMissing = errors.New("does not exist")

func pathError(arg string, err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s %w", arg, errMissing)
	}
	return fmt.Errorf("cannot read %s: %s", arg, treefs.WithoutPath(err))
}

// setRoot sets the root of a place: the nearest repository that contains it, otherwise the working directory if it
// contains the place, otherwise the place or its directory. Outside of repositories, a marked directory above replaces the
// last two.
func (s *placeResolver) setRoot(p *place, at string) {
	start := at
	if !p.dir {
		start = filepath.Dir(at)
	}
	p.root, p.repo = s.repository(start)
	switch {
	case p.repo:
	case within(s.dir, at):
		p.root = s.marked(s.dir)
	default:
		p.root = s.marked(start)
	}
	p.rel = relative(p.root, at)
	p.real = p.rel
}

// marked returns the nearest marked directory from dir upwards, or dir. Directories that others can write to are not marked,
// nor are the home directory and those above it: their files are not meant for one workspace.
func (s *placeResolver) marked(dir string) string {
	home, _ := os.UserHomeDir()
	for at := dir; s.mark != ""; at = filepath.Dir(at) {
		if at == filepath.Dir(at) || home != "" && within(at, home) || slices.ContainsFunc(s.ceilings, func(c string) bool { return within(at, c) }) {
			break
		}
		mark, err := os.Lstat(filepath.Join(at, s.mark))
		if err != nil || !mark.Mode().IsRegular() {
			continue
		}
		if info, err := os.Lstat(at); err == nil && (info.Mode()&0o002 == 0 || runtime.GOOS == "windows") {
			return at
		}
	}
	return dir
}

// MarkedRoot returns the nearest directory with a file of a name, from dir upwards, that is the root of a workspace outside
// of repositories. It returns dir if there is none.
func MarkedRoot(dir, mark, gitCeilings string) string {
	s := placeResolver{ceilings: ceilings(gitCeilings), mark: mark}
	return s.marked(dir)
}

func (s *placeResolver) repository(dir string) (string, bool) {
	return nearestRepository(dir, s.ceilings)
}

// Repository returns the nearest directory with .git, from dir upwards. It does not search the directories in a value of
// GIT_CEILING_DIRECTORIES or above them.
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

// within reports whether a path is dir or inside it. Both must be absolute and clean.
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
