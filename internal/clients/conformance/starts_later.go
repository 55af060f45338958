package conformance

// startLater are trees for clients that were added later. The first clients are not asked about them.
var startLater = []startRow{
	{"pi-names", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "a/AGENTS.MD", "a/CLAUDE.md", "a/b/CLAUDE.MD", "a/b/agents.md", "a/b/c/AGENTS.md/x", "a/b/c/CLAUDE.md", "a/b/c/CLAUDE.MD")
		t.Start = Project + "/a/b/c"
	})},
	{"pi-home", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.add(Home+"/.pi/agent/AGENTS.md", "\ufeffHome.\n")
		t.add(Home+"/.pi/agent/CLAUDE.md", "Not read.\n")
		t.add(Home+"/.pi/AGENTS.md", "Not read.\n")
		t.instruct(Project)
	})},
	{"pi-home-link", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.link(Home+"/.pi/agent/AGENTS.md", "../../../project/AGENTS.md")
		t.instruct(Project)
	})},
	{"pi-override-empty", laterClientsOnly(func(t *Tree) {
		t.instruct(Project)
		t.add(Project+"/AGENTS.override.md", "")
	})},
}

func laterClientsOnly(fill func(*Tree)) func(*Tree) {
	return func(t *Tree) {
		fill(t)
		t.exclude("codex", "opencode", "gemini", "copilot")
	}
}
