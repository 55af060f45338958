package loader

// pi reports names that the specification does not allow, but loads the skill.
var pi = &Agent{
	ID:      "pi",
	Title:   "Pi",
	Program: "@earendil-works/pi-coding-agent",
	Version: "1.5.2",
	Source:  "loadSkillsFromDir, run",
	Checked: "2026-11-23",
	Grade:   Measured,
	read: recipe{
		returns: true, mark: true, frame: frameOpen,
		name:        textRule{onlyStrings: true, directory: true},
		description: textRule{onlyStrings: true, notBlank: true},
	}.read,
}
