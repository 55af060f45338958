package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/entry"
	"github.com/skilllint/skilllint/facts/sum"
	"github.com/skilllint/skilllint/internal/quote"
)

// Shadowed reports a skill that an agent never sees, because another one of its name is taken.
//
// Agents look for skills in several folders, and of two of one name some take only one: Gemini that in
// .agents/skills even before its own, opencode the outermost of nested folders, OpenClaw that in
// skills/; a triagent persona that of its own team's core, which is advice, since it may be meant. None
// says so. In opencode it changes from run to run which of two other folders wins, its own among them;
// in Copilot nobody knows it of .agents/skills and .claude/skills.
//
// Give one of the skills another name, or make them equal.
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
	Requires: []*analysis.Analyzer{entry.Fact.Analyzer, sum.Fact.Analyzer},
	Run:      shadowed,
}

func shadowed(pass *analysis.Pass) error {
	s := newShadows(pass)
	for _, f := range s.found() {
		pass.Report(f.diagnostic())
	}
	s.teams(pass)
	return nil
}

// diagnostic returns the finding about a skill that is not seen.
func (f *shadow) diagnostic() analysis.Diagnostic {
	at := f.hidden.at
	agents, take, read := f.agents[0], "takes", "reads"
	if last := len(f.agents) - 1; last > 0 {
		agents, take, read = strings.Join(f.agents[:last], ", ")+" and "+f.agents[last], "each take", "read"
	}
	message := fmt.Sprintf("%s %s %s from %s and not this one, whose text is another", agents, take, quote.Text(f.hidden.name), foldersOf(f.others))
	if f.either {
		message = fmt.Sprintf("%s %s %s here and in %s, where its text is another, and %s one of them, nobody knows which",
			agents, read, quote.Text(f.hidden.name), foldersOf(f.others), take)
	}
	d := analysis.Diagnostic{Location: &at, Message: message + "; make them equal, or rename one"}
	for _, o := range f.others[:min(len(f.others), maxRelated)] {
		d.Related = append(d.Related, analysis.Related{Location: o.at, Message: "the other one"})
	}
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
