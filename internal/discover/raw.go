package discover

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// contexts are files that clients read at start-up in any directory, except instructions and MCP servers.
var contexts = []string{"opencode.json", "opencode.jsonc"}

// settings are files that clients read at start-up, by directory.
var settings = map[string][]string{
	".codex":  {"config.toml", "hooks.json"},
	".cursor": {"hooks.json"},
	".vscode": {"settings.json"},
}

// classifyRaw classifies files that are not parsed. Such files cause no notice if they are ignored.
func classifyRaw(f *directory, name string) classification {
	switch {
	case slices.Contains(contexts, name):
		return classification{kind: analysis.Context, why: name, unsure: true}
	case slices.Contains(settings[f.name], name):
		return classification{kind: analysis.Context, why: f.name + "/" + name, unsure: true}
	case f.inSkill:
		return classification{kind: analysis.Resource, why: "file below a directory with SKILL.md", unsure: true}
	}
	return classification{}
}
