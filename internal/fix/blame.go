package fix

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A Blamed is a group of choices of which at least one is harmful, and why.
type Blamed struct {
	Choices []Choice
	Reason  string // a clause: "links/escape would result"
}

// Blame compares the findings before and after choices were applied. It returns the choices whose own finding remains, and
// the groups that may have caused a new finding or more errors. A finding is new if its rule has more findings in its file,
// and more with its message, than the choices leave. A group contains the choices that changed this file, otherwise those
// that changed files to which its findings refer, otherwise all in the same tree.
//
// If a choice makes unread content readable, the findings in it were only hidden. They are tolerated unless they are at the
// replaced text, at least as severe as the fixed finding, and of the same group of rules, or raise the number of errors.
// Security findings are not attributed to choices, because any change of a file makes its recorded ones new.
func Blame(before, after []finding.Finding, choices []Choice) []Blamed {
	b := &blame{after: after, choices: choices, edits: EditsOf(choices)}
	groups := b.ineffective(before)
	if len(groups) > 0 {
		return groups
	}
	if countErrors(after) > countErrors(before) {
		groups = b.groups(b.newFindings(before, func(f *finding.Finding) bool { return f.Severity == analysis.Error }))
		if len(groups) == 0 {
			groups = []Blamed{{choices, "there would be more errors"}}
		}
		return groups
	}
	uncovers := slices.ContainsFunc(choices, func(c Choice) bool { return c.Fix.Uncovers })
	return b.groups(b.newFindings(before, func(f *finding.Finding) bool { return !uncovers || b.isAtEdit(f) }))
}

type blame struct {
	after    []finding.Finding
	choices  []Choice
	edits    map[string][]analysis.Edit // of all choices, by path
	inserted map[string][]insertion     // by path; nil: not computed
}

// An insertion is a range after the edits that a fix inserted, and the finding that it fixes.
type insertion struct {
	at    analysis.Range
	fixed *finding.Finding
}

// ineffective returns the choices whose finding is still at its place.
func (b *blame) ineffective(before []finding.Finding) []Blamed {
	type place struct {
		rule, path string
		start      int
	}
	was, is := map[place]int{}, map[place]int{}
	for i := range before {
		f := &before[i]
		was[place{f.Rule, f.Place.Path, f.Place.Range.Start}]++
	}
	for i := range b.after {
		f := &b.after[i]
		is[place{f.Rule, f.Place.Path, f.Place.Range.Start}]++
	}
	var groups []Blamed
	for _, c := range b.choices {
		f := c.Finding
		start := f.Place.Range.Start
		if n := is[place{f.Rule, f.Place.Path, shifted(start, b.edits[f.Place.Path])}]; n > 0 && n >= was[place{f.Rule, f.Place.Path, start}] {
			groups = append(groups, Blamed{[]Choice{c}, "the finding would remain"})
		}
	}
	return groups
}

// shifted returns the offset after sorted edits. The start of a replaced text stays where it is.
func shifted(at int, edits []analysis.Edit) int {
	by := 0
	for _, e := range edits {
		if e.Range.End > at || e.Range.Start == at && e.Range.Len() == 0 {
			break
		}
		by += len(e.Text) - e.Range.Len()
	}
	return at + by
}

// isAtEdit reports whether a finding is at text that a choice inserted, at least as severe as that choice's finding, and of
// its group of rules.
func (b *blame) isAtEdit(f *finding.Finding) bool {
	if b.inserted == nil {
		b.inserted = map[string][]insertion{}
		for _, c := range b.choices {
			for _, e := range c.Fix.Edits {
				path, start := e.Location.Path, shifted(e.Location.Range.Start, b.edits[e.Location.Path])
				b.inserted[path] = append(b.inserted[path], insertion{analysis.Range{Start: start, End: start + len(e.Text)}, c.Finding})
			}
		}
	}
	return slices.ContainsFunc(b.inserted[f.Place.Path], func(i insertion) bool {
		return f.Severity >= i.fixed.Severity && group(f.Rule) == group(i.fixed.Rule) &&
			i.at.Start < f.Place.Range.End && f.Place.Range.Start < i.at.End
	})
}

func group(rule string) string { name, _, _ := strings.Cut(rule, "/"); return name }

// newFindings returns the new findings that relevant accepts.
func (b *blame) newFindings(before []finding.Finding, relevant func(*finding.Finding) bool) []*finding.Finding {
	was, is := countFindings(before), countFindings(b.after)
	for _, c := range b.choices {
		f := c.Finding
		was[countKey{f.Rule, f.Place.Path, ""}]--
		was[countKey{f.Rule, "", message(f)}]--
	}
	var found []*finding.Finding
	for i := range b.after {
		f := &b.after[i]
		file, text := countKey{f.Rule, f.Place.Path, ""}, countKey{f.Rule, "", message(f)}
		if is[file] > was[file] && is[text] > was[text] && (f.Analyzer == nil || !f.Analyzer.IsSecurity()) && relevant(f) {
			found = append(found, f)
		}
	}
	return found
}

// groups returns the choices that may have caused findings.
func (b *blame) groups(found []*finding.Finding) (groups []Blamed) {
	related, files, paths := map[string][]string{}, map[string]*finding.Finding{}, []string{}
	for _, f := range found {
		path := f.Place.Path
		if files[path] == nil {
			files[path], paths = f, append(paths, path)
		}
		for _, r := range f.Related {
			related[path] = append(related[path], r.Place.Path)
		}
	}
	changing := map[string][]Choice{}
	for _, c := range b.choices {
		for _, path := range c.Changes() {
			changing[path] = append(changing[path], c)
		}
	}
	for _, path := range paths {
		group := changing[path]
		for i := 0; i < len(related[path]) && len(group) == 0; i++ {
			group = changing[related[path][i]]
		}
		if len(group) == 0 {
			group = slices.DeleteFunc(slices.Clone(b.choices), func(c Choice) bool { return inDifferentTrees(c.Finding.File, files[path].File) })
		}
		if len(group) == 0 {
			group = b.choices
		}
		groups = append(groups, Blamed{group, files[path].Rule + " would result"})
	}
	return groups
}

// inDifferentTrees reports whether two files are in different trees. Each run has its own trees, so it compares the prefixes
// of paths in reports.
func inDifferentTrees(a, b *analysis.File) bool {
	if a == nil || b == nil {
		return false
	}
	return strings.TrimSuffix(a.Path, a.Rel) != strings.TrimSuffix(b.Path, b.Rel)
}

// A countKey is a key for counts of findings: a rule in a file, or a rule with a message in all files.
type countKey struct{ rule, path, message string }

func countFindings(findings []finding.Finding) map[countKey]int {
	n := map[countKey]int{}
	for i := range findings {
		f := &findings[i]
		n[countKey{f.Rule, f.Place.Path, ""}]++
		n[countKey{f.Rule, "", message(f)}]++
	}
	return n
}

var numbers = regexp.MustCompile(`[0-9][0-9,]*`)

// message returns the message of a finding without numbers, which may depend on the length of the file.
func message(f *finding.Finding) string {
	return cmp.Or(numbers.ReplaceAllString(f.Message, "0"), " ")
}

func countErrors(findings []finding.Finding) int {
	n := 0
	for i := range findings {
		if findings[i].Severity == analysis.Error {
			n++
		}
	}
	return n
}

// Changes returns the paths in reports of the files that the fix changes, the finding's file first.
func (c Choice) Changes() []string {
	var paths []string
	add := func(path string) {
		switch {
		case slices.Contains(paths, path):
		case path == c.Finding.Place.Path:
			paths = slices.Insert(paths, 0, path)
		default:
			paths = append(paths, path)
		}
	}
	for _, e := range c.Fix.Edits {
		add(e.Location.Path)
	}
	if x := c.Fix.Executable; x != nil {
		add(x.Path)
	}
	if x := c.Fix.Link; x != nil {
		add(x.Path)
	}
	return paths
}
