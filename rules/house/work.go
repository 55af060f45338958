package house

// A work is what remains of the work limit of custom rules for one file. It is counted in steps: bytes times
// instructions of the pattern, the worst case of RE2. Therefore it is the same in every run.
//
// A step takes 0.3 to 5 ns, mostly less than 1. The custom rules of a file take at most half a second, and
// those of 100 MB in files of 10 kB a minute on one core. Each match costs extra steps for its time and memory.
type work struct{ left int }

const (
	baseWork = 200_000     // of any file
	byteWork = 120         // for each byte: a dozen patterns without a fixed word
	mostWork = 100_000_000 // of a file

	perMatch = 2_000 // steps
	perValue = 8     // steps of a comparison
)

func newWork(bytes int) work { return work{min(baseWork+byteWork*bytes, mostWork)} }

func (w *work) isSpent() bool { return w.left <= 0 }

// spend subtracts steps.
func (w *work) spend(steps int) { w.left -= steps }
