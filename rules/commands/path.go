package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// isTestData reports whether a path is in a directory of test data, which may be broken on purpose, or of files that are kept only.
func isTestData(rel string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(rel)), "/") {
		switch part {
		case "test", "tests", "fixtures", "testdata", "test-data", "test_data", "__tests__", "testing", "node_modules", "vendor", "deprecated", "_deprecated", "_archive", ".archive", "archived":
			return true
		}
	}
	return false
}

// isTest reports whether a script is a test, by its name.
func isTest(rel string) bool {
	base := strings.ToLower(path.Base(rel))
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || strings.HasPrefix(base, "test-") || base == "conftest.py" || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec")
}

// isTemplate reports whether a path is that of a template.
func isTemplate(rel string) bool {
	lower := strings.ToLower(rel)
	return strings.Contains(lower, "template") || strings.Contains(lower, "scaffold") || strings.Contains(lower, "{")
}

// isShown reports whether a file of a skill is in a directory of examples, templates or the like, below the skill.
func isShown(f *analysis.File) bool {
	return placeholder.IsTemplatePath(belowOwner(f))
}

// belowOwner returns the path of a file of a skill, relative to the skill's directory.
func belowOwner(f *analysis.File) string {
	if f.Owner == "" {
		return f.Rel
	}
	if n := strings.LastIndex(f.Rel, "/"+f.Owner+"/"); n >= 0 {
		return f.Rel[n+len(f.Owner)+2:]
	}
	return strings.TrimPrefix(f.Rel, f.Owner+"/")
}

// hasCopy reports whether the skill has a copy of the file that a command runs, which it puts into projects.
func hasCopy(c *invocation.Call, known map[shared]bool) bool {
	if c.Skill == nil || c.Via != invocation.FromRoot || link.Inside(c.SkillDir(), c.To) {
		return false
	}
	all, dir := c.From.Tree.All(), c.SkillDir()+"/"
	key := shared{c.From.Tree, dir + c.To}
	if found, ok := known[key]; ok {
		return found
	}
	i, _ := slices.BinarySearch(all, dir)
	for ; i < len(all) && strings.HasPrefix(all[i], dir) && !known[key]; i++ {
		known[key] = strings.HasSuffix(all[i], "/"+c.To)
	}
	return known[key]
}

// absent returns the help for a command that runs a script of the skill, after a placeholder for its directory, that does not exist,
// or "": a script with a similar name, or that there is none.
func absent(c *invocation.Call) string {
	base := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(c.Base))
	if c.To != "" || c.Skill == nil || c.Module || c.Form == invocation.Source || strings.ContainsAny(c.Path, "<>{}$*") {
		return ""
	}
	switch base {
	case "thisskill", "thisskilldir", "skilldir", "skillpath", "skillroot", "skilldirectory", "basedir", "claudeskilldir":
	default:
		return ""
	}
	dir, name := path.Split(c.Path)
	names := c.From.Tree.Entries(path.Join(c.SkillDir(), dir))
	near, ok := suggest.Best(name, names[:min(len(names), maxNames)])
	switch {
	case ok && path.Ext(near) == path.Ext(name):
		return "did you mean " + quote.Text(dir+near) + "?"
	case dir == "" || len(names) == 0 || c.From != c.Skill || strings.HasPrefix(c.Words[c.File].Text, "$") && base != "claudeskilldir": // of another skill
		return ""
	}
	return "add the script, or correct its path"
}

// isOfTests reports whether a script tests or evaluates skills, by its path: those who change them run it in the repository.
func isOfTests(rel string) bool {
	if isTestData(rel) || isTest(rel) {
		return true
	}
	base := strings.ReplaceAll(path.Base(rel), "-", "_")
	if strings.HasPrefix(base, "run_regression") || strings.HasPrefix(base, "run_tests") || strings.HasPrefix(base, "run_evals") {
		return true
	}
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		if part == "evals" || part == "eval" {
			return true
		}
	}
	return false
}
