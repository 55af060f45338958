package invocation

import "strings"

// A Problem is an argument that a script rejects or ignores, or one that it misses.
type Problem struct {
	Kind    ProblemKind
	Word    int    // index in Words; of something that is missing, the file
	Name    string // the option, value or subcommand as written, or the name of what is missing
	Of      string // of a value: its option or positional
	Near    string // what was probably meant; empty: unknown
	Choices []string
	More    []string // further options that are missing
	Ignored bool     // the script ignores it instead of failing
	Parent  bool     // of an unknown option: it must precede the subcommand
	Within  []string // of an unknown option: the subcommands that define it
}

// A ProblemKind is a kind of problem.
type ProblemKind uint8

// The kinds.
const (
	UnknownOption ProblemKind = iota
	MissingOption
	MissingPositional
	MissingSubcommand
	MissingValue
	Surplus
	InvalidChoice
	InvalidSubcommand
	InvalidNumber
)

// String describes the problem in a few words.
func (p *Problem) String() string {
	switch p.Kind {
	case UnknownOption:
		if p.Parent {
			return "option " + p.Name + " after the subcommand"
		}
		return "unknown option " + p.Name
	case MissingOption:
		if p.Name == "" {
			return "missing option: " + strings.Join(p.Choices, " or ")
		}
		return "missing option " + strings.Join(append([]string{p.Name}, p.More...), ", ")
	case MissingPositional:
		return "missing argument " + p.Name
	case MissingSubcommand:
		return "missing subcommand"
	case MissingValue:
		return "missing value of " + p.Name
	case Surplus:
		return "surplus argument " + p.Name
	case InvalidSubcommand:
		return "unknown subcommand " + p.Name
	}
	return "invalid value of " + p.Of + ": " + p.Name
}
