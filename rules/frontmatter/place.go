package frontmatter

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// isIntent reports whether a skill belongs to TanStack Intent, whose names are paths below the directory "skills", such as
// "router/data-loading" (tanstack.com/intent, 2026-11-23).
func isIntent(d *analysis.Document, fields *analysis.Value) bool {
	name := fields.Get("name")
	if d.Kind != analysis.Skill || isNamed(d) || !name.IsString() || !strings.Contains(name.Text, "/") {
		return false
	}
	if !strings.HasSuffix("/"+path.Dir(d.Rel), "/skills/"+name.Text) {
		return false
	}
	has := func(key string) bool { return fields.Get(key).IsString() || fields.Lookup("metadata", key).IsString() }
	return has("type") && has("library")
}

// isGenerated reports whether a file is the output of a build: below "dist" or "build".
func isGenerated(rel string) bool {
	for dir := range strings.SplitSeq(path.Dir(rel), "/") {
		switch dir {
		case "dist", "build":
			return true
		case "skills":
			return false // a skill with this name
		}
	}
	return false
}

// isInternal reports whether a path indicates a prompt that a program or a test reads: below a directory with the word "internal",
// "prompts" or "fixtures", but not in a directory that clients search, or below the directory of OpenCode's plugins.
func isInternal(rel string) bool {
	dirs := strings.Split(path.Dir(rel), "/")
	internal := false
	for i, dir := range dirs[:len(dirs)-1] { // without the directory of the skill
		switch {
		case dir == ".opencode" && (dirs[i+1] == "plugin" || dirs[i+1] == "plugins") && !slices.Contains(dirs[i:], "skills"):
			return true // programs
		case dir == "skills" || strings.HasPrefix(dir, "."):
			return false
		}
		words := strings.FieldsFunc(strings.ToLower(dir), func(r rune) bool { return r == '-' || r == '_' })
		if slices.Contains(words, "fixtures") || dir == "testdata" {
			return true
		}
		internal = internal || slices.Contains(words, "internal") || slices.Contains(words, "prompts")
	}
	return internal
}

// isOnlyNamed reports whether only the suffix of a file indicates a subagent of VS Code, not its directory.
func isOnlyNamed(rel string) bool {
	return strings.HasSuffix(rel, ".agent.md") && !strings.Contains("/"+rel, "agents/")
}

// apart returns the group of files in a directory below that of subagents, which were probably not meant as subagents.
func apart(rel string) analysis.Group {
	dir := path.Dir(rel)
	if path.Base(dir) == "agents" {
		return analysis.Group{}
	}
	return analysis.Group{Key: dir, Message: analysis.Many + " files in " + quote.Text(dir) + " are loaded as subagents", Help: "move them out of the directory of subagents"}
}

// reduceSeverity makes a finding on missing frontmatter an info if most clients do not search for skills in the directory.
func reduceSeverity(d *analysis.Document, found analysis.Diagnostic) analysis.Diagnostic {
	switch {
	case d.Nested:
		found.Severity, found.Effect = analysis.Info, "clients that look for skills inside skills skip it"
		found.Group = analysis.Group{Key: "nested", Message: analysis.Many + " files inside skills have no frontmatter"}
	case d.Kind == analysis.Agent && isNoteApart(d.Rel):
		found.Severity, found.Help = analysis.Info, "move the file out of the directory of subagents"
	case d.Kind == analysis.Agent:
		if found.Group = apart(d.Rel); found.Group.Key == "" {
			dir := path.Dir(d.Rel)
			found.Group = analysis.Group{Key: dir + found.Message, Message: analysis.Many + " subagents in " + quote.Text(dir) + ": " + found.Message}
		}
	case d.Kind == analysis.Skill && isInternal(d.Rel):
		found.Severity, found.Effect = analysis.Info, "clients that find the file skip it"
		found.Group = analysis.Group{Key: "internal", Message: analysis.Many + " internal prompts have no frontmatter"}
	}
	return found
}
