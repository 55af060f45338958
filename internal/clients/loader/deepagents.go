package loader

// deepagents is LangChain's library. It only warns of names that violate the specification.
var deepagents = &Client{
	ID:      "deepagents",
	Title:   "Deep Agents",
	Program: "deepagents",
	Version: "1.14.1",
	Source:  "createSkillsMiddleware, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	Places:  []string{"the directories that the program names"},
	read: recipe{
		dropsBOM: true, frame: frameSpaced,
		name:        textRule{trims: true},
		description: textRule{trims: true, cut: 1024},
	}.read,
}
