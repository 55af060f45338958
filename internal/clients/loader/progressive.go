package loader

// progressive lists name, description and path of each skill, and defines nothing else.
var progressive = &Agent{
	ID:      "progressive",
	Title:   "Progressive disclosure",
	Version: "design of January 2026",
	Source:  "the design's description of its loader",
	Checked: "2026-11-21",
	Grade:   Documented,
	read: func(f *file) outcome {
		const unlisted = "the skill is not in the list that the model sees"
		return (needs{agent: "progressive", absent: unlisted, broken: unlisted}).wanted(f)
	},
}
