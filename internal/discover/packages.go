package discover

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis/quote"
)

// packages is the name of directories with installed packages. They are huge and not part of the project, so only tracked
// files in them are checked.
const packages = "node_modules"

// enterPackages walks the tracked files in a directory of packages. If git fails, a notice reports the unchecked files,
// unless the directory is ignored.
func (w *walker) enterPackages(f *directory, name, rel, real string, hidden bool) error {
	w.skipped[real] = true
	if f.aliased {
		return nil // handled at the path without links
	}
	if f.repo != nil {
		if w.loadTracked(f.repo); f.repo.isTracked(real) {
			return w.enterTracked(f, name, rel, real)
		}
	}
	listed := f.repo != nil && f.repo.err == nil
	if listed || hidden && !f.repo.gitFailed() {
		return nil
	}
	files, _, err := w.surveyDir(f, name, rel, real)
	if err != nil || len(files) == 0 {
		return err
	}
	if !hidden {
		w.notice(rel, fmt.Sprintf("installed packages, not checked: %s, the first is %s; name the directory to check them",
			quote.Plural(len(files), "file"), w.place.show.path(files[0])))
	}
	w.reportFailed(f.repo)
	return nil
}

// enterTracked walks only the tracked files in a directory.
func (w *walker) enterTracked(f *directory, name, rel, real string) error {
	sub, entries, err := w.open(f, name, rel, real)
	if err != nil {
		return err
	}
	sub.trackedOnly = true
	return w.walkEntries(sub, entries)
}
