// Package registry parses registries of skills (manifest.json), plugins (plugin.json) and marketplaces
// (marketplace.json), with the location of each value, so that no rule parses them again. It also resolves
// the entries of registries: their dialect, budget and dependencies apply to a skill together with its own
// frontmatter.
package registry

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Registry is one registry file. Entries are in the order of the file, without those that have no name.
type Registry struct {
	Entries []Entry
	Count   int               // of all entries, including those without a name
	List    analysis.Location // the key "skills"
	Total   Text              // _meta.totalSkills verbatim, if it is an integer
	Matrix  []Text            // the skills in dispatch_matrix, in the order of the file
	Form    Form

	Protocols []Text // the keys of dispatch_matrix.by_protocol
	Keywords  []Text // the keys of dispatch_matrix.by_keyword
}

// A Form is how the last entry of a registry is formatted, so that another one can follow.
type Form struct {
	End                   int    // offset after the last entry; 0: there is none
	Before, Inside, After string // white space before an entry, after its opening and before its closing brace
}

// An Entry is one skill of a registry. Fields that are missing or have another type are zero, and
// registry/schema reports them.
type Entry struct {
	Name        Text
	Path        Text // verbatim, mostly relative to the repository root
	Version     Text // verbatim
	Description Text
	Model       Text
	Status      string // verbatim; empty: active
	Protocol    string
	References  []Text
	Inputs      []Text // capabilities.inputs
	Agents      []Text // capabilities.compatible_subagent_types
	TokenBudget Number // token_budget
	MaxContext  Number // constraints.max_context_tokens
	Tier        string // verbatim, if it is an integer

	// Labels, Types and Keywords decide which tasks are dispatched to the entry: those of dispatch_triggers if
	// that is an object, else tags and capabilities.dispatch_triggers.
	Labels, Types, Keywords []Text
	OwnLabels               bool // Labels are not the tags
	Empty                   Text // dispatch_triggers, if it is an empty list or object
}

// Active reports whether tasks are dispatched to an entry.
func (e *Entry) Active() bool { return e.Status == "" || e.Status == "active" }

// A Text is a string with its location, including quotes.
type Text struct {
	Value    string
	Location analysis.Location
}

// A Number is a positive integer with its place. Value is 0 if there is none.
type Number struct {
	Value int
	Range analysis.Range
}

// Fact is the registry of a valid document with a list of skills, unless it has another project's form.
var Fact = analysis.NewFact("registry", "entries of a skill registry",
	analysis.PerDocument, analysis.Registry, read).MarkShallow()

func read(pass *analysis.Pass) (Registry, error) {
	skills := pass.Document.Data.Get("skills")
	if skills == nil || skills.Kind != analysis.List || pass.File.Dialect == nil {
		return Registry{}, analysis.ErrNoFact
	}
	d := pass.Document
	r := Registry{Entries: make([]Entry, 0, len(skills.Items)), Count: len(skills.Items), List: d.At(d.Data.Member("skills").KeyRange), Form: form(d, skills)}
	for _, item := range skills.Items {
		if e := entry(d, item); e.Name.Value != "" {
			r.Entries = append(r.Entries, e)
		}
	}
	if total := d.Data.Lookup("_meta", "totalSkills"); total != nil && total.Kind == analysis.Number && strings.Trim(total.Text, "0123456789") == "" {
		r.Total = Text{strings.Clone(total.Text), d.At(total.Range)}
	}
	for _, by := range members(d.Data.Get("dispatch_matrix")) {
		if isRemark(by.Key) {
			continue
		}
		for _, m := range members(by.Value) {
			if !m.Value.IsString() || isRemark(m.Key) {
				continue
			}
			r.Matrix = append(r.Matrix, text(d, m.Value))
			switch key := (Text{d.Copy(m.Key), d.At(m.KeyRange)}); by.Key {
			case "by_protocol":
				r.Protocols = append(r.Protocols, key)
			case "by_keyword":
				r.Keywords = append(r.Keywords, key)
			}
		}
	}
	return r, nil
}

// isRemark reports whether a key contains a remark: "_comment", "$schema".
func isRemark(key string) bool {
	return strings.HasPrefix(key, "_") || strings.HasPrefix(key, "$")
}

func members(v *analysis.Value) []analysis.Member {
	if v == nil {
		return nil
	}
	return v.Members
}

func entry(d *analysis.Document, v *analysis.Value) Entry {
	e := Entry{
		Name:        text(d, v.Get("name")),
		Path:        text(d, v.Get("path")),
		Version:     text(d, v.Get("version")),
		Description: text(d, v.Get("description")),
		Model:       text(d, v.Get("model")),
		Status:      text(d, v.Get("status")).Value,
		Protocol:    text(d, v.Get("protocol")).Value,
		References:  texts(d, v.Get("references")),
		Inputs:      texts(d, v.Lookup("capabilities", "inputs")),
		Agents:      texts(d, v.Lookup("capabilities", "compatible_subagent_types")),
		TokenBudget: number(d, v.Get("token_budget")),
		MaxContext:  number(d, v.Lookup("constraints", "max_context_tokens")),
	}
	if tier := v.Get("tier"); tier != nil && tier.Kind == analysis.Number && strings.Trim(tier.Text, "0123456789") == "" {
		e.Tier = strings.Clone(tier.Text)
	}
	if own := v.Get("dispatch_triggers"); own != nil && own.Kind == analysis.Map {
		e.OwnLabels = true
		e.Labels, e.Types, e.Keywords = texts(d, own.Get("labels")), texts(d, own.Get("types")), texts(d, own.Get("keywords"))
	} else {
		e.Labels, e.Keywords = texts(d, v.Get("tags")), texts(d, v.Lookup("capabilities", "dispatch_triggers"))
	}
	for _, triggers := range []*analysis.Value{v.Get("dispatch_triggers"), v.Lookup("capabilities", "dispatch_triggers")} {
		if triggers != nil && (triggers.Kind == analysis.List || triggers.Kind == analysis.Map) && len(triggers.Items)+len(triggers.Members) == 0 {
			e.Empty = Text{"dispatch_triggers", d.At(triggers.Range)}
		}
	}
	return e
}

// opening returns the first byte of a value.
func opening(v *analysis.Value) analysis.Range {
	return analysis.Range{Start: v.Range.Start, End: min(v.Range.Start+1, v.Range.End)}
}

// form returns how the last entry of a list is formatted.
func form(d *analysis.Document, list *analysis.Value) Form {
	if len(list.Items) == 0 {
		return Form{}
	}
	last := list.Items[len(list.Items)-1]
	if last.Kind != analysis.Map || len(last.Members) == 0 {
		return Form{}
	}
	before := list.Range.Start + 1
	if n := len(list.Items); n > 1 {
		before = list.Items[n-2].Range.End
	}
	inner := last.Members[len(last.Members)-1].Value.Range.End
	return Form{
		End:    last.Range.End,
		Before: blank(d, before, last.Range.Start),
		Inside: blank(d, last.Range.Start+1, last.Members[0].KeyRange.Start),
		After:  blank(d, inner, last.Range.End-1),
	}
}

// blank returns the white space of a part of the file, of limited length.
func blank(d *analysis.Document, start, end int) string {
	white := strings.Trim(d.Text(analysis.Range{Start: start, End: max(start, end)}), ",")
	if len(white) > 100 || strings.TrimSpace(white) != "" {
		return " "
	}
	return white
}

func text(d *analysis.Document, v *analysis.Value) Text {
	if !v.IsString() {
		return Text{}
	}
	return Text{d.Copy(v.Text), d.At(v.Range)}
}

func texts(d *analysis.Document, v *analysis.Value) []Text {
	var out []Text
	for _, s := range v.Strings() {
		out = append(out, text(d, s))
	}
	return out
}

func number(d *analysis.Document, v *analysis.Value) Number {
	if v == nil || v.Kind != analysis.Number {
		return Number{}
	}
	n, err := strconv.Atoi(v.Text)
	if err != nil || n <= 0 {
		return Number{}
	}
	return Number{n, v.Range}
}
