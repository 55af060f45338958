package links

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// A drawnTree is a directory tree in a block of code, drawn with lines.
type drawnTree struct {
	root    string // the name above it, or ""
	entries []drawnEntry
}

// A drawnEntry is a path of a drawn tree.
type drawnEntry struct {
	path    string
	at      analysis.Location
	isAside bool // its comment states that it need not exist
}

// Limits of the trees and paths of a document.
const (
	maxDrawn        = 50
	maxDrawnEntries = 500
)

// drawnFact is the directory trees that a document draws.
var drawnFact = analysis.NewFact("drawn-tree", "directory trees drawn with lines in code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference|analysis.Instructions|analysis.CursorRule, readDrawn)

func readDrawn(pass *analysis.Pass) ([]drawnTree, error) {
	d := pass.Document
	var found []drawnTree
	for i := range d.Fences {
		lines := d.Fences[i].Node.Lines()
		if n := lines.Len(); n == 0 || !mayDraw(d.Source[lines.At(0).Start:lines.At(n-1).Stop]) {
			continue
		}
		r := drawing{source: d.Source, at: d.At}
		for n := range lines.Len() {
			at := lines.At(n)
			r.line(at.Start, at.Stop)
		}
		if r.end(); len(found) < maxDrawn {
			found = append(found, r.found...)
		}
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// mayDraw reports whether a text may contain one of branches.
func mayDraw(text []byte) bool {
	if bytes.Contains(text, []byte("─")) {
		return true
	}
	return bytes.Contains(text, []byte("|--")) || bytes.Contains(text, []byte("`--")) || bytes.Contains(text, []byte("+--"))
}

// A drawing reads a block of code line by line.
type drawing struct {
	source  []byte
	at      func(analysis.Range) analysis.Location
	found   []drawnTree
	tree    drawnTree
	parents []parent // of the next entry
	isPlan  bool     // the tree marks what is new or changes
}

// A parent is the column and the name of a directory above an entry.
type parent struct {
	column int
	name   string
}

// branches are the marks before a name.
var branches = []string{"├──", "└──", "├─", "└─", "|--", "`--", "+--"}

func (r *drawing) line(start, stop int) {
	text := strings.TrimRight(string(r.source[start:stop]), " \r\n")
	lead := text[:len(text)-len(strings.TrimLeft(text, " \t│|\u00a0"))]
	mark := ""
	for _, b := range branches {
		if strings.HasPrefix(text[len(lead):], b) {
			mark = b
			break
		}
		if rest, ok := strings.CutSuffix(lead, "|"); ok && b == "|--" && strings.HasPrefix(text[len(rest):], b) {
			lead, mark = rest, b
			break
		}
	}
	if mark == "" {
		if strings.Trim(text, " \t│|\u00a0") != "" && lead == "" {
			r.end()
			r.tree.root, _, _ = strings.Cut(text, " ")
		}
		return
	}
	name := strings.TrimLeft(text[len(lead)+len(mark):], " ─-\u00a0")
	offset := start + len(text) - len(name)
	name, comment, _ := strings.Cut(name, " ")
	column := utf8.RuneCountInString(lead)
	for len(r.parents) > 0 && r.parents[len(r.parents)-1].column >= column {
		r.parents = r.parents[:len(r.parents)-1]
	}
	var parts []string
	for _, p := range r.parents {
		parts = append(parts, p.name)
	}
	parts = append(parts, strings.TrimSuffix(name, "/"))
	r.parents = append(r.parents, parent{column, strings.TrimSuffix(name, "/")})
	if path := strings.Join(parts, "/"); len(r.tree.entries) < maxDrawnEntries && len(parts) < 20 && !isMadeUp(path) {
		r.tree.entries = append(r.tree.entries, drawnEntry{path, r.at(analysis.Range{Start: offset, End: offset + len(name)}), isAside(comment)})
	}
	r.isPlan = r.isPlan || strings.Contains(comment, "NEW") || strings.Contains(comment, "EDIT") || strings.Contains(comment, "DELETE")
}

// end ends the current tree.
func (r *drawing) end() {
	if len(r.tree.entries) >= minDrawn && !r.isPlan {
		r.found = append(r.found, r.tree)
	}
	r.tree, r.parents, r.isPlan = drawnTree{}, nil, false
}

// isMadeUp reports whether a path has a placeholder or a typical name of examples.
func isMadeUp(path string) bool {
	lower := strings.ToLower(path)
	for _, part := range []string{"...", "your", "my-", "example", "foo", "xxx", "yyyy"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return strings.ContainsAny(path, "<>{}*$[]()…,;:#\"'`=|") || strings.HasPrefix(path, "/")
}

// isAside reports whether the comment after an entry states that it need not exist: it is planned, generated, ignored or optional.
func isAside(comment string) bool {
	if role.StatusIn(comment)&(role.Absent|role.Made|role.Sample|role.Conditional|role.OfUser|role.Told) != 0 {
		return true
	}
	lower := strings.ToLower(comment)
	for _, word := range []string{"ignore", "auto", "runtime", "local", "cache", "build", "output", "state", "user", "<!--", "→"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
