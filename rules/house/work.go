package house

// A work counts what patterns may still cost in one file. It is counted in steps: bytes that are
// looked at times instructions of the pattern, which is what RE2 costs at worst. So it is the same in
// every run, whatever the machine does.
//
// A step was measured to take 1 to 10 ns, most patterns 2, so that the house rules of a file cost about a
// second at worst. What a match costs beside looking for it, in time and memory, is as much as many steps.
type work struct{ left int }

const (
	baseWork = 2_000_000   // of any file
	byteWork = 400         // for each byte: 30 patterns without a word that is always there
	mostWork = 100_000_000 // of a file

	perMatch = 2_000 // steps
)

func newWork(bytes int) work { return work{min(baseWork+byteWork*bytes, mostWork)} }

func (w *work) isSpent() bool { return w.left <= 0 }

// spend takes the steps that were needed.
func (w *work) spend(steps int) { w.left -= steps }
