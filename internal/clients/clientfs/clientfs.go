// Package clientfs reads the file system as a client does that was started in a directory: the project around that
// directory and, where one is named, a home directory. Nothing else is read, wherever links resolve to.
package clientfs

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Options say where an agent is started.
type Options struct {
	Dir      string // the working directory
	Tree     string // where the agent is started: a directory, below Dir if it is relative; "": Dir
	Home     string // likewise, the home directory; "": there is none
	Ceilings string // a value of GIT_CEILING_DIRECTORIES
}

// A Source is a [catalog.Source]. Paths are absolute and without links, with "/".
type Source struct {
	Start   string // where the agent is started
	Project string // the nearest directory at or above Start that holds .git, else Start
	Home    string // "": there is none

	trees  []mounted // the deepest first
	places map[string]place
	listed map[string][]catalog.Entry
	skills map[skillKey]catalog.Skill
	plugin map[string]bool
	left   map[string]string // by path: why a link was not followed, or a directory not read
}

var _ catalog.Source = (*Source)(nil)

// A mounted is a directory below which may be read.
type mounted struct {
	dir  string
	tree tree
}

// Open finds out where an agent is started. Errors name the directories as the options do.
func Open(o Options) (*Source, error) {
	start, err := directory(o.Dir, cmp.Or(o.Tree, "."))
	if err != nil {
		return nil, err
	}
	project, ok := discover.Repository(start, o.Ceilings)
	if !ok {
		project = start
	}
	s := &Source{Start: filepath.ToSlash(start), Project: filepath.ToSlash(project)}
	s.forget()
	if err := s.mount(project); err != nil {
		return nil, fmt.Errorf("open %s: %w", cmp.Or(o.Tree, "."), treefs.WithoutPath(err))
	}
	if o.Home == "" {
		return s, nil
	}
	home, err := directory(o.Dir, o.Home)
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("--home: %w", err)
	}
	s.Home = filepath.ToSlash(home)
	if err := s.mount(home); err != nil {
		s.Close()
		return nil, fmt.Errorf("--home: open %s: %w", o.Home, treefs.WithoutPath(err))
	}
	return s, nil
}

// directory returns a directory as an absolute path without links.
func directory(dir, name string) (string, error) {
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, name)
	}
	info, err := os.Stat(full)
	switch {
	case os.IsNotExist(err):
		return "", fmt.Errorf("%s does not exist", name)
	case err != nil:
		return "", fmt.Errorf("look at %s: %w", name, treefs.WithoutPath(err))
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file; name a directory", name)
	}
	full, err = filepath.EvalSymlinks(full)
	if err == nil {
		full, err = filepath.Abs(full)
	}
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", name, treefs.WithoutPath(err))
	}
	return full, nil
}

// FromMap returns a source in which nothing but some files and links exists, for an agent that is
// started in a directory. Paths are absolute; those of links lead to what they point at.
func FromMap(start, project string, files map[string][]byte, links map[string]string) *Source {
	s := &Source{Start: start, Project: project, trees: []mounted{{"/", newMemory("/", files, links)}}}
	s.forget()
	return s
}

// WithProject returns the same start of the same agent with other files in the project, as those
// of another revision. Paths are relative to the project. The home directory stays as it is; it
// is closed with s.
func (s *Source) WithProject(files map[string][]byte, links map[string]string) *Source {
	other := &Source{Start: s.Start, Project: s.Project, Home: s.Home}
	other.forget()
	for _, m := range s.trees {
		if m.dir == s.Project {
			m.tree = newMemory("", files, links)
		}
		other.trees = append(other.trees, m)
	}
	return other
}

// forget begins to remember anew.
func (s *Source) forget() {
	s.places, s.listed, s.skills = map[string]place{}, map[string][]catalog.Entry{}, map[skillKey]catalog.Skill{}
	s.plugin, s.left = map[string]bool{}, map[string]string{}
}

// mount allows to read below a directory.
func (s *Source) mount(dir string) error {
	shown := filepath.ToSlash(dir)
	if slices.ContainsFunc(s.trees, func(m mounted) bool { return m.dir == shown }) {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	s.trees = append(s.trees, mounted{shown, disk{root}})
	sorting.By(s.trees, func(a, b mounted) int { return cmp.Compare(len(b.dir), len(a.dir)) })
	return nil
}

// Close lets go of the directories.
func (s *Source) Close() {
	for _, m := range s.trees {
		if d, ok := m.tree.(disk); ok {
			d.root.Close()
		}
	}
}

// Request returns a request for an agent that is started there.
func (s *Source) Request() catalog.Request {
	return catalog.Request{Start: s.Start, Project: s.Project, Home: s.Home}
}

// maxNotes is how many notes are listed.
const maxNotes = 20

// Notes returns what was met but not read, for people, sorted by path.
func (s *Source) Notes() []string {
	var notes []string
	for path, why := range s.left {
		notes = append(notes, path+": "+why)
	}
	slices.Sort(notes)
	if more := len(notes) - maxNotes; more > 0 {
		notes = append(notes[:maxNotes], fmt.Sprintf("and %d more that were not read", more))
	}
	return notes
}

// treeOf returns the tree that holds a path, and the path in it; nil when it may not be read.
func (s *Source) treeOf(at string) (tree, string) {
	for _, m := range s.trees {
		if rel, ok := below(m.dir, at); ok {
			return m.tree, rel
		}
	}
	return nil, ""
}

// isAbove reports whether a path is one of the directories that may be read, or above it. As these
// are without links, it is known to be a directory.
func (s *Source) isAbove(at string) bool {
	return slices.ContainsFunc(s.trees, func(m mounted) bool { _, ok := below(at, m.dir); return ok })
}

// below returns a path relative to a directory at or above it.
func below(dir, at string) (string, bool) {
	if dir == at {
		return ".", true
	}
	rel, ok := strings.CutPrefix(at, strings.TrimSuffix(dir, "/")+"/")
	return rel, ok
}

func join(dir, name string) string { return path.Join(dir, name) }
