package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Shadowed reports skills that a client does not load because it loads another skill with the same name.
//
// Clients search several directories for skills, and some load only one of two skills with the same name.
// Gemini CLI prefers .agents/skills to its own directory, OpenCode the outermost of nested directories, and
// OpenClaw skills/. A Triagent persona prefers the core of its own team. No client reports it. For other
// pairs of directories it is undefined which skill OpenCode and Copilot load.
//
// Rename one of the skills, or make them identical. All skills that two directories share produce one
// finding.
//
// Severity:
//   - warning by default
//   - info for Triagent personas, where it may be intended
//
// Not reported:
//   - skills with the same name, description and body
//   - a client's own directory that takes precedence, such as .github/skills in Copilot
//   - Codex, which lists both, and Claude Code, which renames nested skills
//   - Cursor, which does not document the order
//   - clients without a directory in the workspace that are not a target
//   - directories of the user outside of the workspace
var Shadowed = &analysis.Analyzer{
	Name:     "deps/shadowed",
	Doc:      "skill hidden by another skill with the same name",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "Copilot CLI 1.0.102, Gemini CLI core 0.61.0 and opencode 1.18.33, with skills of one name in two folders; OpenClaw's documentation; triagent's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, sumFact.Analyzer},
	Run:      shadowed,
}

func shadowed(pass *analysis.Pass) error {
	s := newShadows(pass)
	for _, all := range groupShadows(s.found()) {
		pass.Report(all.diagnostic())
	}
	s.teams(pass)
	return nil
}

// A group is the shadows between the same directories for the same clients, which are reported together.
type group []*shadow

// groupShadows groups shadows, in order.
func groupShadows(all []*shadow) []group {
	type key struct {
		tree            *analysis.Tree
		clients, places string
		either          bool
	}
	var groups []group
	index := map[key]int{}
	for _, f := range all {
		places := path.Dir(path.Dir(f.hidden.file.Rel))
		for _, dir := range rootsOf(f.others) {
			places += "\x00" + dir
		}
		k := key{f.hidden.file.Tree, strings.Join(f.clients, " "), places, f.either}
		at, known := index[k]
		if !known {
			at = len(groups)
			index[k], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], f)
	}
	return groups
}

// diagnostic returns the finding about the hidden skills.
func (all group) diagnostic() analysis.Diagnostic {
	f := all[0]
	at := f.hidden.at
	clients, load := f.clients[0], "loads"
	if len(f.clients) > 1 {
		last := len(f.clients) - 1
		clients, load = strings.Join(f.clients[:last], ", ")+" and "+f.clients[last], "load"
	}
	var names []string
	for _, f := range all {
		names = append(names, f.hidden.name)
	}
	skills, is, conflict, from := "skill", "is", "conflicts", directoriesOf(f.others)
	also, other, one := "also shadowed", "the other skill, whose text differs", "one"
	if len(all) > 1 {
		skills, is, conflict, from = "skills", "are", "conflict", quote.List(rootsOf(f.others), "and")
		other, one = "the other skills, whose texts differ", "one of each"
	}
	d := analysis.Diagnostic{Location: &at, Help: "make them identical, or rename " + one}
	if f.either {
		also = "also in conflict"
		d.Message = fmt.Sprintf("%s %s %s with %s", skills, quote.List(names, "and"), conflict, from)
		d.Effect = fmt.Sprintf("it is undefined which one %s %s", clients, load)
	} else {
		d.Message = fmt.Sprintf("%s %s %s shadowed by %s", skills, quote.List(names, "and"), is, from)
		d.Effect = fmt.Sprintf("%s %s %s", clients, load, other)
	}
	for _, f := range all {
		if f != all[0] {
			d.Related = append(d.Related, analysis.Related{Location: f.hidden.at, Message: also})
		}
		for _, o := range f.others {
			d.Related = append(d.Related, analysis.Related{Location: o.at, Message: "other skill"})
		}
	}
	d.Related = d.Related[:min(len(d.Related), maxRelated)]
	return d
}

// directoriesOf formats the directories of skills.
func directoriesOf(all []namedSkill) string {
	var dirs []string
	for _, b := range all {
		dirs = append(dirs, path.Dir(b.file.Rel))
	}
	return quote.List(dirs, "and")
}

// rootsOf returns the parents of the directories of skills.
func rootsOf(all []namedSkill) []string {
	var dirs []string
	for _, b := range all {
		dirs = append(dirs, path.Dir(path.Dir(b.file.Rel)))
	}
	return dirs
}
