package catalog

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Limits of codex's search below each root.
const (
	codexDepth       = 6
	codexDirectories = 2_000
	codexEntries     = 20_000
	codexPassed      = 5_000 // directories beyond these limits that the model searches for missed skills
)

// A codexScan finds skills as codex does.
type codexScan struct {
	from       Source
	roots      []Root // existing roots
	found      []codexSkill
	seen       map[string]bool   // real paths of found files
	namespaces map[string]string // by directory: the prefix of its skills' names, such as "plugin:"
	lost       []Item            // skills that codex does not load
	missed     []codexSkill      // skills that codex does not reach
	notes      []string
}

// A codexDir is a directory below a root.
type codexDir struct {
	rel    string // "" for the root itself
	depth  int
	missed string // why codex does not reach it; empty: it does
}

// scan walks a root breadth first, directories in byte order of their names.
func (w *codexScan) scan(root Root) {
	if root.Path = w.from.Real(root.Path); root.Path == "" || w.from.List(root.Path) == nil {
		return
	}
	w.roots = append(w.roots, root)
	walk := codexWalk{codexScan: w, root: len(w.roots) - 1, visited: map[string]bool{root.Path: true}, passed: map[string]bool{}, queue: []codexDir{{}}}
	for len(walk.queue) > 0 {
		dir := walk.queue[0]
		walk.queue = walk.queue[1:]
		walk.directory(dir)
	}
	if len(walk.passed) >= codexPassed {
		w.notes = append(w.notes, root.Path+": skipped directories that Codex does not reach either")
	}
}

// A codexWalk is the walk of one root. It continues where codex stops, to find missed skills.
type codexWalk struct {
	*codexScan
	root    int
	visited map[string]bool // real paths of directories that codex reaches
	passed  map[string]bool // real paths of directories that codex does not reach
	queue   []codexDir
	entries int
}

func (w *codexWalk) directory(dir codexDir) {
	for _, e := range w.from.List(path.Join(w.roots[w.root].Path, dir.rel)) {
		if e.Kind == Other || !isURLPath(e.Name) {
			continue
		}
		if w.entries++; w.entries > codexEntries && dir.missed == "" {
			dir.missed = fmt.Sprintf("Codex reads only %s entries per root directory, and reads others first", quote.Count(codexEntries))
		}
		rel := path.Join(dir.rel, e.Name)
		switch {
		case e.Kind == Directory || e.Kind == LinkedDir:
			w.enter(rel, dir)
		case e.Name != "SKILL.md":
		case dir.missed != "":
			w.addMissed(rel, dir.missed)
		case e.Kind == LinkedFile:
			w.addMissed(rel, "symbolic link to a file, which Codex does not follow")
		default:
			w.addSkill(rel)
		}
	}
}

// enter puts a directory into the queue.
func (w *codexWalk) enter(rel string, parent codexDir) {
	if strings.HasPrefix(path.Base(rel), ".") {
		return
	}
	real := w.from.Real(path.Join(w.roots[w.root].Path, rel))
	if w.visited[real] || w.passed[real] {
		return
	}
	dir := codexDir{rel, parent.depth + 1, parent.missed}
	switch {
	case dir.missed != "":
	case dir.depth > codexDepth:
		dir.missed = fmt.Sprintf("more than %d levels below %s, the limit of Codex", codexDepth, w.roots[w.root].Path)
	case len(w.visited) >= codexDirectories:
		dir.missed = fmt.Sprintf("Codex reads only %s directories per root directory, and reads others first", quote.Count(codexDirectories))
	}
	if dir.missed == "" {
		w.visited[real] = true
	} else if w.passed[real] = true; len(w.passed) > codexPassed {
		return
	}
	w.queue = append(w.queue, dir)
}

// isURLPath reports whether codex can convert a name to a URL and back.
func isURLPath(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsAny(name, "\t\n\r")
}

// addSkill adds a SKILL.md. Its plugin and agents/openai.yaml are searched at its real path.
func (w *codexWalk) addSkill(rel string) {
	file := path.Join(w.roots[w.root].Path, rel)
	real := w.from.Real(file)
	if w.seen[real] {
		return
	}
	w.seen[real] = true
	read := w.from.Skill(codexID, real)
	if !read.Loads() {
		state := Rejected
		if read.Status == loader.Unknown {
			state = Uncertain
		}
		w.lost = append(w.lost, Item{Name: path.Base(path.Dir(file)), Path: file, State: state, Reason: read.Reason, At: read.At})
		return
	}
	item := Item{Name: w.namespace(path.Dir(real)) + read.Name, Path: file, Description: read.Description, At: read.At}
	if n := utf8.RuneCountInString(item.Name); n > codexQualified {
		item.State, item.Lost = Rejected, utf8.RuneCountInString(item.Description)
		item.Reason = fmt.Sprintf("name with that of its plugin is %d characters long (limit %d)", n, codexQualified)
		w.lost = append(w.lost, item)
		return
	}
	w.found = append(w.found, codexSkill{Item: item, scope: slices.Index(codexScopes, w.roots[w.root].Scope), root: w.root,
		rel: strings.ReplaceAll(rel, `\`, "/"), real: real, capped: capCodex(read.Description), excluded: codexExcludes(w.from, path.Dir(real))})
}

// addMissed adds a skill that codex could load but does not reach.
func (w *codexWalk) addMissed(rel, reason string) {
	file := path.Join(w.roots[w.root].Path, rel)
	real := w.from.Real(file)
	if read := w.from.Skill(codexID, real); read.Loads() {
		w.missed = append(w.missed, codexSkill{real: real, Item: Item{Name: read.Name, Path: file, State: Omitted, Reason: reason, At: read.At,
			Description: read.Description, Lost: utf8.RuneCountInString(read.Description)}})
	}
}

// unlisted returns the skills that are not in the list, sorted by path. A skill that is missed on one path and
// found on another is listed.
func (w *codexScan) unlisted() []Item {
	for _, s := range w.missed {
		if !w.seen[s.real] {
			w.seen[s.real] = true
			w.lost = append(w.lost, s.Item)
		}
	}
	sorting.By(w.lost, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	return w.lost
}
