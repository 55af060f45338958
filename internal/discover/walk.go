package discover

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A walker walks below one root.
type walker struct {
	*search
	ignorer
	root   Root
	policy *Policy
	place  *place // the current place
	prefix string // of absolute paths below the root

	chain            map[string]*directory // directories between the root and the requested paths
	skipped          map[string]bool       // directories that were not entered, by path
	links            []link
	resolver         *treefs.Resolver
	hidden           []string        // ignored files, as shown in reports
	seen             int             // number of files and directories
	linked           map[string]bool // directories that were walked through a link, by path without links
	repeated         int             // entries that were walked again through other links
	linkLimitReached bool            // maxRepeats was reached
	limitReached     bool            // maxEntries was reached
	surveyed         int             // entries read in ignored directories

	ignoreFiles map[string]*ignoreFile // by directory; those of other directories are the ones above

	submodules map[string]bool // directories of submodules; nil: not read yet
	declared   declared
}

// walkPlace walks one place.
func (w *walker) walkPlace(p *place) error {
	if out, err := w.excludes(p.rel, p.dir); err != nil {
		return err
	} else if out {
		w.notice(p.rel, "skipped, excluded by flag or configuration")
		return nil
	}
	switch {
	case !p.dir:
		return w.emitRequestedFile(p)
	case p.real == p.rel && w.walked(p.rel):
		return nil
	}
	before := w.seen
	if err := w.walkRequestedDir(p); err != nil {
		return err
	}
	w.found.Searched = append(w.found.Searched, fmt.Sprintf("%s (%s)", path.Clean(filepath.ToSlash(p.arg)), quote.Choose(w.seen-before, "1 entry", "%s entries")))
	return nil
}

// walked reports whether a directory is part of a previous place. The places of a root are sorted by length.
func (w *walker) walked(rel string) bool {
	for at := rel; ; at = path.Dir(at) {
		if w.skipped[at] {
			return false
		}
		if f := w.chain[at]; f != nil && f.walked {
			return true
		}
		if at == "." {
			return false
		}
	}
}

func (w *walker) walkRequestedDir(p *place) error {
	w.root.Tree.MarkWalked(p.real)
	if p.real != p.rel {
		parent, err := w.dirAt(path.Dir(p.rel))
		if err != nil {
			return err
		}
		return w.walkLink(link{dir: parent, name: path.Base(p.rel), rel: p.rel, place: p}, p.real)
	}
	f, err := w.dirAt(p.rel)
	if err != nil {
		return err
	}
	f.walked = true
	return w.walkEntries(f, nil)
}

// emitRequestedFile emits a requested file, even if it is ignored.
func (w *walker) emitRequestedFile(p *place) error {
	f, err := w.dirAt(path.Dir(p.rel))
	if err != nil {
		return err
	}
	requested := *f
	requested.inExamples = false
	name := path.Base(p.rel)
	info, err := w.root.FS.Lstat(p.rel)
	if err != nil {
		w.unchecked(p.rel, "cannot read file: "+treefs.WithoutPath(err).Error())
		return nil
	}
	w.root.Tree.Add(p.rel, false)
	v, err := w.classify(&requested, name, p.rel)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		w.links = append(w.links, link{dir: &requested, name: name, rel: p.rel, place: p, named: true})
	case v.kind == 0:
		w.notice(p.rel, "skipped, not a skill, agent or manifest")
	case !info.Mode().IsRegular():
		w.unchecked(p.rel, "cannot read file: "+treefs.TypeName(info.Mode()))
	default:
		return w.emitFile(&requested, v, p.rel, p.rel)
	}
	return nil
}

// dirAt returns the directory at a path. It lists its parents, because kinds depend on their entries.
func (w *walker) dirAt(rel string) (*directory, error) {
	if f := w.chain[rel]; f != nil {
		return f, nil
	}
	var parent *directory
	name := ""
	if rel == "." {
		if !w.place.repo { // it may be a client's own directory, such as ~/.claude/skills
			parent, name = parentOf(w.root.Dir)
		}
	} else {
		up, err := w.dirAt(path.Dir(rel))
		if err != nil {
			return nil, err
		}
		parent, name = up, path.Base(rel)
	}
	f, entries, err := w.open(parent, name, rel, rel)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		w.root.Tree.Add(join(rel, e.Name()), e.IsDir())
	}
	w.chain[rel] = f
	return f, nil
}

// parentOf returns the parent of a directory, derived from names only, and the name of the directory.
func parentOf(dir string) (*directory, string) {
	var f *directory
	names := strings.Split(filepath.ToSlash(dir), "/")
	for _, name := range names[:len(names)-1] {
		f = enter(f, name, ".", "", nil)
	}
	return f, names[len(names)-1]
}

// open lists a directory and reads its ignore file. An unreadable directory is recorded and treated as empty.
func (w *walker) open(parent *directory, name, rel, real string) (*directory, []fs.DirEntry, error) {
	entries, err := w.list(rel, real)
	f := enter(parent, name, rel, real, entries)
	w.applyDeclared(f)
	f.registry = f.registry && w.hasRegistry(f)
	f.shared = parent != nil && (name == "_shared" && parent.registry || name == "protocols" && w.hasSkillsRegistry(parent))
	w.detectProgressive(f)
	if f.manifest {
		outputs, err := w.outputsOf(f)
		if err != nil {
			return nil, nil, err
		}
		f.outputs = outputs
	}
	if err := w.applyClaims(f, entries); err != nil {
		return nil, nil, err
	}
	w.readIgnores(f, entries)
	if err == nil && len(entries) == 0 && !w.isSubmodule(real) {
		w.root.Tree.AddEmpty(real)
	}
	return f, entries, nil
}

// list returns the entries of a directory, sorted by name. Each error is recorded: any call can fail, for example if
// file descriptors run out.
func (w *walker) list(rel, real string) ([]fs.DirEntry, error) {
	entries, err := w.root.FS.ReadDir(real)
	if err != nil {
		w.unchecked(rel, "cannot read directory: "+treefs.WithoutPath(err).Error())
	}
	return entries, err
}

// applyClaims marks the directory of a manifest that the configuration assigns.
func (w *walker) applyClaims(f *directory, entries []fs.DirEntry) error {
	if w.policy.Claim == nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".jsonl" {
			continue
		}
		rel := join(f.rel, e.Name())
		kind, err := w.policy.Claim(rel)
		if err != nil {
			return err
		}
		if kind != manifestKind || f.manifest {
			continue
		}
		foreign, err := w.foreign(rel)
		if err != nil {
			return err
		}
		if !foreign {
			f.manifest, f.owner = true, f
		}
	}
	return nil
}

func (w *walker) foreign(rel string) (bool, error) {
	if w.policy.Foreign == nil {
		return false, nil
	}
	return w.policy.Foreign(rel)
}

// walkEntries walks the entries of a directory. If entries is nil, the directory is listed.
func (w *walker) walkEntries(f *directory, entries []fs.DirEntry) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if entries == nil {
		var err error
		if entries, err = w.list(f.rel, f.real); err != nil {
			return nil
		}
	}
	if f.aliased && w.linked[f.real] {
		w.repeated += len(entries)
	} else if f.aliased {
		w.linked[f.real] = true
	}
	var below []string
	for _, e := range entries {
		if w.limitReached {
			return nil
		}
		enter, err := w.visitEntry(f, e)
		if err != nil {
			return err
		}
		if enter {
			below = append(below, e.Name())
		}
	}
	for _, name := range below {
		if err := w.descend(f, name); err != nil || w.limitReached {
			return err
		}
	}
	return nil
}

// visitEntry handles an entry of a directory. It reports whether to enter it.
func (w *walker) visitEntry(f *directory, e fs.DirEntry) (enter bool, err error) {
	name, mode := e.Name(), e.Type()
	rel, real := f.path(name)
	if f.trackedOnly {
		if w.loadTracked(f.repo); !f.repo.isTracked(real) { // f.repo may be a submodule, which has its own index
			return false, nil
		}
	}
	if w.seen++; w.seen > w.Options.entries {
		w.limitReached = true
		w.unchecked(rel, fmt.Sprintf("more than %s files and directories: this and later ones were not checked", quote.Count(w.Options.entries)))
		return false, nil
	}
	if !f.aliased {
		w.root.Tree.Add(rel, mode.IsDir())
	}
	if name == ".git" {
		return false, nil
	}
	if out, err := w.excludes(rel, mode.IsDir()); out || err != nil {
		w.skip(real, mode)
		return false, err
	}
	if !f.trackedOnly && w.ignored(f.ignores, real, name, mode.IsDir()) {
		if show, err := w.hide(f, name, rel, real, mode); !show || err != nil {
			w.skip(real, mode)
			return false, err
		}
	}
	switch {
	case mode.IsDir():
		return w.mayEnter(f, name, rel, real)
	case mode&fs.ModeSymlink != 0:
		if !f.aliased {
			w.links = append(w.links, link{dir: f, name: name, rel: rel, place: w.place})
		}
	case mode.IsRegular():
		return false, w.visitFile(f, name, rel, real)
	default:
		w.reportSpecial(f, name, rel, mode)
	}
	return false, nil
}

// mayEnter reports whether to enter a directory. It records a directory with the name of a file.
func (w *walker) mayEnter(f *directory, name, rel, real string) (bool, error) {
	if strings.IndexByte(name, '.') > 0 {
		w.reportSpecial(f, name, rel, fs.ModeDir)
	}
	switch {
	case f.depth >= maxDepth:
		w.skipped[real] = true
		w.unchecked(rel, fmt.Sprintf("not checked: directory nested more than %d levels deep", maxDepth))
		return false, nil
	case len(rel) > maxPath:
		w.skipped[real] = true
		w.unchecked(rel, fmt.Sprintf("not checked: path longer than %s bytes", quote.Count(maxPath)))
		return false, nil
	case name == packages:
		return false, w.enterPackages(f, name, rel, real, false)
	}
	return true, nil
}

// reportSpecial records a directory or special file with the name of a regular file.
func (w *walker) reportSpecial(f *directory, name, rel string, mode fs.FileMode) {
	switch v := w.classifyByPath(f, name); {
	case v.kind == 0 || v.unsure:
	case mode.IsDir(): // its files are checked
		w.noticeUnchecked(rel, fmt.Sprintf("skipped: %s instead of a file (%s)", treefs.TypeName(mode), v.kind))
	default:
		w.unchecked(rel, "cannot read file: "+treefs.TypeName(mode))
	}
}

func (w *walker) descend(f *directory, name string) error {
	rel, real := f.path(name)
	sub, entries, err := w.open(f, name, rel, real)
	if err != nil || len(entries) == 0 {
		return err
	}
	return w.walkEntries(sub, entries)
}

func (w *walker) visitFile(f *directory, name, rel, real string) error {
	v, err := w.classify(f, name, rel)
	if err != nil || v.kind == 0 {
		return err
	}
	return w.emitFile(f, v, rel, real)
}

func (w *walker) excludes(rel string, dir bool) (bool, error) {
	if w.policy.Exclude == nil || rel == "." {
		return false, nil
	}
	return w.policy.Exclude(rel, dir)
}

// unchecked records a path that could not be read.
func (w *walker) unchecked(rel, reason string) {
	w.found.Unchecked = append(w.found.Unchecked, analysis.Unchecked{Path: w.place.show.path(rel), Reason: reason})
}

func (w *walker) notice(rel, message string) {
	at := w.place.show.path(rel)
	if at == "." {
		at = ""
	}
	w.found.Notices = append(w.found.Notices, finding.Notice{Path: at, Message: message})
}
