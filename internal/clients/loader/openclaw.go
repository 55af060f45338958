package loader

// openclaw wants a name and a description, and documents nothing of headers that are no YAML.
var openclaw = &Agent{
	ID:      "openclaw",
	Title:   "OpenClaw",
	Version: "documentation of August 2026",
	Source:  "documentation: skills; its parser, read in a mirror",
	Checked: "2026-11-21",
	Grade:   Documented,
	read: func(f *file) outcome {
		return (needs{agent: "openclaw", absent: "openclaw has neither name nor description", newline: true}).wanted(f)
	},
}

// wanted is the outcome of an agent that wants name and description and no more.
func (n needs) wanted(f *file) outcome {
	if o, refused := n.refuse(f); refused {
		return o
	}
	if reasons := f.required(n.agent, "name", "description"); len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.plain()
}
