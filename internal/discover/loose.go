package discover

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// classifyLoose classifies a file in agents/ or commands/ that is in no client's directory: at the root of a repository, as
// those that are copied or linked to ~/.claude, or next to skills/. Programs of all kinds have such directories, so most
// files of the directory must have frontmatter that only Claude Code reads. As Claude Code does, it searches the directories below.
func (w *walker) classifyLoose(f *directory, name string) classification {
	top := looseTop(f)
	if top == nil || isGuide(name) || strings.HasPrefix(name, "_") {
		return classification{}
	}
	a := embeddedPlaces().plugin[top.name]
	if a.ext != ".md" || a.kind&(analysis.Agent|analysis.Command) == 0 || !w.hasClaudeFiles(f, a.kind) {
		return classification{}
	}
	_, real := f.path(name)
	if w.frontmatter(real) == nil {
		return classification{}
	}
	return classification{kind: a.kind, dialect: claudeCode, why: ".md file in " + top.name + "/ with frontmatter of Claude Code"}
}

// classifyOpenCode classifies a file in the agents and commands of a repository that is OpenCode's configuration directory,
// ~/.config/opencode. Other clients also have agents/ and commands/, so a file there needs a field that only OpenCode reads.
func (w *walker) classifyOpenCode(f *directory, name string) classification {
	top := f
	for top.parent != nil && top.parent.rel != "." {
		top = top.parent
	}
	if top.parent == nil || f.real == "" || f.area != nil || f.owner != nil || f.inExamples || f.inPlugin || f.inOtherPlugin || isGuide(name) {
		return classification{}
	}
	fields := map[string][]string{
		"agent": {"description", "mode", "model", "permission", "tools"}, "agents": {"mode"},
		"command": {"description", "agent", "model", "subtask"}, "commands": {"agent", "subtask"},
	}[top.name]
	if fields == nil || !w.isFile(top.parent, "opencode.json") && !w.isFile(top.parent, "opencode.jsonc") {
		return classification{}
	}
	_, real := f.path(name)
	keys := w.frontmatter(real)
	if !slices.ContainsFunc(fields, func(field string) bool { _, ok := keys[field]; return ok }) {
		return classification{}
	}
	kind := analysis.Agent
	if strings.HasPrefix(top.name, "command") {
		kind = analysis.Command
	}
	return classification{kind: kind, dialect: "opencode", why: ".md file in " + top.name + "/ next to opencode.json"}
}

// looseTop returns the directory agents/ or commands/ that contains a directory and that may be copied to ~/.claude, or nil.
func looseTop(f *directory) *directory {
	if f.real == "" || f.area != nil || f.geminiArea != nil || f.owner != nil || f.inExamples || f.inOtherPlugin || strings.Contains(f.rel, "archive") {
		return nil
	}
	top := f
	for top.parent != nil && top.name != "agents" && top.name != "commands" {
		top = top.parent
	}
	if top.rel == "." || top.parent == nil {
		return nil
	}
	if p := top.parent; p.rel != "." && (!p.skills || strings.HasPrefix(p.name, ".")) {
		return nil
	}
	return top
}

// hasClaudeFiles reports whether at least half of the Markdown files of a directory have frontmatter of Claude Code.
func (w *walker) hasClaudeFiles(f *directory, kind analysis.Kind) bool {
	if f.claude == notSearched {
		f.claude = notFound
		entries, _ := w.root.FS.ReadDir(f.real)
		files, own := 0, 0
		for _, e := range entries {
			if path.Ext(e.Name()) != ".md" || !e.Type().IsRegular() || isGuide(e.Name()) || strings.HasPrefix(e.Name(), "_") {
				continue
			}
			if files++; files > maxNeighbors {
				break
			}
			_, real := f.path(e.Name())
			if isClaudes(w.frontmatter(real), kind) {
				own++
			}
		}
		if own > 0 && own*2 >= files {
			f.claude = found
		}
	}
	return f.claude == found
}

// isClaudes reports whether frontmatter has fields or values of Claude Code's commands or subagents, and none of other clients.
func isClaudes(keys map[string]string, kind analysis.Kind) bool {
	for _, other := range []string{"mode", "temperature", "readonly", "is_background", "subtask", "kind", "handoffs", "infer"} {
		if _, ok := keys[other]; ok {
			return false
		}
	}
	_, tools := keys["allowed-tools"]
	_, hint := keys["argument-hint"]
	if kind == analysis.Command {
		return tools || hint
	}
	if keys["name"] == "" || keys["description"] == "" {
		return false
	}
	switch model := keys["model"]; {
	case model == "sonnet", model == "opus", model == "haiku":
		return true
	}
	for tool := range strings.FieldsFuncSeq(keys["tools"], func(r rune) bool { return strings.ContainsRune(" ,[]\"'", r) }) {
		switch tool {
		case "Read", "Write", "Edit", "MultiEdit", "Bash", "Grep", "Glob", "WebFetch", "WebSearch", "Task":
			return true
		}
	}
	return false
}

// classifySettings classifies settings.json of a plugin of Claude Code, and in the root of a repository that is copied or linked
// to ~/.claude.
func (w *walker) classifySettings(f *directory, name string) classification {
	found := classification{kind: analysis.Settings, dialect: claudeCode, unsure: true}
	switch {
	case name != "settings.json" || f.real == "" || f.inExamples || f.plugin && !f.market && f.rel == ".":
	case f.plugin && !f.market && !strings.HasPrefix(f.name, "."):
		found.why = name + " " + f.pluginWhy()
		return found
	case f.rel == "." && (f.parts || w.isFile(f, "CLAUDE.md")) && isClaudeSettings(w.readJSON(f, name)):
		found.why = name + " with keys of Claude Code in the root"
		return found
	}
	return classification{}
}

// isFile reports whether a directory contains a file.
func (w *walker) isFile(f *directory, name string) bool {
	_, real := f.path(name)
	info, err := w.root.FS.Lstat(real)
	return err == nil && info.Mode().IsRegular()
}

// isClaudeSettings reports whether settings have keys that only Claude Code reads.
func isClaudeSettings(v *analysis.Value) bool {
	for _, key := range []string{"enabledPlugins", "enableAllProjectMcpServers", "extraKnownMarketplaces", "includeCoAuthoredBy"} {
		if v.Get(key) != nil {
			return true
		}
	}
	for _, key := range []string{"allow", "ask", "defaultMode", "deny"} {
		if v.Lookup("permissions", key) != nil {
			return true
		}
	}
	id := v.Get("$schema")
	return id.IsString() && strings.Contains(id.Text, "claude-code-settings")
}

// frontmatter returns the unindented keys of the frontmatter of a file, each with the rest of its line and the items below it.
// It returns nil if there is none, or if the file cannot be read, which is reported when it is checked.
func (w *walker) frontmatter(real string) map[string]string {
	file, err := w.openText(real)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxHead))
	rest, opened := bytes.CutPrefix(analysis.EncodingOf(text).Decode(text), []byte("---"))
	if !opened {
		return nil
	}
	keys, last := map[string]string{}, ""
	for line := range bytes.Lines(rest) {
		line = bytes.TrimRight(line, " \t\r\n")
		if string(line) == "---" {
			break
		}
		if item, ok := strings.CutPrefix(strings.TrimLeft(string(line), " "), "- "); ok && last != "" {
			keys[last] += " " + item
			continue
		}
		if key, value, ok := bytes.Cut(line, []byte(":")); ok && len(key) > 0 && key[0] != ' ' && key[0] != '#' {
			last = string(key)
			keys[last] = strings.Trim(string(value), " \"'")
		}
	}
	return keys
}
