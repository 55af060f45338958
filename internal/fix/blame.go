package fix

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// Blame compares the findings before and after choices were applied. It returns groups of choices that may have caused new
// findings: a rule has more findings in a file than before, and more in total than expected. A group contains the choices
// that changed this file, otherwise those that changed files to which its findings refer, otherwise all in the same tree.
// If a choice makes unread content readable, new findings are expected, and Blame returns nil. Security findings are not
// attributed to choices, because any change of a file makes its recorded ones new.
func Blame(before, after []finding.Finding, choices []Choice) (groups [][]Choice) {
	if slices.ContainsFunc(choices, func(c Choice) bool { return c.Fix.Uncovers }) {
		return nil
	}
	was, is := countFindings(before), countFindings(after)
	for _, c := range choices {
		was[countKey{c.Finding.Rule, ""}]--
	}
	increased, files := map[string][]string{}, map[string]*analysis.File{} // by path: files to which the findings refer, and the file
	for _, f := range after {
		key, all := countKey{f.Rule, f.Place.Path}, countKey{f.Rule, ""}
		if is[key] <= was[key] || is[all] <= was[all] || f.Analyzer != nil && f.Analyzer.IsSecurity() {
			continue
		}
		related := increased[f.Place.Path]
		for _, r := range f.Related {
			related = append(related, r.Place.Path)
		}
		increased[f.Place.Path], files[f.Place.Path] = related, f.File
	}
	if len(increased) == 0 {
		return nil
	}
	changing := map[string][]Choice{}
	for _, c := range choices {
		for _, path := range c.Changes() {
			changing[path] = append(changing[path], c)
		}
	}
	for path, related := range increased {
		group := changing[path]
		for i := 0; i < len(related) && len(group) == 0; i++ {
			group = changing[related[i]]
		}
		if len(group) == 0 {
			group = slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool { return inDifferentTrees(c.Finding.File, files[path]) })
		}
		if len(group) == 0 {
			return [][]Choice{choices}
		}
		groups = append(groups, group)
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

// A countKey is a key for counts of findings: a rule in a file or, without path, in all files.
type countKey struct{ rule, path string }

func countFindings(findings []finding.Finding) map[countKey]int {
	n := map[countKey]int{}
	for _, f := range findings {
		n[countKey{f.Rule, ""}]++
		n[countKey{f.Rule, f.Place.Path}]++
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
