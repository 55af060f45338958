package load

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// jsonDocument parses a JSON file. With guess, the result is nil if its content shows that it is not for clients.
func jsonDocument(d *analysis.Document, f *analysis.File, guess bool) *analysis.Document {
	source := d.Source
	if f.Kind&(analysis.MCP|analysis.Settings) != 0 {
		source = jsontree.WithoutComments(source)
	}
	t := jsontree.Parse(source, 0)
	d.Data, d.Broken, d.ParseWarnings = t.Root, t.Broken, t.Warnings
	if guess && !classifyJSON(d, f) {
		return nil
	}
	return d
}

// agentPlugins is the start of the identifiers of the schemas of Agent Plugins.
const agentPlugins = "https://agent-plugins.org/schemas/"

// classifyJSON determines from its content whether a file is for clients, and its dialect.
func classifyJSON(d *analysis.Document, f *analysis.File) bool {
	switch id := d.Data.Get("$schema"); f.Kind {
	case analysis.Plugin, analysis.MCP:
		if id.IsString() && strings.HasPrefix(id.Text, agentPlugins) {
			f.Dialect = schema.Lookup("agent-plugins")
			return true
		}
		if f.Dialect == nil || f.Dialect.Name == "agent-plugins" {
			return false
		}
		return f.Kind == analysis.MCP || isPlugin(d.Data)
	case analysis.Evals:
		return isEvals(d)
	}
	registry := schema.IsRegistry(d.Source)
	switch {
	case strings.HasSuffix(f.Rel, "skills/manifest.json"):
		if !registry {
			f.Dialect = nil
			f.Why += "; no fields of CLEO, so only its JSON is checked"
		}
	case !registry || !listsSkills(d.Data):
		return false
	}
	return true
}

// isPlugin reports whether a plugin.json without a schema has the form of a plugin of a client: many programs have
// files of that name.
func isPlugin(v *analysis.Value) bool {
	if !v.Get("name").IsString() {
		return false
	}
	return slices.ContainsFunc([]string{"skills", "agents"}, func(field string) bool {
		paths := v.Get(field).Strings()
		return len(paths) > 0 && !slices.ContainsFunc(paths, func(p *analysis.Value) bool { return !strings.Contains(p.Text, "/") })
	})
}

// isEvals reports whether a file has the form of the evals of a skill, or of queries that should trigger it, or a similar one that
// programs reject. No program reads invalid JSON, or a text or number as evals.json.
func isEvals(d *analysis.Document) bool {
	v := d.Data
	switch {
	case d.Broken != nil:
		return d.Broken.Cause != jsontree.BOM && !jsontree.IsLimit(d.Broken.Cause) || v != nil
	case v == nil:
		return false
	case v.Kind == analysis.Map:
		return v.Get("evals") != nil && v.Get("skill_name") != nil || v.Get("query").IsString() && v.Get("should_trigger") != nil
	case v.Kind != analysis.List:
		return strings.HasSuffix(d.Rel, "/evals.json")
	}
	has := func(key string) bool {
		return slices.ContainsFunc(v.Items, func(item *analysis.Value) bool { return item.Get(key) != nil })
	}
	return has("should_trigger") && has("query") // other programs have questions or prompts
}

// listsSkills reports whether a manifest.json lists skills, unlike the one of a browser extension or web
// application.
func listsSkills(v *analysis.Value) bool {
	skills := v.Get("skills")
	if skills == nil || skills.Kind != analysis.List || len(skills.Items) == 0 {
		return false
	}
	for _, entry := range skills.Items {
		if entry.Get("name") == nil || entry.Get("path") == nil {
			return false
		}
	}
	return true
}
