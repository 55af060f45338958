package behavior

import "github.com/skilllint/skilllint/analysis"

// A Gap is a place of which the effects are not known, because reading it would take too much time or memory. Each line of it
// was read on its own.
type Gap struct {
	At  analysis.Range
	On  Surface
	Why Reason
}

// A Reason is a reason for a gap.
type Reason uint8

const (
	TooDeep Reason = iota + 1 // code in code, or calls in calls
	TooLong                   // a text, or the nesting of brackets
	TooMuch                   // the whole file
)

// A limit is the maximum of a quantity.
type limit int

// The limits for a file. Real files are far below them.
const (
	mostNested   limit = 200     // calls in calls, and items of settings in items
	mostEmbedded limit = 8       // code in strings of code
	mostCalls    limit = 100     // functions that call functions
	mostText     limit = 64_000  // bytes of a value
	mostActs     limit = 20_000  // acts
	mostRepeated limit = 20      // acts that differ only in their place
	mostFiles    limit = 20_000  // files that a script writes
	mostOrders   limit = 100_000 // sentences that may be reported
	mostLoaded   limit = 200     // files and addresses that one block of a text has for later ones
	mostAssigned limit = 64      // variables with secrets in a program that is read line by line
	mostGaps     limit = 50      // further ones extend the last
)

// Steps that may be taken for a file, and for each byte of it.
const (
	leastSteps   = 200_000
	stepsPerByte = 4
)

// A budget bounds the work for a file. All comparisons with limits are here: a refusal leaves a gap.
type budget struct {
	on    Surface
	left  int // steps
	end   int // of the file
	gaps  []Gap
	isRaw bool // reading the lines of gaps, which leaves none
}

// allows reports whether a quantity is within a limit. If not, the place is a gap.
func (b *budget) allows(n int, most limit, why Reason, at analysis.Range) bool {
	if n <= int(most) {
		return true
	}
	b.leave(at, why)
	return false
}

// spend takes steps, and reports whether they were left. If not, the rest of the file is a gap.
func (b *budget) spend(steps int, at func() analysis.Range) bool {
	if b.left < 0 {
		return false
	}
	if b.left -= steps; b.left >= 0 {
		return true
	}
	rest := at()
	b.leave(analysis.Range{Start: rest.Start, End: max(rest.End, b.end)}, TooMuch)
	return false
}

// isSpent reports whether a refusal has left the rest of the file as a gap.
func (b *budget) isSpent() bool { return b.left < 0 }

// leave records a gap.
func (b *budget) leave(at analysis.Range, why Reason) {
	if b.isRaw {
		return
	}
	if n := len(b.gaps); n > 0 && (n == int(mostGaps) || b.gaps[n-1].On == b.on && b.gaps[n-1].At.Start <= at.Start && at.Start <= b.gaps[n-1].At.End) {
		last := &b.gaps[n-1]
		last.At = analysis.Range{Start: min(last.At.Start, at.Start), End: max(last.At.End, at.End)}
		last.On = max(last.On, b.on)
		return
	}
	b.gaps = append(b.gaps, Gap{at, b.on, why})
}
