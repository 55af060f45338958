package lint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/archive"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Tree is the files of a workspace in memory. It does not change and may be used concurrently. A tree has at most
// 200,000 files and directories and 256 MiB.
type Tree struct{ memory *treefs.Memory }

// NewTree returns a tree of files by path: relative, with "/", without "." and "..". It keeps the contents, which
// must not change afterwards.
func NewTree(files map[string][]byte) (*Tree, error) {
	t := &Tree{treefs.NewMemory()}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := t.add(name, 0o644, files[name]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// ReadFS returns a copy of the files of fsys, such as an embed.FS or a zip.Reader, with their permissions.
// Symbolic links are kept if fsys implements [fs.ReadLinkFS], and are an error otherwise. If fsys implements
// [fs.ReadFileFS], the tree keeps the slices that it returns.
func ReadFS(fsys fs.FS) (*Tree, error) {
	t := &Tree{treefs.NewMemory()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var content []byte
		switch {
		case info.Mode().IsRegular():
			content, err = t.read(fsys, name, info.Size())
		case info.Mode()&fs.ModeSymlink != 0:
			var to string
			to, err = fs.ReadLink(fsys, name)
			content = []byte(to)
		}
		if err != nil {
			return err
		}
		return t.add(name, info.Mode(), content)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ReadArchive reads a tree from a tar archive, which may be compressed with gzip, or from a JSON object of files, as
// `skilllint lint --stdin-tree` does. An archive that is truncated or has duplicate paths, paths outside the tree or
// paths below links is an error.
func ReadArchive(r io.Reader) (*Tree, error) {
	memory, err := archive.Read(r)
	if err != nil {
		return nil, err
	}
	return &Tree{memory}, nil
}

// Files returns the paths of all regular files, sorted.
func (t *Tree) Files() []string {
	var names []string
	_ = t.memory.All(func(name string, mode fs.FileMode, _ []byte) error {
		if mode.IsRegular() {
			names = append(names, name)
		}
		return nil
	})
	return names
}

// Content returns the content of a file, also through links. It must not be changed.
func (t *Tree) Content(path string) ([]byte, error) { return t.memory.Content(path) }

// Apply returns the tree with fixes applied. They must be from a result of this tree. Fixes that change the same
// bytes are an error: apply one of them and run again, or use [FixAll].
func (t *Tree) Apply(fixes ...Fix) (*Tree, error) {
	edits, runs, targets := map[string][]analysis.Edit{}, map[string]bool{}, map[string]string{}
	for _, f := range fixes {
		for _, e := range f.Edits {
			at, err := t.memory.Real(e.Location.Path)
			if err != nil {
				return nil, err
			}
			edits[at] = append(edits[at], analysis.Edit{Range: e.Location.Range, Text: e.Text})
		}
		if f.Executable != "" {
			at, err := t.memory.Real(f.Executable)
			if err != nil {
				return nil, err
			}
			runs[at] = true
		}
		if f.Link != "" {
			dir, err := t.memory.Real(path.Dir(f.Link))
			if err != nil {
				return nil, err
			}
			targets[path.Join(dir, path.Base(f.Link))] = f.Target
		}
	}
	return t.copy(func(name string, mode fs.FileMode, content []byte) (fs.FileMode, []byte, error) {
		if runs[name] {
			mode |= 0o111
		}
		if to, ok := targets[name]; ok && mode&fs.ModeSymlink != 0 {
			return mode, []byte(to), nil
		}
		if len(edits[name]) == 0 {
			return mode, content, nil
		}
		content, err := fix.Apply(content, edits[name])
		if err != nil {
			err = fmt.Errorf("cannot fix %s: %w", quote.Text(name), err)
		}
		return mode, content, err
	})
}

// copy returns a tree with changed files.
func (t *Tree) copy(change func(name string, mode fs.FileMode, content []byte) (fs.FileMode, []byte, error)) (*Tree, error) {
	next := &Tree{treefs.NewMemory()}
	err := t.memory.All(func(name string, mode fs.FileMode, content []byte) error {
		mode, content, err := change(name, mode, content)
		if err != nil {
			return err
		}
		return next.add(name, mode, content)
	})
	if err != nil {
		return nil, err
	}
	return next, nil
}

// add adds an entry while a tree is built.
func (t *Tree) add(name string, mode fs.FileMode, content []byte) error {
	if err := t.memory.Add(name, mode, content); err != nil {
		return fmt.Errorf("%s: %w", quote.Text(name), err)
	}
	return nil
}

// read reads a file, but little more than the tree may hold.
func (t *Tree) read(fsys fs.FS, name string, size int64) ([]byte, error) {
	if reader, ok := fsys.(fs.ReadFileFS); ok && size <= t.memory.Left() {
		return reader.ReadFile(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(file, t.memory.Left()+1))
	return content, errors.Join(err, file.Close())
}
