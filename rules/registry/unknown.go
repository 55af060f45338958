package registry

import (
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// An unknownKey is a key that the client does not read.
type unknownKey struct {
	object  *analysis.Value
	member  *analysis.Member
	meant   string   // the key that was probably intended, or ""
	missing *problem // the problem that the object lacks that key, or nil
	started bool     // it disables a server, which Claude Code starts
	entry   bool     // the object is an entry of the file's list, or inside an entry
}

// unknowns holds the unknown keys of a document, in the order of the search.
type unknowns []*unknownKey

// Limits of the search for unknown keys.
const (
	mostUnknown  = 1_000  // reported keys
	mostCompared = 20_000 // keys that are compared with the known ones
)

// unknownKeys returns the keys that the client does not read: at the top level, in the entries of the file's list, in their
// capabilities, and among the events of hooks. The schema covers objects that clients validate strictly; others are open.
func unknownKeys(d *analysis.Document) unknowns {
	dialect, kind := d.Dialect.Name, d.Kind.String()
	known := schema.Fields(dialect, kind)
	if len(known) == 0 || d.Kind&(analysis.Placeholders|analysis.Settings|analysis.Evals) != 0 {
		return nil
	}
	rules := d.Rules()
	s := &search{open: d.Kind&(analysis.Registry|analysis.MCP) != 0 || rules != nil && rules.Unknown == "open"}
	if d.Kind == analysis.MCP {
		s.servers(d, known)
		return s.found
	}
	if d.Kind == analysis.Hooks {
		hooks := d.Data.Get("hooks")
		if hooks != nil || d.Data.Get("modules") != nil { // otherwise the events may be at the top level
			s.object(d.Data, known, false)
		}
		if hooks != nil {
			s.object(hooks, schema.FieldsAt(dialect, kind, "$defs", "events"), false)
		}
		return s.found
	}
	if d.Extra != nil {
		known = slices.Concat(known, d.Extra.Fields())
	}
	s.object(d.Data, known, false)
	list := d.Data.Get(listOf(d.Kind))
	if list == nil {
		return s.found
	}
	inEntry := schema.FieldsAt(dialect, kind, "$defs", "entry")
	inCapabilities := schema.FieldsAt(dialect, kind, "$defs", "entry", "properties", "capabilities")
	for _, entry := range list.Items {
		s.object(entry, inEntry, true)
		if c := entry.Get("capabilities"); c != nil && len(inCapabilities) > 0 {
			s.object(c, inCapabilities, true)
		}
	}
	return s.found
}

// A search visits the objects of a document.
type search struct {
	open     bool // custom keys are allowed, so only keys similar to a known one are reported
	found    unknowns
	compared int
}

// servers searches the keys of MCP configuration for typos. Clients accept more keys than they document.
func (s *search) servers(d *analysis.Document, known []string) {
	s.object(d.Data, known, false)
	inServer := schema.FieldsAt(d.Dialect.Name, analysis.MCP.String(), "$defs", "server")
	for _, m := range d.Data.Members {
		if (m.Key == "mcpServers" || m.Key == "servers") && m.Value.Kind == analysis.Map {
			for _, server := range m.Value.Members {
				s.object(server.Value, inServer, false)
				if d.Dialect.Name == "claude-code" && len(s.found) < mostUnknown {
					if m := server.Value.Member("disabled"); m != nil && m.Value.Text == "true" {
						s.found = append(s.found, &unknownKey{object: server.Value, member: m, started: true})
					}
				}
			}
		}
	}
}

// object searches the keys of an object.
func (s *search) object(v *analysis.Value, known []string, entry bool) {
	var unknown []*analysis.Member
	have := make([]bool, len(known))
	for i := range v.Members {
		m := &v.Members[i]
		if n := slices.Index(known, m.Key); n >= 0 {
			have[n] = true
		} else if !m.Duplicate {
			unknown = append(unknown, m)
		}
	}
	if len(unknown) == 0 {
		return
	}
	var absent []string
	for n, field := range known {
		if !have[n] {
			absent = append(absent, field)
		}
	}
	for _, m := range unknown {
		if len(s.found) == mostUnknown || s.compared == mostCompared {
			return
		}
		s.compared++
		meant, _ := suggest.Best(m.Key, absent)
		if meant != "" || !s.open {
			s.found = append(s.found, &unknownKey{object: v, member: m, meant: meant, entry: entry})
		}
	}
}

// explain matches the missing keys of an object with similar unknown keys, and reports whether a missing key remains.
func (s unknowns) explain(f *problem) bool {
	if f.Missing == "" {
		return true
	}
	f.lacks = slices.DeleteFunc(f.lacks, func(field string) bool {
		for _, x := range s {
			if x.object == f.value && x.meant == field && x.missing == nil {
				x.missing = f
				return true
			}
		}
		return false
	})
	return len(f.lacks) > 0
}

// diagnostic returns the finding for a key.
func (s *unknownKey) diagnostic(d *analysis.Document) analysis.Diagnostic {
	out := analysis.Diagnostic{Range: s.member.KeyRange, Severity: analysis.Info,
		Message: "unknown key " + quote.Text(s.member.Key), Effect: d.Dialect.Title + " ignores it"}
	rules := d.Rules()
	switch {
	case rules != nil && rules.Unknown == "rejected":
		out.Effect = "the schema of " + d.Dialect.Title + " does not allow it"
	case d.Dialect.Kinds[analysis.Skill.String()] == nil: // the dialect is a specification of plugins
		out.Effect = "clients ignore it"
	}
	switch {
	case s.missing != nil:
		out.Severity = s.missing.severity()
		out.Message += " instead of " + quote.Text(s.meant)
		out.Effect = s.missing.Effect
	case s.started:
		out.Severity, out.Effect, out.Help = analysis.Warning, "Claude Code starts the server", "remove the server, or use \"disabledMcpjsonServers\" in settings"
	case s.meant != "":
		out.Severity = analysis.Warning
	default:
		if d.Pinned {
			out.Severity = analysis.Warning
		}
		out.Help = "remove it"
		switch {
		case rules != nil && rules.Home != "":
			out.Help = "remove it, or move it to " + quote.Text(rules.Home)
		case s.entry || d.Kind == analysis.Plugin && d.Dialect.Name == "claude-code":
			out.Help = `remove it, or move it to "metadata"`
		}
		if inEntry := schema.FieldsAt(d.Dialect.Name, analysis.Marketplace.String(), "$defs", "entry"); d.Kind == analysis.Plugin && slices.Contains(inEntry, s.member.Key) {
			out.Help = "move it to the plugin's entry in marketplace.json, or remove it"
		}
	}
	if s.meant != "" {
		out.SuggestedFixes = []analysis.SuggestedFix{{Title: "rename it to " + quote.Text(s.meant),
			Edits: []analysis.Edit{{Range: s.member.KeyRange, Text: strconv.Quote(s.meant)}}}}
	}
	return out
}
