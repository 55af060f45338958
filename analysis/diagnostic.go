package analysis

// A Range is a half-open range of byte offsets in a file, [Start, End). It is empty only where
// there is nothing to point at, as in an empty file.
type Range struct{ Start, End int }

// Contains reports whether s lies within r.
func (r Range) Contains(s Range) bool { return r.Start <= s.Start && s.End <= r.End }

// Len returns the number of bytes.
func (r Range) Len() int { return r.End - r.Start }

// A Position counts lines and columns from 1. Column is in Unicode code points, not bytes; a
// tab is one, and so is each byte that is not UTF-8. A line ends at LF, CR LF or a lone CR. The
// zero Position means "unknown" and is never reported.
type Position struct{ Line, Column int }

// A Location is a place that outlives its document. End is the position of the first character
// behind the range.
type Location struct {
	Path       string // as File.Path
	Range      Range
	Start, End Position
}

// A Diagnostic is a finding of an analyzer.
type Diagnostic struct {
	Range    Range     // PerDocument and PerLine scope: where in the file
	Location *Location // PerWorkspace scope: where, as a fact brought it along
	Message  string    // what is wrong here: one clause of at most 80 characters, lower case, no final period
	Effect   string    // what a client does because of it, one sentence without a period; empty where that is obvious
	Help     string    // what to write instead, an imperative without a period; empty where a fix says it
	Severity Severity  // Off: the analyzer's; a finding may be milder than its rule, never worse
	Related  []Related // other places that belong to it
	Flow     bool      // Related is a path to be followed in order, as the edges of a cycle

	// As is the rule in whose name it is reported, of those that one analyzer runs together: the
	// declarative ones of a configuration. Nil: the analyzer itself.
	As *Analyzer

	// About tells it from other findings of its rule at the same place: the name of what is missing
	// there. It is part of what a baseline knows the finding by, so it holds no numbers.
	About string

	// Anywhere says that it is about the file, and stands at the first of several places or for want of a
	// better one: a baseline knows it again wherever that is. About then names what it is about.
	Anywhere bool

	// Group joins findings that say the same about many places: reports show those with an equal Group as one, at
	// the first place. It has no effect on a finding with fixes.
	Group Group

	// Measured is how much there is of what the rule limits: tokens, lines, characters. A baseline
	// lets it shrink, and not grow back. 0: nothing is measured.
	Measured int

	SuggestedFixes []SuggestedFix // alternatives: at most one is applied

	// Supersedes are milder findings of other rules in the same file that have the same cause. Where
	// this finding is reported, they are not: a cause is one finding.
	Supersedes []Superseded
}

// A Group is what findings of one rule and severity have in common. The zero Group is none.
type Group struct {
	Key     string // tells groups of a rule apart, such as the directory that all are about
	Message string // of two or more, with [Many] in place of their number
}

// Many stands for the number of findings in the message of a group. Quoted values never contain it.
const Many = "\x00"

// Rest is what a diagnostic is about, Anywhere in its file, that counts others of its rule in place of
// reporting them: as many as are Measured.
const Rest = "rest"

// A Superseded is what tells a finding of a file from others. With a rule alone all of its findings in
// the file are meant that are not worse.
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

	// Executable is a file that is made one that may be run: its path from the root of the tree of the
	// finding's file, with "/". Empty: none.
	Executable string

	// Uncovers says that what was not read before, or read as something else, is read as it was meant
	// once the fix is made: what is found there then was there all the time.
	Uncovers bool
}

// An Edit replaces the bytes of a range.
type Edit struct {
	Range Range
	Text  string
	Path  string // of the file, as File.Path; empty: the finding's
}
