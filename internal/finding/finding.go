// Package finding is what a run is about to say: findings with everything that a report needs of
// the files they are in, so that no report reads a file. The driver and triage make them, fix and
// report consume them.
package finding

import "github.com/skilllint/skilllint/analysis"

// A Finding is a diagnostic that was decided on: severity settled, place resolved.
type Finding struct {
	Rule        string
	Analyzer    *analysis.Analyzer // that reported it
	File        *analysis.File     // that it is in; nil when it is in none that was analysed
	Rel         string             // the path of Place from the root of its tree, with "/": the same wherever skilllint is run
	Anchor      string             // the content of the place, normalised: what the fingerprint hashes
	About       string             // as analysis.Diagnostic's; hashed, too
	Anywhere    bool               // as analysis.Diagnostic's; there is no Anchor then
	Content     uint64             // hash of the bytes of the place, comparable within one process; 0: it has none
	Measured    int                // as analysis.Diagnostic's
	Severity    analysis.Severity
	Message     string
	Effect      string         // as analysis.Diagnostic's
	Help        string         // as analysis.Diagnostic's
	Group       analysis.Group // as analysis.Diagnostic's
	Place       Place
	Related     []Related
	Flow        bool // Related is a path: the steps of a code flow
	Fixes       []Fix
	Supersedes  []analysis.Superseded // findings of the same file that are not reported beside it
	Dialect     string                // of the file; empty when it has none
	Fingerprint string                // survives moved lines: rule, path from the root, normalised content of the place, ordinal
	Suppression *Suppression          // why it does not count; nil: it counts
	LineHash    string                // GitHub's primaryLocationLineHash, without its ordinal where that is not known; may be empty
}

// A Suppression is a comment in the file that says that a finding does not count.
type Suppression struct {
	Reason string // as its author gives it; may be empty
	At     Place
}

// A Place is a location with the source lines that a report may show.
type Place struct {
	analysis.Location
	Columns       Columns
	Excerpt       []string // lines from Start.Line on, at most 3, each at most 240 bytes, without line ends
	ExcerptColumn int      // of the first character of Excerpt[0]: 1, or more when the line is long
}

// Columns are those of the start and the end of a location in bytes of their lines, from 1; as
// reviewdog and language servers want them. Zero: they are not known.
type Columns struct{ Start, End int }

// A Related is another place that belongs to a finding.
type Related struct {
	Place   Place
	Message string
}

// A Fix is a change that removes the finding.
type Fix struct {
	Title      string
	Safe       bool
	Edits      []Edit
	Executable *File // that is made one that may be run; nil: none
	Uncovers   bool  // as analysis.SuggestedFix's
}

// A File is one that may be none of those that were analysed.
type File struct {
	Path string // as analysis.File's
	Rel  string // likewise
}

// An Edit replaces the bytes at a location.
type Edit struct {
	Location analysis.Location
	Columns  Columns
	Text     string
}

// A Notice tells what was not analysed, or what a reader has to know beside the findings.
type Notice struct {
	Message   string
	Path      string // empty: it concerns the whole run
	Alike     string // what notices of this kind say of "more files", as "in which a comment counts"; empty: it is told in any case
	Unchecked bool   // something was not checked; no option hides that
}

// A Report is the result of a run. Findings are sorted by path, offset, rule and message.
type Report struct {
	Findings   []Finding // those that count
	Hidden     []Finding // those below the severity that is reported
	Suppressed []Finding // those that do not, because a comment in their file says so; in the same order
	Notices    []Notice
	Summary    Summary
	Files      []*analysis.File     // that were looked at, sorted by path
	Rules      []*analysis.Analyzer // those that could have reported, sorted by name
}

// A Summary counts what a run saw. Errors, Warnings and Infos count all findings, also those in Hidden.
type Summary struct {
	Files, Skills           int
	Errors, Warnings, Infos int
	Suppressed, Baselined   int
	Unchanged               int // findings that the base has as well, with --changed and --staged
	Omitted                 int // findings left out by --max-results
}
