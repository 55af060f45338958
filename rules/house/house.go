// Package house runs the rules that an organisation writes in its configuration: text that is
// forbidden or required, headings, header fields, files.
//
// A configuration is decoded into [Rule] values, each with an analyzer of its own under the name
// house/<id>, so that severities, selection and reports treat it like any other rule. Three
// analyzers do the work for all of them, see [Engines]: they get the rules that are in force for
// a file as their options, and report in the name of the rule. Rules are data: patterns are RE2,
// nothing is run, and what they may cost in a file is bounded.
package house

import (
	"github.com/skilllint/skilllint/analysis"
)

// Group is what comes before the id in the name of a house rule.
const Group = "house/"

// The limits of house rules.
const (
	MaxRules   = 100   // of one configuration
	MaxPattern = 1_000 // characters of a pattern
	MaxMessage = 500   // characters of a message
	MaxReason  = 4_000 // characters of a reason
)

// A Rule is one house rule. It is read-only once it is in use.
type Rule struct {
	*analysis.Analyzer
	Message *Template
	Require bool // else what it names is forbidden
	Reason  string
	URL     string
	Kinds   analysis.Kind
	Files   []Glob // none: all
	Except  []Glob

	// What it is about; exactly one of Pattern, Field, Headings and File is set.
	Pattern   *Pattern
	In        Place    // where the pattern is looked for
	Languages []string // of code: of fenced blocks only, in lower case; none: all code
	Field     *Field
	Headings  []string // any of them
	Level     int      // of the headings; 0: any
	File      Glob
	FileName  string // File as it was written

	Replace *Template // nil: there is no fix
	Safe    bool      // the author says so
}

// matched returns the pattern whose matches are reported; nil: there is none.
func (r *Rule) matched() *Pattern {
	if r.Field != nil {
		return r.Field.Matches
	}
	return r.Pattern
}

// A Glob matches paths relative to what it is relative to, with "/".
type Glob interface{ Match(path string) bool }

// A Place is where a pattern is looked for. Places are bits.
type Place uint8

// The places.
const (
	Header   Place = 1 << iota // values of the header, or of a YAML file or JSON document
	Prose                      // paragraphs, lists, quotations, tables, headings
	Code                       // fenced, indented and inline
	Headings                   // a part of Prose
	Links                      // addresses of links and images
	Path                       // the path of the file below the configuration
)

// placeNames are the names of places in a configuration, in the order of their bits.
func placeNames() []string { return []string{"header", "prose", "code", "headings", "links", "path"} }

// Places are the names of all places.
func Places() []string { return placeNames() }

// ParsePlace returns the place of a name, or 0.
func ParsePlace(name string) Place {
	for i, n := range placeNames() {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// Everywhere is where a pattern is looked for when nothing else is said: all that a model reads.
const Everywhere = Header | Prose | Code | Links

// inBody are the places that only Markdown has.
const inBody = Prose | Code | Headings | Links

// Possible returns the kinds of files that a rule can look at.
func (r *Rule) Possible() analysis.Kind {
	all := analysis.Kind(analysis.Parsed)
	switch {
	case r.Headings != nil:
		return analysis.Markdown
	case r.Pattern != nil && r.In&^inBody == 0:
		return analysis.Markdown | analysis.BaseProtocol
	case r.Pattern != nil && r.In&Path == 0, r.Field != nil:
		return all &^ analysis.Manifest // of which only lines are seen
	}
	return all
}

// A Set is the rules that are in force for some files, sorted by name.
type Set struct {
	Rules []*Rule
	Below func(rel string) string // a path below the root as globs see it
}

// of returns the rules that look at a file, of those that keep says.
func (s *Set) of(f *analysis.File, keep func(*Rule) bool) []*Rule {
	if s == nil {
		return nil
	}
	var rules []*Rule
	for _, r := range s.Rules {
		if r.Kinds&f.Kind != 0 && keep(r) && r.looksAt(s.Below(f.Rel)) {
			rules = append(rules, r)
		}
	}
	return rules
}

func (r *Rule) looksAt(path string) bool {
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

// setOf returns the rules that an engine was given; nil: none.
func setOf(options any) *Set {
	s, _ := options.(*Set)
	return s
}
