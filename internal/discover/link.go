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
	Broken     = "points at nothing" // broken for all programs
	IsLoop     = "is a loop"         // broken for all programs
)

// maxRepeats limits how often a tree is walked through links, on average. A project that links each skill for each of
// 40 clients needs 40.
const maxRepeats = 64

// A link is a symbolic link. Links are followed after the walk, so that their targets are first reached by their own
// paths.
type link struct {
	dir   *directory
	name  string
	rel   string
	place *place
	named bool // requested by the user
}

// followLinks emits files that are reachable only through links, and records broken links and those that leave the root.
func (w *walker) followLinks() error {
	sorting.By(w.links, func(a, b link) int { return strings.Compare(a.rel, b.rel) })
	outside := 0
	for _, l := range w.links {
		if w.limitReached {
			return nil
		}
		w.place = l.place
		problem, err := w.followLink(l)
		switch {
		case err != nil:
			return err
		case problem == "":
		case l.named || w.isRelevant(l):
			target, _ := w.root.FS.ReadLink(l.rel)
			w.found.Links = append(w.found.Links, analysis.Link{Path: l.place.show.path(l.rel), Rel: l.rel, Tree: w.root.Tree, Target: target, Problem: problem})
		case problem == leavesRoot || problem == isAbsolute:
			outside++
		}
	}
	if outside > 0 {
		w.notice(".", fmt.Sprintf("not followed: %s to outside the repository root, in directories that no client searches", quote.Plural(outside, "symbolic link")))
	}
	return nil
}

// followLink follows a link. problem is the reason why that is not possible.
func (w *walker) followLink(l link) (problem string, err error) {
	real, info, problem := w.resolve(l.rel)
	switch {
	case problem != "":
		return problem, nil
	case info.Mode().IsRegular():
		return "", w.emitLinkedFile(l, real)
	case !info.IsDir():
		return "points to " + treefs.TypeName(info.Mode()), nil
	case contains(real, l.dir.real):
		return IsLoop, nil
	}
	w.root.Tree.AddLink(l.rel, real)
	return "", w.walkLinkedDir(l, real)
}

// emitLinkedFile emits the target of a link, under the path of the link, unless the target was emitted itself.
func (w *walker) emitLinkedFile(l link, real string) error {
	v, err := w.classify(l.dir, l.name, l.rel)
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
	return w.emitFile(l.dir, v, l.rel, l.rel)
}

// walkLinkedDir walks the target of a link for files that are recognized only by the path of the link, such as subagents
// in .claude/agents.
func (w *walker) walkLinkedDir(l link, real string) error {
	if !w.FollowSymlinks {
		if !w.isRelevant(l) {
			return nil
		}
		for at := real; at != "."; at = path.Dir(at) {
			if w.skipped[at] {
				w.notice(l.rel, "symbolic link to "+l.place.show.path(real)+", which is excluded; --follow-symlinks includes it")
				return nil
			}
		}
	}
	if w.repeated > maxRepeats*(w.seen-w.repeated)+1000 {
		if !w.linkLimitReached {
			w.linkLimitReached = true
			w.noticeUnchecked(l.rel, fmt.Sprintf("too many symbolic links to the same directories (limit %d): this and later ones were not followed", maxRepeats))
		}
		return nil
	}
	return w.walkLink(l, real)
}

// walkLink walks the target of a link under the path of the link.
func (w *walker) walkLink(l link, real string) error {
	own, err := w.dirAt(real)
	if err != nil {
		return err
	}
	f, entries, err := w.open(l.dir, l.name, l.rel, real)
	if err != nil {
		return err
	}
	f.ignores, f.repo, f.aliased = own.ignores, own.repo, true
	w.root.Tree.AddLink(l.rel, real)
	return w.walkEntries(f, entries)
}

// isRelevant reports whether clients may read a link: its name determines a kind, or it belongs to a skill or to a
// directory of skills, subagents or commands.
func (w *walker) isRelevant(l link) bool {
	f := l.dir
	if v := w.classifyByPath(f, l.name); v.kind != 0 && (!v.unsure || v.kind == analysis.Instructions) {
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

// A linkProblem is the reason why a link cannot be followed.
type linkProblem string

func (u linkProblem) Error() string { return string(u) }

// resolve resolves the links in a path without leaving the root. It returns the path without links, or the problem.
func (w *walker) resolve(rel string) (real string, info fs.FileInfo, problem string) {
	real, err := w.resolver.Resolve(rel, true)
	if err == nil {
		info, err = w.root.FS.Lstat(real)
	}
	var why linkProblem
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
		return "", nil, Broken
	}
	return "", nil, "cannot be read: " + treefs.WithoutPath(err).Error()
}

// newLinkResolver returns a resolver of the links below a root. It caches existing directories, because many links have
// the same parents.
func newLinkResolver(below treefs.FS) *treefs.Resolver {
	dirs := map[string]bool{}
	return treefs.NewResolver(func(at string, dir bool) (to string, err error) {
		if dirs[at] {
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
			return "", linkProblem(isAbsolute)
		case to == "" && dir && !info.IsDir():
			return "", linkProblem(Broken)
		}
		if to == "" && dir {
			dirs[at] = true
		}
		return to, nil
	})
}

// contains reports whether a directory contains another one or is the same.
func contains(dir, other string) bool {
	return dir == "." || dir == other || strings.HasPrefix(other, dir+"/")
}
