package loader

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// A Loss is what is lost of a skill in a client that loads it.
type Loss string

// The losses, in the order of reports.
const (
	LostField       Loss = "field"       // a field that the client ignores
	LostTool        Loss = "tool"        // a tool that does not exist there
	LostSyntax      Loss = "syntax"      // text that the client does not expand
	LostDescription Loss = "description" // a part of the description that the model does not see
	LostReference   Loss = "reference"   // a file that the agent cannot reach
)

// Losses returns all losses.
func Losses() []Loss {
	return []Loss{LostField, LostTool, LostSyntax, LostDescription, LostReference}
}

// Loss returns the loss of which a ground is the reason; "" for other reasons.
func (g Ground) Loss() Loss {
	switch g.Cause {
	case "unread-field":
		return LostField
	case unknownTool:
		return LostTool
	case Literal:
		return LostSyntax
	case "description-cut", "description-misread":
		return LostDescription
	case Unreachable:
		return LostReference
	}
	if g.Effect == ignoresFields || g.Effect == loadsBare {
		return LostField
	}
	return ""
}

// Causes of reasons that other packages add, and of tools.
const (
	Literal     = "literal-mark"
	Unreachable = "reference"
	Unsearched  = "place"
	unknownTool = "unknown-tool"
)

// maxTools limits the tools that are reported of a skill.
const maxTools = 5

// addTools adds a reason for each tool of another client that the client does not have: in allowed-tools, if the client reads that, and
// in the text. Only the tools of some clients are known.
func (r *Reading) addTools(f *file) {
	if !r.Client.KnowsTools() || f.dialectName() == r.Client.ID {
		return
	}
	tools := r.Client.tools()
	const effect = "has no tool of this name"
	for _, field := range tools.Fields {
		if m := f.field(field.Field); field.Kind == "skill" && field.Role == "grants" && m != nil {
			for word := range strings.FieldsFuncSeq(m.text, func(r rune) bool { return strings.ContainsRune(", \t\n[]\"'", r) }) {
				name, _, _ := strings.Cut(word, "(")
				if of := schema.ToolOf(name); of != "" && !tools.Has(name) {
					r.add(m.valueRange, unknownTool, "unknown tool "+quote.Text(name)+" in "+quote.Text(field.Field), effect)
				}
			}
		}
	}
	for _, t := range f.toolNames() {
		if name := f.doc.Text(t); !tools.Has(name) {
			r.add(t, unknownTool, "unknown tool "+quote.Text(name)+" in the text", effect)
		}
	}
}

// toolNames returns the first mentions of tools in the text: words such as AskUserQuestion, which only name a tool, in a code span or
// before the word "tool".
func (f *file) toolNames() []analysis.Range {
	if f.tools != nil {
		return f.tools
	}
	f.tools = []analysis.Range{}
	seen := map[string]bool{}
	for at := f.doc.BodyStart(); at < len(f.source) && len(f.tools) < maxTools; at++ {
		start := at
		for at < len(f.source) && (f.source[at]|0x20 >= 'a' && f.source[at]|0x20 <= 'z' || f.source[at] == '_') {
			at++
		}
		word := f.source[start:at]
		if len(word) < len("TodoRead") || bytes.IndexFunc(word[1:], isUpper) < 0 || seen[string(word)] || schema.ToolOf(string(word)) == "" {
			continue
		}
		quoted := start > 0 && f.source[start-1] == '`' && at < len(f.source) && f.source[at] == '`'
		if (quoted || bytes.HasPrefix(f.source[at:], []byte(" tool"))) && f.doc.FenceAt(start) == nil {
			seen[string(word)] = true
			f.tools = append(f.tools, analysis.Range{Start: start, End: at})
		}
	}
	return f.tools
}

func isUpper(r rune) bool { return r >= 'A' && r <= 'Z' }
