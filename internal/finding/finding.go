// Package finding defines the result of a run: findings with everything that a report needs from their
// files, so that reports read no files. The driver and postprocess create them; fix and report consume them.
package finding

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// A Finding is a diagnostic with its final severity and resolved place.
type Finding struct {
	Rule        string
	Analyzer    *analysis.Analyzer // that reported it
	File        *analysis.File     // its file; nil if it was not analyzed
	Rel         string             // path of Place below its root, with "/", independent of the working directory
	Anchor      string             // normalized content of the place, which the fingerprint hashes
	About       string             // as analysis.Diagnostic's; hashed as well
	Anywhere    bool               // as in analysis.Diagnostic; Anchor is empty then
	Content     uint64             // hash of the bytes of the place, comparable within one process; 0: none
	Evidence    [][32]byte         // as analysis.Diagnostic's, including the files of Related
	State       string             // of a security finding: hash of severity, message and all files it depends on; empty: unknown
	Measured    int                // as analysis.Diagnostic's
	Must        bool               // as analysis.Diagnostic's
	Severity    analysis.Severity
	Message     string
	Effect      string         // as analysis.Diagnostic's
	Help        string         // as analysis.Diagnostic's
	Group       analysis.Group // as analysis.Diagnostic's
	Place       Place
	Related     []Related
	Lowered     []int // lines of the places in Place's file that have a lower severity, as in analysis.Diagnostic
	Flow        bool  // Related is a path: the steps of a code flow
	Fixes       []Fix
	Supersedes  []analysis.Superseded // findings of the same file that this one replaces
	Dialect     string                // of the file; empty if it has none
	Fingerprint string                // rule, path below the root, normalized content or State, ordinal; it does not contain line numbers
	Suppression *Suppression          // nil: not suppressed
	LineHash    string                // GitHub's primaryLocationLineHash, without its ordinal if that is unknown; may be empty
}

// HasSafeFix reports whether a fix of the finding is safe.
func (f *Finding) HasSafeFix() bool {
	return slices.ContainsFunc(f.Fixes, func(fix Fix) bool { return fix.Safe })
}

// A Suppression is a comment in the file that suppresses a finding.
type Suppression struct {
	Reason string // given by its author; may be empty
	At     Place
}

// A Place is a location with the source lines that a report may show.
type Place struct {
	analysis.Location
	Columns       Columns
	Excerpt       []string // lines from Start.Line on, at most 3, each at most 240 bytes, without line ends
	ExcerptColumn int      // column of the first character of Excerpt[0]: 1, or more for a long line
}

// Columns are the start and end of a location in bytes of their lines, from 1, as reviewdog and language
// servers use them. Zero: unknown.
type Columns struct{ Start, End int }

// A Related is another place that belongs to a finding.
type Related struct {
	Place   Place
	Message string
	Content uint64 // as Finding's
}

// A Fix is a change that removes the finding.
type Fix struct {
	Title      string
	Safe       bool
	Edits      []Edit
	Executable *File // that becomes executable; nil: none
	Link       *Link // that gets a new target; nil: none
	Uncovers   bool  // as analysis.SuggestedFix's
}

// ChangesEntry reports whether the fix changes the mode of a file or the target of a link, which edits of text cannot express.
func (f *Fix) ChangesEntry() bool { return f.Executable != nil || f.Link != nil }

// A Link is a symbolic link that gets a new target.
type Link struct {
	File
	Tree     *analysis.Tree
	Old, New string // targets
}

// A File is any file, also one that was not analyzed.
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

// A Notice is information besides the findings, such as what was not checked.
type Notice struct {
	Message   string
	Short     string // a shorter Message for terminals, or ""
	Path      string // empty: about the whole run
	Alike     string // how similar notices are summarized after "more files", such as "with suppressed findings"; empty: never
	Unchecked bool   // something was not checked; no option hides the notice
	InSummary bool   // text has it in the summary: path and message
}

// A Recorded is a finding of a baseline.
type Recorded struct{ Path, Rule string }

// A Report is the result of a run. Findings are sorted by path, offset, rule and message.
type Report struct {
	Findings   []Finding  // not suppressed
	Hidden     []Finding  // those below the severity that is reported
	Suppressed []Finding  // suppressed by comments in their files; in the same order
	Resolved   []Recorded // findings that a baseline records and that no longer occur, sorted
	Notices    []Notice
	Summary    Summary
	Files      []*analysis.File     // checked files, sorted by path
	Rules      []*analysis.Analyzer // rules that were on, sorted by name
	ReadOnly   bool                 // no fixes can be written, because the files are not on the disk
}

// A Summary counts the files and findings of a run. Errors, Warnings and Infos count all findings, also those in Hidden.
type Summary struct {
	Files, Skills           int
	Errors, Warnings, Infos int
	Suppressed, Baselined   int
	Unchanged               int // findings that the base also has, with --changed and --staged
	Omitted                 int // findings omitted by --max-results
}
