package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Severity is how severe a finding is.
type Severity uint8

// Error: a client rejects, loses or corrupts something. Warning: it silently does something the author
// did not intend. Info: a possible improvement. Off: facts and opt-in rules.
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

// A SourceKind is the kind of a source.
type SourceKind string

// The kinds of sources, from the strongest to the weakest. Rules based on opinion are off by default.
const (
	Measurement   SourceKind = "measurement"   // the client was run
	LoaderCode    SourceKind = "loader's code" // its source was read
	Specification SourceKind = "specification"
	Documentation SourceKind = "documentation"
	Opinion       SourceKind = "opinion"
)

// A Source is the evidence for what a rule reports.
type Source struct {
	Kind    SourceKind
	Name    string // what was run or read, with its version
	Checked string // YYYY-MM-DD: when it was last compared with the rule
}

// An Analyzer is one rule, or one fact that rules share. It is immutable once it is in use.
type Analyzer struct {
	Name     string      // "group/rule"; for a fact, "fact/name"
	Aliases  []string    // former names, which still work in configurations, with a notice
	Doc      string      // a noun phrase without a period: "broken link"
	Severity Severity    // of its findings; Off for facts and opt-in rules
	Strict   Severity    // in files of the strict profile, if higher; Off: as Severity
	Scope    Scope       // what one call of Run sees
	Kinds    Kind        // the kinds of documents that it checks; zero: those of Parsed
	Source   Source      // the evidence; empty for facts
	Requires []*Analyzer // the facts that it reads
	Page     string      // its page in Markdown; empty: that of skilllint's documentation
	URL      string      // a page with more information; empty: none

	// Gate, if set on a PerLine analyzer, is a fact of the whole document. The findings are dropped after
	// the last line if the fact is false or missing.
	Gate *Fact[bool]

	// Compares is set if it reads Pass.Base. It, and analyzers that require it, are skipped for files that
	// do not exist in the base.
	Compares bool

	// Shallow is set on PerDocument facts that need the path, bytes, frontmatter or data of a file, but not
	// its parsed body. A run on some files computes them for all files, so that rules can compare them.
	Shallow bool

	// Uncached is set on PerWorkspace analyzers that depend on more than facts, paths and the content of files,
	// such as on file modes. Their findings are not cached between runs.
	Uncached bool

	// Copies is set on PerWorkspace analyzers that find equal files by File.Hash.
	Copies bool

	// Meta is set on rules about the findings of other rules. They report all candidates, all other rules
	// run with them, and postprocess decides which findings remain.
	Meta bool

	// Unchecked is set on rules that report what could not be checked. They also run if only other rules are
	// selected, and are enforced with any of them.
	Unchecked bool

	// Protected is set on rules without which files are not checked, besides the Unchecked ones; see [Analyzer.IsProtected].
	Protected bool

	// Options is a pointer to a struct with the default options, or nil. Configuration is decoded strictly
	// into a copy, which the rule reads with [OptionsOf]. The yaml tag of a field is its key, the doc tag
	// its description.
	Options any

	// Run does the work. An error is an internal error, never a problem in the file.
	Run func(*Pass) error

	// Lines, if set on a PerDocument rule, runs instead of Run on manifests, whose text is not in memory:
	// once for each line, as a PerLine rule. Such a rule requires no facts.
	Lines func(*Pass) error

	compute func(*Pass) (any, error) // of a fact
	fold    *fold                    // of a fact that is computed line by line
}

// IsFact reports whether the analyzer computes a fact instead of reporting findings.
func (a *Analyzer) IsFact() bool { return a.compute != nil || a.fold != nil }

// IsSecurity reports whether the analyzer is a rule of the group security. Its findings are old only if all files that they
// depend on are unchanged.
func (a *Analyzer) IsSecurity() bool { return strings.HasPrefix(a.Name, "security/") }

// IsProtected reports whether configurations and comments below the root of a workspace cannot loosen the rule, because a skill
// must not judge itself: rules of the group security, and rules that report what was not checked. They have no options.
func (a *Analyzer) IsProtected() bool { return a.IsSecurity() || a.Unchecked || a.Protected }

// NeedsBase reports whether the analyzer, or a fact that it reads, compares with the git base.
func (a *Analyzer) NeedsBase() bool {
	return a.Compares || slices.ContainsFunc(a.Requires, (*Analyzer).NeedsBase)
}

// RunsPerLine reports whether the analyzer runs once for each line of documents of a kind.
func (a *Analyzer) RunsPerLine(k Kind) bool {
	return a.Scope == PerLine || a.Lines != nil && k == Manifest
}

// AppliesTo reports whether the analyzer checks documents of a kind.
func (a *Analyzer) AppliesTo(k Kind) bool { return cmp.Or(a.Kinds, Parsed)&k != 0 }

// String returns the analyzer's name.
func (a *Analyzer) String() string { return a.Name }

// A Pass is one call of an analyzer: its input, and the functions to report findings. It must not be
// used after Run returns.
type Pass struct {
	Context   context.Context
	Analyzer  *Analyzer
	File      *File      // the file that is checked; nil for PerWorkspace
	Document  *Document  // set for PerDocument
	Line      *Line      // set for PerLine, for Analyzer.Lines, and while a fold sees a line
	Workspace *Workspace // set for PerWorkspace
	Base      *Base      // the manifest at the git base; set for PerDocument and PerLine if the analyzer Compares

	Options any    // the analyzer's options for this file; see OptionsOf
	Store   *Store // facts of the inner scope; see Fact.All

	// FileOptions returns the analyzer's options for a file, in PerWorkspace scope; see
	// OptionsFor. Nil: Options apply to all files.
	FileOptions func(*File) any

	facts  *FactSet
	report func(Diagnostic)
}

// NewPass is for drivers: it returns a pass that reads facts and passes findings to report.
func NewPass(ctx context.Context, a *Analyzer, facts *FactSet, report func(Diagnostic)) *Pass {
	return &Pass{Context: ctx, Analyzer: a, facts: facts, report: report}
}

// Report reports a finding. It panics if the range is outside the file.
func (p *Pass) Report(d Diagnostic) {
	if a := p.Analyzer; d.Severity == Off || d.Severity > max(a.Severity, a.Strict) && a.Severity != Off {
		d.Severity, d.Must = a.Severity, d.Must || a.Strict > a.Severity
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

// OptionsFor returns the options for one file of the workspace, as configuration may set them by path.
func OptionsFor[T any](p *Pass, f *File) *T {
	if p.FileOptions == nil {
		return OptionsOf[T](p)
	}
	return p.FileOptions(f).(*T)
}
