package budget

import (
	"fmt"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Instructions reports instruction files that exceed a client's limit, alone or together with those of the directories
// above, and those that a client reads twice.
//
// Codex reads the AGENTS.md of each directory from the root of the project down to the one in which it starts, at most
// one per directory. It stops without a message when they have 32 KiB together. The files closest to the code come
// last, so they are lost first.
//
// The limit can be set with project_doc_max_bytes. Other users of the repository do not have your setting, so move
// what is seldom needed to files that the instructions name.
//
// A copy of the instructions of a directory above, or of CLAUDE.md in .claude/, costs its tokens twice.
//
// Severity:
//   - warning above the limit
//   - info for copies
//
// Not reported:
//   - files below one that already exceeds the limit
//   - templates, examples and test data
//   - instructions of clients without a known limit
//   - copies for several clients, such as CLAUDE.md and AGENTS.md
//   - long files that a client reads completely
var Instructions = &analysis.Analyzer{
	Name:     "budget/instructions",
	Doc:      "instruction files over the client's limit",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Instructions,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-23",
		Name: "Codex's guide to AGENTS.md (project_doc_max_bytes, 32 KiB by default)"},
	Copies: true,
	Run:    instructions,
}

// A layer is a directory with the instructions of a client.
type layer struct {
	tree    *analysis.Tree
	dialect string
	dir     string
}

func instructions(pass *analysis.Pass) error {
	layers := map[layer]*analysis.File{}
	for _, f := range pass.Workspace.Files {
		if rules := f.Rules(); rules == nil || rules.Total == nil || f.Size == 0 || placeholder.IsTemplatePath(f.Rel) {
			continue
		}
		at := layer{f.Tree, f.Dialect.Name, path.Dir(f.Rel)}
		if other := layers[at]; other == nil || overrides(f, other) {
			layers[at] = f
		}
	}
	for _, f := range pass.Workspace.Files {
		at := layer{f.Tree, "", path.Dir(f.Rel)}
		if f.Dialect != nil {
			at.dialect = f.Dialect.Name
		}
		if layers[at] != f {
			continue
		}
		above := int64(0)
		for at.dir != "." && at.dir != "/" {
			at.dir = path.Dir(at.dir)
			if other := layers[at]; other != nil {
				above += other.Size
			}
		}
		reportInstructions(pass, f, above, f.Rules().Total)
	}
	reportCopies(pass)
	return nil
}

// overrides reports whether a client reads f instead of other, in the same directory.
func overrides(f, other *analysis.File) bool {
	return slices.ContainsFunc(f.Dialect.Discovery, func(p schema.Place) bool {
		return p.Path == path.Base(f.Rel) && slices.Contains(p.Beats, path.Base(other.Rel))
	})
}

// reportInstructions reports a file with which the total size exceeds the limit; above is the size of the files in the
// directories above.
func reportInstructions(pass *analysis.Pass, f *analysis.File, above int64, limit *schema.Total) {
	total, most := above+f.Size, int64(limit.Bytes)
	if total <= most || above > most {
		return
	}
	if f.Size > most {
		total = f.Size
	}
	one := analysis.Position{Line: 1, Column: 1}
	d := analysis.Diagnostic{Location: &analysis.Location{Path: f.Path, Start: one, End: one}, Anywhere: true, About: f.Dialect.Name, Measured: int(total),
		Message: fmt.Sprintf("instructions are %s bytes long (limit %s)", quote.Count(int(total)), quote.Count(limit.Bytes)),
		Effect:  limit.Effect + ", unless " + limit.Option + " is higher", Help: "move what is seldom needed to files that the instructions name"}
	if total > f.Size {
		d.Message = fmt.Sprintf("instructions down to this directory are %s bytes long (limit %s)", quote.Count(int(total)), quote.Count(limit.Bytes))
	}
	pass.Report(d)
}
