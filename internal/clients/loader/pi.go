package loader

// pi only warns of names that violate the specification.
var pi = &Client{
	ID:      "pi",
	Title:   "Pi",
	Program: "@earendil-works/pi-coding-agent",
	Version: "1.6.0",
	Source:  "loadSkillsFromDir, run",
	Checked: "2026-11-28",
	Grade:   Measured,
	read: recipe{
		crToLF: true, dropsBOM: true, frame: frameOpen,
		name:        textRule{onlyStrings: true, directory: true},
		description: textRule{onlyStrings: true, spaceIsEmpty: true},
	}.read,
}
