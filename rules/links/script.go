package links

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Script reports npm scripts, make targets and just recipes that instruction files name but that do not exist.
//
// Instructions tell an agent how to build and test the project. An agent that runs a script that was
// renamed or removed gets an error, and guesses what was meant.
//
// Commands in shell blocks and in inline code are checked: "npm run NAME", "npm test", "pnpm run NAME", "make NAME" and
// "just NAME". A script may be in any package.json of the repository, a target in any Makefile, a recipe in any justfile.
//
// Not reported:
//   - commands of a file in which no command exists, because it may be about another project, unless a name is similar, and those of a
//     file without a Makefile and the like beside it, if most of four or more do not exist
//   - commands with an option that selects a directory or a package, and those after "cd"
//   - inline code in a sentence that says "not", "no", "add", "your" or the like
//   - targets, if a Makefile includes others, or has targets with patterns or variables; recipes, if a justfile has modules
//   - templates, examples and test data
//   - other kinds of files, because skills are used in many projects
var Script = &analysis.Analyzer{
	Name:     "links/script",
	Doc:      "npm script, make target or just recipe that does not exist",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Instructions | analysis.CursorRule,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "npm's documentation of npm run, pnpm's of pnpm run, GNU make's manual on goals, and just's manual on recipes"},
	Requires: []*analysis.Analyzer{runFact.Analyzer},
	Run:      scripts,
}

func scripts(pass *analysis.Pass) error {
	found := map[*analysis.Tree]*runnable{}
	for file, runs := range runFact.All(pass.Store) {
		if placeholder.IsTemplatePath(file.Rel) {
			continue
		}
		r := found[file.Tree]
		if r == nil {
			r = newRunnable(file.Tree)
			found[file.Tree] = r
		}
		for _, program := range []program{npm, makes, just} {
			dir := path.Dir(file.Rel)
			_, own := r.in[program][dir]
			reportScripts(pass, runs, program, r.near(program, dir), r.all[program], own)
		}
	}
	return nil
}

// reportScripts reports the commands of a file for a program. near holds the names in the nearest defining file, all the
// names in all defining files. They are nil if unknown. own is true if the directory of the file has a defining file.
func reportScripts(pass *analysis.Pass, runs []run, of program, near, all map[string]bool, own bool) {
	exists := false
	for _, r := range runs {
		exists = exists || r.program == of && near[r.name]
	}
	if all == nil {
		return
	}
	if !own && isAboutOther(runs, of, near) {
		return
	}
	known, names := map[string]*analysis.Diagnostic{}, suggest.NewIndex(sorted(near))
	var order []*analysis.Diagnostic
	for _, r := range runs {
		if r.program != of || all[r.name] {
			continue
		}
		if d := known[r.name]; d != nil {
			d.Related = append(d.Related, analysis.Related{Location: r.at, Message: "also here"})
			continue
		}
		at := r.at
		d := &analysis.Diagnostic{Location: &at, Message: fmt.Sprintf("%s %s does not exist", programs[of].what, quote.Text(r.name)),
			Effect: programs[of].effect, Help: "correct the name, or remove the command"}
		best, ok := names.Best(r.name)
		if ok {
			d.Help = "did you mean " + quote.Text(best) + "?"
		} else if !exists {
			continue
		}
		known[r.name], order = d, append(order, d)
	}
	for _, d := range order {
		pass.Report(*d)
	}
}

// minForeign is the number of missing scripts from which a file without a defining file beside it may be about another project.
const minForeign = 4

// isAboutOther reports whether a file names many scripts, most of which do not exist: it was copied from another project.
func isAboutOther(runs []run, of program, near map[string]bool) bool {
	missing, existing := map[string]bool{}, map[string]bool{}
	for _, r := range runs {
		switch {
		case r.program != of:
		case near[r.name]:
			existing[r.name] = true
		default:
			missing[r.name] = true
		}
	}
	return len(missing) >= minForeign && len(missing) > 2*len(existing)
}
