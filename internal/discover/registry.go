package discover

import (
	"io"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// holdsRegistry reports whether the manifest.json of a folder is a registry: many projects keep
// something else under that name.
func (w *walker) holdsRegistry(f *folder) bool {
	rel, real := f.path("manifest.json")
	is, err := w.isRegistry(real)
	if err == nil {
		return is
	}
	if info, none := w.root.FS.Lstat(real); none != nil || info.Mode().IsRegular() { // anything else is reported where it is met
		w.unchecked(rel, "cannot read file: "+treefs.WithoutPath(err).Error())
	}
	return false
}

// besideSkills reports whether a folder holds skills with a registry, as skills/manifest.json.
func (w *walker) besideSkills(f *folder) bool {
	_, real := f.path("skills/manifest.json")
	if info, err := w.root.FS.Lstat(real); err != nil || !info.Mode().IsRegular() {
		return false
	}
	is, err := w.isRegistry(real)
	return err == nil && is
}

func (w *walker) isRegistry(real string) (bool, error) {
	file, err := w.root.FS.Open(real)
	if err != nil {
		return false, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxRegistry))
	return err == nil && schema.IsRegistry(analysis.EncodingOf(text).Decode(text)), err
}
