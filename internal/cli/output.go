package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
)

// A target is one --format: a format, and the file it goes to.
type target struct{ format, file string } // file is empty for standard output

// checkTargets refuses, before anything is read, what could not be written at the end.
func checkTargets(targets []target) error {
	seen := map[string]bool{}
	for _, t := range targets {
		if t.file == "" {
			if seen[""] {
				return usagef("only one format can go to standard output; give the other a file: --format %s=FILE", t.format)
			}
			seen[""] = true
			continue
		}
		path, err := filepath.Abs(t.file)
		if err == nil {
			err = checkTarget(path)
		}
		if err != nil {
			return fmt.Errorf("--format %s=%s: %w", t.format, t.file, pathless.Error(err))
		}
		if seen[path] {
			return usagef("--format: two formats go to %s", quote.Text(t.file))
		}
		seen[path] = true
	}
	return nil
}

func checkTarget(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("it is a directory; name a file in it")
	}
	dir, err := os.Stat(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("its directory does not exist; make it first")
	case err != nil:
		return err
	case !dir.IsDir():
		return errors.New("what stands before its name is no directory")
	}
	return nil
}

// checkLinks refuses targets that lead through a symbolic link below a root, a directory without
// links, or to what is no file there: whoever wrote the tree must not choose where a report goes,
// or make its writer wait.
func checkLinks(targets []target, root string) error {
	for _, t := range targets {
		if t.file == "" {
			continue
		}
		path, err := filepath.Abs(t.file)
		if err != nil {
			return err
		}
		if link := linkBelow(root, path); link != "" {
			return usagef("--format %s=%s: %s is a symbolic link inside the linted tree, and a report is not written through it",
				t.format, t.file, quote.Text(link))
		}
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() && isBelow(root, path) {
			return usagef("--format %s=%s: inside the linted tree a report replaces regular files only", t.format, t.file)
		}
	}
	return nil
}

// linkBelow returns the name of the first symbolic link on a path that stands below the root.
func linkBelow(root, path string) string {
	parent := filepath.Dir(path)
	if parent == path {
		return ""
	}
	if link := linkBelow(root, parent); link != "" {
		return link
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	if isBelow(root, path) {
		return filepath.Base(path)
	}
	return ""
}

// isBelow reports whether the directory that holds a path is, without links, a root or below it.
func isBelow(root, path string) bool {
	real, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && within(root, real)
}

// within reports whether a path is a directory or lies in it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// unwritten are temporary files that have not got their name yet.
type unwritten struct {
	mu    sync.Mutex
	files map[string]bool
}

func (u *unwritten) add(name string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.files == nil {
		u.files = map[string]bool{}
	}
	u.files[name] = true
}

func (u *unwritten) done(name string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.files, name)
}

// discard removes what a run that ends early has begun to write.
func (p *program) discard() {
	p.unwritten.mu.Lock()
	defer p.unwritten.mu.Unlock()
	for name := range p.unwritten.files {
		_ = os.Remove(name)
	}
}

// writeFile writes a file so that it is there whole or as it was before. What is no regular
// file, as a device or a named pipe, is written to directly.
func (p *program) writeFile(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeDirectly(path, write)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return pathless.Error(err)
		}
	}
	mode := fs.FileMode(0o666)
	if info != nil {
		mode = info.Mode().Perm()
	}
	file, err := createBeside(path, mode)
	if err != nil {
		return pathless.Error(err)
	}
	p.unwritten.add(file.Name())
	defer p.unwritten.done(file.Name())
	err = errors.Join(write(file), file.Sync(), file.Close())
	if err == nil && info != nil {
		err = os.Chmod(file.Name(), mode)
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return pathless.Error(err)
	}
	return nil
}

func writeDirectly(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return pathless.Error(err)
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return pathless.Error(err)
	}
	return nil
}

// createBeside creates a temporary file in the directory of a path.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	for n := 0; ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d", filepath.Base(path), os.Getpid(), n))
		file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if !errors.Is(err, fs.ErrExist) || n == 100 {
			return file, err
		}
	}
}
