package frontmatter

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/schema"
)

// checkShell reports the first command in the text of a file if the shell is disallowed or not among the allowed tools.
func checkShell(pass *analysis.Pass, tools *schema.Tools, fields *analysis.Value, allowed, disallowed []toolEntry) {
	d := pass.Document
	if len(tools.Shell) == 0 || d.Body == nil {
		return
	}
	why, where, severity := withoutShell(d, tools, fields, allowed, disallowed)
	if where == nil {
		return
	}
	first, inline := firstCommand(d)
	command, effect := "command in a code block", "the model cannot run it"
	if inline {
		command, effect = "command "+quote.Text(d.Text(first)), d.Dialect.Title+" does not run it"
	}
	if severity == analysis.Info && !slices.ContainsFunc(allowed, runsElsewhere) {
		if told := toldCommands(d); len(told) >= minTold {
			severity, first, command = analysis.Warning, told[0], "command "+quote.Text(d.Text(told[0]))
		}
	}
	if first.Len() == 0 {
		return
	}
	shell := quote.Text(tools.Shell[0])
	pass.Report(analysis.Diagnostic{Range: first, Severity: severity, Message: command + " requires tool " + shell + ", which is " + why,
		Effect: effect, Help: "allow the tool, or remove the command",
		Related: []analysis.Related{{Location: d.At(*where), Message: "tool " + shell + " is " + why}}})
}

// withoutShell returns the reason why there is no shell, and the range of the field that causes it; nil if a shell is
// available.
func withoutShell(d *analysis.Document, tools *schema.Tools, fields *analysis.Value, allowed, disallowed []toolEntry) (string, *analysis.Range, analysis.Severity) {
	for i, t := range disallowed {
		if slices.Contains(tools.Shell, t.text) && !slices.ContainsFunc(allowed, func(g toolEntry) bool {
			return g.name != t.name && slices.Contains(tools.Shell, g.name)
		}) {
			return "disallowed", &disallowed[i].place, analysis.Warning
		}
	}
	for _, f := range d.Dialect.Tools.Fields {
		value := fields.Get(f.Field)
		if f.Role != "limits" || f.Kind != d.Kind.String() || value == nil || value.Kind == analysis.Null || value.Range.Len() == 0 {
			continue
		}
		if len(allowed) > 0 && !slices.ContainsFunc(allowed, func(g toolEntry) bool { return g.text == "*" || slices.Contains(tools.Shell, g.name) }) {
			return "not in the list of tools", &value.Range, analysis.Info
		}
	}
	return "", nil, analysis.Off
}

// firstCommand returns the first code block of shell commands, or the first !`command` if the client runs these, or an
// empty range.
func firstCommand(d *analysis.Document) (where analysis.Range, inline bool) {
	inlines := d.Rules() != nil && (d.Rules().Commands == "run" || d.Rules().Commands == "anywhere")
	for _, f := range d.Fences {
		if isShell(f.Info) || inlines && f.Info == "!" {
			where = f.Open
			break
		}
	}
	if inlines {
		if r := inlineCommand(d); r.Len() > 0 && (where.Len() == 0 || r.Start < where.Start) {
			return r, true
		}
	}
	return where, false
}

// isShell reports whether the info string of a code block indicates shell commands.
func isShell(info string) bool {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	switch strings.Trim(language, "{}.") {
	case "bash", "sh", "shell", "zsh", "fish", "powershell", "pwsh", "ps1":
		return true
	}
	return false
}

// inlineCommand returns the first !`command` of the body that a client runs, including those in code.
func inlineCommand(d *analysis.Document) analysis.Range {
	for _, c := range placeholder.ScanCommands(d.Source) {
		if c.Runs && c.Range.Start >= d.BodyStart() {
			return c.Range
		}
	}
	return analysis.Range{}
}

// minTold is the number of commands from which a text certainly tells the agent to run them.
const minTold = 2

// shellPrograms are programs whose work no other tool does.
var shellPrograms = []string{"bundle", "bun", "cargo", "composer", "curl", "deno", "docker", "dotnet", "gh", "git", "glab", "gradle", "kubectl",
	"mkdir", "mvn", "node", "npm", "npx", "pip", "pnpm", "poetry", "pytest", "python", "python3", "ruff", "terraform", "tsc", "uv", "yarn"}

// toldCommands returns the commands that a text tells the agent to run.
func toldCommands(d *analysis.Document) (told []analysis.Range) {
	roles := role.Of(d)
	for _, c := range invocation.Of(d) {
		start := c.Range.Start
		isProgram := c.File >= 0 || slices.Contains(shellPrograms, c.Program()) && len(c.Words) > 1
		isTold := c.Form == invocation.Block || c.Form == invocation.Span && c.Told && invocation.IsTold(d.Source[:start])
		if isTold && isProgram && roles.At(start).Role.IsOrder() && !roles.At(start).Negated && !roles.IsDiscouraged(start) {
			told = append(told, c.Range)
		}
	}
	return told
}

// runsElsewhere reports whether a tool may run commands: one of a server, or one that starts a subagent.
func runsElsewhere(t toolEntry) bool {
	return strings.HasPrefix(t.name, "mcp__") || t.name == "Agent" || t.name == "Task" || t.name == "Skill"
}
