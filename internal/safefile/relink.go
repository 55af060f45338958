package safefile

import (
	"errors"
	"path/filepath"
)

// Relink gives an existing symbolic link a new target atomically, without following it. It passes the old target to check, whose
// error ends it. Links in the directories of the name are followed if they do not leave an untrusted tree.
func (w *Writer) Relink(name, target string, check func(old string) error) error {
	real, trees, err := w.resolve(filepath.Dir(name), Options{Links: true})
	if err == nil {
		err = checkGit(filepath.Join(real, filepath.Base(name)), trees)
	}
	if err != nil {
		return err
	}
	dir, err := w.openDir(real, false)
	if err != nil {
		return err
	}
	defer dir.Close()
	name = filepath.Base(name)
	old, err := dir.Readlink(name) // fails for other entries
	if err != nil {
		return errors.New("not a symbolic link")
	}
	if err := check(filepath.ToSlash(old)); err != nil {
		return err
	}
	temp, err := uniqueName(func(temp string) error { return dir.Symlink(filepath.FromSlash(target), temp) })
	if err != nil {
		return err
	}
	w.register(filepath.Join(real, temp))
	defer w.unregister(filepath.Join(real, temp))
	if err := dir.Rename(temp, name); err != nil {
		_ = dir.Remove(temp)
		return err
	}
	return nil
}
