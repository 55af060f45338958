package deps

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// DuplicateName reports skills that share their name with another skill in the same skills directory.
//
// The model calls a skill by its name. If two skills in one directory have the same name, Codex lists both,
// and Copilot and Gemini CLI load one of them. OpenCode loads one of them, which may differ from run to
// run. Duyetbot keeps the one that it reads last. No client reports the conflict. Rename one of the skills.
//
// Severity:
//   - error or warning, depending on what the client does
//   - info in different groups of a collection that is not a client's own directory, because users mostly
//     install one group; there is one finding for the collection
//
// The rule also reports subagents of Claude Code with one name in one directory.
//
// Names are compared as the client compares them. Duyetbot ignores case, and treats spaces as hyphens.
//
// Not reported:
//   - skills in separate directories for each client, team, persona or plugin
//   - identical copies
//   - names that differ from their directory where that alone is wrong (see frontmatter/name-mismatch)
//   - Claude Code's own skills, which it identifies by their directories
var DuplicateName = &analysis.Analyzer{
	Name:     "deps/duplicate-name",
	Doc:      "duplicate skill name in one skills directory",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 with two skills of one name; duyetbot's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer},
	Copies:   true,
	Run:      duplicateName,
}

func duplicateName(pass *analysis.Pass) error {
	type place struct {
		tree      *analysis.Tree
		dir, name string
	}
	type namedSkill struct {
		file *analysis.File
		at   analysis.Location
	}
	first := map[place]namedSkill{}
	for file, entries := range graph.EntryFact.All(pass.Store) {
		if len(entries) != 1 {
			continue
		}
		e := entries[0]
		dir, same := uniqueIn(file, e)
		if same == nil {
			continue
		}
		p := place{file.Tree, dir, e.Name}
		one, taken := first[p]
		if !taken {
			first[p] = namedSkill{file, e.At}
			continue
		}
		if one.file.Hash == file.Hash && file.Hash != [32]byte{} {
			continue
		}
		at, what := e.At, "skill"
		severity, _ := analysis.ParseSeverity(same.Severity)
		var group analysis.Group
		if file.Kind == analysis.Agent {
			what = "subagent"
		} else if isCollected(one.file, file) {
			severity = analysis.Info
			group = analysis.Group{Key: p.dir, Message: analysis.Many + " skills in " + quote.Text(p.dir) + " have the name of another one",
				Help: "rename the skills that are installed together"}
		}
		pass.Report(analysis.Diagnostic{Location: &at, Severity: severity, Group: group,
			Message: fmt.Sprintf("duplicate %s name %s (first used in %s)", what, quote.Text(e.Name), quote.Text(one.file.Rel)),
			Effect:  same.Effect,
			Help:    "rename one of the " + what + "s",
			Related: []analysis.Related{{Location: one.at, Message: "first used here"}}})
	}
	return nil
}

// uniqueIn returns the directory in which the name of a file must be unique, and how the client treats two files with
// the same name; nil if the name need not be unique.
func uniqueIn(f *analysis.File, e graph.Entry) (dir string, same *schema.SameName) {
	switch rules := f.Rules(); {
	case f.Kind == analysis.Skill && isNamed(f, e.Name):
		return skillsDirectory(f), f.Dialect.SameName
	case f.Kind == analysis.Agent && rules != nil && e.At.Start.Line > 1: // a file without a name is no subagent
		return path.Dir(f.Rel), rules.SameName
	}
	return "", nil
}

// isCollected reports whether two skills are in different groups of a collection outside of clients' directories, of
// which users may install only one group.
func isCollected(a, b *analysis.File) bool {
	for _, p := range b.Dialect.Discovery {
		if p.Kind == analysis.Skill.String() && p.Scope == "project" && strings.Contains("/"+b.Rel, "/"+p.Path) {
			return false
		}
	}
	return path.Dir(path.Dir(a.Rel)) != path.Dir(path.Dir(b.Rel))
}

// isNamed reports whether the dialect of a file requires unique skill names per directory, and the name is valid.
func isNamed(f *analysis.File, name string) bool {
	if f.Dialect == nil || f.Dialect.SameName == nil {
		return false
	}
	rules := f.Rules()
	return rules == nil || rules.Name == nil || rules.Name.Equals != "directory" || path.Base(path.Dir(f.Rel)) == name
}

// skillsDirectory returns the directory in which a skill's name must be unique: the outermost directory named skills or,
// without one, the parent of the skill's directory.
func skillsDirectory(f *analysis.File) string {
	parts := strings.Split(path.Dir(f.Rel), "/")
	if at := slices.Index(parts, "skills"); at >= 0 {
		return strings.Join(parts[:at+1], "/")
	}
	return path.Dir(path.Dir(f.Rel))
}
