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

// A Tree is the directory that an agent is started in, and what stands around it. Paths are
// relative to the tree's own folder, with "/".
type Tree struct {
	ID      string // unique among all sets
	Start   string // the working directory, at or below "project"
	Git     bool   // "project" is a repository of git
	Home    bool   // the agent's home directory is "home"; else it is an empty one
	Files   []File // that stand in it, in the order in which they were made
	Links   []Link
	Window  int      // tokens of the model's context; 0: the agent's default
	Tokens  int      // codex: skills.max_context_tokens; 0: not set
	Builtin bool     // codex shows its own skills too
	Without []string // agents that are not asked, since what they do depends on chance or takes for ever
}

// The folders of a tree.
const (
	Project = "project"
	Home    = "home"
)

// A File is one file of a tree.
type File struct {
	Path string
	Data []byte
}

// A Link is a symbolic link. What it points at is relative to where it stands.
type Link struct{ Path, Target string }

// Sum returns the SHA-256 of all that an agent can see of a tree, in hexadecimal.
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

// Asks reports whether an agent is asked about a tree.
func (t *Tree) Asks(agent string) bool { return !slices.Contains(t.Without, agent) }

// Repository returns the nearest directory at or above Start that holds .git, else Start.
func (t *Tree) Repository() string {
	for at := t.Start; at != "."; at = path.Dir(at) {
		mark := at + "/.git"
		if at == Project && t.Git || slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == mark || strings.HasPrefix(f.Path, mark+"/") }) {
			return at
		}
	}
	return t.Start
}

// Skills returns how many files called SKILL.md are in a tree.
func (t *Tree) Skills() int {
	n := 0
	for _, f := range t.Files {
		if path.Base(f.Path) == "SKILL.md" {
			n++
		}
	}
	return n
}

// Plant writes a tree into a folder that does not exist yet. The repository is an empty folder
// called .git.
func (t *Tree) Plant(folder string) error {
	folders := []string{t.Start, Project}
	if t.Git {
		folders = append(folders, Project+"/.git")
	}
	if t.Home {
		folders = append(folders, Home)
	}
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(folder, filepath.FromSlash(f)), 0o755); err != nil {
			return err
		}
	}
	for _, f := range t.Files {
		at := filepath.Join(folder, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, f.Data, 0o644); err != nil {
			return err
		}
	}
	for _, l := range t.Links {
		at := filepath.Join(folder, filepath.FromSlash(l.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(filepath.FromSlash(l.Target), at); err != nil {
			return err
		}
	}
	return nil
}

// add puts a file into a tree, unless one is there already, or a link in its way.
func (t *Tree) add(at, text string) {
	at = path.Clean(at)
	taken := slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == at }) ||
		slices.ContainsFunc(t.Links, func(l Link) bool { return l.Path == at || strings.HasPrefix(at, l.Path+"/") })
	if !taken {
		t.Files = append(t.Files, File{at, []byte(text)})
	}
}

// link puts a link into a tree, unless something is there already.
func (t *Tree) link(at, target string) {
	taken := slices.ContainsFunc(t.Files, func(f File) bool { return f.Path == at || strings.HasPrefix(f.Path, at+"/") }) ||
		slices.ContainsFunc(t.Links, func(l Link) bool {
			return l.Path == at || strings.HasPrefix(l.Path, at+"/") || strings.HasPrefix(at, l.Path+"/")
		})
	if !taken {
		t.Links = append(t.Links, Link{at, target})
	}
}

// without leaves agents out.
func (t *Tree) without(agents ...string) {
	t.Without = slices.Compact(slices.Sorted(slices.Values(append(t.Without, agents...))))
}
