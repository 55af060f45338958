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

// A suppression comment must be parsed as a comment and must not change the structure of the file. For each line with
// findings there are several candidates, the nearest first: a comment on its own line before it, one at the end of the
// previous line, a pair around the Markdown block, one for the whole file. After each insertion, the text is parsed
// again: its structure must be the same, and the comment must apply to the findings.

// A target is a finding to be suppressed.
type target struct {
	Rule  string
	At    analysis.Range
	Whole bool // suppress it in the whole file
}

// supportsComments reports whether a file can contain suppression comments.
func supportsComments(f *analysis.File) bool {
	return (f.Kind&(analysis.Text|analysis.Persona|analysis.SkillMeta) != 0 || f.Kind == analysis.Context && f.IsMarkdown()) &&
		!strings.HasSuffix(f.Path, ".toml") && !strings.HasSuffix(f.Path, ".json")
}

// commentEdits returns the sorted insertions that suppress the targets, and the targets that no comment can suppress.
func commentEdits(f *analysis.File, source []byte, targets []target, reason string) (edits []analysis.Edit, remaining []target) {
	w := &writer{file: f, source: source, reason: reason}
	if reason != "" {
		w.reason = " -- " + reason
	}
	w.doc = w.parse(source)
	if w.doc.Source == nil || w.doc.Encoding != analysis.UTF8 {
		return nil, targets
	}
	w.before = signature(w.doc)
	w.solve(w.groups(targets))
	return w.edits, w.remaining
}

type writer struct {
	file   *analysis.File
	source []byte
	reason string
	doc    *analysis.Document
	before string // signature of the original

	edits     []analysis.Edit
	found     *directive.Directives // directives after the edits
	remaining []target              // targets that cannot be suppressed
	tries     int
	whole     []string // rules suppressed in the whole file
}

// A group is the targets of one line. They share a comment.
type group struct {
	line    int
	targets []target
	whole   bool
}

func (g *group) rules() []string {
	var rules []string
	for _, one := range g.targets {
		rules = append(rules, one.Rule)
	}
	sorting.By(rules, strings.Compare)
	return slices.Compact(rules)
}

func (w *writer) parse(source []byte) *analysis.Document {
	f := *w.file // the parser sets size and hash
	return load.Document(&f, source, false)
}

// groups groups targets by line, see [writer.lineOf].
func (w *writer) groups(targets []target) []*group {
	byLine := map[int]*group{}
	var all []*group
	for _, one := range targets {
		line := w.lineOf(one)
		if one.Whole {
			line = 0
		}
		g := byLine[line]
		if g == nil {
			g = &group{line: line, whole: one.Whole}
			byLine[line] = g
			all = append(all, g)
		}
		g.targets = append(g.targets, one)
	}
	sorting.By(all, func(a, b *group) int { return a.line - b.line })
	return all
}

// Limits for parsing a file to find comments. Beyond them, findings are suppressed in the whole file.
const (
	maxTries  = 300
	maxParsed = 32 << 20
)

// solve finds a comment for each group. First, it tries the first candidates of all groups together.
func (w *writer) solve(groups []*group) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g *group) bool { return w.isSuppressed(g, w.found, w.edits) })
	if len(groups) == 0 {
		return
	}
	if w.tries > maxTries || w.tries*len(w.source) > maxParsed {
		w.suppressInFile(mergeGroups(groups))
		return
	}
	var edits []analysis.Edit
	for _, g := range groups {
		if candidates := w.candidates(g); len(candidates) > 0 {
			edits = append(edits, candidates[0]...)
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
	for _, candidate := range w.candidates(groups[0]) {
		if w.accept(candidate, groups) {
			return
		}
	}
	w.suppressInFile(groups[0])
}

func mergeGroups(groups []*group) *group {
	all := &group{whole: true}
	for _, g := range groups {
		all.targets = append(all.targets, g.targets...)
	}
	return all
}

// suppressInFile suppresses a group in the whole file, with one comment for all such rules. If that fails, the group
// remains.
func (w *writer) suppressInFile(g *group) {
	before, rules := w.edits, append(g.rules(), w.whole...)
	sorting.By(rules, strings.Compare)
	rules = slices.Compact(rules)
	w.edits = slices.DeleteFunc(slices.Clone(w.edits), func(e analysis.Edit) bool { return strings.Contains(e.Text, directive.File.String()) })
	for _, candidate := range w.fileCandidates(rules) {
		if w.accept(candidate, []*group{g}) {
			w.whole = rules
			return
		}
	}
	w.edits = before
	w.remaining = append(w.remaining, g.targets...)
}

// accept adds edits if the resulting text differs only in comments that suppress the groups. It reports whether it did.
func (w *writer) accept(edits []analysis.Edit, groups []*group) bool {
	all := slices.Concat(w.edits, edits)
	sorting.By(all, func(a, b analysis.Edit) int { return a.Range.Start - b.Range.Start })
	all = mergeInsertions(all)
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
		if !w.isSuppressed(g, found, all) {
			return false
		}
	}
	w.edits, w.found = all, found
	return true
}

// isSuppressed reports whether directives suppress a group after edits.
func (w *writer) isSuppressed(g *group, found *directive.Directives, edits []analysis.Edit) bool {
	return !slices.ContainsFunc(g.targets, func(one target) bool { return !suppresses(found, one.Rule, shiftedOffset(one.At.Start, edits)) })
}

// mergeInsertions merges insertions at the same offset.
func mergeInsertions(edits []analysis.Edit) []analysis.Edit {
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

// shiftedOffset returns an offset after insertions.
func shiftedOffset(at int, edits []analysis.Edit) int {
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
