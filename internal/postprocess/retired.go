package postprocess

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// isRetired reports whether a finding is in a skill that its author put away, such as skills/_archive/old, or that Codex writes
// itself. Security findings are not: an agent may still read or run the file.
func isRetired(f *finding.Finding) bool {
	if f.File == nil || f.File.Owner == "" || isSecurity(f) {
		return false
	}
	above, _, _ := strings.Cut("/"+f.File.Rel, "/"+f.File.Owner+"/")
	return strings.HasSuffix(above, "/skills/.system") || slices.ContainsFunc(strings.Split(above, "/"), func(part string) bool {
		return slices.Contains([]string{"archive", "archived", "deprecated", "obsolete", "attic"}, strings.Trim(strings.ToLower(part), "_."))
	})
}

// lockFiles are the skills that the skills-lock.json at the root of a tree restores from other repositories.
type lockFiles map[*analysis.Tree][]string

// maxLock limits the lock file.
const maxLock = 1 << 20

// restores reports whether a finding is in such a skill, in the directory of a client: the next update overwrites what is changed
// there. Security findings are not.
func (l lockFiles) restores(f *finding.Finding) bool {
	if f.File == nil || f.File.Owner == "" || f.File.Tree == nil || !strings.HasPrefix(f.File.Rel, ".") || isSecurity(f) {
		return false
	}
	names, ok := l[f.File.Tree]
	if !ok {
		names = lockedIn(f.File.Tree)
		l[f.File.Tree] = names
	}
	return slices.Contains(names, f.File.Owner)
}

// lockedIn returns the names in the lock file of a tree whose source is not in the tree.
func lockedIn(t *analysis.Tree) []string {
	skills := jsontree.Parse(t.Read("skills-lock.json", maxLock), 0).Root.Get("skills")
	if skills == nil {
		return nil
	}
	var names []string
	for _, m := range skills.Members {
		if from := m.Value.Get("sourceType"); from.IsString() && from.Text != "local" {
			names = append(names, m.Key)
		}
	}
	return names
}
