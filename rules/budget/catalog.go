package budget

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/schema"
)

// Catalog reports skills that a client omits from its skill list, or lists without their full description.
//
// At start-up a client reads no skill. Its model sees a list of names and descriptions, and chooses
// from that list. A skill that is not listed is never used, and no client reports it.
//
// Severity:
//   - error if the client omits a skill
//   - warning if a description is missing or truncated
//   - info if less than a fifth of each description is truncated
//
// All that a list loses because it is too long is one finding, at the skills directory.
//
// Codex reserves 2 % of the context window for the list. Above that it truncates all descriptions to the
// same length. If the names alone do not fit, Codex drops all descriptions and omits skills. Claude Code
// drops the descriptions of the least-used skills, so the finding gives no names. Gemini CLI searches the
// skills directory and one level below it.
//
// To fix it, install fewer skills, or begin each description with what decides when to use the skill.
//
// The rule checks each client whose skills directory exists in the repository (.agents belongs to Codex)
// and each configured target. It includes the skills that come with the client.
//
// Not reported:
//   - collections and marketplaces, whose users install some of the skills
//   - skills that a frontmatter rule reports
//   - skills with the same name in different directories, which deps/shadowed reports
var Catalog = &analysis.Analyzer{
	Name:     "budget/catalog",
	Doc:      "skill missing from a client's skill list, or shown there without its full description",
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
	Window     int  `yaml:"window" doc:"context window of the model in tokens; 0: that of the client's default model"`
	Characters int  `yaml:"characters" doc:"limit of Claude Code's skill list in characters; 0: 8000"`
	Builtins   bool `yaml:"builtins" doc:"include the skills that come with a client"`
}

func catalogs(pass *analysis.Pass) error {
	for _, t := range trees(pass) {
		for _, start := range t.starts() {
			for _, client := range catalog.Listed {
				if !t.has(start, client) {
					continue
				}
				if err := t.check(pass, start, client); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// has reports whether a client is used in a directory or is a configured target.
func (t *tree) has(start, client string) bool {
	for _, dir := range schema.SkillDirectories(client) {
		if catalog.ReaderOf(dir) == client && t.paths.IsDir(path.Join(start, dir)) {
			return true
		}
	}
	for rel, f := range t.files {
		if slices.Contains(f.Targets, client) {
			if dir, ok := catalog.Start(rel); ok && dir == start {
				return true
			}
		}
	}
	return false
}

// request returns the request for a client that is started in a directory.
func request(pass *analysis.Pass, start string) catalog.Request {
	o := analysis.OptionsOf[CatalogOptions](pass)
	return catalog.Request{Start: path.Join(base, start), Project: base, Window: o.Window, BudgetChars: o.Characters, Builtins: o.Builtins}
}

// check reports the losses in the skill list of a client that is started in a directory.
func (t *tree) check(pass *analysis.Pass, start, client string) error {
	list, err := catalog.Lookup(client).List(t, request(pass, start))
	if err != nil {
		return err
	}
	newVerdict(t, client, start, list).report(pass)
	return nil
}
