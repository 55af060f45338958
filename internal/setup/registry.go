package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// An Entry is a skill in a registry.
type Entry struct {
	Name        string
	Version     string
	Description string
}

// EntryOf returns the entry of a skill from its SKILL.md, with defaults for missing fields.
func EntryOf(name string, skill io.Reader) (Entry, error) {
	e := Entry{Name: name, Version: "1.0.0"}
	file := &analysis.File{Kind: analysis.Skill, Path: "SKILL.md"}
	source, err := read(skill, file)
	if err != nil {
		return e, err
	}
	d := load.Document(file, source, false)
	if v := d.Data.Get("version"); v != nil && v.Text != "" {
		e.Version = v.Text
	}
	if v := d.Data.Get("description"); v.IsString() {
		e.Description = strings.Join(strings.Fields(v.Text), " ")
	}
	if runes := []rune(e.Description); len(runes) > maxDescription {
		e.Description = string(runes[:maxDescription])
	}
	return e, nil
}

func read(r io.Reader, file *analysis.File) ([]byte, error) {
	source, tooLarge, err := load.Read(r, file)
	if tooLarge {
		err = errors.New("file too large")
	}
	return source, err
}

const maxDescription = 500 // characters of a description in a registry

// Register adds an entry to a registry and updates its number of skills and its date. A nil registry creates a new one.
// It fails if the input is not a registry or has an entry with that name.
func Register(registry io.Reader, e Entry, date string) (string, error) {
	var source []byte
	if registry != nil {
		var err error
		if source, err = read(registry, &analysis.File{Kind: analysis.Registry}); err != nil {
			return "", err
		}
	}
	if len(strings.TrimSpace(string(source))) == 0 {
		return fmt.Sprintf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"_meta\": {\n    \"schemaVersion\": \"1.1.0\",\n    \"lastUpdated\": %q,\n    \"totalSkills\": 1\n  },\n  \"skills\": [\n    %s\n  ]\n}\n",
			date, e.json("    ")), nil
	}
	tree := jsontree.Parse(source, 0)
	if tree.Broken != nil {
		return "", fmt.Errorf("invalid JSON: %s", tree.Broken.Message)
	}
	skills := tree.Root.Get("skills")
	if skills == nil || skills.Kind != analysis.List {
		return "", fmt.Errorf("no list %s", quote.Text("skills"))
	}
	for _, item := range skills.Items {
		if name := item.Get("name"); name.IsString() && name.Text == e.Name {
			return "", fmt.Errorf("duplicate entry %s", quote.Text(e.Name))
		}
	}
	edits := []analysis.Edit{insertion(source, skills, e)}
	if total := tree.Root.Lookup("_meta", "totalSkills"); total != nil && total.Kind == analysis.Number {
		edits = append(edits, analysis.Edit{Range: total.Range, Text: strconv.Itoa(len(skills.Items) + 1)})
	}
	if updated := tree.Root.Lookup("_meta", "lastUpdated"); updated.IsString() {
		edits = append(edits, analysis.Edit{Range: updated.Range, Text: literal(date)})
	}
	text, err := fix.Apply(source, edits)
	return string(text), err
}

// insertion appends an entry with the indentation of the last one.
func insertion(source []byte, skills *analysis.Value, e Entry) analysis.Edit {
	n := len(skills.Items)
	if n == 0 {
		return analysis.Edit{Range: skills.Range, Text: "[\n    " + e.json("    ") + "\n  ]"}
	}
	last := skills.Items[n-1].Range
	line := string(source[strings.LastIndexByte(string(source[:last.Start]), '\n')+1 : last.Start])
	if strings.TrimLeft(line, " \t") != "" {
		line = "    "
	}
	return analysis.Edit{Range: analysis.Range{Start: last.End, End: last.End}, Text: ",\n" + line + e.json(line)}
}

// json returns the entry for a list with an indentation.
func (e Entry) json(indent string) string {
	lines := []string{"{",
		"  \"name\": " + literal(e.Name) + ",",
		"  \"version\": " + literal(e.Version) + ",",
		"  \"description\": " + literal(e.Description) + ",",
		"  \"path\": " + literal("skills/"+e.Name) + ",",
		"  \"status\": \"active\",",
		"  \"capabilities\": {",
		"    \"inputs\": [],",
		"    \"outputs\": [],",
		"    \"dependencies\": [],",
		"    \"dispatch_triggers\": [" + literal(strings.ReplaceAll(strings.TrimPrefix(e.Name, "ct-"), "-", " ")) + "]",
		"  }",
		"}"}
	return strings.Join(lines, "\n"+indent)
}

// literal returns a text as JSON.
func literal(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // cannot fail for a string
	return strings.TrimSuffix(b.String(), "\n")
}
