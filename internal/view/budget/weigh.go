package budget

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A weight is the cost of one file.
type weight struct {
	Tokens      int
	Body        int    // of a skill, without frontmatter
	Estimates   [2]int // Tokens and Body, counted by characters / 4
	Text        textHash
	Name        string
	Title       string // display_name
	Description string
	Triggers    []string
	Sections    []weighedSection // the largest first
}

// A textHash identifies the text after a skill's frontmatter; zero means none.
type textHash [sha256.Size]byte

func hashText(d *analysis.Document) textHash {
	text := bytes.TrimSpace(d.Source[d.BodyStart():])
	if len(text) == 0 {
		return textHash{}
	}
	return sha256.Sum256(text)
}

// A weighedSection is a section of a skill with its cost.
type weighedSection struct {
	Heading string `json:"heading"`
	Line    int    `json:"line"`
	Tokens  int    `json:"tokens"`
}

const maxSections = 5 // number of sections that are shown

// weigh weighs a file. For a persona, only its part of the prompt is counted.
func (b *Budget) weigh(pass *analysis.Pass) (weight, error) {
	d := pass.Document
	if d.Source == nil {
		return weight{}, analysis.ErrNoFact
	}
	_, count := b.tokenizerOf(d.File)
	if d.Kind == analysis.Persona {
		return weight{Tokens: count([]byte(textOf(d, "system_prompt_additions")))}, nil
	}
	w := weight{Tokens: count(d.Source)}
	if d.Kind != analysis.Skill {
		return w, nil
	}
	w.Body, w.Text = count(d.Source[d.BodyStart():]), hashText(d)
	w.Estimates = [2]int{tokenizer.Chars4(d.Source), tokenizer.Chars4(d.Source[d.BodyStart():])}
	w.Name, w.Title, w.Description = textOf(d, "name"), textOf(d, "display_name"), textOf(d, "description")
	if triggers := d.Data.Get("triggers"); triggers != nil && triggers.Kind == analysis.List {
		for _, t := range triggers.Items {
			w.Triggers = append(w.Triggers, strings.Clone(t.Text))
		}
	}
	return w, nil
}

// parts weighs the sections of a skill and keeps the largest.
func (b *Budget) parts(pass *analysis.Pass) ([]weighedSection, error) {
	var parts []weighedSection
	_, count := b.tokenizerOf(pass.Document.File)
	for _, s := range markdown.TopSections(markdown.SectionFact.Of(pass)) {
		text := pass.Document.Source[s.Extent.Start:s.Extent.End]
		parts = append(parts, weighedSection{strings.Clone(s.Title), s.Line, count(text)})
	}
	sorting.By(parts, func(x, y weighedSection) int { return cmp.Compare(y.Tokens, x.Tokens) })
	return slices.Clone(parts[:min(maxSections, len(parts))]), nil
}

// textOf returns a copy of a frontmatter field.
func textOf(d *analysis.Document, field string) string {
	if v := d.Data.Get(field); v.IsString() {
		return strings.Clone(strings.TrimSpace(v.Text))
	}
	return ""
}

// listEntry returns the entry of a skill in the skill list: for a skill in a registry, level 0 of its entry; for a skill of a persona,
// a table row.
func (w *weight) listEntry(f *analysis.File, l registry.Listing, isListed bool) string {
	if isListed {
		e := l.Entry
		return levelZero(e.Name.Value, e.Version.Value, e.Description.Value, e.Path.Value)
	}
	if f.Dialect != nil && f.Dialect.Name == "triagent" {
		return "| " + cmp.Or(w.Name, strings.TrimSuffix(path.Base(f.Rel), ".md")) + " | " + w.Description + " | " + strings.Join(w.Triggers, ", ") + " |\n"
	}
	return budget.Shown(w.Name, w.Description, f.Rel)
}

// levelZero returns a JSON object with the four fields of a registry entry that CLEO's orchestrator always loads. Missing fields are
// null.
func levelZero(name, version, description, path string) string {
	var level0 struct {
		Name        *string `json:"name"`
		Version     *string `json:"version"`
		Description *string `json:"description"`
		Path        *string `json:"path"`
	}
	for _, f := range []struct {
		to    **string
		value string
	}{{&level0.Name, name}, {&level0.Version, version}, {&level0.Description, description}, {&level0.Path, path}} {
		if f.value != "" {
			*f.to = &f.value
		}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(level0); err != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}
