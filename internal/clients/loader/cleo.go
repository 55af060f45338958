package loader

// cleo finds the directories of skills in its registry, and the rest in their frontmatter. Its later packages find the
// directories themselves, and skip files whose frontmatter is not valid YAML or has no name or description.
var cleo = &Agent{
	ID:      "cleo",
	Title:   "CLEO",
	Version: "protocol 1.0.0, January 2026",
	Source:  "the protocol and the project's registries; kryptobaseddev/cleo, packages/caamp/src/core/skills/discovery.ts, for its later packages",
	Checked: "2026-11-23",
	Grade:   Documented,
	read:    readCleo,
}

func readCleo(f *file) outcome {
	o := needs{absent: true, broken: true}.wanted(f)
	if !o.loaded {
		return o
	}
	effect := "finds a skill with another name at the path in its registry"
	if f.doc.Dialect.IsLater() { // discovery.ts in packages/caamp, which reads name and description only
		effect = "lists the skill by this name, and its check of skills fails"
	}
	if r, other := f.otherName(effect); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}
