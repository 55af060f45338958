// Package safefile writes files atomically. Untrusted workspaces cannot redirect writes: links that point outside are not
// followed, and no files are written below .git, because git runs programs from there.
//
// skilllint writes all files with this package.
package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis/quote"
)

// A Writer writes files. The zero Writer has no untrusted trees.
type Writer struct {
	mu        sync.Mutex
	trees     []string        // untrusted directories: absolute, without links
	temporary map[string]bool // existing temporary files
}

// Options control how a file is written.
type Options struct {
	New   bool        // the file must not exist; its directories are created
	Links bool        // follow links in an untrusted tree that do not leave it
	Mode  fs.FileMode // mode bits to add to an existing file
}

// AddUntrusted marks the links below a directory as untrusted.
func (w *Writer) AddUntrusted(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.trees, real) {
		w.trees = append(w.trees, real)
	}
	return nil
}

// Resolve resolves the links in a path. It returns an error if the path must not be written. The file need not exist.
func (w *Writer) Resolve(name string, o Options) (string, error) {
	real, trees, err := w.resolve(name, o)
	if err != nil {
		return "", err
	}
	return real, check(real, trees)
}

// resolve resolves the links in a path. It returns the untrusted trees, too.
func (w *Writer) resolve(name string, o Options) (real string, trees []string, err error) {
	if name, err = filepath.Abs(name); err != nil {
		return "", nil, err
	}
	w.mu.Lock()
	trees = slices.Clone(w.trees)
	w.mu.Unlock()
	at := filepath.VolumeName(name) + string(filepath.Separator)
	for rest := strings.TrimPrefix(name, at); rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, string(filepath.Separator))
		next := filepath.Join(at, part)
		info, err := os.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			at = filepath.Join(next, rest)
			break
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			next, err = follow(next, trees, o)
		}
		if err != nil {
			return "", nil, err
		}
		at = next
	}
	return at, trees, nil
}

// follow returns the target of a symbolic link.
func follow(link string, trees []string, o Options) (string, error) {
	target, err := filepath.EvalSymlinks(link)
	for _, tree := range trees {
		switch {
		case !within(tree, filepath.Dir(link)):
		case !o.Links:
			return "", fmt.Errorf("%s is a symbolic link in the repository; skilllint does not write through it", quote.Text(filepath.Base(link)))
		case err == nil && !within(tree, target):
			return "", fmt.Errorf("%s is a symbolic link out of the repository; skilllint does not write through it", quote.Text(filepath.Base(link)))
		}
	}
	return target, err
}

// check rejects paths in .git and, in a tree, files that are not regular: a pipe would block.
func check(real string, trees []string) error {
	if err := checkGit(real, trees); err != nil {
		return err
	}
	inTree := slices.ContainsFunc(trees, func(tree string) bool { return within(tree, real) })
	if info, err := os.Lstat(real); inTree && err == nil && !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	return nil
}

// checkGit rejects paths in .git.
func checkGit(real string, trees []string) error {
	top := ""
	for _, tree := range trees {
		if within(tree, real) && len(tree) > len(top) {
			top = tree
		}
	}
	for at := real; at != top && at != filepath.Dir(at); at = filepath.Dir(at) {
		if isGit(at) {
			return errors.New("in .git, which is reserved for git")
		}
	}
	return nil
}

// isGit reports whether a path is the .git of its directory. Some file systems accept other names for it, such as .GIT or
// GIT~1.
func isGit(name string) bool {
	if strings.EqualFold(filepath.Base(name), ".git") {
		return true
	}
	one, err := os.Lstat(name)
	if err != nil {
		return false
	}
	git, err := os.Lstat(filepath.Join(filepath.Dir(name), ".git"))
	return err == nil && os.SameFile(one, git)
}

// within reports whether a path is dir or inside it. Both must be absolute and clean.
func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// Write writes a file atomically: the new file is written next to the old one, synced, and then renamed. Devices and named
// pipes outside of all trees are written directly.
func (w *Writer) Write(name string, o Options, write func(io.Writer) error) error {
	real, err := w.Resolve(name, o)
	if err != nil {
		return err
	}
	info, err := os.Lstat(real)
	switch {
	case err == nil && o.New:
		return fs.ErrExist
	case err == nil && !info.Mode().IsRegular():
		return writeDirect(real, write)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	dir, err := w.openDir(filepath.Dir(real), o.New)
	if err != nil {
		return err
	}
	defer dir.Close()
	if info, err = dir.Lstat(filepath.Base(real)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.create(dir, filepath.Base(real), info, o, write)
}

// openDir opens a directory without links. In an untrusted tree, it opens one directory after the other, because programs of the
// tree may replace a directory by a link at any time.
func (w *Writer) openDir(name string, isNew bool) (*os.Root, error) {
	w.mu.Lock()
	top := ""
	for _, tree := range w.trees {
		if within(tree, name) && len(tree) > len(top) {
			top = tree
		}
	}
	w.mu.Unlock()
	if top == "" {
		if isNew {
			if err := os.MkdirAll(name, 0o777); err != nil {
				return nil, err
			}
		}
		return os.OpenRoot(name)
	}
	at, err := os.OpenRoot(top)
	if err != nil {
		return nil, err
	}
	rel, _ := filepath.Rel(top, name)
	for part := range strings.SplitSeq(rel, string(filepath.Separator)) {
		if part == "." {
			continue
		}
		next, err := openPart(at, part, isNew)
		at.Close()
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

// openPart opens a directory in another one, unless it is a link or .git.
func openPart(at *os.Root, name string, isNew bool) (*os.Root, error) {
	info, err := at.Lstat(name)
	if isNew && errors.Is(err, fs.ErrNotExist) {
		if err = at.Mkdir(name, 0o777); err == nil || errors.Is(err, fs.ErrExist) {
			info, err = at.Lstat(name)
		}
	}
	if err != nil {
		return nil, err
	}
	if git, err := at.Lstat(".git"); strings.EqualFold(name, ".git") || err == nil && os.SameFile(git, info) {
		return nil, errors.New("in .git, which is reserved for git")
	}
	next, err := at.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if opened, err := next.Stat("."); err != nil || !info.IsDir() || !os.SameFile(opened, info) {
		next.Close()
		return nil, fmt.Errorf("%s is not a directory, or was replaced", quote.Text(name))
	}
	return next, nil
}

func writeDirect(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// create creates or replaces a file in a directory. It keeps the mode of the old file, if any.
func (w *Writer) create(dir *os.Root, name string, old fs.FileInfo, o Options, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm() | o.Mode
	}
	file, err := createTemp(dir, mode)
	if err != nil {
		return err
	}
	temp := filepath.Base(file.Name())
	w.register(file.Name())
	defer func() {
		if err != nil {
			_ = dir.Remove(temp)
		}
		w.unregister(file.Name())
	}()
	buffered := bufio.NewWriterSize(file, 64<<10)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil && old != nil { // the umask has no effect on Chmod
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := publish(dir, temp, name, o.New); err != nil {
		return err
	}
	if d, err := dir.Open("."); err == nil { // sync the directory, if the system supports it
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}

// Prefix and suffix of the names of temporary files.
const (
	prefix = ".skilllint-"
	suffix = ".tmp"
)

// IsTemporary reports whether a path has the name of a temporary file.
func IsTemporary(name string) bool {
	name = filepath.Base(name)
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// createTemp creates a temporary file.
func createTemp(dir *os.Root, mode fs.FileMode) (file *os.File, err error) {
	_, err = uniqueName(func(name string) error {
		file, err = dir.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		return err
	})
	return file, err
}

// uniqueName calls create with names of temporary files until one does not exist.
func uniqueName(create func(name string) error) (string, error) {
	for n := 0; ; n++ {
		name := fmt.Sprintf("%s%d-%d%s", prefix, os.Getpid(), n, suffix)
		if err := create(name); !errors.Is(err, fs.ErrExist) || n == 1000 {
			return name, err
		}
	}
}

// publish renames a temporary file. If isNew is set, it does not replace a file that was created in the meantime. File
// systems without hard links cannot detect that.
func publish(dir *os.Root, temp, name string, isNew bool) error {
	if isNew {
		switch err := dir.Link(temp, name); {
		case err == nil:
			return dir.Remove(temp)
		case errors.Is(err, fs.ErrExist):
			return err
		}
	}
	return dir.Rename(temp, name)
}

func (w *Writer) register(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.temporary == nil {
		w.temporary = map[string]bool{}
	}
	w.temporary[name] = true
}

func (w *Writer) unregister(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.temporary, name)
}

// Discard removes all temporary files, if the program ends early.
func (w *Writer) Discard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name := range w.temporary {
		_ = os.Remove(name)
	}
}

// CheckTarget returns an error if a file cannot be written to a path. Callers use it before they compute the content.
func CheckTarget(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a directory; name a file in it")
	}
	dir, err := os.Stat(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("its directory does not exist")
	case err != nil:
		return err
	case !dir.IsDir():
		return errors.New("its parent is not a directory")
	}
	return nil
}
