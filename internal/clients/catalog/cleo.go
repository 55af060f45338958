package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// cleo lists the registry's entries in their order, without reading the skills.
var cleo = &Client{
	ID:      "cleo",
	Grade:   loader.Documented,
	Source:  "CLEO's skill loading design, level 0; the exact text is an assumption",
	Checked: "2026-11-21",
	Unit:    "tokens",
	list:    listCleo,
}

// registries are the possible paths of the registry.
var registries = []string{"skills/manifest.json", "packages/skills/skills/manifest.json", "manifest.json"}

func listCleo(from Source, r Request) (List, error) {
	for _, at := range registries {
		at = path.Join(r.Start, at)
		if source, ok := from.Read(at); ok {
			return cleoList(at, source), nil
		}
	}
	return List{Notes: []string{"no registry found: skills/manifest.json"}}, nil
}

func cleoList(at string, source []byte) List {
	var list List
	list.Roots = []Root{{Path: path.Dir(at), Scope: "registry"}}
	var registry map[string]json.RawMessage
	var entries []json.RawMessage
	err := json.Unmarshal(bytes.TrimPrefix(source, []byte("\ufeff")), &registry)
	if err == nil && registry["skills"] != nil {
		err = json.Unmarshal(registry["skills"], &entries)
	}
	if err != nil {
		list.Notes = []string{fmt.Sprintf("cannot read %s: %v", at, err)}
		return list
	}
	var text strings.Builder
	for i, entry := range entries {
		fields := map[string]json.RawMessage{}
		if json.Unmarshal(entry, &fields) != nil {
			list.Notes = append(list.Notes, fmt.Sprintf("entry %d of the registry is not an object and is not listed", i+1))
			continue
		}
		for k, field := range []string{"name", "version", "description", "path"} {
			text.WriteString([...]string{`{"`, `,"`, `,"`, `,"`}[k] + field + `":`)
			text.WriteString(compactJSON(fields[field]))
		}
		text.WriteString("}\n")
		list.Items = append(list.Items, cleoItem(at, fields))
	}
	list.Text = text.String()
	list.Cost = tokenizer.Chars4([]byte(list.Text))
	return list
}

func cleoItem(at string, fields map[string]json.RawMessage) Item {
	text := func(field string) (text string) {
		_ = json.Unmarshal(fields[field], &text) // other types have no text
		return text
	}
	i := Item{Name: text("name"), Description: text("description"), State: Full}
	i.Shown = utf8.RuneCountInString(i.Description)
	start := analysis.Position{Line: 1, Column: 1}
	i.At = analysis.Location{Path: at, Start: start, End: start}
	if p := text("path"); p != "" && !path.IsAbs(p) {
		base := path.Dir(at)
		if path.Base(base) == "skills" {
			base = path.Dir(base)
		}
		i.Path = path.Join(base, p, "SKILL.md")
	}
	return i
}

// compactJSON formats a JSON value as jq -c does: without white space and without unnecessary escapes.
func compactJSON(value json.RawMessage) string {
	if len(value) == 0 {
		return "null"
	}
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return "null"
	}
	var out strings.Builder
	for rest := b.Bytes(); len(rest) > 0; {
		if rest[0] != '"' {
			out.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		end := 1
		for rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		var text string
		_ = json.Unmarshal(rest[:end+1], &text) // valid, as Compact succeeded
		out.WriteString(quoteJSON(text))
		rest = rest[end+1:]
	}
	return out.String()
}

// quoteJSON quotes a string as jq does.
func quoteJSON(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case strings.ContainsRune("\b\f\n\r\t", r):
			b.WriteByte('\\')
			b.WriteByte("bfnrt"[strings.IndexRune("\b\f\n\r\t", r)])
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
