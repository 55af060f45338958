package house

// work is the remaining budget of custom rules for a file. It is counted in steps: bytes times instructions of the
// pattern, the worst case of RE2. So it is deterministic.
//
// A step takes 0.3 to 5 ns, usually less than 1 ns. The custom rules of a file take at most half a second; for 100 MB in
// files of 10 kB, they take a minute on one core. Each match costs extra steps for its time and memory.
type work struct{ left int }

const (
	baseWork = 200_000     // per file
	byteWork = 120         // per byte: enough for a dozen patterns without a literal word
	mostWork = 100_000_000 // maximum per file

	perMatch = 2_000 // steps
	perValue = 8     // steps per comparison
)

func newWork(bytes int) work { return work{min(baseWork+byteWork*bytes, mostWork)} }

func (w *work) isSpent() bool { return w.left <= 0 }

// spend subtracts steps.
func (w *work) spend(steps int) { w.left -= steps }
