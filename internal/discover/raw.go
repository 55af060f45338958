package discover

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// contexts are files that clients read at start-up in any directory, other than instructions and MCP servers.
var contexts = []string{"opencode.json", "opencode.jsonc"}

// settings are such files, by directory.
var settings = map[string][]string{
	".codex":  {"config.toml", "hooks.json"},
	".cursor": {"hooks.json"},
	".vscode": {"settings.json"},
}

// raw returns the kind of files of which only the bytes are checked. Files of this kind that are ignored
// cause no notice.
func raw(f *folder, name string) verdict {
	switch {
	case slices.Contains(contexts, name):
		return verdict{kind: analysis.Context, why: name, unsure: true}
	case slices.Contains(settings[f.name], name):
		return verdict{kind: analysis.Context, why: f.name + "/" + name, unsure: true}
	case f.ofSkill:
		return verdict{kind: analysis.Resource, why: "file below a directory with SKILL.md", unsure: true}
	}
	return verdict{}
}
