package cli

import (
	"fmt"
	"time"

	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/spf13/pflag"
)

// The steps of a run that are no analyzers and not the driver's.
const (
	stepFind   = "(find files)"
	stepDecide = "(decide on findings)"
	stepReport = "(report)"
)

// profileFlags are the flags for where the time of a run goes.
type profileFlags struct {
	on      bool
	of      *driver.Profile // nil: the run is not measured
	started time.Time
}

func (f *profileFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "profile-rules", false, "say on standard error how long the slowest rules took, and the rest of the run; with --verbose all of them")
}

// start begins to measure, if that was asked for.
func (f *profileFlags) start() {
	if !f.on {
		return
	}
	f.started = time.Now()
	f.of = &driver.Profile{Clock: func() time.Duration { return time.Since(f.started) }}
}

// slowest is how many lines are printed, unless all are asked for.
const slowest = 20

// print prints what was measured, the longest first. What ran on several processors at a time is added
// up, so that the sum is about the CPU time, and not the time that passed.
func (f *profileFlags) print(p *program, verbose bool) {
	if !f.on {
		return
	}
	passed := time.Since(f.started)
	var total time.Duration
	spent := f.of.Spent()
	for _, s := range spent {
		total += s.Time
	}
	fmt.Fprintf(p.Err, "%11s  %6s  %8s  rule, fact or (step)\n", "time", "share", "calls")
	line := func(s driver.Spent, calls string) {
		fmt.Fprintf(p.Err, "%11s  %4.1f %%  %8s  %s\n", milliseconds(s.Time), 100*float64(s.Time)/float64(max(total, 1)), calls, s.Name)
	}
	var rest time.Duration
	for i, s := range spent {
		if i >= slowest && !verbose {
			rest += s.Time
			continue
		}
		line(s, quote.Count(s.Calls))
	}
	if more := len(spent) - slowest; more > 0 && !verbose {
		line(driver.Spent{Name: fmt.Sprintf("%d others; --verbose shows them", more), Time: rest}, "")
	}
	fmt.Fprintf(p.Err, "%11s  %4d %%  %8s  in all workers together; %s passed\n", milliseconds(total), 100, "", milliseconds(passed))
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1e3) }
