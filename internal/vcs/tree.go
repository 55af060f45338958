package vcs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

const maxFiles = 1_000_000 // entries of a tree; discovery has a lower limit

// A Tree is a commit or the index, read only from objects. Like a checkout, it has a .git directory at the top, which is
// empty, and checked-out submodules at their commits. It has no other empty directories.
//
// Methods return errors of git, and Err returns the first one: a missing object differs from a missing file.
type Tree struct {
	Commit string // full name; empty for the index and before the first commit

	entries  []treeEntry // sorted by path
	hasLinks bool        // some entries are links
	subs     map[string]submodule
	batch    *batch
	resolver *treefs.Resolver

	mu    sync.Mutex
	err   error
	sizes map[string]int64 // sizes of objects that were read
}

// A treeEntry is a file, a link or a submodule of a tree.
type treeEntry struct {
	path   string
	object string
	mode   fs.FileMode
}

// modeOf converts a mode of git. A submodule is a directory.
func modeOf(git string) (mode fs.FileMode, ok bool) {
	switch git {
	case "100644", "100664":
		return 0o644, true
	case "100755":
		return 0o755, true
	case "120000":
		return fs.ModeSymlink | 0o777, true
	case "160000":
		return fs.ModeDir | 0o755, true
	}
	return 0, false
}

// EmptyTree returns the tree before the first commit.
func EmptyTree() *Tree { return &Tree{} }

// OpenCommit returns the tree of a commit in the repository with the work tree dir. It is valid until the context is done,
// and must be closed.
func OpenCommit(ctx context.Context, dir, commit string) (*Tree, error) {
	return openCommit(ctx, dir, commit, 0)
}

func openCommit(ctx context.Context, dir, commit string, depth int) (*Tree, error) {
	t := &Tree{Commit: commit}
	if err := lsTree(ctx, dir, commit, t.add); err != nil {
		return nil, err
	}
	return t, t.finish(ctx, dir, depth)
}

// lsTree lists the tree of a commit.
func lsTree(ctx context.Context, dir, commit string, visit func(name, mode, object string)) error {
	out, err := run(ctx, dir, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return incomplete(commit, err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		prefix, name, _ := strings.Cut(entry, "\t")
		if fields := strings.Fields(prefix); len(fields) == 3 && isObject(fields[2]) { // mode, type, object
			visit(name, fields[0], fields[2])
		}
	}
	return nil
}

// add adds an entry, unless a checkout cannot contain it.
func (t *Tree) add(name, mode, object string) {
	m, ok := modeOf(mode)
	if !ok || !isObject(object) || !isName(name) {
		return
	}
	t.entries = append(t.entries, treeEntry{name, object, m})
	t.hasLinks = t.hasLinks || m&fs.ModeSymlink != 0
}

// isName reports whether a path is local and not in .git. It may contain any bytes.
func isName(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// finish must be called after all entries have been added.
func (t *Tree) finish(ctx context.Context, dir string, depth int) error {
	if len(t.entries) > maxFiles {
		return fmt.Errorf("more than %d files", maxFiles)
	}
	byPath := func(a, b treeEntry) int { return strings.Compare(a.path, b.path) }
	if !slices.IsSortedFunc(t.entries, byPath) {
		sorting.By(t.entries, byPath)
	}
	t.entries = slices.CompactFunc(t.entries, func(a, b treeEntry) bool { return a.path == b.path })
	t.batch = newBatch(ctx, dir)
	t.resolver = treefs.NewResolver(t.readLink)
	t.sizes = map[string]int64{}
	return t.openSubmodules(ctx, dir, depth)
}

// Close ends git.
func (t *Tree) Close() {
	if t.batch != nil {
		t.batch.close()
	}
	for _, s := range t.subs {
		s.close()
	}
}

// Err returns the first error that prevented a read, if any.
func (t *Tree) Err() error {
	t.mu.Lock()
	err := t.err
	t.mu.Unlock()
	for _, at := range t.submodules() {
		if sub := t.subs[at].tree; err == nil && sub != nil {
			err = sub.Err()
		}
	}
	return err
}

// fail records an error of git and returns it for a method.
func (t *Tree) fail(op, name string, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = fmt.Errorf("cannot read %s: %w", name, err)
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// Same reports whether two trees have the same files.
func (t *Tree) Same(as *Tree) bool { return slices.Equal(t.entries, as.entries) }

// Tracked returns all entries of the tree, without those of submodules.
func (t *Tree) Tracked() map[string]bool {
	files := make(map[string]bool, len(t.entries))
	for _, e := range t.entries {
		files[e.path] = true
	}
	return files
}

// Paths returns all entries of the tree, without those of submodules, sorted.
func (t *Tree) Paths() []string {
	paths := make([]string, len(t.entries))
	for i, e := range t.entries {
		paths[i] = e.path
	}
	return paths
}

// Executable returns which of the regular files among paths are executable.
func (t *Tree) Executable(rels []string) map[string]bool {
	found := map[string]bool{}
	for _, rel := range rels {
		if e := t.entry(rel); e != nil && e.mode.IsRegular() {
			found[rel] = e.mode&0o111 != 0
		}
	}
	return found
}

// search returns the index of the first entry whose path is not less than name.
func (t *Tree) search(name string) int {
	return sort.Search(len(t.entries), func(i int) bool { return t.entries[i].path >= name })
}

func (t *Tree) entry(name string) *treeEntry {
	if i := t.search(name); i < len(t.entries) && t.entries[i].path == name {
		return &t.entries[i]
	}
	return nil
}

// below returns the entries below a directory.
func (t *Tree) below(name string) []treeEntry {
	if name == "." {
		return t.entries
	}
	first := t.search(name + "/")
	return t.entries[first:max(first, t.search(name+"0"))] // "0" follows "/"
}

// stat returns the entry with a name, whose directories must not be links.
func (t *Tree) stat(name string) (fs.FileInfo, error) {
	if name == "." || name == ".git" {
		return treeInfo{name: path.Base(name), mode: fs.ModeDir | 0o755}, nil
	}
	if e := t.entry(name); e != nil {
		return treeInfo{path.Base(name), e.mode, t, e.object}, nil
	}
	if len(t.below(name)) > 0 {
		return treeInfo{name: path.Base(name), mode: fs.ModeDir | 0o755}, nil
	}
	return nil, fs.ErrNotExist
}

// locate resolves a name. If it is in a submodule, it returns the tree of the submodule and the name in it, otherwise nil
// and the name without links. last: also follow a link at the end of the name.
func (t *Tree) locate(name string, last bool) (treefs.FS, string, error) {
	real, err := t.resolve(name, last)
	if err != nil {
		return nil, "", err
	}
	for up := real; len(t.subs) > 0 && up != "."; up = path.Dir(up) {
		if sub, ok := t.subs[up]; ok {
			return sub.fs, strings.TrimPrefix(strings.TrimPrefix(real, up), "/"), nil
		}
	}
	return nil, real, nil
}

// resolve follows the links in the directories of a name. last: also follow a link at the end of the name.
func (t *Tree) resolve(name string, last bool) (string, error) {
	if name = path.Clean(name); !t.hasLinks {
		return name, nil
	}
	return t.resolver.Resolve(name, last)
}

// readLink returns the target of a link, or "" for other entries.
func (t *Tree) readLink(at string, _ bool) (string, error) {
	e := t.entry(at)
	if e == nil || e.mode&fs.ModeSymlink == 0 {
		return "", nil
	}
	to, err := t.link(e)
	return cmp.Or(to, "."), err
}

// Lstat returns information about an entry. It does not follow a link at the end of the name.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	sub, real, err := t.locate(name, false)
	if sub != nil && real != "" {
		return sub.Lstat(real)
	}
	var info fs.FileInfo
	if err == nil {
		if sub != nil {
			return treeInfo{name: path.Base(name), mode: fs.ModeDir | 0o755}, nil
		}
		info, err = t.stat(real)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	return info, nil
}

// ReadDir lists a directory.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	sub, real, err := t.locate(name, true)
	switch {
	case sub != nil && real == "":
		return sub.ReadDir(".")
	case sub != nil:
		return sub.ReadDir(real)
	case err != nil:
		return nil, &fs.PathError{Op: "list", Path: name, Err: err}
	case real == ".git":
		return nil, nil
	}
	info, err := t.stat(real)
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return nil, &fs.PathError{Op: "list", Path: name, Err: err}
	}
	return t.list(real), nil
}

func (t *Tree) list(dir string) []fs.DirEntry {
	var all []fs.DirEntry
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
		all = append(all, fs.FileInfoToDirEntry(treeInfo{name: ".git", mode: fs.ModeDir | 0o755}))
	}
	last := ""
	for entries := t.below(dir); len(entries) > 0; {
		e := entries[0]
		name, _, deeper := strings.Cut(e.path[len(prefix):], "/")
		entries = entries[1:]
		info := treeInfo{name, e.mode, t, e.object}
		if deeper {
			info = treeInfo{name: name, mode: fs.ModeDir | 0o755}
			next := prefix + name + "0"
			entries = entries[sort.Search(len(entries), func(i int) bool { return entries[i].path >= next }):]
		}
		if name != last { // a corrupt tree may have a file and a directory with the same name
			all = append(all, fs.FileInfoToDirEntry(info))
		}
		last = name
	}
	sorting.By(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() })
}

// A treeInfo describes an entry of a tree. Its size is read on demand.
type treeInfo struct {
	name   string
	mode   fs.FileMode
	tree   *Tree
	object string // empty: a directory
}

func (i treeInfo) Name() string       { return i.name }
func (i treeInfo) Mode() fs.FileMode  { return i.mode }
func (i treeInfo) ModTime() time.Time { return time.Time{} }
func (i treeInfo) IsDir() bool        { return i.mode.IsDir() }
func (i treeInfo) Sys() any           { return nil }

// Size returns the size of a file, or the length of a link's target.
func (i treeInfo) Size() int64 {
	if i.object == "" || i.mode.IsDir() {
		return 0
	}
	size, err := i.tree.size(i.object)
	if err != nil {
		_ = i.tree.fail("size", i.name, err)
	}
	return size
}

var _ treefs.FS = (*Tree)(nil)
