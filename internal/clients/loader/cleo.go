package loader

// cleo reads the directories of skills from its registry, and name and description from their frontmatter. Its later
// packages search directories, and skip files whose frontmatter is invalid YAML or lacks name or description.
var cleo = &Client{
	ID:      "cleo",
	Title:   "CLEO",
	Version: "protocol 1.0.0, January 2026",
	Source:  "the protocol and the project's registries; kryptobaseddev/cleo, packages/caamp/src/core/skills/discovery.ts, for its later packages",
	Checked: "2026-11-23",
	Grade:   Documented,
	read:    readCleo,
}

func readCleo(f *file) outcome {
	o := requirements{absent: true, broken: true}.readMinimal(f)
	if !o.loaded {
		return o
	}
	effect := "finds a skill with another name at the path in its registry"
	if f.doc.Dialect.IsLater() { // discovery.ts in packages/caamp reads name and description only
		effect = "lists the skill by this name, and its check of skills fails"
	}
	if r, other := f.nameDifference(effect); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}
