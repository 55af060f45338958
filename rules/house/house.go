// Package house runs custom rules of a configuration: forbidden or required text, headings, frontmatter
// fields and files.
//
// A configuration is decoded into [Rule] values. Each rule has a separate analyzer with the name house/<id>, so that
// severities, selection and reports treat it like any other rule. Three analyzers run all custom rules, see [Engines]:
// they receive the rules for a file as their options, and report under the name of the rule. Rules are data: patterns
// are RE2, nothing is executed, and the work for a file is bounded.
package house

import (
	"github.com/skilllint/skilllint/analysis"
)

// Group is the prefix of the names of custom rules.
const Group = "house/"

// Limits of custom rules.
const (
	MaxRules   = 100   // rules per configuration
	MaxPattern = 1_000 // characters of a pattern
	MaxMessage = 500   // characters of a message, effect or help
	MaxReason  = 4_000 // characters of a reason
)

// A Rule is a custom rule. It is read-only once it is in use.
type Rule struct {
	*analysis.Analyzer
	Message *Template
	Effect  *Template // may be nil
	Help    *Template // may be nil
	Require bool      // the subject is required, not forbidden
	Reason  string
	URL     string
	Kinds   analysis.Kind
	Files   []Glob // if empty, all files
	Except  []Glob

	// The subject: exactly one of Pattern, Field, Headings and File is set.
	Pattern   *Pattern
	In        Place    // where the pattern is searched
	Languages []string // languages of fenced code blocks, in lower case; if empty, all code
	Field     *Field
	Headings  []string // alternatives
	Level     int      // level of the headings; 0 for any
	File      Glob
	FileName  string // File verbatim

	Replace *Template // nil if there is no fix
	Safe    bool      // the configuration declares the fix safe
}

// matched returns the pattern whose matches are reported, or nil.
func (r *Rule) matched() *Pattern {
	if r.Field != nil {
		return r.Field.Matches
	}
	return r.Pattern
}

// A Glob matches relative paths with "/".
type Glob interface{ Match(path string) bool }

// A Place is a set of parts of files in which a pattern is searched.
type Place uint8

// The places.
const (
	Header   Place = 1 << iota // values of the frontmatter, or of a YAML or JSON file
	Prose                      // paragraphs, lists, block quotes, tables, headings
	Code                       // fenced, indented and inline code
	Headings                   // headings, which are also part of Prose
	Links                      // targets of links and images
	Path                       // the path of the file, relative to the configuration
)

// placeNames returns the names of places in a configuration, in the order of their bits.
func placeNames() []string { return []string{"header", "prose", "code", "headings", "links", "path"} }

// Places returns the names of all places.
func Places() []string { return placeNames() }

// ParsePlace returns the place with a name, or 0.
func ParsePlace(name string) Place {
	for i, n := range placeNames() {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// Everywhere is the default: everything that a model reads.
const Everywhere = Header | Prose | Code | Links

// inBody are the places that exist only in Markdown.
const inBody = Prose | Code | Headings | Links

// Possible returns the kinds of files that a rule can check.
func (r *Rule) Possible() analysis.Kind {
	all := analysis.Kind(analysis.Parsed)
	switch {
	case r.Headings != nil:
		return analysis.Markdown
	case r.Pattern != nil && r.In&^inBody == 0:
		return analysis.Markdown | analysis.BaseProtocol
	case r.Pattern != nil && r.In&Path == 0, r.Field != nil:
		return all &^ analysis.Manifest // read line by line
	}
	return all
}

// A Set holds the rules for some files, sorted by name.
type Set struct {
	Rules []*Rule
	Below func(rel string) string // converts a path below the root to the form that globs match
}

// rulesFor returns the rules for a file that satisfy a filter.
func (s *Set) rulesFor(f *analysis.File, keep func(*Rule) bool) []*Rule {
	if s == nil {
		return nil
	}
	var rules []*Rule
	for _, r := range s.Rules {
		if r.Kinds&f.Kind != 0 && keep(r) && r.includes(s.Below(f.Rel)) {
			rules = append(rules, r)
		}
	}
	return rules
}

func (r *Rule) includes(path string) bool {
	return (len(r.Files) == 0 || matches(r.Files, path)) && !matches(r.Except, path)
}

func matches(globs []Glob, path string) bool {
	for _, g := range globs {
		if g.Match(path) {
			return true
		}
	}
	return false
}

// setOf returns the rules of an engine, or nil.
func setOf(options any) *Set {
	s, _ := options.(*Set)
	return s
}
