package loader

// deepagents is the library of LangChain. Names that the specification does not allow are only reported.
var deepagents = &Agent{
	ID:      "deepagents",
	Title:   "Deep Agents",
	Program: "deepagents",
	Version: "1.14.1",
	Source:  "createSkillsMiddleware, run",
	Checked: "2026-11-23",
	Grade:   Measured,
	Places:  []string{"the directories that the program names"},
	read: recipe{
		mark: true, frame: frameSpaced,
		name:        textRule{trims: true},
		description: textRule{trims: true, cut: 1024},
	}.read,
}
