package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A page is what is known of a rule.
type page struct {
	rule     *analysis.Analyzer
	declared declaration
	fixes    string // "safe", "unsafe", both, or "none"
	example  string // Markdown; empty: none
}

// markdown returns the page as docs/rules/<group>/<rule>.md.
func (p page) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Written by go generate ./rules from %s; edit that. -->\n\n", p.declared.file)
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", p.rule.Name, sentence(p.rule.Doc))
	for _, row := range p.rows() {
		fmt.Fprintf(&b, "- %s: %s\n", row[0], row[1])
	}
	fmt.Fprintf(&b, "\n%s\n", p.declared.prose(p.rule.Name))
	b.WriteString(options(p.rule))
	if p.example != "" {
		b.WriteString("\n## Example\n\n" + p.example)
	}
	return b.String()
}

func (p page) rows() [][2]string {
	r := p.rule
	kinds := "all files"
	if r.Kinds != 0 {
		kinds = strings.Join(r.Kinds.Names(), ", ")
	}
	rows := [][2]string{
		{"Severity", severity(r)},
		{"Looks at", kinds + "; " + sight(r)},
		{"Fix", p.fixes},
		{"Rests on", fmt.Sprintf("%s: %s; checked %s", r.Source.Kind, r.Source.Name, r.Source.Checked)},
	}
	if len(r.Formerly) > 0 {
		rows = append(rows, [2]string{"Formerly", strings.Join(r.Formerly, ", ")})
	}
	return rows
}

func severity(r *analysis.Analyzer) string {
	if r.Severity == analysis.Off {
		return "off, unless the configuration turns it on"
	}
	if r.Strict > r.Severity {
		return fmt.Sprintf("%s; %s in the strict profile of manifests", r.Severity, r.Strict)
	}
	return r.Severity.String()
}

func sight(r *analysis.Analyzer) string {
	switch {
	case r.Scope == analysis.PerLine:
		return "one line at a time"
	case r.Lines != nil:
		return "one file at a time, manifests line by line"
	case r.Scope == analysis.PerDocument:
		return "one file at a time"
	}
	return "the whole workspace"
}

// options returns the section on a rule's options, or "".
func options(r *analysis.Analyzer) string {
	if r.Options == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Options\n\n| key | type | default | meaning |\n|---|---|---|---|\n")
	defaults := reflect.ValueOf(r.Options).Elem()
	for i := range defaults.NumField() {
		fmt.Fprintf(&b, "| %s |\n", optionCells(defaults, i))
	}
	return b.String()
}

// optionCells returns the cells of a row about an option: its key, type, default and meaning.
func optionCells(defaults reflect.Value, i int) string {
	field := defaults.Type().Field(i)
	key, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
	return fmt.Sprintf("`%s` | %s | %s | %s", key, typeName(field.Type), defaultValue(defaults.Field(i)), cell(field.Tag.Get("doc")))
}

// typeName returns a Go type as someone who writes YAML knows it.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Slice:
		return "list of " + typeName(t.Elem())
	case reflect.Map:
		return "mapping of " + typeName(t.Elem())
	case reflect.Struct:
		return "mapping"
	case reflect.Pointer:
		return typeName(t.Elem())
	}
	return "number"
}

func defaultValue(v reflect.Value) string {
	if v.IsZero() && v.Kind() != reflect.Bool && !v.CanInt() {
		return "–"
	}
	return "`" + strings.Trim(fmt.Sprint(v.Interface()), "[]") + "`"
}

// cell returns text for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// sentence returns text with a capital letter.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
