package deps

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// DuplicateName reports a skill that has the name of another one in the same folder of skills.
//
// The name is how a model calls a skill. Of two in one folder Codex lists both alike; Copilot and
// Gemini take one; opencode takes one or the other, and it changes from run to run; duyetbot keeps the
// one that it reads last, by names in lower case with hyphens. What the other says is lost, and none of
// them tells. Give one another name.
//
// Names are compared as the loader of their dialect takes them. In different groups of a collection that
// is not the folder of an agent, it is advice: mostly one group is installed.
//
// Left alone: skills in folders of their own for each agent, team, persona or plugin; equal copies; a
// name that is not that of its directory where that alone is wrong, which frontmatter/name-mismatch
// reports; Claude Code's own, which go by their directories.
var DuplicateName = &analysis.Analyzer{
	Name:     "deps/duplicate-name",
	Doc:      "two skills of one name in one folder of skills",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 with two skills of one name; duyetbot's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer},
	Run:      duplicateName,
}

func duplicateName(pass *analysis.Pass) error {
	type place struct {
		tree      *analysis.Tree
		dir, name string
	}
	type bearer struct {
		file *analysis.File
		at   analysis.Location
	}
	first := map[place]bearer{}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if file.Kind != analysis.Skill || len(entries) != 1 || !isCalledByName(file, entries[0].Name) {
			continue
		}
		e := entries[0]
		p := place{file.Tree, folderOfSkills(file), e.Name}
		one, taken := first[p]
		if !taken {
			first[p] = bearer{file, e.At}
			continue
		}
		if one.file.Hash == file.Hash && file.Hash != [32]byte{} {
			continue
		}
		at, same := e.At, file.Dialect.SameName
		severity, _ := analysis.ParseSeverity(same.Severity)
		if isCollected(one.file, file) {
			severity = analysis.Info
		}
		pass.Report(analysis.Diagnostic{Location: &at, Severity: severity,
			Message: fmt.Sprintf("%s is the name of %s as well, so %s; give one of the two another name",
				quote.Text(e.Name), quote.Text(one.file.Rel), same.Effect),
			Related: []analysis.Related{{Location: one.at, Message: "the other one"}}})
	}
	return nil
}

// isCollected reports whether two skills lie in different groups of a collection that is no agent's
// own folder: whoever installs them may take one group only.
func isCollected(a, b *analysis.File) bool {
	for _, p := range b.Dialect.Discovery {
		if p.Kind == analysis.Skill.String() && p.Scope == "project" && strings.Contains("/"+b.Rel, "/"+p.Path) {
			return false
		}
	}
	return path.Dir(path.Dir(a.Rel)) != path.Dir(path.Dir(b.Rel))
}

// isCalledByName reports whether names of skills meet in a folder of a file's dialect, and this one is
// not wrong in itself.
func isCalledByName(f *analysis.File, name string) bool {
	if f.Dialect == nil || f.Dialect.SameName == nil {
		return false
	}
	rules := f.Rules()
	return rules == nil || rules.Name == nil || rules.Name.Equals != "directory" || path.Base(path.Dir(f.Rel)) == name
}

// folderOfSkills returns the folder below which a skill's name is to be its own: the first that is
// called skills, else the one in which its directory stands.
func folderOfSkills(f *analysis.File) string {
	parts := strings.Split(path.Dir(f.Rel), "/")
	if at := slices.Index(parts, "skills"); at >= 0 {
		return strings.Join(parts[:at+1], "/")
	}
	return path.Dir(path.Dir(f.Rel))
}
