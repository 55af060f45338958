package catalog

import "github.com/skilllint/skilllint/internal/clients/loader"

// kilo lists skills as OpenCode does, from its own directories.
var kilo = &Client{
	ID:       "kilo",
	Versions: []string{"7.7"},
	Grade:    loader.Measured,
	Source:   "@kilocode/cli-linux-x64 7.7.9, its requests recorded; the code that it is made of, read",
	Checked:  "2026-11-28",
	Unit:     "tokens",
	Places:   ".claude/skills, .agents/skills, .kilocode/skills and .kilo/skills, from there up to the root of the repository",
	list:     listKilo,
}

// kiloBuiltin is the built-in skill.
var kiloBuiltin = Item{Name: "kilo-config", State: Full, Shown: 439,
	Description: "Guide for Kilo configuration: config paths, kilo.json fields, commands, agents, skills, permissions, MCPs, providers, TUI settings, plus Agent Manager " +
		"worktree setup/run scripts, workflows, and state. Use for Kilo config questions, locating loaded config, changing settings, or Agent Manager questions about " +
		"run/setup scripts, worktree setup/workflows, apply/merge/PR/conflicts, missing sessions/worktrees, and agent-manager.json recovery."}

func listKilo(from Source, r Request) (List, error) {
	m := newMerger("kilo")
	if r.Builtins {
		m.addBuiltin(kiloBuiltin)
	}
	return m.listLikeOpencode(from, opencodeRoots(from, r, []string{".kilocode", ".kilo"}, ".config/kilo"), "builtin"), nil
}
