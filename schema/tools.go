package schema

import (
	"slices"
	"strings"
	"sync"
)

// Tools are the tools of a client, and the fields that refer to them.
type Tools struct {
	Of      string            `json:"of,omitempty"`      // the dialect that provides names and grammar, if another one
	Checked string            `json:"checked,omitempty"` // YYYY-MM-DD: when the names were checked
	Grammar string            `json:"grammar,omitempty"` // see the constants
	Names   []string          `json:"names,omitempty"`   // names of all tools
	Older   map[string]string `json:"older,omitempty"`   // earlier names with their replacements; empty: none
	Aliases []string          `json:"aliases,omitempty"` // those of the earlier names that still work
	Others  map[string]string `json:"others,omitempty"`  // names in other clients with the names here
	Shell   []string          `json:"shell,omitempty"`   // tools that run commands
	Fields  []ToolField       `json:"fields"`
}

// The grammars of tools.
const (
	ToolRules = "rules"  // Name, Name(pattern), mcp__server__tool; unknown names are reported
	ToolWords = "words"  // any name, because users can add tools
	ToolEnum  = "schema" // the schema of the file validates names; Names are for suggestions
	ToolForm  = "form"   // unknown names are ignored by design: only invalid ones are reported
)

// A ToolField is a field that contains tools: in a list, in a string separated by commas or spaces, or
// as the keys of a mapping.
type ToolField struct {
	Kind   string `json:"kind"`             // kind of the file
	Field  string `json:"field"`            // its key
	Role   string `json:"role"`             // "grants": no confirmation; "limits": no other tools; "needs"; "takes": unavailable; "switches": a mapping of tool to availability
	Effect string `json:"effect,omitempty"` // effect of an unknown tool
	None   string `json:"none,omitempty"`   // effect if all tools are unknown and the client fails; empty: it does not fail

	// Withheld are tools that the client removes from every file of the kind, with the field and value that prevent
	// this, such as "permissionMode=plan"; empty: none.
	Withheld map[string]string `json:"withheld,omitempty"`
}

// Has reports whether a name is that of a tool, or of one that another client calls so. Case and underscores do not matter.
func (t *Tools) Has(name string) bool {
	same := func(other string) bool { return plainTool(other) == plainTool(name) }
	for other := range t.Others {
		if same(other) {
			return true
		}
	}
	for other := range t.Older {
		if same(other) {
			return true
		}
	}
	return slices.ContainsFunc(t.Names, same)
}

func plainTool(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

var toolOwners = sync.OnceValue(func() map[string]string {
	owners := map[string]string{}
	for _, d := range All() {
		if d.Tools != nil {
			for _, name := range d.Tools.Names {
				owners[name] = d.Name
			}
		}
	}
	return owners
})

// ToolOf returns the name of a dialect whose client has a tool, or "".
func ToolOf(name string) string { return toolOwners()[name] }

// ToolNames returns the tools with the names and grammar for a dialect's fields, or nil.
func (d *Dialect) ToolNames() *Tools {
	if d.Tools == nil || d.Tools.Of == "" {
		return d.Tools
	}
	return Lookup(d.Tools.Of).Tools
}
