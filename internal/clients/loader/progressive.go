package loader

// progressive lists the name, description and path of each skill.
var progressive = &Client{
	ID:      "progressive",
	Title:   "Progressive disclosure",
	Version: "design of January 2026",
	Source:  "the design's description of its loader",
	Checked: "2026-11-21",
	Grade:   Documented,
	read: func(f *file) outcome {
		return (requirements{absent: true, broken: true}).readMinimal(f)
	},
}
