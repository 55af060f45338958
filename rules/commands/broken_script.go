package commands

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/script"
)

// BrokenScript reports scripts of skills and plugins that cannot work: they import, source, run or read a file of their own
// that does not exist.
//
// A script that was copied from another place, or whose helper was renamed, stops with "No such file or directory" or "No module
// named …". The agent sees the error and works around it; a hook fails unnoticed.
//
// The rule checks relative imports of Python, JavaScript and TypeScript, and paths that a Python or shell script computes from its
// own location with literal names, such as Path(__file__).parent / "schema.json" and "$(dirname "$0")/lib.sh", or from
// ${CLAUDE_PLUGIN_ROOT}. It checks the scripts of skills, and those in the directories hooks, scripts, bin and lib of plugins and of .claude.
//
// Not reported:
//   - imports in try blocks, in functions and under conditions
//   - files that the script tests for, writes or passes to other code, and commands whose errors it hides
//   - files that ignore files match, and those in directories of builds
//   - templates, examples, references, tests and test data
var BrokenScript = &analysis.Analyzer{
	Name:     "commands/broken-script",
	Doc:      "script that needs a file that does not exist",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-28",
		Name: "Python's import system, Node.js on the resolution of modules, and POSIX.1-2024 on the shell"},
	Requires: []*analysis.Analyzer{script.Fact.Analyzer},
	Run:      brokenScripts,
}

func brokenScripts(pass *analysis.Pass) error {
	for _, b := range bundledScripts(pass) {
		if isTestData(b.rel) || isTest(b.rel) || isTemplate(b.rel) || b.isShown() {
			continue
		}
		known := map[string]*analysis.Diagnostic{}
		var order []*analysis.Diagnostic
		add := func(missing string, d analysis.Diagnostic, at analysis.Range) {
			place := b.at(at)
			if first := known[missing]; first != nil {
				if len(first.Related) < maxPlaces {
					first.Related = append(first.Related, analysis.Related{Location: place, Message: "also here"})
				}
				return
			}
			d.Location = &place
			known[missing], order = &d, append(order, &d)
		}
		for _, i := range b.script.Imports {
			if missing := b.missingModule(&i); missing != "" {
				add(missing, analysis.Diagnostic{Message: "missing module: " + quote.Text(i.Path), Effect: "the script stops at this import",
					Help: b.similar(missing)}, i.Range)
			}
		}
		for _, n := range b.script.Needs {
			if missing := b.missingFile(n); missing != "" {
				use := uses[n.Use]
				add(missing, analysis.Diagnostic{Severity: analysis.Warning, Message: use.message + quote.Text(n.Path), Effect: use.effect,
					Help: b.similar(missing)}, n.Range)
			}
		}
		for _, d := range order {
			pass.Report(*d)
		}
	}
	return nil
}

// uses describe what a script does with a file that does not exist.
var uses = [...]struct{ message, effect string }{
	script.Reads:   {"script reads a file that does not exist: ", "the script stops when it reads the file"},
	script.Runs:    {"script runs a file that does not exist: ", "the command fails each time"},
	script.Sources: {"script sources a file that does not exist: ", "the script stops, or continues without what the file defines"},
}

// similar returns the help for a file that does not exist: the name of a similar one in its directory.
func (b *bundled) similar(missing string) string {
	if best, ok := suggest.Best(path.Base(missing), b.tree.Entries(path.Dir(missing))); ok {
		return "did you mean " + quote.Text(best) + "?"
	}
	return "add the file, or correct its path"
}
