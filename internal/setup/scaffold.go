package setup

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/schema"
)

//go:embed templates
var templates embed.FS

// A Template is a template for a kind of file in a dialect.
type Template struct {
	Dialect string
	Kind    string // analysis.Kind.String
	In      string // the directory in which the client looks for the file; "" if it varies
	file    string // path below In, with {name}
	form    form   // required spelling of names
}

// defaults are the preferred default dialects of kinds.
var defaults = []string{"claude-code", "agentskills"}

// all returns all templates. The first dialect of a kind is its default.
var all = sync.OnceValue(func() []Template {
	var all []Template
	for _, d := range schema.Discoveries() {
		for _, p := range d.Places {
			if p.New != "" {
				all = append(all, newTemplate(d.Dialect, &p))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Template) int {
		return slices.Index(defaults, b.Dialect) - slices.Index(defaults, a.Dialect)
	})
	return all
})

func newTemplate(dialect string, p *schema.Place) Template {
	before, _, _ := strings.Cut(p.New, "{name}")
	slash := strings.LastIndexByte(before, '/') + 1
	return Template{dialect, p.Kind, strings.TrimSuffix(before[:slash], "/"), p.New[slash:], forms[p.NewName]}
}

// Kinds returns the kinds with templates, sorted.
func Kinds() []string {
	var kinds []string
	for _, t := range all() {
		kinds = append(kinds, t.Kind)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Dialects returns the dialects with a template for a kind, the default first.
func Dialects(kind string) []string {
	var dialects []string
	for _, t := range all() {
		if t.Kind == kind {
			dialects = append(dialects, t.Dialect)
		}
	}
	return dialects
}

// Lookup returns the template of a kind in a dialect.
func Lookup(dialect, kind string) (Template, bool) {
	i := slices.IndexFunc(all(), func(t Template) bool { return t.Dialect == dialect && t.Kind == kind })
	if i < 0 {
		return Template{}, false
	}
	return all()[i], true
}

// A File is a file created from a template.
type File struct {
	Path string // below the directory in which it is created
	Text string
}

// CheckName returns an error for an invalid name.
func (t Template) CheckName(name string) error { return t.form.check(name) }

// File returns the file for a name. date is YYYY-MM-DD. It fails for an invalid name.
func (t Template) File(name, date string) (File, error) {
	if err := t.CheckName(name); err != nil {
		return File{}, err
	}
	words := strings.ReplaceAll(strings.ReplaceAll(name, "_", " "), "-", " ")
	id, topic, _ := strings.Cut(name, "-")
	switch t.form {
	case task:
		words = strings.ReplaceAll(topic, "-", " ")
	case prefixed:
		words = strings.TrimPrefix(words, "ct ")
	}
	title := strings.ToUpper(words[:1]) + words[1:]
	filled := strings.NewReplacer("name: {name}", "name: "+plain(name), "name: {Title}", "name: "+plain(title), "- {name}", "- "+plain(name),
		"{name}", name, "{words}", words, "{Title}", title, "{task}", id, "{date}", date)
	return File{Path: filled.Replace(t.file), Text: filled.Replace(t.source())}, nil
}

// source returns the text of a template: that of its dialect, or else the shared one.
func (t Template) source() string {
	for _, name := range []string{t.Dialect + "." + t.Kind, t.Kind} {
		if text, err := templates.ReadFile(path.Join("templates", name)); err == nil {
			return string(text)
		}
	}
	panic(fmt.Sprintf("setup: no template for %s of %s", t.Kind, t.Dialect))
}
