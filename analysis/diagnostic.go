package analysis

// A Range is a half-open range of byte offsets in a file, [Start, End). It is empty only if there is
// nothing to point at, as in an empty file.
type Range struct{ Start, End int }

// Contains reports whether s is within r.
func (r Range) Contains(s Range) bool { return r.Start <= s.Start && s.End <= r.End }

// Len returns the number of bytes.
func (r Range) Len() int { return r.End - r.Start }

// A Position counts lines and columns from 1. Columns are Unicode code points; a tab and each byte of invalid
// UTF-8 are one. Lines end at LF, CR LF or CR. The zero Position is unknown and never reported.
type Position struct{ Line, Column int }

// A Location is a place that is valid without its document. End is the position of the first character
// after the range.
type Location struct {
	Path       string // as File.Path
	Range      Range
	Start, End Position
}

// A Diagnostic is a finding of an analyzer.
type Diagnostic struct {
	Range    Range     // PerDocument and PerLine scope: where in the file
	Location *Location // PerWorkspace scope: where, from a fact
	Message  string    // what is wrong here: one clause of at most 80 characters, lower case, no final period
	Effect   string    // what a client does because of it, one sentence without a period; empty if obvious
	Help     string    // what to write instead, an imperative without a period; empty if the title of a fix says it
	Severity Severity  // Off: the analyzer's; a finding may be milder than its rule, never worse
	Related  []Related // other places that belong to it

	// Must is set if the finding breaks a requirement of the file's protocol: in the strict profile, it is not milder than the
	// rule (see Analyzer.Strict). It is implied if Severity is Off.
	Must bool

	// Evidence has the SHA-256 of each other file that the finding depends on, such as the script that a hook starts. The
	// file of the finding, and the checked files of Related, need not be listed. A finding of the group security is old only
	// if none of these files changed.
	Evidence [][32]byte

	// Lowered are the places with a lower severity than the rule would give them, because the text presents them as examples.
	// A notice lists them.
	Lowered []Location

	Flow bool // Related is a path, such as the edges of a cycle

	// As is the rule that is named in reports, of several that one analyzer runs: the custom rules of a
	// configuration. Nil: the analyzer itself.
	As *Analyzer

	// About distinguishes findings of a rule at the same place, such as the name of what is missing. It is
	// part of the fingerprint, so it contains no numbers.
	About string

	// Anywhere is set if the finding is about the file and the place is only the first of several. A
	// baseline recognizes it at any place, by About.
	Anywhere bool

	// Group merges findings with the same text at many places: reports show those with an equal Group as one,
	// at the first place. It has no effect on a finding with fixes.
	Group Group

	// Measured is the size that the rule limits, such as tokens, lines or characters. In a baseline it may
	// only shrink. 0: nothing is measured.
	Measured int

	SuggestedFixes []SuggestedFix // alternatives: at most one is applied

	// Supersedes are findings of other rules in the same file with the same cause and a lower severity.
	// They are not reported together with this finding.
	Supersedes []Superseded
}

// A Group is a group of findings of one rule and severity. The zero Group is none.
type Group struct {
	Key     string // distinguishes groups of a rule, such as a common directory
	Message string // of two or more findings, with [Many] for their number; empty: that of the first finding
	Effect  string // likewise; empty: that of the first finding
	Help    string // likewise
}

// Many is the placeholder for the number of findings in the message of a group. Quoted values never
// contain it.
const Many = "\x00"

// Rest is the About of a diagnostic, Anywhere in its file, that counts further findings of its rule. Their
// number is Measured.
const Rest = "rest"

// A Superseded identifies a finding of a file. With only a rule, it identifies all findings of that rule
// that are not more severe.
type Superseded struct {
	Rule    string
	Range   Range
	Message string
}

// A Related is a place that helps to understand a finding.
type Related struct {
	Location Location
	Message  string
}

// A SuggestedFix is a change that removes the finding.
type SuggestedFix struct {
	Title string // an imperative, lower case: "quote the value"
	Safe  bool   // it cannot change what the file means
	Edits []Edit // no two overlap

	// Executable is a file that becomes executable: its path relative to the root of the tree, with "/".
	// Empty: none.
	Executable string

	// Link is a symbolic link that gets the target Target, a path relative to it with "/". Nil: none.
	Link   *Link
	Target string

	// Uncovers is set if the fix makes text readable that was not read before. Findings in it are not new.
	Uncovers bool
}

// An Edit replaces the bytes of a range.
type Edit struct {
	Range Range
	Text  string
	Path  string // of the file, as File.Path; empty: the finding's
}
