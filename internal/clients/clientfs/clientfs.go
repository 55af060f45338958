// Package clientfs reads the file system for models of clients: the project of the client's working directory and,
// optionally, a home directory. It does not follow links to other directories.
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

// Options determine the directories of a client.
type Options struct {
	Dir      string // the working directory of skilllint
	Tree     string // the working directory of the client, absolute or relative to Dir; "": Dir
	Home     string // the home directory, absolute or relative to Dir; "": none
	Ceilings string // the value of GIT_CEILING_DIRECTORIES
}

// A Source is a [catalog.Source]. Paths are absolute, with "/" and resolved links.
type Source struct {
	Start   string // the working directory of the client
	Project string // the nearest directory at or above Start with .git, else Start
	Home    string // "": none

	trees   []mount // deepest first
	places  map[string]place
	entries map[string][]catalog.Entry // by directory
	skills  map[skillKey]catalog.Skill
	plugin  map[string]bool
	unread  map[string]string // by path: why a link was not followed, or a file or directory not read
}

var _ catalog.Source = (*Source)(nil)

// A mount is a directory with readable files.
type mount struct {
	dir  string
	tree tree
}

// Open opens the directories of a client. Errors name the directories as given in the options.
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
	s.reset()
	if err := s.add(project); err != nil {
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
	if err := s.add(home); err != nil {
		s.Close()
		return nil, fmt.Errorf("--home: open %s: %w", o.Home, treefs.WithoutPath(err))
	}
	return s, nil
}

// directory returns the absolute path of a directory, with links resolved.
func directory(dir, name string) (string, error) {
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, name)
	}
	info, err := os.Stat(full)
	switch {
	case os.IsNotExist(err):
		hint := ""
		if near, err := filepath.Rel(dir, treefs.Similar(full)); err == nil && near != "" && !filepath.IsAbs(name) {
			hint = fmt.Sprintf("; did you mean %s?", filepath.ToSlash(near))
		}
		return "", fmt.Errorf("%s does not exist%s", name, hint)
	case err != nil:
		return "", fmt.Errorf("cannot access %s: %w", name, treefs.WithoutPath(err))
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file; name a directory", name)
	}
	full, err = filepath.EvalSymlinks(full)
	if err == nil {
		full, err = filepath.Abs(full)
	}
	if err != nil {
		return "", fmt.Errorf("cannot access %s: %w", name, treefs.WithoutPath(err))
	}
	return full, nil
}

// FromMap returns a source with these files and links only, for a client that is started in a directory. Paths
// are absolute. links maps paths to the targets of links.
func FromMap(start, project string, files map[string][]byte, links map[string]string) *Source {
	s := &Source{Start: start, Project: project, trees: []mount{{"/", newMemory("/", files, links)}}}
	s.reset()
	return s
}

// WithProject returns a source with other files in the project, such as those of another revision. Paths are
// relative to the project. The home directory is shared, and closed with s.
func (s *Source) WithProject(files map[string][]byte, links map[string]string) *Source {
	other := &Source{Start: s.Start, Project: s.Project, Home: s.Home}
	other.reset()
	for _, m := range s.trees {
		if m.dir == s.Project {
			m.tree = newMemory("", files, links)
		}
		other.trees = append(other.trees, m)
	}
	return other
}

// reset initializes the caches.
func (s *Source) reset() {
	s.places, s.entries, s.skills = map[string]place{}, map[string][]catalog.Entry{}, map[skillKey]catalog.Skill{}
	s.plugin, s.unread = map[string]bool{}, map[string]string{}
}

// add makes the files of a directory readable.
func (s *Source) add(dir string) error {
	shown := filepath.ToSlash(dir)
	if slices.ContainsFunc(s.trees, func(m mount) bool { return m.dir == shown }) {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	s.trees = append(s.trees, mount{shown, disk{root}})
	sorting.By(s.trees, func(a, b mount) int { return cmp.Compare(len(b.dir), len(a.dir)) })
	return nil
}

// Close closes the directories.
func (s *Source) Close() {
	for _, m := range s.trees {
		if d, ok := m.tree.(disk); ok {
			d.root.Close()
		}
	}
}

// Request returns a request for the client.
func (s *Source) Request() catalog.Request {
	return catalog.Request{Start: s.Start, Project: s.Project, Home: s.Home}
}

// maxNotes limits the number of notes.
const maxNotes = 20

// Notes returns notes for users on files and directories that were not read, sorted by path.
func (s *Source) Notes() []string {
	var notes []string
	for path, why := range s.unread {
		notes = append(notes, path+": "+why)
	}
	slices.Sort(notes)
	if more := len(notes) - maxNotes; more > 0 {
		notes = append(notes[:maxNotes], fmt.Sprintf("and %d more that were not read", more))
	}
	return notes
}

// treeOf returns the tree that contains a path, and the path in the tree; nil if the path may not be read.
func (s *Source) treeOf(at string) (tree, string) {
	for _, m := range s.trees {
		if rel, ok := below(m.dir, at); ok {
			return m.tree, rel
		}
	}
	return nil, ""
}

// isAbove reports whether a path is a mounted directory, or above one. As the paths of mounts have no links, it
// is then a directory.
func (s *Source) isAbove(at string) bool {
	return slices.ContainsFunc(s.trees, func(m mount) bool { _, ok := below(at, m.dir); return ok })
}

// below returns a path relative to a directory at or above it, or false.
func below(dir, at string) (string, bool) {
	if dir == at {
		return ".", true
	}
	rel, ok := strings.CutPrefix(at, strings.TrimSuffix(dir, "/")+"/")
	return rel, ok
}

func join(dir, name string) string { return path.Join(dir, name) }
