package portability

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// ReservedName reports a skill whose name its agent keeps for itself, or has already.
//
// Claude Code does not load a skill from a folder called "synced"; a skill that is called as one of
// its own commands is what "/mcp" or "/help" then starts. codex lists a skill beside the one of that
// name that it brings along. opencode loses "__proto__".
//
// Choose another name.
//
// Left alone: skills of plugins, which are called by the plugin's name as well; skills that no user
// can call, where only the command would be hidden; and names that an agent's own skill yields to.
var ReservedName = &analysis.Analyzer{
	Name:     "portability/reserved-name",
	Doc:      "name that an agent keeps for itself or has already",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33; Claude Code's documentation of 2026-08-22 and its issues 44199 and 82397"},
	Run: reservedName,
}

func reservedName(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil || d.Plugin {
		return nil
	}
	for _, r := range d.Dialect.Reserved {
		name, at := calledBy(d, r.Of)
		if !holds(r, name) || r.Of == "directory" && r.Severity == "info" && cannotBeTyped(d) {
			continue
		}
		severity, _ := analysis.ParseSeverity(r.Severity)
		pass.Report(analysis.Diagnostic{Range: at, Severity: severity,
			Message: "reserved name " + quote.Text(name), Effect: r.Effect, Help: "choose another name"})
		return nil
	}
	return nil
}

// calledBy returns the name that an agent calls a skill by, and where it stands: in the header, or
// for a directory at the header's name, else at its first line.
func calledBy(d *analysis.Document, of string) (string, analysis.Range) {
	at := d.LineRange(1)
	name := d.Data.Get("name")
	if name.IsString() {
		at = name.Range
	}
	if of == "directory" {
		return path.Base(path.Dir(d.Rel)), at
	}
	if name.IsString() {
		return strings.TrimSpace(name.Text), at
	}
	return "", at
}

func holds(r schema.Reserved, name string) bool {
	if r.Fold {
		name = strings.ToLower(name)
	}
	return slices.Contains(r.Names, name)
}

// cannotBeTyped reports whether the header keeps the skill out of the menu.
func cannotBeTyped(d *analysis.Document) bool {
	v := d.Data.Get("user-invocable")
	return v != nil && slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(v.Text))
}
