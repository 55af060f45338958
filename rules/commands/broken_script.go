package commands

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/script"
)

// BrokenScript reports scripts of skills and plugins that cannot work: they import, source, run or read a file of their own
// that does not exist, use a name that nothing defines, or end at their first count.
//
// A script that was copied from another place, or whose helper was renamed, stops with "No such file or directory", "No module
// named …" or a NameError. The agent sees the error and works around it; a hook fails unnoticed. Usage that names another script,
// which does not exist, leads an agent to the same error.
//
// The rule checks relative imports of Python, JavaScript and TypeScript, and paths that a Python or shell script computes from its
// own location with literal names, such as Path(__file__).parent / "schema.json" and "$(dirname "$0")/lib.sh", or from
// ${CLAUDE_PLUGIN_ROOT}. A name of Python is undefined if no scope around it defines it anywhere. In bash, the status of ((count++))
// is 1 while the variable is 0, so that "set -e" ends the script, and n=$(grep -c x file || echo 0) is two lines if nothing matches,
// which is not a number: [ "$n" -eq 0 ] is false. The scripts of skills are checked, and those in the directories
// hooks, scripts, bin and lib of plugins, of .claude (also as a repository of its own) and of a marketplace. The syntax of the latter is checked, too.
//
// Severity:
//   - error for imports and syntax errors
//   - warning for others
//
// Not reported:
//   - imports in try blocks, in functions and under conditions
//   - files that the script tests for, writes or passes to other code, and commands whose errors it hides
//   - files that ignore files match, and those in directories of builds
//   - increments in conditions, before ||, in functions that are called there, and of variables that are set to other values
//   - counts that the script only prints or compares with -gt, and those that it sets again below
//   - names in scripts that define names in another way: "import *", exec, globals and match, those of Python 2 in scripts that test
//     for its version, and a name that is all of a try block
//   - installed libraries, such as those in site-packages/
//   - templates, examples, references, tests, benchmarks and test data
var BrokenScript = &analysis.Analyzer{
	Name:     "commands/broken-script",
	Doc:      "script that cannot work: a missing file, an undefined name, a count under set -e",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-28",
		Name: "Python's import system and execution model, Node.js on the resolution of modules, POSIX.1-2024 on the shell, and bash 5.2 on 11 scripts"},
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
		if b.file == nil && len(b.script.SyntaxErrors) > 0 { // commands/syntax reports those of skills
			p := b.script.SyntaxErrors[0]
			add("syntax", analysis.Diagnostic{Message: "syntax error in a " + b.script.Language.String() + " script: " + p.Message,
				Effect: effects[b.script.Language], Help: "run \"" + checks[b.script.Language] + "\" to see the error in full"}, p.Range)
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
		for _, n := range b.script.Undefined {
			add(n.Text, analysis.Diagnostic{Severity: analysis.Warning, Message: "undefined name " + quote.Text(n.Text), Effect: "the script stops with a NameError here",
				Help:  "define or import it",
				Group: analysis.Group{Key: b.rel, Message: "script uses " + analysis.Many + " undefined names", Help: "define or import them"}}, n.Range)
		}
		for _, n := range b.script.Increments {
			add("((", analysis.Diagnostic{Severity: analysis.Warning, Message: "increment ends the script: " + quote.Text("(("+n.Text+"++))"),
				Effect: "its status is 1 while the variable is 0, and bash stops there under \"set -e\"", Help: "write " + quote.Text("((++"+n.Text+"))")}, n.Range)
		}
		for _, n := range b.script.Counts {
			add("grep -c", analysis.Diagnostic{Severity: analysis.Warning, Message: quote.Text(n.Text) + " is two lines if nothing matches",
				Effect: "grep -c prints 0 and fails, so echo prints another 0, and the comparison below fails", Help: "write || true instead of || echo 0"}, n.Range)
		}
		for _, n := range b.script.Usage {
			if !b.tree.HasName(n.Text) {
				add(n.Text, analysis.Diagnostic{Severity: analysis.Warning, Message: "usage names a script that does not exist: " + quote.Text(n.Text),
					Effect: "an agent that follows the usage gets an error", Help: "write " + quote.Text(path.Base(b.rel))}, n.Range)
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
