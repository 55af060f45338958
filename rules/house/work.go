package house

// A work counts what patterns may still cost in one file. It is counted in steps: bytes that are
// looked at times instructions of the pattern, which is what RE2 costs at worst. So it is the same in
// every run, whatever the machine does.
//
// A step was measured to take 2 to 10 ns. So the house rules of a file of 1 MB cost under a second,
// whatever they are.
type work struct{ left int }

const (
	baseWork = 10_000_000  // of any file: 100 patterns without a fixed word in 10 kB
	byteWork = 60          // for each byte
	mostWork = 100_000_000 // of a file

	perMatch = 50 // steps that a match costs beside looking for it
)

func newWork(bytes int) work { return work{min(baseWork+byteWork*bytes, mostWork)} }

func (w *work) isSpent() bool { return w.left <= 0 }

// spend takes the steps that were needed.
func (w *work) spend(steps int) { w.left -= steps }
