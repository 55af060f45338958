package discover

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// installerFiles are files of installers, which rules/registry parses. Only the content of server.json shows whose it is.
var installerFiles = []string{"skills-lock.json", "apm.yml", "server.json"}

// contexts are files that clients, shells and containers read at start-up in any directory, except instructions and MCP servers.
var contexts = []string{"opencode.json", "opencode.jsonc", "QWEN.md", "CONVENTIONS.md", ".goosehints", ".envrc", ".devcontainer.json"}

// contextDirs are directories with instructions of clients, or with git hooks.
var contextDirs = map[string]string{".roo": ".md", ".kiro": ".md", ".junie": ".md", ".continue": ".md", ".husky": "", ".githooks": ""}

// settings are files that clients read at start-up, by directory.
var settings = map[string][]string{
	".codex":  {"config.toml", "hooks.json"},
	".cursor": {"hooks.json"},
	".vscode": {"settings.json", "tasks.json"},

	".devcontainer": {"devcontainer.json"},
}

// classifyRaw classifies files that are not parsed. Such files cause no notice if they are ignored.
func classifyRaw(f *directory, name string) classification {
	switch {
	case slices.Contains(installerFiles, name) && !f.inSkill:
		return classification{kind: analysis.Context, why: name, guess: name == "server.json", unsure: true}
	case name == "index.json" && f.parent != nil && f.parent.name == ".well-known" && (f.name == "skills" || f.name == "agent-skills"):
		return classification{kind: analysis.Context, why: ".well-known/" + f.name + "/" + name, unsure: true}
	case slices.Contains(contexts, name):
		return classification{kind: analysis.Context, why: name, unsure: true}
	case slices.Contains(settings[f.name], name):
		return classification{kind: analysis.Context, why: f.name + "/" + name, unsure: true}
	case isInContext(f, name):
		return classification{kind: analysis.Context, why: "file of " + contextDir(f), unsure: true}
	case f.inSkill:
		return classification{kind: analysis.Resource, why: "file below a directory with SKILL.md", unsure: true}
	}
	return classification{}
}

// contextDir returns the name of the directory in contextDirs that is or contains a directory, or "".
func contextDir(f *directory) string {
	for ; f != nil; f = f.parent {
		if _, ok := contextDirs[f.name]; ok {
			return f.name
		}
	}
	return ""
}

// isInContext reports whether a file in a directory of contextDirs is read or run.
func isInContext(f *directory, name string) bool {
	dir := contextDir(f)
	return dir != "" && path.Ext(name) == contextDirs[dir]
}
