package budget

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/schema"
)

// Catalog reports what is lost of skills in the lists that agents show to their models.
//
// An agent reads no skill when it starts: its model sees a list of names and descriptions. Codex
// gives that list 2 % of the window. Over it, all descriptions are cut to one length; when not even
// the names fit, no skill keeps its description, and skills are left out. Claude Code drops
// descriptions of the skills that are used least, so how many is told, and not which. Gemini lists
// nothing that lies deeper than one folder. Nobody is told.
//
// What is left out is an error, a description that is lost a warning, one that is cut advice below
// a fifth. Install fewer skills, or begin descriptions with what decides when to use them.
//
// It looks at agents of which a folder of skills is in the tree (.agents is Codex's), and at targets,
// with the skills that they bring along. Of a collection without such a folder there is one advice,
// as if all of it were installed.
//
// Left alone: what a rule for headers reports, and skills of one name, which deps/shadowed looks at;
// but two in one folder, of which opencode takes one.
var Catalog = &analysis.Analyzer{
	Name:     "budget/catalog",
	Doc:      "skill that an agent's list cuts, leaves without description or leaves out",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "lists of codex 0.169.0, opencode 1.18.33 and gemini-cli 0.61.0; Claude Code's documentation"},
	Requires: []*analysis.Analyzer{catalog.Fact.Analyzer},
	Options:  &CatalogOptions{Builtins: true},
	Run:      catalogs,
}

// CatalogOptions are the options of budget/catalog.
type CatalogOptions struct {
	Window     int  `yaml:"window" doc:"tokens of the model's context window; 0: that of the agent's default model"`
	Characters int  `yaml:"characters" doc:"what Claude Code's list may have; 0: 8000"`
	Builtins   bool `yaml:"builtins" doc:"count the skills that agents bring along"`
}

func catalogs(pass *analysis.Pass) error {
	for _, t := range trees(pass) {
		starts := t.starts()
		if len(starts) == 0 {
			if err := t.collection(pass); err != nil {
				return err
			}
			continue
		}
		for _, start := range starts {
			for _, agent := range catalog.Listed {
				if !t.has(start, agent) {
					continue
				}
				if err := t.judge(pass, start, agent); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// has reports whether an agent is used in a directory, or asked for by name.
func (t *tree) has(start, agent string) bool {
	for _, dir := range schema.Lookup(agent).SkillDirectories() {
		if catalog.ReaderOf(dir) == agent && t.paths.IsDir(path.Join(start, dir)) {
			return true
		}
	}
	for rel, f := range t.files {
		if slices.Contains(f.Targets, agent) {
			if dir, ok := catalog.Start(rel); ok && dir == start {
				return true
			}
		}
	}
	return false
}

// request says how an agent is started in a directory.
func request(pass *analysis.Pass, start string) catalog.Request {
	o := analysis.OptionsOf[CatalogOptions](pass)
	return catalog.Request{Start: path.Join(base, start), Project: base, Window: o.Window, BudgetChars: o.Characters, Builtins: o.Builtins}
}

// judge reports what is lost in the list of an agent that is started in a directory.
func (t *tree) judge(pass *analysis.Pass, start, agent string) error {
	list, err := catalog.Lookup(agent).List(t, request(pass, start))
	if err != nil {
		return err
	}
	newVerdict(t, agent, start, list).report(pass)
	return nil
}
