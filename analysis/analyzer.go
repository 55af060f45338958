package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A Severity says what a finding means for the file's loader.
type Severity uint8

// Error: a loader or protocol rejects, loses or corrupts something. Warning: it silently does
// other than the author meant. Info: advice. Off: facts, and rules that must be asked for.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

// String returns the severity's name in configuration and reports.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity is the inverse of [Severity.String].
func ParseSeverity(name string) (Severity, bool) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), true
		}
	}
	return Off, false
}

// A Scope is what one call of an analyzer's Run sees.
type Scope uint8

// The scopes, from the innermost to the outermost.
const (
	PerLine Scope = iota + 1
	PerDocument
	PerWorkspace
)

// String returns the scope's name in documentation.
func (s Scope) String() string {
	return [...]string{"none", "line", "document", "workspace"}[s]
}

// A SourceKind says what a rule's claim rests on.
type SourceKind string

// The kinds of sources, from the strongest to the weakest. Rules that rest on opinion are off
// by default.
const (
	Measurement   SourceKind = "measurement"   // the agent's program was run
	LoaderCode    SourceKind = "loader's code" // its source was read
	Specification SourceKind = "specification"
	Documentation SourceKind = "documentation"
	Opinion       SourceKind = "opinion"
)

// A Source is where a rule's claim can be checked.
type Source struct {
	Kind    SourceKind
	Name    string // what was run or read, with its version
	Checked string // YYYY-MM-DD: when it was last compared with the rule
}

// An Analyzer is one rule, or one fact that rules share. It is immutable once it is in use.
type Analyzer struct {
	Name     string      // "group/rule"; for a fact, "fact/name"
	Formerly []string    // earlier names: configuration under them keeps working, with a notice
	Doc      string      // one line, no full stop: what it finds
	Severity Severity    // of its findings; Off for facts and opt-in rules
	Strict   Severity    // the same in a manifest's strict profile, where it is worse; Off: as ever
	Scope    Scope       // what one call of Run sees
	Kinds    Kind        // document kinds it looks at; zero means those of Parsed
	Source   Source      // what the rule rests on; empty for facts
	Requires []*Analyzer // the facts it reads
	Page     string      // its documentation in Markdown, of a rule that brings its own; empty: among those of skilllint
	URL      string      // where more can be read of such a rule; empty: nowhere

	// Gate, if set on a PerLine analyzer, is a fact of the whole document. Its findings are
	// kept until the last line is read, and dropped when the fact is false or missing.
	Gate *Fact[bool]

	// Compares says that it reads Pass.Base. It is skipped for files that the base has not, and
	// so is what requires it.
	Compares bool

	// Shallow says, of a PerDocument fact, that it needs a file's path, bytes, header or data, but no parsed
	// body. A run that is limited to some files computes it for all files, so that rules can compare them.
	Shallow bool

	// Anew says, in PerWorkspace scope, that it depends on more than facts, paths and the content of
	// files, as on their modes: what it found is not kept from one run to the next.
	Anew bool

	// Judges says that it is about what other rules find: it reports whatever may be at fault, all
	// other rules run where it does, and triage settles which of its findings stay.
	Judges bool

	// Unchecked says that it reports what could not be checked. So it runs, too, where only other rules are
	// selected, and is enforced with any of them.
	Unchecked bool

	// Options is a pointer to a struct of defaults, or nil. Configuration is decoded strictly
	// into a copy; the rule reads it with [OptionsOf]. Field names come from yaml tags, their
	// meaning from doc tags.
	Options any

	// Run does the work. An error means that the analyzer broke, never that the file is bad.
	Run func(*Pass) error

	// Lines, if set on a PerDocument rule, is run in place of Run on manifests, of which no document
	// holds the text: once for each line, as a PerLine rule. Such a rule requires no facts.
	Lines func(*Pass) error

	compute func(*Pass) (any, error) // of a fact
	fold    *fold                    // of a fact that is computed line by line
}

// IsFact reports whether the analyzer computes a fact instead of reporting findings.
func (a *Analyzer) IsFact() bool { return a.compute != nil || a.fold != nil }

// NeedsBase reports whether the analyzer, or a fact that it reads, compares with the git base.
func (a *Analyzer) NeedsBase() bool {
	return a.Compares || slices.ContainsFunc(a.Requires, (*Analyzer).NeedsBase)
}

// SeesLines reports whether the analyzer is run once for each line of documents of a kind.
func (a *Analyzer) SeesLines(k Kind) bool {
	return a.Scope == PerLine || a.Lines != nil && k == Manifest
}

// LooksAt reports whether the analyzer looks at documents of a kind.
func (a *Analyzer) LooksAt(k Kind) bool { return cmp.Or(a.Kinds, Parsed)&k != 0 }

// String returns the analyzer's name.
func (a *Analyzer) String() string { return a.Name }

// A Pass is one call of an analyzer: its input, and the way to report on it. It must not be
// kept after Run returns.
type Pass struct {
	Context   context.Context
	Analyzer  *Analyzer
	File      *File      // the file that is looked at; nil for PerWorkspace
	Document  *Document  // set for PerDocument
	Line      *Line      // set for PerLine, for Analyzer.Lines, and while a fold sees a line
	Workspace *Workspace // set for PerWorkspace
	Base      *Base      // the manifest at the git base; set for PerDocument and PerLine where the analyzer Compares

	Options any    // the analyzer's options for this file; see OptionsOf
	Store   *Store // facts of the inner scope; see Fact.All

	// FileOptions returns the analyzer's options for a file, in PerWorkspace scope; see
	// OptionsFor. Nil: Options hold for all.
	FileOptions func(*File) any

	facts  *FactSet
	report func(Diagnostic)
}

// NewPass is for drivers: it returns a pass whose facts are looked up in facts and whose
// findings go to report.
func NewPass(ctx context.Context, a *Analyzer, facts *FactSet, report func(Diagnostic)) *Pass {
	return &Pass{Context: ctx, Analyzer: a, facts: facts, report: report}
}

// Report reports a finding. A range outside the file is a broken contract: it panics.
func (p *Pass) Report(d Diagnostic) {
	if a := p.Analyzer; d.Severity == Off || d.Severity > max(a.Severity, a.Strict) && a.Severity != Off {
		d.Severity = a.Severity
	}
	p.report(d)
}

// Reportf reports a finding at a range with a formatted message.
func (p *Pass) Reportf(r Range, format string, args ...any) {
	p.Report(Diagnostic{Range: r, Message: fmt.Sprintf(format, args...)})
}

// OptionsOf returns the pass's options, which must be of type *T: the type of the analyzer's
// Options field.
func OptionsOf[T any](p *Pass) *T { return p.Options.(*T) }

// OptionsFor returns the options for one file of the workspace: configuration may set them by path.
func OptionsFor[T any](p *Pass, f *File) *T {
	if p.FileOptions == nil {
		return OptionsOf[T](p)
	}
	return p.FileOptions(f).(*T)
}
