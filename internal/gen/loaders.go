package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// A behaviour is an odd file, and what is odd about it.
type behaviour struct {
	Says   string `json:"says"`             // Markdown
	Header string `json:"header,omitempty"` // between two lines that are ---, with a body below
	File   string `json:"file,omitempty"`   // the whole file; "«x×3»" is three x
	Latin1 bool   `json:"latin1,omitempty"` // each character is one byte
	Home   string `json:"home,omitempty"`   // the dialect it is written in; default: the specification's
	Show   string `json:"show,omitempty"`   // "name" or "description": what the agent makes of it is shown
}

// A chapter is a group of behaviours.
type chapter struct {
	Title string      `json:"title"`
	Rows  []behaviour `json:"rows"`
}

// loadersPage returns docs/loaders.md: what each model says of each odd file, so that the page
// says nothing that the program does not.
func loadersPage(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "internal", "gen", "loaders.json"))
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var chapters []chapter
	if err := decoder.Decode(&chapters); err != nil {
		return nil, fmt.Errorf("loaders.json: %w", err)
	}
	var b strings.Builder
	b.WriteString("<!-- Written by go generate ./rules from internal/gen/loaders.json and internal/clients/loader; edit those. -->\n\n")
	b.WriteString(loadersIntroduction)
	listAgents(&b)
	b.WriteString(loadersLegend)
	for _, part := range []struct {
		title, about string
		grade        loader.Grade
	}{
		{"Measured", "These programs were run on files like these, and their answers are part of the tests.", loader.Measured},
		{"Documented", "These were not run: their programs are closed, or a design was never built. The columns say what the documentation says, and `?` where it is silent. The files of duyetbot have `type` and `triggers` besides, without which it takes none.", loader.Documented},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.title, part.about)
		agents := slices.DeleteFunc(slices.Clone(loader.Agents()), func(a *loader.Agent) bool { return a.Grade != part.grade })
		for _, c := range chapters {
			if err := c.table(&b, agents); err != nil {
				return nil, err
			}
		}
	}
	return []byte(b.String()), nil
}

const loadersIntroduction = `# What each agent makes of a SKILL.md

A skill is right or wrong only for the program that loads it, and these programs differ. The tables show what each of
them does with a file that has one thing odd about it. Every cell is the answer of the model that ` + "`skilllint compat`" + `
and ` + "`--target`" + ` use; the file lies at ` + "`skills/probe/SKILL.md`" + `, alone.

## The agents

`

const loadersLegend = `
How to read a cell:

- ✓ the skill loads as it was written.
- ◐ it loads, but something that was written is lost or changed: which follows.
- ✗ the agent does not have the skill: why follows.
- ? nobody knows: it was neither measured nor documented.

Where the row is about a name or a description, the cell shows what the agent takes for it; ` + "`compat`" + ` shows both for
every file, with the line that is to blame.
`

func listAgents(b *strings.Builder) {
	b.WriteString("| id | agent | program | version | what was run or read | checked | grade |\n|---|---|---|---|---|---|---|\n")
	for _, a := range loader.Agents() {
		program := "–"
		if a.Program != "" {
			program = "`" + a.Program + "`"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", a.ID, cell(a.Title), program, cell(a.Version), cell(a.Source), a.Checked, a.Grade)
	}
}

func (c chapter) table(b *strings.Builder, agents []*loader.Agent) error {
	fmt.Fprintf(b, "\n### %s\n\n| what is odd |", c.Title)
	for _, a := range agents {
		fmt.Fprintf(b, " %s |", a.ID)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(agents)) + "\n")
	for _, row := range c.Rows {
		fmt.Fprintf(b, "| %s |", cell(row.Says))
		for _, a := range agents {
			d, err := row.document(demanded[a.ID])
			if err != nil {
				return fmt.Errorf("loaders.json: %q: %w", row.Says, err)
			}
			fmt.Fprintf(b, " %s |", cell(row.verdict(a.Read(d))))
		}
		b.WriteString("\n")
	}
	return nil
}

// demanded are fields without which an agent takes no skill. They stand in each of its files, above
// the first field.
var demanded = map[string]string{"duyetbot": "type: mode\ntriggers: [start]\n"}

var firstField = regexp.MustCompile(`(?m)^[a-z]+:`)

var repeated = regexp.MustCompile(`«(.+?)×(\d+)»`)

// document returns the odd file as it is loaded, with further fields in its header.
func (r behaviour) document(fields string) (*analysis.Document, error) {
	if (r.Header == "") == (r.File == "") {
		return nil, errors.New("it wants a header, or a file, and not both")
	}
	text := r.File
	if r.Header != "" {
		text = "---\n" + r.Header + "\n---\n\nBody.\n"
	}
	if at := firstField.FindStringIndex(text); at != nil {
		text = text[:at[0]] + fields + text[at[0]:]
	}
	text = repeated.ReplaceAllStringFunc(text, func(mark string) string {
		m := repeated.FindStringSubmatch(mark)
		n, _ := strconv.Atoi(m[2])
		return strings.Repeat(m[1], n)
	})
	source := []byte(text)
	if r.Latin1 {
		source = nil
		for _, c := range text {
			if c > 0xFF {
				return nil, fmt.Errorf("%q is not of Latin-1", c)
			}
			source = append(source, byte(c))
		}
	}
	home := schema.Lookup("agentskills")
	if r.Home != "" {
		if home = schema.Lookup(r.Home); home == nil {
			return nil, fmt.Errorf("no dialect is called %s", r.Home)
		}
	}
	const path = "skills/probe/SKILL.md"
	return load.Document(&analysis.File{Path: path, Rel: path, Kind: analysis.Skill, Dialect: home}, source, false), nil
}

// verdict returns what stands in a cell.
func (r behaviour) verdict(reading loader.Reading) string {
	var words []string
	for _, reason := range reading.Reasons {
		if word := strings.ReplaceAll(reason.Cause, "-", " "); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	because := strings.Join(words, ", ")
	switch reading.Status {
	case loader.Unknown:
		return "?"
	case loader.Rejected:
		return "✗ " + because
	}
	shown := ""
	switch r.Show {
	case "name":
		shown = " " + code(reading.Name)
	case "description":
		shown = " " + code(reading.Description)
	}
	if reading.Status == loader.Partial {
		return "◐ " + because + strings.TrimSuffix(":"+shown, ":")
	}
	return "✓" + shown
}

// code returns text as a code span; control characters and ends of lines are escaped.
func code(text string) string {
	if text == "" {
		return "(empty)"
	}
	quoted := strconv.Quote(text)
	quoted = strings.ReplaceAll(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`), `\\`, `\`)
	fence := "`"
	for strings.Contains(quoted, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + quoted + " " + fence
	}
	return fence + quoted + fence
}
