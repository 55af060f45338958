package loader

// cleo finds the directories of skills in its registry, and the rest in their frontmatter.
var cleo = &Agent{
	ID:      "cleo",
	Title:   "CLEO",
	Version: "protocol 1.0.0, January 2026",
	Source:  "the protocol and the project's registries",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readCleo,
}

func readCleo(f *file) outcome {
	o := needs{absent: true, broken: true}.wanted(f)
	if !o.loaded {
		return o
	}
	if r, other := f.otherName("finds a skill with another name at the path in its registry"); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}
