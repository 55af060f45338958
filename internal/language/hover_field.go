package language

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/fields"
	"github.com/skilllint/skilllint/schema"
)

// hoverField describes a field and how clients read it.
func (s *Snapshot) hoverField(d *Document, offset int) *Hover {
	fieldPath, at, ok := fieldAt(d, offset)
	if !ok || d.Dialect == nil {
		return nil
	}
	name := strings.ReplaceAll(strings.Join(fieldPath, "."), "."+fields.Item, fields.Item)
	title, text := "**"+escapeMarkdown(name)+"**", ""
	if schema := schemaOf(d.File); schema != nil {
		if field, ok := schema.Field(fieldPath...); ok {
			text = fieldText(field)
			title += " (" + escapeMarkdown(d.Dialect.Title) + ")"
		}
	}
	if text == "" && len(fieldPath) == 1 {
		title += ": unknown to " + escapeMarkdown(d.Dialect.Title)
	} else if text == "" {
		return nil
	}
	clients, cost := "", ""
	if len(fieldPath) == 1 {
		clients = s.describeClients(d, fieldPath[0], at)
		if fieldPath[0] == "name" {
			cost = s.describeCost(d)
		}
	}
	return &Hover{at, paragraphs(title, text, cost, clients)}
}

// fieldText describes a field with the texts of docs/dialects.md.
func fieldText(f fields.Field) string {
	status := map[string]string{fields.Required: "required", fields.Depends: "required in some cases", fields.Ignored: "ignored", fields.Refused: "not allowed"}[f.Status]
	facts := strings.TrimPrefix(strings.TrimSuffix(status+", "+f.Values, ", "), ", ")
	return paragraphs(f.Description, facts)
}

// fieldAt returns the path of the field at an offset and the range of its key or value. It reads YAML by lines, and JSON and TOML as
// values.
func fieldAt(d *Document, offset int) (fieldPath []string, at analysis.Range, ok bool) {
	if region, ok := yamlRegion(d, offset); ok {
		c := cursorIn(d.Source, region, offset)
		switch {
		case c.opaque:
			return nil, at, false
		case c.inKey && c.colon:
			return append(c.path, string(d.Source[c.key.Start:c.key.End])), c.key, true
		case !c.inKey && len(c.path) > 0 && c.word.Len() > 0 && c.word.Start <= offset && offset <= c.word.End:
			return c.path, c.word, true
		}
		return nil, at, false
	}
	if d.Body != nil || d.Data == nil {
		return nil, at, false
	}
	return fieldIn(d.Data, offset)
}

// fieldIn returns the path and range of the innermost field at an offset.
func fieldIn(v *analysis.Value, offset int) (fieldPath []string, at analysis.Range, ok bool) {
	for depth := 0; v != nil && depth < maxNesting; depth++ {
		var next *analysis.Value
		for i := range v.Members {
			m := &v.Members[i]
			if m.Merged || offset < m.KeyRange.Start || offset > max(m.KeyRange.End, m.Value.Range.End) {
				continue
			}
			fieldPath, next = append(fieldPath, m.Key), m.Value
			if offset <= m.KeyRange.End {
				return fieldPath, m.KeyRange, true
			}
			break
		}
		for _, item := range v.Items {
			if item.Range.Start <= offset && offset <= item.Range.End {
				fieldPath, next = append(fieldPath, fields.Item), item
				break
			}
		}
		if next == nil {
			break
		}
		v = next
	}
	scalar := v.Kind != analysis.Map && v.Kind != analysis.List
	return fieldPath, v.Range, len(fieldPath) > 0 && scalar && v.Range.Start <= offset && offset <= v.Range.End
}

// measuredClients returns the clients whose models are tested against the real programs.
func measuredClients() []*loader.Client {
	return slices.DeleteFunc(slices.Clone(loader.Clients()), func(a *loader.Client) bool { return a.Grade != loader.Measured })
}

// readings returns how the measured clients load a skill, or nil if its file is not named SKILL.md.
func readings(d *Document) []loader.Reading {
	if d.Kind != analysis.Skill || !strings.EqualFold(path.Base(d.Path), "SKILL.md") {
		return nil
	}
	var ids []string
	for _, a := range measuredClients() {
		ids = append(ids, a.ID)
	}
	return loader.Read(d.Document, ids)
}

// describeClients describes how each measured client reads a field of a skill.
func (s *Snapshot) describeClients(d *Document, field string, key analysis.Range) string {
	var same, lines []string
	clients := map[string][]string{} // by behavior
	extent := key
	if m := d.Data.Member(field); m != nil {
		extent = analysis.Range{Start: m.KeyRange.Start, End: max(m.KeyRange.End, m.Value.Range.End)}
	}
	all := readings(d)
	for _, r := range all {
		var reasons []string
		for _, reason := range r.Reasons {
			if extent.Contains(reason.Range) {
				reasons = append(reasons, reasonText(reason))
			}
		}
		switch {
		case len(reasons) > 0:
			what := strings.Join(reasons, "; ")
			if clients[what] == nil {
				lines = append(lines, what)
			}
			clients[what] = append(clients[what], escapeMarkdown(r.Client.Title))
		case r.Status == loader.Rejected:
			const what = "does not load the skill"
			if clients[what] == nil {
				lines = append(lines, what)
			}
			clients[what] = append(clients[what], escapeMarkdown(r.Client.Title))
		case field == "name" || field == "description" || slices.Contains(schema.ReadersOf("skill", field), r.Client.ID):
			same = append(same, escapeMarkdown(r.Client.Title))
		}
	}
	for i, what := range lines {
		lines[i] = "- " + strings.Join(clients[what], ", ") + ": " + what
	}
	if len(same) > 0 {
		lines = append([]string{"- Read as written by " + strings.Join(same, ", ")}, lines...)
	}
	if len(lines) == 0 {
		return ""
	}
	return "Measured clients:\n\n" + strings.Join(lines, "\n")
}

func reasonText(r loader.Reason) string {
	return escapeMarkdown(shorten(loader.Ground{Message: r.Message, Effect: r.Effect, Cause: r.Cause}.Describe()))
}

// describeLoading describes how the measured clients load a skill.
func (s *Snapshot) describeLoading(d *Document) string {
	byStatus := map[loader.Status][]string{}
	var lines []string
	for _, r := range readings(d) {
		byStatus[r.Status] = append(byStatus[r.Status], escapeMarkdown(r.Client.Title))
		if r.Status == loader.Rejected && len(r.Reasons) > 0 {
			lines = append(lines, "- "+escapeMarkdown(r.Client.Title)+": "+reasonText(r.Reasons[0]))
		}
	}
	var parts []string
	for _, status := range []struct {
		of   loader.Status
		text string
	}{{loader.Loads, "loaded by %s"}, {loader.Partial, "loaded in part by %s"}, {loader.Rejected, "not loaded by %s"}, {loader.Unknown, "unknown: %s"}} {
		if names := byStatus[status.of]; len(names) > 0 {
			parts = append(parts, fmt.Sprintf(status.text, strings.Join(names, ", ")))
		}
	}
	return paragraphs(capitalize(strings.Join(parts, "; ")), strings.Join(lines, "\n"))
}
