// Package cmdline has the model of command lines: what a script accepts, and what it imports.
package cmdline

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An Interface is what a script, or a subcommand of it, accepts.
type Interface struct {
	Known   bool   // the rest is complete
	Reason  string // why it is not known, for people
	Library string // what parses the command line: "argparse", "click", "getopts", …; "none" if the script reads no arguments

	Options            []Option
	Positionals        []Positional // in order
	Subcommands        []Subcommand
	SubcommandRequired bool
	Unknown            Policy // of options that are not in Options
	Surplus            Policy // of positionals after the last one

	// Abbreviations is set if an unambiguous prefix of a long option is accepted.
	Abbreviations bool

	// Bundles is set if letters of options may be joined: "-abc".
	Bundles bool

	// OneDash is set if long options may start with one dash: "-name". Letters are not joined then.
	OneDash bool

	// IgnoresCase is set if the case of names does not matter.
	IgnoresCase bool

	// Leading is the number of positionals that precede all options, and may look like options.
	Leading int

	// Passes is how often a shell script passes all of its arguments on; 0 if it does something else with them.
	Passes int

	// Interspersed is set if options are recognized after positionals.
	Interspersed bool

	Groups []Group
}

// A Policy is what a script does with an argument that it does not define.
type Policy uint8

// The policies.
const (
	Rejected Policy = iota // the script fails
	Ignored                // it has no effect
	PassedOn               // it is used, such as for another program
)

// An Arity is the number of values of an option: n values, or one of the constants.
type Arity int8

// Arities other than a number of values.
const (
	Optional   Arity = -1 - iota // none or one: "--color" or "--color=always"
	ZeroOrMore                   // all following arguments up to the next option
	OneOrMore                    // the same, but at least one
	Remainder                    // all following arguments
)

// An Option is an argument that starts with a dash, or with a slash in scripts that define it so.
type Option struct {
	Names    []string // with dashes: "-v", "--verbose"; without the dash of PowerShell: "-Name" is "-Name" as well
	Arity    Arity
	Required bool
	Choices  []string // allowed values; nil: any
	Type     Type
	Default  string // as written in the source; empty: none, or not literal
	Help     string // its description; empty: none
	Inline   bool   // a value must be attached with "=": "--color=always"
	Range    analysis.Range
}

// A Positional is an argument without a name.
type Positional struct {
	Name     string
	Min, Max int // how many arguments; Max -1: any number
	Choices  []string
	Type     Type
	Help     string
	Range    analysis.Range
}

// A Subcommand is a word that selects an interface of its own.
type Subcommand struct {
	Names     []string // the name and its aliases
	Interface *Interface
	Help      string
	Range     analysis.Range
}

// A Type is the type of a value, as far as the script rejects others.
type Type uint8

// The types of values.
const (
	Text Type = iota
	Int
	Float
)

// A Group is a group of options of which at most one may be given, or of which one is required. Names are first names of
// options, or names of positionals.
type Group struct {
	Names     []string
	Exclusive bool
	Required  bool // one of them must be given
}

// An Import is a package or module that a script imports.
type Import struct {
	Name     string // as written, without a path inside the package: "yaml", "@scope/name"; relative ones start with "."
	Path     string // as written: "google.cloud.storage", "lodash/fp"
	Range    analysis.Range
	Optional bool // the script works without it: in try/except ImportError, under a condition, in a function, or for types only
}

// Option returns the option with a name, or nil. Abbreviations are not resolved.
func (i *Interface) Option(name string) *Option {
	for k := range i.Options {
		for _, n := range i.Options[k].Names {
			if n == name || i.IgnoresCase && strings.EqualFold(n, name) {
				return &i.Options[k]
			}
		}
	}
	return nil
}

// Subcommand returns the subcommand with a name or alias, or nil.
func (i *Interface) Subcommand(name string) *Subcommand {
	for k := range i.Subcommands {
		if slices.Contains(i.Subcommands[k].Names, name) {
			return &i.Subcommands[k]
		}
	}
	return nil
}
