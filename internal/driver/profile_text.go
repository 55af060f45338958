package driver

import (
	"fmt"
	"io"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
)

// slowest is the default number of printed lines.
const slowest = 20

// Write writes the measurements, the longest first; all: not only the slowest. Concurrent work is added up,
// so the sum approximates CPU time, not elapsed time.
func (p *Profile) Write(w io.Writer, all bool, passed time.Duration) {
	var total time.Duration
	spent := p.Timings()
	for _, s := range spent {
		total += s.Time
	}
	fmt.Fprintf(w, "%11s  %6s  %8s  rule, fact or (step)\n", "time", "share", "calls")
	line := func(s Timing, calls string) {
		fmt.Fprintf(w, "%11s  %4.1f %%  %8s  %s\n", milliseconds(s.Time), 100*float64(s.Time)/float64(max(total, 1)), calls, s.Name)
	}
	var rest time.Duration
	for i, s := range spent {
		if i >= slowest && !all {
			rest += s.Time
			continue
		}
		line(s, quote.Count(s.Calls))
	}
	if more := len(spent) - slowest; more > 0 && !all {
		line(Timing{Name: fmt.Sprintf("%d others (--verbose lists them)", more), Time: rest}, "")
	}
	fmt.Fprintf(w, "%11s  %4d %%  %8s  total of all workers (elapsed: %s)\n", milliseconds(total), 100, "", milliseconds(passed))
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1e3) }
