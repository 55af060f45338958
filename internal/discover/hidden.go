package discover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxSurvey = 20_000 // entries of hidden directories that are surveyed in one tree
	maxNamed  = 5      // hidden files that the notice names
)

// skip records that a path is excluded.
func (w *walker) skip(real string, mode fs.FileMode) {
	w.root.Tree.Hide(real)
	if mode.IsDir() {
		w.skipped[real] = true
	}
}

// A repository is a directory with .git. Its tracked files are read once, on demand.
type repository struct {
	real   string
	asked  bool
	failed error           // git did not answer
	told   bool            // that is a notice
	paths  map[string]bool // tracked files and their directories
}

// tracks reports whether git tracks a file, or a file in a directory. loadTracked must be called first.
func (r *repository) tracks(real string) bool {
	if r.real != "." {
		real = strings.TrimPrefix(real, r.real+"/")
	}
	return r.paths[real]
}

// readIgnores adds a directory's ignore file to those of its parents. A directory with .git starts a new
// repository, to which outer ignore files do not apply.
func (w *walker) readIgnores(f *folder, entries []fs.DirEntry) {
	own := false
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			if e.Type()&fs.ModeSymlink == 0 {
				f.repo, f.ignores = &repository{real: f.real}, nil
			}
			if e.IsDir() && !w.NoIgnore {
				w.addIgnores(f, ".git/info/exclude")
			}
		case ".gitignore":
			own = e.Type().IsRegular()
		}
	}
	if own && !w.NoIgnore {
		w.addIgnores(f, ".gitignore")
	}
}

func (w *walker) addIgnores(f *folder, name string) {
	_, real := f.path(name)
	file, err := w.openText(real)
	if err != nil {
		if path.Base(name) == ".gitignore" {
			w.notice(join(f.rel, name), "cannot read the ignore file, ignored: "+treefs.WithoutPath(err).Error())
		}
		return
	}
	defer file.Close()
	source, err := io.ReadAll(io.LimitReader(file, maxIgnoreSize+1))
	switch {
	case err != nil:
		w.notice(join(f.rel, name), "cannot read the ignore file, ignored: "+treefs.WithoutPath(err).Error())
		return
	case len(source) > maxIgnoreSize:
		w.notice(join(f.rel, name), fmt.Sprintf("ignore file over %d bytes, ignored", maxIgnoreSize))
		return
	}
	patterns := parseIgnore(string(source))
	if len(patterns) == 0 {
		return
	}
	base := 0
	if f.real != "." {
		base = len(f.real) + 1
	}
	f.ignores = newIgnoreFile(f.ignores, base, patterns)
}

// hide handles a path that an ignore file hides: tracked files are still checked, and others are counted if
// they would be recognized.
func (w *walker) hide(f *folder, name, rel, real string, mode fs.FileMode) (show bool, err error) {
	switch {
	case f.aliased: // told where it really is
		return false, nil
	case mode.IsDir() && name == packages:
		return false, w.enterPackages(f, name, rel, real, true)
	case mode.IsDir():
		return false, w.hideFolder(f, name, rel, real)
	case mode.IsRegular():
		v, err := w.verdict(f, name, rel)
		if err != nil || v.kind == 0 {
			return false, err
		}
		if w.loadTracked(f.repo); f.repo != nil && f.repo.tracks(real) {
			return true, nil
		}
		w.reportFailed(f.repo)
		if !v.unsure {
			w.hidden = append(w.hidden, w.place.show.path(rel))
		}
	}
	return false, nil
}

// hideFolder finds files in a hidden directory that would be recognized, and walks those that git tracks.
func (w *walker) hideFolder(f *folder, name, rel, real string) error {
	files, more, err := w.surveyFolder(f, name, rel, real)
	if err != nil || len(files) == 0 && !more && w.glanced <= w.survey {
		return err
	}
	if w.loadTracked(f.repo); len(files) > 0 || w.glanced > w.survey {
		w.reportFailed(f.repo)
	}
	for _, file := range files {
		if f.repo == nil || !f.repo.tracks(file) {
			w.hidden = append(w.hidden, w.place.show.path(file))
		}
	}
	if f.repo == nil || !f.repo.tracks(real) {
		return nil
	}
	return w.enterTracked(f, name, rel, real)
}

// surveyFolder returns the files in a hidden directory that would certainly be recognized. It searches near
// the top first, as hidden directories are often huge; git lists the rest. more is true if there are packages
// or files of which only the bytes are checked.
func (w *walker) surveyFolder(parent *folder, name, rel, real string) (files []string, more bool, err error) {
	type job struct {
		parent          *folder
		name, rel, real string
	}
	for queue := []job{{parent, name, rel, real}}; len(queue) > 0 && w.glanced <= w.survey; queue = queue[1:] {
		j := queue[0]
		entries, err := w.root.FS.ReadDir(j.real) // not w.list, as the directory may be unreadable
		if err != nil {
			continue
		}
		f := enter(j.parent, j.name, j.rel, j.real, entries)
		for _, e := range entries {
			w.glanced++
			rel, real := f.path(e.Name())
			if out, err := w.excludes(rel, e.IsDir()); out || err != nil {
				if err != nil {
					return nil, false, err
				}
				continue
			}
			switch {
			case e.IsDir() && e.Name() == packages:
				more = true
			case e.IsDir() && e.Name() != ".git" && f.depth < maxDepth && len(rel) <= maxPath:
				queue = append(queue, job{f, e.Name(), rel, real})
			case e.Type().IsRegular():
				v := w.recognise(f, e.Name())
				more = more || v.kind&(analysis.Raw|analysis.Instructions) != 0
				if v.kind != 0 && !v.unsure {
					files = append(files, real)
				}
			}
		}
	}
	return files, more, nil
}

// loadTracked reads once what git tracks in a repository.
func (w *walker) loadTracked(r *repository) {
	if r == nil || r.asked {
		return
	}
	r.asked = true
	if w.Tracked == nil {
		return
	}
	tracked, err := w.Tracked(w.ctx, filepath.Join(w.root.Dir, filepath.FromSlash(r.real)))
	if err != nil {
		r.failed = err
		return
	}
	r.paths = make(map[string]bool, len(tracked)+len(tracked)/4)
	for p := range tracked {
		for r.paths[p] = true; ; {
			if p = path.Dir(p); p == "." || r.paths[p] {
				break
			}
			r.paths[p] = true
		}
	}
}

// refuses reports whether git failed although both git and a repository exist.
func (r *repository) refuses() bool {
	return r != nil && r.failed != nil && !errors.Is(r.failed, fs.ErrNotExist)
}

// reportFailed reports once that files of a repository were not checked because git failed. Without git or a
// repository, nothing is tracked.
func (w *walker) reportFailed(r *repository) {
	switch {
	case r == nil || r.failed == nil || r.told:
	case r.refuses():
		r.told = true
		w.unchecked(join(r.real, ".git"), "cannot determine which ignored files git tracks")
		if why := r.failed.Error(); !slices.ContainsFunc(w.found.Notices, func(n finding.Notice) bool { return strings.Contains(n.Message, why) }) {
			w.notice(join(r.real, ".git"), why)
		}
	default:
		r.told = true
		w.noticeUnchecked(r.real, "some ignored files were not checked, because git did not list the tracked ones: "+r.failed.Error())
	}
}

// reportHidden records which files ignore files hide.
func (w *walker) reportHidden() {
	if w.spent {
		w.notice(".", "too many ignore patterns: some ignored files were checked")
	}
	w.found.Hidden = append(w.found.Hidden, w.hidden...)
}

// HiddenNotice returns a notice about files that ignore files exclude.
func HiddenNotice(hidden []string) []finding.Notice {
	n := len(hidden)
	if n == 0 {
		return nil
	}
	some := strings.Join(hidden[:min(n, maxNamed)], ", ")
	if n > maxNamed {
		some += fmt.Sprintf(" and %d more", n-maxNamed)
	}
	noun := "files"
	if n == 1 {
		noun = "file"
	}
	return []finding.Notice{{Message: fmt.Sprintf("%d %s excluded by ignore files: %s; --no-ignore includes them", n, noun, some)}}
}

// noticeUnchecked adds a notice about files that should have been checked.
func (w *walker) noticeUnchecked(rel, message string) {
	w.notice(rel, message)
	w.found.Notices[len(w.found.Notices)-1].Unchecked = true
}
