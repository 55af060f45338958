package budget

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// An Entry is what a skill list shows of one skill, with its cost in tokens by characters / 4.
type Entry struct {
	Name   string
	Tokens int
	At     analysis.Range // the description, else the name, else the start of the skill
	Length int            // characters of the description
	From   string         // what was counted: "name, description and path"
}

// Entries returns the skill-list entry of a SKILL.md, or those of a registry in the order of the file.
// Entries of a registry are the four fields that CLEO's orchestrator loads, as one JSON object. Others
// have name, description and path in the form of the progressive disclosure design.
func Entries(d *analysis.Document) []Entry {
	if d.Kind == analysis.Registry {
		return listedEntries(d)
	}
	if d.Source == nil || d.Header == nil {
		return nil
	}
	e := Entry{At: d.Header.Open, Name: text(d.Data.Get("name")), From: "name, description and path"}
	if v := d.Data.Get("name"); v != nil {
		e.At = v.Range
	}
	description := d.Data.Get("description")
	if description != nil && description.Range.Len() > 0 {
		e.At = description.Range
	}
	e.Length = utf8.RuneCountInString(text(description))
	e.Tokens = tokenizer.Chars4([]byte(Shown(e.Name, text(description), d.Rel)))
	return []Entry{e}
}

// Shown returns the entry of a skill in the form of the progressive disclosure design.
func Shown(name, description, path string) string {
	return "- **" + name + "**: " + description + "\n  → Read `" + path + "` for full instructions"
}

func text(v *analysis.Value) string {
	if v == nil || v.Kind == analysis.List || v.Kind == analysis.Map || v.Kind == analysis.Null {
		return ""
	}
	return v.Text
}

func listedEntries(d *analysis.Document) []Entry {
	skills := d.Data.Get("skills")
	if skills == nil || skills.Kind != analysis.List {
		return nil
	}
	var entries []Entry
	for _, item := range skills.Items {
		if item.Kind != analysis.Map {
			continue
		}
		e := Entry{At: item.Range, Name: text(item.Get("name")), From: "name, version, description and path"}
		characters := len(`{}`) - len(`,`)
		for _, field := range []string{"name", "version", "description", "path"} {
			v := item.Get(field)
			characters += len(`"":,`) + len(field) + inJSON(v)
			if v != nil && v.IsString() && (field == "name" || field == "description") {
				e.At = v.Range
			}
		}
		e.Length = utf8.RuneCountInString(text(item.Get("description")))
		e.Tokens = tokenizer.Chars4Of(characters)
		entries = append(entries, e)
	}
	return entries
}

// inJSON returns the length of a value in compact JSON. A list or mapping is invalid there and treated
// as missing.
func inJSON(v *analysis.Value) int {
	switch {
	case v == nil || v.Kind == analysis.List || v.Kind == analysis.Map || v.Kind == analysis.Null:
		return len("null")
	case !v.IsString():
		return utf8.RuneCountInString(v.Text)
	}
	n := len(`""`)
	for _, r := range v.Text {
		switch {
		case strings.ContainsRune("\"\\\n\r\t\b\f", r):
			n += 2
		case r < ' ' || r == 0x7f:
			n += len(`\u0000`)
		default:
			n++
		}
	}
	return n
}
