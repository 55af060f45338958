package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/script"
)

// Interpreter reports commands that run a script with the interpreter of another language.
//
// "bash x.py" reads Python as shell code, and "node x.tsx" does not read TypeScript with JSX. The command fails with a syntax
// error. The language of a script is that of its extension, or of its "#!" line if it has no extension.
//
// Severity:
//   - error in skills, subagents, commands, hooks and servers
//   - warning in references and scripts
//
// Not reported:
//   - "node x.ts", because Node.js removes types since version 22.18, except for syntax that it cannot remove
//   - files in more than one language
var Interpreter = &analysis.Analyzer{
	Name:     "commands/interpreter",
	Doc:      "script that is run with the interpreter of another language",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-27",
		Name: "the manuals of bash, Python and Node.js on running a file; Node.js on the syntax that type stripping does not support"},
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run:      interpreters,
}

func interpreters(pass *analysis.Pass) error {
	r, calls := newReporter(pass), invocation.CallFact.Of(pass)
	for i := range calls {
		if c := &calls[i]; c.Script != nil && c.Interpreter != "" && !c.Module {
			if d := wrongInterpreter(c); d.Message != "" {
				r.add(c, c.At(c.File), d)
			}
		}
	}
	r.flush()
	return nil
}

// wrongInterpreter returns the finding for a call; its message is empty if there is none.
func wrongInterpreter(c *invocation.Call) analysis.Diagnostic {
	reads, by := c.Script.Language, family(script.Interpreter(c.Script.Shebang))
	with, known := readers[family(c.Interpreter)]
	switch {
	case !known || reads == script.Other:
		return analysis.Diagnostic{}
	case c.Interpreter == "sh" && by == "bash" && shell.NeedsBash(string(c.From.Tree.Read(c.To, script.MaxSize))):
		return analysis.Diagnostic{Severity: analysis.Warning, Message: "sh runs a bash script: " + scriptName(c),
			Effect: "on Debian and Ubuntu, sh is not bash and stops with an error", Help: "run it with bash"}
	case slices.Contains(with, reads) && !(family(c.Interpreter) == "node" && path.Ext(c.To) == ".tsx"), readers[by] != nil && !slices.Contains(readers[by], reads): // or in two languages
		return analysis.Diagnostic{}
	}
	return analysis.Diagnostic{Severity: severityOf(c, &invocation.Problem{}),
		Message: quote.Text(c.Interpreter) + " runs a script in " + reads.String() + ": " + scriptName(c),
		Effect:  "the command fails with a syntax error", Help: "run it with " + runWith[reads]}
}

// family returns the name of an interpreter without its version.
func family(name string) string { return strings.TrimRight(name, "0123456789.") }

// readers are the languages that interpreters read.
var readers = map[string][]script.Language{
	"python": {script.Python}, "bash": {script.Shell}, "sh": {script.Shell}, "zsh": {script.Shell}, "dash": {script.Shell}, "ksh": {script.Shell},
	"node": {script.JavaScript, script.TypeScript}, "ruby": {script.Ruby}, "perl": {}, "php": {}, ".": {script.Shell},
	"source": {script.Shell}, "pwsh": {script.PowerShell}, "powershell": {script.PowerShell},
	"tsx": {script.JavaScript, script.TypeScript}, "ts-node": {script.JavaScript, script.TypeScript}, "bun": {script.JavaScript, script.TypeScript}, "deno": {script.JavaScript, script.TypeScript},
}

// runWith are the usual programs that run scripts.
var runWith = map[script.Language]string{script.Python: "python3", script.Shell: "bash", script.JavaScript: "node", script.TypeScript: "npx tsx",
	script.Go: "go run", script.Ruby: "ruby", script.PowerShell: "pwsh"}
