package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Tree is the working directory of a client with its surroundings. Paths are relative to the tree, with "/".
type Tree struct {
	ID      string // unique among all sets
	Start   string // the working directory, at or below "project"
	Git     bool   // "project" is a git repository
	Home    bool   // the home directory is "home"; otherwise it is empty
	Files   []File // in order of creation
	Links   []Link
	Window  int      // size of the model's context in tokens; 0: the client's default
	Tokens  int      // codex: skills.max_context_tokens; 0: not set
	Builtin bool     // codex: also list the built-in skills
	Without []string // clients that are not asked, because their result is random or takes too long
}

// The directories of a tree.
const (
	Project = "project"
	Home    = "home"
)

// A File is one file of a tree.
type File struct {
	Path string
	Data []byte
}

// A Link is a symbolic link. Its target is relative to the directory of the link.
type Link struct{ Path, Target string }

// Sum returns the SHA-256 of everything in a tree that a client can observe, in hexadecimal.
func (t *Tree) Sum() string {
	all := sha256.New()
	fmt.Fprintf(all, "%q %v %v %d %d %v\n", t.Start, t.Git, t.Home, t.Window, t.Tokens, t.Builtin)
	for _, f := range t.Files {
		fmt.Fprintf(all, "%q %x\n", f.Path, sha256.Sum256(f.Data))
	}
	for _, l := range t.Links {
		fmt.Fprintf(all, "%q %q\n", l.Path, l.Target)
	}
	return hex.EncodeToString(all.Sum(nil)[:16])
}

// Asks reports whether an agent is asked about the tree.
func (t *Tree) Asks(agent string) bool { return !slices.Contains(t.Without, agent) }

// Repository returns the nearest directory with .git at or above Start, or Start if there is none.
func (t *Tree) Repository() string {
	for at := t.Start; at != "."; at = path.Dir(at) {
		mark := at + "/.git"
		if at == Project && t.Git || slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == mark || strings.HasPrefix(f.Path, mark+"/") }) {
			return at
		}
	}
	return t.Start
}

// Skills returns the number of SKILL.md files in the tree.
func (t *Tree) Skills() int {
	n := 0
	for _, f := range t.Files {
		if path.Base(f.Path) == "SKILL.md" {
			n++
		}
	}
	return n
}

// Plant writes the tree to a directory that does not exist yet. The repository is an empty directory .git.
func (t *Tree) Plant(dir string) error {
	dirs := []string{t.Start, Project}
	if t.Git {
		dirs = append(dirs, Project+"/.git")
	}
	if t.Home {
		dirs = append(dirs, Home)
	}
	for _, f := range dirs {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(f)), 0o755); err != nil {
			return err
		}
	}
	for _, f := range t.Files {
		at := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, f.Data, 0o644); err != nil {
			return err
		}
	}
	for _, l := range t.Links {
		at := filepath.Join(dir, filepath.FromSlash(l.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(filepath.FromSlash(l.Target), at); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file to the tree, unless its path is in use.
func (t *Tree) add(at, text string) {
	at = path.Clean(at)
	taken := slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == at }) ||
		slices.ContainsFunc(t.Links, func(l Link) bool { return l.Path == at || strings.HasPrefix(at, l.Path+"/") })
	if !taken {
		t.Files = append(t.Files, File{at, []byte(text)})
	}
}

// link adds a link to the tree, unless its path is in use.
func (t *Tree) link(at, target string) {
	taken := slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == at || strings.HasPrefix(f.Path, at+"/") }) ||
		slices.ContainsFunc(t.Links, func(l Link) bool {
			return l.Path == at || strings.HasPrefix(l.Path, at+"/") || strings.HasPrefix(at, l.Path+"/")
		})
	if !taken {
		t.Links = append(t.Links, Link{at, target})
	}
}

// exclude adds clients that are not asked about the tree.
func (t *Tree) exclude(agents ...string) {
	t.Without = slices.Compact(slices.Sorted(slices.Values(append(t.Without, agents...))))
}
