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
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxSurvey = 20_000 // entries of ignored directories that are read per root
	maxNamed  = 5      // ignored files that the notice lists
)

// skip records that a path is excluded or ignored.
func (w *walker) skip(real string, mode fs.FileMode) {
	w.root.Tree.Hide(real)
	if mode.IsDir() {
		w.skipped[real] = true
	}
}

// A repository is a directory with .git. The tracked files are listed once, on demand.
type repository struct {
	real     string
	loaded   bool
	err      error           // from git
	reported bool            // err was reported
	paths    map[string]bool // tracked files and their directories
}

// isTracked reports whether a path is a tracked file or contains one. loadTracked must be called first.
func (r *repository) isTracked(real string) bool {
	if r.real != "." {
		real = strings.TrimPrefix(real, r.real+"/")
	}
	return r.paths[real]
}

// readIgnores adds a directory's ignore file to those of its parents. A directory with .git starts a new
// repository, to which outer ignore files do not apply. Outside of git work trees, as in archives, ignore files are
// ignored, because nothing is tracked there.
func (w *walker) readIgnores(f *directory, entries []fs.DirEntry) {
	own := false
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			if e.Type()&fs.ModeSymlink == 0 {
				f.repo, f.ignores = &repository{real: f.real}, nil
			}
			if e.IsDir() && w.appliesIgnores(f) {
				w.addIgnores(f, ".git/info/exclude")
			}
		case ".gitignore":
			own = e.Type().IsRegular()
		}
	}
	if own && w.appliesIgnores(f) {
		w.addIgnores(f, ".gitignore")
	}
	if w.ignoreFiles == nil {
		w.ignoreFiles = map[string]*ignoreFile{}
	}
	if f.ignores != nil || f.repo != nil && f.repo.real == f.real {
		w.ignoreFiles[f.real] = f.ignores
	}
}

// ignoredBy returns a function that reports whether ignore files match a path of the tree.
func ignoredBy(files map[string]*ignoreFile) func(rel string) bool {
	if len(files) == 0 {
		return nil
	}
	var mu sync.Mutex
	g := ignorer{}
	return func(rel string) bool {
		mu.Lock()
		defer mu.Unlock()
		f := files["."]
		for end := 0; end < len(rel); end++ {
			start := end
			if n := strings.IndexByte(rel[end:], '/'); n >= 0 {
				end += n
			} else {
				end = len(rel)
			}
			if g.ignored(f, rel[:end], rel[start:end], end < len(rel)) {
				return true
			}
			if below, ok := files[rel[:end]]; ok {
				f = below
			}
		}
		return false
	}
}

// appliesIgnores reports whether the ignore files of a directory apply.
func (w *walker) appliesIgnores(f *directory) bool {
	return !w.NoIgnore && f.repo != nil && w.Memory == nil
}

func (w *walker) addIgnores(f *directory, name string) {
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

// hide handles an ignored path: tracked files are still checked, and other recognizable files are recorded.
func (w *walker) hide(f *directory, name, rel, real string, mode fs.FileMode) (show bool, err error) {
	switch {
	case f.aliased: // handled at the path without links
		return false, nil
	case mode.IsDir() && name == packages:
		return false, w.enterPackages(f, name, rel, real, true)
	case mode.IsDir():
		return false, w.hideDir(f, name, rel, real)
	case mode.IsRegular():
		v, err := w.classify(f, name, rel)
		if err != nil || v.kind == 0 {
			return false, err
		}
		if w.loadTracked(f.repo); f.repo != nil && f.repo.isTracked(real) {
			return true, nil
		}
		w.reportFailed(f.repo)
		if !v.unsure {
			w.hidden = append(w.hidden, w.place.show.path(rel))
		}
	}
	return false, nil
}

// hideDir records recognizable files in an ignored directory, and walks those that git tracks.
func (w *walker) hideDir(f *directory, name, rel, real string) error {
	files, more, err := w.surveyDir(f, name, rel, real)
	if err != nil || len(files) == 0 && !more && w.surveyed <= w.survey {
		return err
	}
	if w.loadTracked(f.repo); len(files) > 0 || w.surveyed > w.survey {
		w.reportFailed(f.repo)
	}
	for _, file := range files {
		if f.repo == nil || !f.repo.isTracked(file) {
			w.hidden = append(w.hidden, w.place.show.path(file))
		}
	}
	if f.repo == nil || !f.repo.isTracked(real) {
		return nil
	}
	return w.enterTracked(f, name, rel, real)
}

// surveyDir returns the files in an ignored directory that would certainly be recognized. Ignored directories are often
// huge, so it searches breadth-first up to a limit; beyond it, only git finds files. more is true if there are packages
// or files without a definite kind that are checked if git tracks them.
func (w *walker) surveyDir(parent *directory, name, rel, real string) (files []string, more bool, err error) {
	type job struct {
		parent          *directory
		name, rel, real string
	}
	for queue := []job{{parent, name, rel, real}}; len(queue) > 0 && w.surveyed <= w.survey; queue = queue[1:] {
		j := queue[0]
		entries, err := w.root.FS.ReadDir(j.real) // not w.list, as the directory may be unreadable
		if err != nil {
			continue
		}
		f := enter(j.parent, j.name, j.rel, j.real, entries)
		for _, e := range entries {
			w.surveyed++
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
				v := w.classifyByPath(f, e.Name())
				more = more || v.kind&(analysis.Raw|analysis.Instructions) != 0
				if v.kind != 0 && !v.unsure {
					files = append(files, real)
				}
			}
		}
	}
	return files, more, nil
}

// loadTracked lists the tracked files of a repository, once.
func (w *walker) loadTracked(r *repository) {
	if r == nil || r.loaded {
		return
	}
	r.loaded = true
	if w.Tracked == nil {
		return
	}
	tracked, err := w.Tracked(w.ctx, filepath.Join(w.root.Dir, filepath.FromSlash(r.real)))
	if err != nil {
		r.err = err
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

// gitFailed reports whether git failed, except because it is not installed.
func (r *repository) gitFailed() bool {
	return r != nil && r.err != nil && !errors.Is(r.err, fs.ErrNotExist)
}

// reportFailed reports once that git failed, so that files of a repository were not checked.
func (w *walker) reportFailed(r *repository) {
	switch {
	case r == nil || r.err == nil || r.reported:
	case r.gitFailed():
		r.reported = true
		w.unchecked(join(r.real, ".git"), "cannot determine which ignored files git tracks")
		if why := r.err.Error(); !slices.ContainsFunc(w.found.Notices, func(n finding.Notice) bool { return strings.Contains(n.Message, why) }) {
			w.notice(join(r.real, ".git"), why)
		}
	default:
		r.reported = true
		w.noticeUnchecked(r.real, "some ignored files were not checked, because git did not list the tracked ones: "+r.err.Error())
	}
}

// reportHidden records the ignored files.
func (w *walker) reportHidden() {
	if w.exhausted {
		w.notice(".", "too many ignore patterns: some ignored files were checked")
	}
	w.found.Hidden = append(w.found.Hidden, w.hidden...)
}

// HiddenNotice returns a notice about ignored files.
func HiddenNotice(hidden []string) []finding.Notice {
	n := len(hidden)
	if n == 0 {
		return nil
	}
	list := strings.Join(hidden[:min(n, maxNamed)], ", ")
	if n > maxNamed {
		list += fmt.Sprintf(" and %d more", n-maxNamed)
	}
	noun := "files"
	if n == 1 {
		noun = "file"
	}
	return []finding.Notice{{Message: fmt.Sprintf("%d %s excluded by ignore files: %s; --no-ignore includes them", n, noun, list)}}
}

// noticeUnchecked adds a notice about files that should have been checked.
func (w *walker) noticeUnchecked(rel, message string) {
	w.notice(rel, message)
	w.found.Notices[len(w.found.Notices)-1].Unchecked = true
}
