package catalog

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/quote"
)

// How far codex looks below each root.
const (
	codexDepth       = 6
	codexDirectories = 2_000
	codexEntries     = 20_000
)

// A codexScan finds skills as codex does.
type codexScan struct {
	from       Source
	roots      []Root // that exist
	found      []codexSkill
	seen       map[string]bool   // files that were found, without links
	namespaces map[string]string // what begins the names of a directory's skills, with its colon
	lost       []Item            // what codex does not load
	notes      []string
}

// A codexDir is a directory below a root.
type codexDir struct {
	rel   string // "" for the root itself
	depth int
}

// scan walks a root breadth first, directories in byte order of their names.
func (w *codexScan) scan(root Root) {
	if root.Path = w.from.Real(root.Path); root.Path == "" || w.from.List(root.Path) == nil {
		return
	}
	w.roots = append(w.roots, root)
	walk := codexWalk{codexScan: w, root: len(w.roots) - 1, visited: map[string]bool{root.Path: true}, queue: []codexDir{{}}}
	for len(walk.queue) > 0 && !walk.ended {
		dir := walk.queue[0]
		walk.queue = walk.queue[1:]
		walk.directory(dir)
	}
	if walk.ended || walk.full {
		w.notes = append(w.notes, fmt.Sprintf("%s: codex looks at %s entries and %s directories below a root, and this one has more",
			root.Path, quote.Count(codexEntries), quote.Count(codexDirectories)))
	}
}

// A codexWalk is the walk of one root.
type codexWalk struct {
	*codexScan
	root    int
	visited map[string]bool // directories, without links
	queue   []codexDir
	entries int
	full    bool // some directory was one too many
	ended   bool // some entry was
}

func (w *codexWalk) directory(dir codexDir) {
	at := path.Join(w.roots[w.root].Path, dir.rel)
	for _, e := range w.from.List(at) {
		if e.Kind == Other || !isURLPath(e.Name) {
			continue
		}
		if w.entries++; w.entries > codexEntries {
			w.ended = true
			return
		}
		rel := path.Join(dir.rel, e.Name)
		switch e.Kind {
		case Directory, LinkedDir:
			w.enter(rel, dir.depth+1)
		case File:
			if e.Name == "SKILL.md" {
				w.skill(rel)
			}
		case LinkedFile:
			if e.Name == "SKILL.md" {
				w.lose(rel, Gone, "it is a link, and codex reads no file through one")
			}
		}
	}
}

// enter puts a directory into the queue.
func (w *codexWalk) enter(rel string, depth int) {
	if depth > codexDepth || isHidden(rel) {
		return
	}
	real := w.from.Real(path.Join(w.roots[w.root].Path, rel))
	if w.visited[real] {
		return
	}
	if len(w.visited) >= codexDirectories {
		w.full = true
		return
	}
	w.visited[real] = true
	w.queue = append(w.queue, codexDir{rel, depth})
}

// isURLPath reports whether a name survives that codex turns paths into addresses and back.
func isURLPath(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsAny(name, "\t\n\r")
}

func isHidden(rel string) bool { return strings.HasPrefix(path.Base(rel), ".") }

// skill takes up a SKILL.md. What stands around it counts where it really lies.
func (w *codexWalk) skill(rel string) {
	file := path.Join(w.roots[w.root].Path, rel)
	real := w.from.Real(file)
	if w.seen[real] {
		return
	}
	w.seen[real] = true
	read := w.from.Skill(codexID, real)
	if !read.Loads() {
		w.lost = append(w.lost, Item{Name: path.Base(path.Dir(file)), Path: file, State: Rejected, Reason: read.Reason, At: read.At})
		return
	}
	s := codexSkill{
		Item:  Item{Name: w.namespace(path.Dir(real)) + read.Name, Path: file, Description: read.Description, At: read.At},
		scope: slices.Index(codexScopes, w.roots[w.root].Scope), root: w.root,
		rel: strings.ReplaceAll(rel, `\`, "/"), real: real, capped: capCodex(read.Description), removed: codexRemoves(w.from, path.Dir(real)),
	}
	if n := utf8.RuneCountInString(s.Name); n > codexQualified {
		w.lost = append(w.lost, Item{Name: s.Name, Path: file, Description: read.Description, Lost: utf8.RuneCountInString(read.Description), State: Rejected, At: read.At,
			Reason: fmt.Sprintf("the name has %d characters with that of its plugin, and codex takes %d", n, codexQualified)})
		return
	}
	w.found = append(w.found, s)
}

// lose notes a skill that codex does not come to.
func (w *codexWalk) lose(rel string, state State, reason string) {
	file := path.Join(w.roots[w.root].Path, rel)
	read := w.from.Skill(codexID, file)
	w.lost = append(w.lost, Item{Name: path.Base(path.Dir(file)), Path: file, State: state, Reason: reason, At: read.At,
		Description: read.Description, Lost: utf8.RuneCountInString(read.Description)})
}
