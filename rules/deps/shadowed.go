package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Shadowed reports a skill that an agent never sees, because another one of its name is taken.
//
// Agents look for skills in several folders, and of two of one name some take only one: Gemini that in
// .agents/skills even before its own, opencode the outermost of nested folders, OpenClaw that in
// skills/; a triagent persona that of its own team's core, which is advice, since it may be meant. None
// says so. In opencode it changes from run to run which of two other folders wins, its own among them;
// in Copilot nobody knows it of .agents/skills and .claude/skills.
//
// Give one of the skills another name, or make them equal. All skills that two folders have in common
// are one finding.
//
// Left alone: skills whose name, description and body are equal, however many agents have a copy; an
// agent's own folder that wins, as .github/skills does in Copilot; Codex, which lists both, and Claude
// Code, which keeps nested ones under names of their own; Cursor, which tells nothing; agents of which
// nothing else is in the tree, neither a folder of their own nor a target; the user's own folders,
// which are not in the tree.
var Shadowed = &analysis.Analyzer{
	Name:     "deps/shadowed",
	Doc:      "skill that an agent does not see beside another one of its name",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "Copilot CLI 1.0.102, Gemini CLI core 0.61.0 and opencode 1.18.33, with skills of one name in two folders; OpenClaw's documentation; triagent's loader"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, sumFact.Analyzer},
	Run:      shadowed,
}

func shadowed(pass *analysis.Pass) error {
	s := newShadows(pass)
	for _, all := range folded(s.found()) {
		pass.Report(all.diagnostic())
	}
	s.teams(pass)
	return nil
}

// A fold is the shadows between the same folders for the same agents: one cause, and one finding.
type fold []*shadow

// folded joins shadows, in their order.
func folded(all []*shadow) []fold {
	type key struct {
		tree           *analysis.Tree
		agents, places string
		either         bool
	}
	var folds []fold
	index := map[key]int{}
	for _, f := range all {
		places := path.Dir(path.Dir(f.hidden.file.Rel))
		for _, dir := range rootsOf(f.others) {
			places += "\x00" + dir
		}
		k := key{f.hidden.file.Tree, strings.Join(f.agents, " "), places, f.either}
		at, known := index[k]
		if !known {
			at = len(folds)
			index[k], folds = at, append(folds, nil)
		}
		folds[at] = append(folds[at], f)
	}
	return folds
}

// diagnostic returns the finding about skills that are not seen.
func (all fold) diagnostic() analysis.Diagnostic {
	f := all[0]
	at := f.hidden.at
	agents, take, read := f.agents[0], "takes", "reads"
	if last := len(f.agents) - 1; last > 0 {
		agents, take, read = strings.Join(f.agents[:last], ", ")+" and "+f.agents[last], "each take", "read"
	}
	var names []string
	for _, f := range all {
		names = append(names, f.hidden.name)
	}
	from, this, its, one := foldersOf(f.others), "this one", "its text is another", "one"
	if len(all) > 1 {
		from, this, its, one = quote.List(rootsOf(f.others), "and"), "these", "their texts are others", "one of each"
	}
	d := analysis.Diagnostic{Location: &at, Message: fmt.Sprintf("%s %s %s from %s and not %s: %s; make them equal, or rename %s",
		agents, take, quote.List(names, "and"), from, this, its, one)}
	if f.either {
		d.Message = fmt.Sprintf("%s %s %s here and in %s, where %s, and %s one of them, nobody knows which; make them equal, or rename %s",
			agents, read, quote.List(names, "and"), from, its, take, one)
	}
	for _, f := range all {
		if f != all[0] {
			d.Related = append(d.Related, analysis.Related{Location: f.hidden.at, Message: "so is " + quote.Text(f.hidden.name)})
		}
		for _, o := range f.others {
			d.Related = append(d.Related, analysis.Related{Location: o.at, Message: "the other one"})
		}
	}
	d.Related = d.Related[:min(len(d.Related), maxRelated)]
	return d
}

// foldersOf says where skills lie.
func foldersOf(all []bearer) string {
	var dirs []string
	for _, b := range all {
		dirs = append(dirs, path.Dir(b.file.Rel))
	}
	return quote.List(dirs, "and")
}

// rootsOf returns the folders in which the folders of skills lie.
func rootsOf(all []bearer) []string {
	var dirs []string
	for _, b := range all {
		dirs = append(dirs, path.Dir(path.Dir(b.file.Rel)))
	}
	return dirs
}
