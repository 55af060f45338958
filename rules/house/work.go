package house

// A work counts what house rules may still cost in one file. It is counted in steps: bytes that are
// looked at times instructions of the pattern, which is what RE2 costs at worst. So it is the same in
// every run, whatever the machine does.
//
// A step was measured to take 0.3 to 5 ns, and most patterns take less than 1. So the house rules of a file
// cost half a second at worst, and those of 100 MB in files of 10 kB a minute on one core. What a match costs
// beside looking for it, in time and memory, is as much as many steps.
type work struct{ left int }

const (
	baseWork = 200_000     // of any file
	byteWork = 120         // for each byte: a dozen patterns without a word that is always there
	mostWork = 100_000_000 // of a file

	perMatch = 2_000 // steps
	perValue = 8     // steps, of a value that is compared with another one
)

func newWork(bytes int) work { return work{min(baseWork+byteWork*bytes, mostWork)} }

func (w *work) isSpent() bool { return w.left <= 0 }

// spend takes the steps that were needed.
func (w *work) spend(steps int) { w.left -= steps }
