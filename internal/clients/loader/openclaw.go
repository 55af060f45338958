package loader

// openclaw requires a name and a description; invalid YAML is undocumented.
var openclaw = &Agent{
	ID:      "openclaw",
	Title:   "OpenClaw",
	Version: "documentation of August 2026",
	Source:  "documentation: skills; its parser, read in a mirror",
	Checked: "2026-11-21",
	Grade:   Documented,
	read: func(f *file) outcome {
		return (needs{absent: true, newline: true}).wanted(f)
	},
}

// wanted is the outcome of a client that requires only name and description.
func (n needs) wanted(f *file) outcome {
	if o, refused := n.refuse(f); refused {
		return o
	}
	if reasons := f.required("name", "description"); len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.plain()
}
