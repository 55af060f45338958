package portability

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/rules/frontmatter"
	"github.com/skilllint/skilllint/schema"
)

// ReservedName reports skills with a name that their client uses itself.
//
// Claude Code does not load a skill from a directory called "synced", or one called "anthropic-skills". A skill with the name of a
// built-in command, such as "mcp" or "help", replaces that command. Codex lists your skill next to its
// built-in skill of the same name, and OpenCode loses a skill called "__proto__".
//
// Choose another name.
//
// Not reported:
//   - skills of plugins, whose name includes that of the plugin
//   - skills inside another one, a SKILL.md in a directory that contains skills, and skills too deep for Claude Code
//   - skills that users cannot call, which only hide the command
//   - names of built-in skills that yours replace
var ReservedName = &analysis.Analyzer{
	Name:     "portability/reserved-name",
	Doc:      "reserved name",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-23",
		Name: "codex 0.169.0, opencode 1.18.33; Claude Code's documentation of October 2026 and its issues 44199 and 82397"},
	Run: reservedName,
}

func reservedName(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil || d.Plugin {
		return nil
	}
	for _, r := range d.Dialect.Reserved {
		name, at := calledBy(d, r.Of)
		if r.Of == "directory" && (d.Nested || isTooDeep(d.Rel) || frontmatter.DirName(d.File) == "") {
			continue // clients do not load a skill from this directory
		}
		if !isReserved(r, name) || r.Of == "directory" && r.Severity == "info" && isHidden(d) {
			continue
		}
		severity, _ := analysis.ParseSeverity(r.Severity)
		what, help := "reserved name ", "choose another name"
		if r.Of == "directory" {
			what, help = "reserved directory name ", "rename the directory"
		}
		pass.Report(analysis.Diagnostic{Range: at, Severity: severity, Message: what + quote.Text(name), Effect: r.Effect, Help: help})
		return nil
	}
	return nil
}

// calledBy returns the name with which a skill is called and its range, in the frontmatter or the first line.
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

// isTooDeep reports whether Claude Code does not find a skill in a directory of its own.
func isTooDeep(rel string) bool {
	_, below, ok := strings.Cut("/"+rel, "/.claude/skills/")
	return ok && strings.Count(below, "/") > 1
}

func isReserved(r schema.Reserved, name string) bool {
	if r.Fold {
		name = strings.ToLower(name)
	}
	return slices.Contains(r.Names, name)
}

// isHidden reports whether the frontmatter hides the skill from users.
func isHidden(d *analysis.Document) bool {
	v := d.Data.Get("user-invocable")
	return v != nil && slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(v.Text))
}
