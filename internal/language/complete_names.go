package language

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/fields"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// fieldName returns the name of the field at the cursor, such as "capabilities.dependencies".
func (at *yamlCursor) fieldName() string {
	keys := slices.DeleteFunc(slices.Clone(at.path), func(key string) bool { return key == fields.Item })
	return strings.Join(keys, ".")
}

// toolValues completes tools.
func (c *completer) toolValues(at *yamlCursor) {
	field, ok := toolField(c.f, at.fieldName())
	if !ok || field.Role == "switches" {
		return
	}
	tools := c.f.Dialect.ToolNames()
	word := at.part(c.d.Source, c.offset, ", \t")
	if bytes.ContainsAny(c.d.Source[word.Start:c.offset], "()") {
		return // the pattern of a tool
	}
	for _, name := range tools.Names {
		c.add(Item{Label: name, Kind: ToolItem, Detail: "tool of " + c.f.Dialect.Title, Range: word, Text: yamlText(name, at.quote)})
	}
	for _, name := range sortedKeys(tools.Older) {
		if to := tools.Older[name]; to != "" && slices.Contains(tools.Aliases, name) {
			c.add(Item{Label: name, Kind: ToolItem, Detail: "old name of " + to, Deprecated: true, Range: word, Rank: 1})
		}
	}
}

// toolField returns how a field of a file refers to tools.
func toolField(f *analysis.File, name string) (schema.ToolField, bool) {
	if f.Dialect == nil || f.Dialect.Tools == nil || f.Dialect.ToolNames() == nil {
		return schema.ToolField{}, false
	}
	for _, field := range f.Dialect.Tools.Fields {
		if field.Field == name && (field.Kind == f.Kind.String() || f.Plugin && field.Kind == "plugin-"+f.Kind.String()) {
			return field, true
		}
	}
	return schema.ToolField{}, false
}

// part returns the part of the word that contains an offset. Separators inside parentheses do not split it.
func (at *yamlCursor) part(text []byte, offset int, separators string) analysis.Range {
	r, depth := at.word, 0
	for i := at.word.Start; i < at.word.End; i++ {
		switch ch := text[i]; {
		case ch == '(':
			depth++
		case ch == ')':
			depth--
		case depth <= 0 && strings.IndexByte(separators, ch) >= 0 && i < offset:
			r.Start = i + 1
		case depth <= 0 && strings.IndexByte(separators, ch) >= 0:
			return analysis.Range{Start: r.Start, End: i}
		}
	}
	return r
}

// nameValues completes names of skills and subagents.
func (c *completer) nameValues(at *yamlCursor) {
	targets := targetsOf(c.f, at.fieldName())
	g, ok := workspaceFact(c.s.Facts, graph.Fact)
	if targets == "" || !ok {
		return
	}
	kind := SkillItem
	if targets == "agent" {
		kind = AgentItem
	}
	word := at.part(c.d.Source, c.offset, ", ")
	for _, name := range g.Names(c.f.Tree, targets) {
		node, ok := g.Resolve(c.f, name, &schema.Dependency{Targets: targets})
		if !ok || g.Nodes[node].File == c.f {
			continue
		}
		i := Item{Label: name, Kind: kind, Detail: targets, Range: word, Text: yamlText(name, at.quote)}
		if h := c.s.headers()[g.Nodes[node].File]; h != nil {
			i.Documentation = escapeMarkdown(h.Description.Value)
		}
		c.add(i)
	}
	if g := dependencyOf(c.f, at.fieldName()); g != nil {
		for _, name := range g.BuiltIn {
			c.add(Item{Label: name, Kind: kind, Detail: "built-in " + targets, Range: word, Text: yamlText(name, at.quote), Rank: 1})
		}
	}
}

// dependencyOf returns the dialect's specification of a field that refers to other files by name, or nil.
func dependencyOf(f *analysis.File, field string) *schema.Dependency {
	if f.Dialect == nil {
		return nil
	}
	for i := range f.Dialect.Dependencies {
		if d := &f.Dialect.Dependencies[i]; d.Field == field && d.Kind == f.Kind.String() {
			return d
		}
	}
	return nil
}

// targetsOf returns the kind of targets that a field names: "skill", "agent", or "" for neither.
func targetsOf(f *analysis.File, field string) string {
	if d := dependencyOf(f, field); d != nil {
		return d.Targets
	}
	if f.Kind == analysis.Skill && slices.Contains(graph.GeneralFields(), field) {
		return "skill"
	}
	switch field {
	case "related", "related_skills", "related-skills", "metadata.related", "metadata.related_skills", "metadata.related-skills":
		return "skill"
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sorting.By(keys, strings.Compare)
	return keys
}
