package fix

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// Blame compares the findings before and after choices were applied, and returns groups of choices that may
// have made things worse: a rule has more findings in a file than before, and more in total than remained. A
// group contains the choices that changed this file, else those that changed files to which its findings
// refer, else all of the same tree. Choices that make unread content readable are never included.
func Blame(before, after []finding.Finding, choices []Choice) (groups [][]Choice) {
	if slices.ContainsFunc(choices, func(c Choice) bool { return c.Fix.Uncovers }) {
		return nil
	}
	was, is := tally(before), tally(after)
	for _, c := range choices {
		was[counted{c.Finding.Rule, ""}]--
	}
	grown, trees := map[string][]string{}, map[string]*analysis.File{} // by path: the files to which the findings refer
	for _, f := range after {
		key, all := counted{f.Rule, f.Place.Path}, counted{f.Rule, ""}
		if is[key] <= was[key] || is[all] <= was[all] {
			continue
		}
		related := grown[f.Place.Path]
		for _, r := range f.Related {
			related = append(related, r.Place.Path)
		}
		grown[f.Place.Path], trees[f.Place.Path] = related, f.File
	}
	if len(grown) == 0 {
		return nil
	}
	changing := map[string][]Choice{}
	for _, c := range choices {
		for _, path := range c.Changes() {
			changing[path] = append(changing[path], c)
		}
	}
	for path, related := range grown {
		group := changing[path]
		for i := 0; i < len(related) && len(group) == 0; i++ {
			group = changing[related[i]]
		}
		if len(group) == 0 {
			group = slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool { return elsewhere(c.Finding.File, trees[path]) })
		}
		if len(group) == 0 {
			return [][]Choice{choices}
		}
		groups = append(groups, group)
	}
	return groups
}

// elsewhere reports whether two files are in different trees. Each run has its own trees, so paths in reports
// identify them.
func elsewhere(a, b *analysis.File) bool {
	if a == nil || b == nil {
		return false
	}
	return strings.TrimSuffix(a.Path, a.Rel) != strings.TrimSuffix(b.Path, b.Rel)
}

// A counted is a key for counts of findings: a rule in a file or, without path, in all files.
type counted struct{ rule, path string }

func tally(findings []finding.Finding) map[counted]int {
	n := map[counted]int{}
	for _, f := range findings {
		n[counted{f.Rule, ""}]++
		n[counted{f.Rule, f.Place.Path}]++
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
	return paths
}
