package discover

import "fmt"

// packages is the name of directories with installed packages. They are huge and do not belong to the
// project, so only tracked files in them are checked.
const packages = "node_modules"

// enterPackages walks the tracked files in a directory of packages. If git fails, a notice lists what was not
// checked, unless an ignore file hides the directory.
func (w *walker) enterPackages(f *folder, name, rel, real string, hidden bool) error {
	w.skipped[real] = true
	if f.aliased {
		return nil // told where it really is
	}
	if f.repo != nil {
		if w.loadTracked(f.repo); f.repo.tracks(real) {
			return w.enterTracked(f, name, rel, real)
		}
	}
	answers := f.repo != nil && f.repo.failed == nil
	if answers || hidden && !f.repo.refuses() {
		return nil
	}
	files, _, err := w.surveyFolder(f, name, rel, real)
	if err != nil || len(files) == 0 {
		return err
	}
	if !hidden {
		w.notice(rel, fmt.Sprintf("installed packages, not checked: %d files, the first is %s; name the directory to check them",
			len(files), w.place.show.path(files[0])))
	}
	w.reportFailed(f.repo)
	return nil
}

// enterTracked walks the tracked files in a directory that is not entered otherwise.
func (w *walker) enterTracked(f *folder, name, rel, real string) error {
	sub, entries, err := w.open(f, name, rel, real)
	if err != nil {
		return err
	}
	sub.trackedOnly = true
	return w.within(sub, entries)
}
