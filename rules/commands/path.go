package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// isTestData reports whether a path is in a directory of test data, which may be broken on purpose.
func isTestData(rel string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(rel)), "/") {
		switch part {
		case "test", "tests", "fixtures", "testdata", "test-data", "test_data", "__tests__", "testing", "node_modules", "vendor":
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

// misspelt returns the script of the skill with a name similar to that of one that does not exist, after a placeholder for the
// directory of the skill.
func misspelt(c *invocation.Call) string {
	base := strings.ToLower(c.Base)
	if c.To != "" || c.Skill == nil || c.Module || c.Form == invocation.Source || !strings.Contains(base, "skill") && base != "basedir" ||
		strings.Contains(base, "other") || strings.Contains(base, "new") || strings.Contains(base, "target") || strings.Contains(base, "your") {
		return ""
	}
	dir, name := path.Split(c.Path)
	names := c.From.Tree.Entries(path.Join(c.SkillDir(), dir))
	near, ok := suggest.Best(name, names[:min(len(names), maxNames)])
	if !ok || path.Ext(near) != path.Ext(name) {
		return ""
	}
	return dir + near
}

// isProject reports whether a skill is in a hidden directory, such as a client's, and so belongs to the project.
func isProject(rel string) bool {
	for part := range strings.SplitSeq(rel, "/") {
		if len(part) > 1 && part[0] == '.' {
			return true
		}
	}
	return false
}
