package fixer

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A suppression comment must be recognized as a comment and change nothing else. For each line with findings
// there are several candidates, the nearest first: a comment on its own line before it, one at the end of the
// previous line, a pair around the Markdown block, one for the whole file. The result is parsed again: its
// structure must be the same, and the comment must apply to the findings.

// A goal is a finding to be suppressed.
type goal struct {
	Rule  string
	At    analysis.Range
	Whole bool // only a comment for the whole file is possible
}

// takesComments reports whether files of a kind and name can contain suppression comments.
func takesComments(f *analysis.File) bool {
	return (f.Kind&(analysis.Text|analysis.Persona|analysis.SkillMeta) != 0 || f.Kind == analysis.Context && f.IsMarkdown()) &&
		!strings.HasSuffix(f.Path, ".toml") && !strings.HasSuffix(f.Path, ".json")
}

// Edits returns the sorted insertions that suppress the goals, and the goals that no comment can suppress.
func commentEdits(f *analysis.File, source []byte, wants []goal, reason string) (edits []analysis.Edit, left []goal) {
	w := &writer{file: f, source: source, reason: reason}
	if reason != "" {
		w.reason = " -- " + reason
	}
	w.doc = w.parse(source)
	if w.doc.Source == nil || w.doc.Encoding != analysis.UTF8 {
		return nil, wants
	}
	w.before = signature(w.doc)
	w.solve(w.groups(wants))
	return w.edits, w.left
}

type writer struct {
	file   *analysis.File
	source []byte
	reason string
	doc    *analysis.Document
	before string

	edits []analysis.Edit
	found *directive.Directives // that the edits make
	left  []goal
	tries int
	whole []string // rules that a comment for the whole file suppresses
}

// A group is the findings of one line, which share a comment.
type group struct {
	line  int
	wants []goal
	whole bool
}

func (g *group) rules() []string {
	var rules []string
	for _, w := range g.wants {
		rules = append(rules, w.Rule)
	}
	sorting.By(rules, strings.Compare)
	return slices.Compact(rules)
}

func (w *writer) parse(source []byte) *analysis.Document {
	f := *w.file // the parser notes size and hash
	return load.Document(&f, source, false)
}

// groups groups findings that start on one line, in YAML on the line of their entry.
func (w *writer) groups(wants []goal) []*group {
	byLine := map[int]*group{}
	var all []*group
	for _, want := range wants {
		line := w.lineOf(want)
		if want.Whole {
			line = 0
		}
		g := byLine[line]
		if g == nil {
			g = &group{line: line, whole: want.Whole}
			byLine[line] = g
			all = append(all, g)
		}
		g.wants = append(g.wants, want)
	}
	sorting.By(all, func(a, b *group) int { return a.line - b.line })
	return all
}

// Limits of how often and how many bytes of a file are parsed to find comments; the remaining findings are
// suppressed in the whole file.
const (
	maxTries  = 300
	maxParsed = 32 << 20
)

// solve finds a comment for each group, for all at once if the first candidate of each works.
func (w *writer) solve(groups []*group) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g *group) bool { return w.isDone(g, w.found, w.edits) })
	if len(groups) == 0 {
		return
	}
	if w.tries > maxTries || w.tries*len(w.source) > maxParsed {
		w.forFile(merged(groups))
		return
	}
	var edits []analysis.Edit
	for _, g := range groups {
		if ways := w.ways(g); len(ways) > 0 {
			edits = append(edits, ways[0]...)
		}
	}
	if w.accept(edits, groups) {
		return
	}
	if len(groups) > 1 {
		w.solve(groups[:len(groups)/2])
		w.solve(groups[len(groups)/2:])
		return
	}
	for _, way := range w.ways(groups[0]) {
		if w.accept(way, groups) {
			return
		}
	}
	w.forFile(groups[0])
}

func merged(groups []*group) *group {
	all := &group{whole: true}
	for _, g := range groups {
		all.wants = append(all.wants, g.wants...)
	}
	return all
}

// forFile suppresses a group in the whole file, in one comment with all such rules. If that fails too, the
// group is skipped.
func (w *writer) forFile(g *group) {
	before, rules := w.edits, append(g.rules(), w.whole...)
	sorting.By(rules, strings.Compare)
	rules = slices.Compact(rules)
	w.edits = slices.DeleteFunc(slices.Clone(w.edits), func(e analysis.Edit) bool { return strings.Contains(e.Text, directive.File.String()) })
	for _, way := range w.fileWays(rules) {
		if w.accept(way, []*group{g}) {
			w.whole = rules
			return
		}
	}
	w.edits = before
	w.left = append(w.left, g.wants...)
}

// accept accepts edits if the resulting text differs only in comments, and these suppress the groups.
func (w *writer) accept(edits []analysis.Edit, groups []*group) bool {
	all := slices.Concat(w.edits, edits)
	sorting.By(all, func(a, b analysis.Edit) int { return a.Range.Start - b.Range.Start })
	all = joined(all)
	after, err := fix.Apply(w.source, all)
	if err != nil {
		return false
	}
	w.tries++
	doc := w.parse(after)
	if signature(doc) != w.before {
		return false
	}
	found := directive.In(doc)
	for _, g := range groups {
		if !w.isDone(g, found, all) {
			return false
		}
	}
	w.edits, w.found = all, found
	return true
}

// isDone reports whether the directives of edits suppress a group.
func (w *writer) isDone(g *group, found *directive.Directives, edits []analysis.Edit) bool {
	return !slices.ContainsFunc(g.wants, func(want goal) bool { return !suppresses(found, want.Rule, moved(want.At.Start, edits)) })
}

// joined merges insertions at the same offset into one edit.
func joined(edits []analysis.Edit) []analysis.Edit {
	out := edits[:0:0]
	for _, e := range edits {
		if n := len(out); n > 0 && out[n-1].Range == e.Range {
			out[n-1].Text += e.Text
			continue
		}
		out = append(out, e)
	}
	return out
}

// moved returns an offset after insertions.
func moved(at int, edits []analysis.Edit) int {
	by := 0
	for _, e := range edits {
		if e.Range.Start <= at && at > 0 {
			by += len(e.Text)
		}
	}
	return at + by
}

// suppresses reports whether directives suppress a rule at an offset.
func suppresses(found *directive.Directives, rule string, at int) bool {
	if found == nil {
		return false
	}
	open := false
	for _, d := range found.List {
		if !slices.ContainsFunc(d.Names, func(n directive.Name) bool { return n.Text == rule }) {
			continue
		}
		switch d.Verb {
		case directive.Disable:
			open = open || d.Effect.Start <= at
		case directive.Enable:
			open = open && d.Effect.Start > at
		default:
			if d.Effect.Start <= at && at < d.Effect.End {
				return true
			}
		}
	}
	return open
}
