package loader

// cleo finds skills by its registry, whose entry leads to a folder; the header must say the rest.
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
	const nameless = "the orchestrator finds neither name nor description"
	o := needs{agent: "cleo", absent: nameless, broken: nameless + " (inferred)"}.wanted(f)
	if !o.loaded {
		return o
	}
	if r, other := f.otherName("the registry's path leads to a skill of another name"); other {
		o.reasons = append(o.reasons, r)
	}
	return o
}
