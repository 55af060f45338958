package house

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Complete sets the analyzer of a rule, and its kinds if none are configured. The default is all kinds that the rule can
// check, or skills for required subjects and files. where is the location of the definition, as "path:line".
func (r *Rule) Complete(id string, severity analysis.Severity, where string) {
	if r.Kinds == 0 {
		r.Kinds = r.Possible()
		if r.Require || r.File != nil {
			r.Kinds = analysis.Skill
		}
	}
	scope := analysis.PerDocument
	if r.File != nil {
		scope = analysis.PerWorkspace
	}
	r.Analyzer = &analysis.Analyzer{
		Name: Group + id, Doc: r.doc(), Severity: severity, Scope: scope, Kinds: r.Kinds,
		Source: analysis.Source{Kind: analysis.Opinion, Name: where},
		Run:    func(*analysis.Pass) error { return nil }, // the engines run it
	}
	r.Analyzer.Page, r.Analyzer.URL = r.page(), r.URL
}

// doc returns the message without a match.
func (r *Rule) doc() string { return r.Message.withoutMatch() }

// page returns the page of the rule.
func (r *Rule) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n", r.Name, capitalize(r.Doc))
	for _, t := range []*Template{r.Effect, r.Help} {
		if t != nil {
			fmt.Fprintf(&b, "\n%s.\n", capitalize(t.withoutMatch()))
		}
	}
	if r.Reason != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(r.Reason))
	}
	fmt.Fprintf(&b, "\n- Severity: %s\n- Checks: %s\n- %s\n- Fix: %s\n- Custom rule, defined in: %s\n",
		r.Severity, r.kindNames(), r.requirement(), r.fixes(), r.Source.Name)
	if r.URL != "" {
		fmt.Fprintf(&b, "- See: %s\n", r.URL)
	}
	return b.String()
}

func (r *Rule) kindNames() string {
	if r.Kinds == r.Possible() {
		return "every file"
	}
	return strings.Join(r.Kinds.Names(), ", ")
}

// requirement describes the forbidden or required subject.
func (r *Rule) requirement() string {
	word := "Forbids "
	if r.Require {
		word = "Requires "
	}
	switch {
	case r.Headings != nil:
		return word + "a heading " + r.headingList()
	case r.File != nil:
		return word + "a file " + code(r.FileName)
	case r.Field != nil:
		return word + "the field " + code(r.Field.String()) + r.Field.values()
	}
	return word + code(r.Pattern.String()) + " in " + strings.Join(r.In.names(), ", ") + r.ofLanguages()
}

func (r *Rule) ofLanguages() string {
	if r.Languages == nil {
		return ""
	}
	return " of " + strings.Join(r.Languages, ", ")
}

func (f *Field) values() string {
	switch {
	case f.Matches != nil:
		return ", a value that matches " + code(f.Matches.String())
	case f.OneOf != nil:
		return ", one of " + quote.List(f.OneOf, "or")
	}
	return ""
}

func (r *Rule) fixes() string {
	switch {
	case r.Replace == nil:
		return "none"
	case r.Safe:
		return "safe"
	}
	return "unsafe"
}

// names returns the names of a set of places.
func (p Place) names() []string {
	var names []string
	for i, n := range placeNames() {
		if p&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

// capitalize converts the first letter of a text to upper case.
func capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// code returns a text as a code span of Markdown.
func code(text string) string {
	marks := "`"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return marks + text + marks
}
