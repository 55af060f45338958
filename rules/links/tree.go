package links

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// Tree reports files in drawn directory trees that do not exist.
//
// A tree in a SKILL.md or in an instruction file tells the agent which files there are. When a file is renamed or removed, its line
// stays, and the agent looks for the file in the middle of a task.
//
// A tree counts if at least six of its paths exist, and three of four. Its root is the directory of the document, one above it, or the
// directory in its first line, whose name must fit.
//
// Severity:
//   - warning in general
//   - info in the READMEs and guides of the repository and of its plugins, which agents seldom read
//
// Not reported:
//   - directories, which git does not store if they are empty, and files in missing directories
//   - files that their comment calls planned, generated, ignored or optional, ignored files, and those of a build
//   - placeholders, and trees that mark what is new
var Tree = &analysis.Analyzer{
	Name:     "links/tree",
	Doc:      "missing file in a directory tree",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-28",
		Name: "Agent Skills specification on file references: agents read the files that a skill names"},
	Requires: []*analysis.Analyzer{drawnFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run:      drawnTrees,
}

// minDrawn is the number of paths of a tree that must exist.
const minDrawn = 6

func drawnTrees(pass *analysis.Pass) error {
	index := newIndex()
	for file, trees := range drawnFact.All(pass.Store) {
		if strings.Contains(strings.ToLower(file.Rel), "skill-structure") || isSample(file.Rel) || isForPeople(file.Rel) {
			continue
		}
		for i := range trees {
			if d, ok := missingDrawn(index, file.Tree, path.Dir(file.Rel), &trees[i], file.Kind == analysis.Instructions); ok {
				pass.Report(d)
			}
		}
	}
	for _, p := range registry.Pages(pass) {
		for _, t := range drawnIn(p) {
			if d, ok := missingDrawn(index, p.Tree, path.Dir(p.Rel), &t, true); ok {
				d.Severity = analysis.Info
				pass.Report(d)
			}
		}
	}
	return nil
}

// drawnIn returns the trees in a page.
func drawnIn(p registry.Page) []drawnTree {
	text := p.Text()
	at, line, start := 0, 0, 0
	r := drawing{source: text, at: func(of analysis.Range) analysis.Location {
		return analysis.Location{Path: p.Tree.Prefix + p.Rel, Start: analysis.Position{Line: line, Column: of.Start - start + 1},
			End: analysis.Position{Line: line, Column: of.End - start + 1}}
	}}
	inCode := false
	for text := range bytes.Lines(text) {
		start, line = at, line+1
		at += len(text)
		if bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte("```")) {
			inCode = !inCode
			r.end()
		} else if inCode {
			r.line(start, at)
		}
	}
	r.end()
	return r.found
}

// missingDrawn returns the finding for the missing files of a tree.
func missingDrawn(index *index, tree *analysis.Tree, dir string, t *drawnTree, inside bool) (analysis.Diagnostic, bool) {
	base, exist := baseOf(tree, dir, t, inside)
	var missing []drawnEntry
	for _, e := range t.entries {
		if rel := path.Join(base, e.path); !e.isAside && isLost(tree, rel) {
			missing = append(missing, e)
		}
	}
	if len(missing) == 0 || exist < minDrawn || exist < 3*(len(t.entries)-exist) {
		return analysis.Diagnostic{}, false
	}
	at := missing[0].at
	d := analysis.Diagnostic{Location: &at, Message: "directory tree lists a missing file: " + quote.Text(missing[0].path),
		Effect: "agents look for it and find nothing", Help: "remove it, or write its present path"}
	if len(missing) > 1 {
		d.Message = fmt.Sprintf("directory tree lists %d missing files: %s and %d more", len(missing), quote.Text(missing[0].path), len(missing)-1)
		d.Effect, d.Help = "agents look for them and find nothing", "remove them, or write their present paths"
	} else if others := index.withName(tree, path.Base(missing[0].path)); len(others) == 1 && !isCommon(path.Base(others[0])) {
		d.Help = "did you mean " + quote.Text(analysis.RelativePath(base, others[0])) + "?"
	}
	for _, e := range missing[1:] {
		d.Related = append(d.Related, analysis.Related{Location: e.at, Message: quote.Text(e.path) + " is missing, too"})
	}
	return d, true
}
