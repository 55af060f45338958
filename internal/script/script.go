// Package script reads what a script accepts on its command line, which packages and environment variables it uses, and
// whether it parses. It never runs a script.
//
// The interface of a script is known only if the script defines it completely in a way that the package reads: with the usual
// parsers of command lines, and literal names. In all other cases, Interface.Known is false, and Interface.Reason
// says why.
package script

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script/cmdline"
	"github.com/skilllint/skilllint/internal/script/golang"
	"github.com/skilllint/skilllint/internal/script/needs"
)

// A Script is what the source of a script shows. Ranges are in the source.
type Script struct {
	Language Language
	Shebang  string // the first line without "#!"; empty: none
	// Interface is what the script accepts; never nil.
	Interface    *Interface
	Imports      []Import
	Env          []Variable
	Needs        []Need    // files that it cannot do without, other than imports
	Undefined    []Name    // uses of names that nothing defines, in Python
	Increments   []Name    // that end a bash script under "set -e"
	Counts       []Name    // variables that are two lines if nothing is counted, in shell scripts
	Usage        []Name    // names of other scripts in its usage
	SyntaxErrors []Problem // the first only, as others may follow from it
	IsModule     bool      // the script does nothing if it is run, such as a file of functions

	variables map[string]int // indexes in Env
}

// A Name is a name in a script.
type Name = needs.Mention

// These limit what is kept of a script.
const (
	maxUndefined = 100
	maxVariables = 1000
	maxImports   = 1000
)

// addVariable adds a variable. A variable that is read several times is required if one of them is.
func (s *Script) addVariable(v Variable) {
	if i, ok := s.variables[v.Name]; ok {
		s.Env[i].Required = s.Env[i].Required || v.Required
		return
	}
	if len(s.Env) == maxVariables {
		return
	}
	if s.variables == nil {
		s.variables = map[string]int{}
	}
	s.variables[v.Name] = len(s.Env)
	s.Env = append(s.Env, v)
}

// A Language is the language of a script.
type Language uint8

// The languages of scripts.
const (
	Other Language = iota
	Python
	JavaScript
	TypeScript
	Shell // sh, bash, dash, ksh, zsh
	Go
	Ruby
	PowerShell
)

// String returns the name of the language.
func (l Language) String() string {
	return [...]string{"unknown", "Python", "JavaScript", "TypeScript", "shell", "Go", "Ruby", "PowerShell"}[l]
}

// The model of command lines.
type (
	Interface  = cmdline.Interface
	Policy     = cmdline.Policy
	Arity      = cmdline.Arity
	Option     = cmdline.Option
	Positional = cmdline.Positional
	Subcommand = cmdline.Subcommand
	Type       = cmdline.Type
	Group      = cmdline.Group
	Import     = cmdline.Import
)

// Its constants.
const (
	Rejected   = cmdline.Rejected
	Ignored    = cmdline.Ignored
	PassedOn   = cmdline.PassedOn
	Optional   = cmdline.Optional
	ZeroOrMore = cmdline.ZeroOrMore
	OneOrMore  = cmdline.OneOrMore
	Remainder  = cmdline.Remainder
	Text       = cmdline.Text
	Int        = cmdline.Int
	Float      = cmdline.Float
)

// The model of files that scripts need.
type Need = needs.Need

// Its constants.
const (
	Reads      = needs.Reads
	Runs       = needs.Runs
	Sources    = needs.Sources
	FromPlugin = needs.Plugin
)

// A Variable is an environment variable that a script reads.
type Variable struct {
	Name     string
	Required bool // the script fails without it
	Range    analysis.Range
}

// A Problem is a place that does not parse.
type Problem struct {
	Range   analysis.Range
	Message string // a noun phrase: "unclosed bracket"
}

// MaxSize is the limit of a script in bytes. Longer ones are not read.
const MaxSize = 1 << 20

// Read reads a script. path is used for its extension only.
func Read(path string, source []byte) *Script {
	s := &Script{Language: LanguageOf(path, source), Interface: &Interface{Reason: "the language is not read"}}
	s.Shebang = shebang(source)
	if s.Language != Other && len(source) <= MaxSize {
		s.Usage = needs.Usage(path, source)
	}
	switch {
	case s.Language == Other:
	case len(source) > MaxSize:
		s.Interface.Reason = "the script is too large"
	case s.Language == Python:
		readPython(s, source)
	case s.Language == JavaScript || s.Language == TypeScript:
		readJavaScript(s, path, source)
	case s.Language == Shell:
		readShell(s, path, source)
	case s.Language == PowerShell:
		readPowerShell(s, source)
	case s.Language == Go:
		s.Imports, s.IsModule, s.Interface = golang.Read(source)
	case s.Language == Ruby:
		readRuby(s, source)
	}
	if s.Language == Shell && LanguageOf(path, nil) != Shell && IsScript(path) {
		s.SyntaxErrors = nil // a module with a copied first line, which other programs import
	}
	return s
}

// span returns a range.
func span(start, end int) analysis.Range { return analysis.Range{Start: start, End: end} }
