package discover

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Reasons why a link cannot be followed, as in analysis.Link.
const (
	leavesRoot = "leaves the root"
	isAbsolute = "is an absolute path"
	Nowhere    = "points at nothing" // neither can anybody else
	IsLoop     = "is a loop"         // likewise
)

// maxRepeats is how often, on average, a tree is walked through links. A project that links each skill for
// each of 40 clients needs 40.
const maxRepeats = 64

// A link is a symbolic link that was found. Links are resolved after the walk, so that their targets are
// known by their own names first.
type link struct {
	folder *folder
	name   string
	rel    string
	place  *place
	named  bool // it was requested by name
}

// settleLinks emits files that are reachable only through links, and records links that resolve to nothing a
// client could read.
func (w *walker) settleLinks() error {
	sorting.By(w.links, func(a, b link) int { return strings.Compare(a.rel, b.rel) })
	outside := 0
	for _, l := range w.links {
		if w.full {
			return nil
		}
		w.place = l.place
		problem, err := w.settleLink(l)
		switch {
		case err != nil:
			return err
		case problem == "":
		case l.named || w.matters(l):
			target, _ := w.root.FS.ReadLink(l.rel)
			w.found.Links = append(w.found.Links, analysis.Link{Path: l.place.show.path(l.rel), Target: target, Problem: problem})
		case problem == leavesRoot || problem == isAbsolute:
			outside++
		}
	}
	if outside > 0 {
		w.notice(".", fmt.Sprintf("not followed: %s out of the repository root, none where clients look", quote.Plural(outside, "symbolic link")))
	}
	return nil
}

// settleLink follows a link, or returns why that fails.
func (w *walker) settleLink(l link) (problem string, err error) {
	real, info, problem := w.resolve(l.rel)
	switch {
	case problem != "":
		return problem, nil
	case info.Mode().IsRegular():
		return "", w.linkedFile(l, real)
	case !info.IsDir():
		return "points to " + treefs.TypeName(info.Mode()), nil
	case holds(real, l.folder.real):
		return IsLoop, nil
	}
	w.root.Tree.AddLink(l.rel, real)
	return "", w.linkedFolder(l, real)
}

// linkedFile emits the target of a link under the link's name if only that name determines a kind.
func (w *walker) linkedFile(l link, real string) error {
	v, err := w.verdict(l.folder, l.name, l.rel)
	if err != nil {
		return err
	}
	if v.kind == 0 {
		if l.named {
			w.notice(l.rel, "skipped, not a skill, agent or manifest")
		}
		return nil
	}
	if w.emitted[w.pathHash(real)] {
		return nil
	}
	return w.emitFile(l.folder, v, l.rel, l.rel)
}

// linkedFolder walks the target of a link for files that only the link's name determines, such as prompts in
// .claude/agents.
func (w *walker) linkedFolder(l link, real string) error {
	if !w.FollowSymlinks {
		if !w.matters(l) {
			return nil
		}
		for at := real; at != "."; at = path.Dir(at) {
			if w.skipped[at] {
				w.notice(l.rel, "symbolic link to "+l.place.show.path(real)+", which is excluded; --follow-symlinks includes it")
				return nil
			}
		}
	}
	if w.again > maxRepeats*(w.seen-w.again)+1000 {
		if !w.stopped {
			w.stopped = true
			w.noticeUnchecked(l.rel, fmt.Sprintf("too many symbolic links to the same directories (limit %d): this and later ones were not followed", maxRepeats))
		}
		return nil
	}
	return w.behind(l, real)
}

// behind walks the target of a link under the link's path.
func (w *walker) behind(l link, real string) error {
	own, err := w.folderAt(real)
	if err != nil {
		return err
	}
	f, entries, err := w.open(l.folder, l.name, l.rel, real)
	if err != nil {
		return err
	}
	f.ignores, f.repo, f.aliased = own.ignores, own.repo, true
	w.root.Tree.AddLink(l.rel, real)
	return w.within(f, entries)
}

// matters reports whether clients search the path of a link: its name determines a kind, or it belongs to a
// skill or to a directory of skills, subagents or commands.
func (w *walker) matters(l link) bool {
	f := l.folder
	if v := w.recognise(f, l.name); v.kind != 0 && (!v.unsure || v.kind == analysis.Instructions) {
		return true
	}
	switch {
	case f.owner != nil && f.owner.skill, f.area != nil, areaOf(f, l.name) != nil:
		return true
	case f.name == "skills", l.name == "skills", f.name == ".claude-plugin", l.name == ".claude-plugin":
		return true
	}
	return f.home != nil && f.home.place
}

// An unfollowed is the reason why a link cannot be followed.
type unfollowed string

func (u unfollowed) Error() string { return string(u) }

// resolve resolves the links of a path without leaving the root. It returns the final path, or the problem.
func (w *walker) resolve(rel string) (real string, info fs.FileInfo, problem string) {
	real, err := w.resolver.Resolve(rel, true)
	if err == nil {
		info, err = w.root.FS.Lstat(real)
	}
	var why unfollowed
	switch {
	case err == nil:
		return real, info, ""
	case errors.As(err, &why):
		return "", nil, string(why)
	case errors.Is(err, treefs.ErrOutside):
		return "", nil, leavesRoot
	case errors.Is(err, treefs.ErrLoop):
		return "", nil, IsLoop
	case errors.Is(err, fs.ErrNotExist):
		return "", nil, Nowhere
	}
	return "", nil, "cannot be read: " + treefs.WithoutPath(err).Error()
}

// linksOf returns a resolver of the links below a root. It caches which directories exist, as many links
// share them.
func linksOf(below treefs.FS) *treefs.Resolver {
	folders := map[string]bool{}
	return treefs.NewResolver(func(at string, folder bool) (to string, err error) {
		if folders[at] {
			return "", nil
		}
		info, err := below.Lstat(at)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			to, err = below.ReadLink(at)
			to = cmp.Or(filepath.ToSlash(to), ".")
		}
		switch {
		case err != nil:
			return "", err
		case strings.HasPrefix(to, "/") || filepath.IsAbs(to):
			return "", unfollowed(isAbsolute)
		case to == "" && folder && !info.IsDir():
			return "", unfollowed(Nowhere)
		}
		if to == "" && folder {
			folders[at] = true
		}
		return to, nil
	})
}

// holds reports whether a directory is the same as another one or contains it.
func holds(folder, other string) bool {
	return folder == "." || folder == other || strings.HasPrefix(other, folder+"/")
}
