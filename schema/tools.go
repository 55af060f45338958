package schema

// Tools are the tools of an agent, and how the fields of its files name them.
type Tools struct {
	Of      string            `json:"of,omitempty"`      // the dialect whose names and grammar hold, where they are another one's
	Checked string            `json:"checked,omitempty"` // YYYY-MM-DD: when the names were read
	Grammar string            `json:"grammar,omitempty"` // see the constants
	Names   []string          `json:"names,omitempty"`   // of the tools that the agent has
	Older   map[string]string `json:"older,omitempty"`   // earlier names, and what took their place; empty: nothing did
	Others  map[string]string `json:"others,omitempty"`  // what other agents call a tool, and its name here
	Shell   []string          `json:"shell,omitempty"`   // those that run commands
	Fields  []ToolField       `json:"fields"`
}

// The grammars of tools.
const (
	ToolRules = "rules"  // Name, Name(pattern), mcp__server__tool; names are exact, and those of no tool are found
	ToolWords = "words"  // a name of any form, as other parts of a user's setup may have tools
	ToolEnum  = "schema" // the schema of the file knows the names and finds others; Names only help to tell what was meant
	ToolForm  = "form"   // unknown names are ignored by design: only what is no name at all is found
)

// A ToolField is a field that names tools: in a list, in a text with commas or blanks between them,
// or as the keys of a mapping.
type ToolField struct {
	Kind   string `json:"kind"`             // of the file
	Field  string `json:"field"`            // its key
	Role   string `json:"role"`             // "grants": they need no confirmation; "limits": there are no others; "needs"; "takes": they are taken away; "switches": a mapping of tool to whether it is there
	Effect string `json:"effect,omitempty"` // completes "…, so ": what becomes of a name that is no tool
	None   string `json:"none,omitempty"`   // the same where no entry is a tool and the loader gives up; empty: it does not
}

// ToolNames returns the tools whose names and grammar a dialect's fields use, or nil.
func (d *Dialect) ToolNames() *Tools {
	if d.Tools == nil || d.Tools.Of == "" {
		return d.Tools
	}
	return Lookup(d.Tools.Of).Tools
}
