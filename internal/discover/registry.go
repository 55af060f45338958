package discover

import (
	"io"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// hasRegistry reports whether the manifest.json of a directory is a registry. Many projects use that name for other
// files.
func (w *walker) hasRegistry(f *directory) bool {
	rel, real := f.path("manifest.json")
	text, err := w.registryText(real)
	if err == nil {
		f.later = w.isLaterEdition(f, text)
		return schema.IsRegistry(text)
	}
	if info, none := w.root.FS.Lstat(real); none != nil || info.Mode().IsRegular() { // others are reported by the walk
		w.unchecked(rel, "cannot read file: "+treefs.WithoutPath(err).Error())
	}
	return false
}

// hasSkillsRegistry reports whether a directory contains a registry in skills/manifest.json.
func (w *walker) hasSkillsRegistry(f *directory) bool {
	_, real := f.path("skills/manifest.json")
	if info, err := w.root.FS.Lstat(real); err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := w.registryText(real)
	return err == nil && schema.IsRegistry(text)
}

// registryText returns the decoded start of a file.
func (w *walker) registryText(real string) ([]byte, error) {
	file, err := w.openText(real)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxRegistry))
	return analysis.EncodingOf(text).Decode(text), err
}
