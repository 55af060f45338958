package invocation

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
)

// maxDepth is the maximum nesting of configurations.
const maxDepth = 16

// header adds the hooks in the frontmatter.
func (r *reader) header() { r.values(r.doc.Data.Get("hooks"), 0) }

// config adds the commands of hooks and servers in a JSON file.
func (r *reader) config() {
	d := r.doc
	switch d.Kind {
	case analysis.Hooks, analysis.MCP:
		r.values(d.Data, 0)
	default:
		for _, key := range []string{"hooks", "mcpServers", "lspServers", "statusLine"} {
			r.values(d.Data.Get(key), 0)
		}
	}
}

// values adds the commands at any level of a value.
func (r *reader) values(v *analysis.Value, deep int) {
	if v == nil || deep > maxDepth {
		return
	}
	for _, item := range v.Items {
		r.values(item, deep+1)
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case m.Key == "command" && m.Value.Kind == analysis.String:
			r.value(v, m.Value)
		case m.Key != "args" && m.Key != "env":
			if m.Value.Kind == analysis.List || m.Value.Kind == analysis.Map {
				if r.hooks = m.Key == "hooks" && m.Value.Kind == analysis.List; !r.hooks {
					r.event = m.Key
				}
			}
			r.values(m.Value, deep+1)
		}
	}
}

// value adds the commands of a string. The arguments in a list beside it belong to its last command.
func (r *reader) value(parent, v *analysis.Value) {
	if args := parent.Get("args"); args != nil && args.Kind == analysis.List {
		c := shell.Command{Range: v.Range, Words: []shell.Word{{Text: v.Text, Range: v.Range}}}
		for _, item := range args.Strings() {
			c.Words = append(c.Words, shell.Word{Text: item.Text, Range: item.Range, Gap: strings.Contains(item.Text, "${")})
			c.Range.End = max(c.Range.End, item.Range.End)
		}
		if dir := parent.Get("cwd"); dir.IsString() {
			c.Dir = dir.Text
		}
		r.add(Config, false, []shell.Command{c})
		return
	}
	commands := shell.CommandsIn(v.Text, shell.Variables{})
	start := r.doc.Source[v.Range.Start:v.Range.End]
	inner := strings.Index(string(start), v.Text) // -1 if it has escapes
	for i := range commands {
		commands[i].Relocate(func(at analysis.Range) analysis.Range {
			if inner < 0 {
				return v.Range
			}
			return analysis.Range{Start: v.Range.Start + inner + at.Start, End: v.Range.Start + inner + at.End}
		})
	}
	r.add(Config, false, commands)
}
