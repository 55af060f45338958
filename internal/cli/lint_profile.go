package cli

import (
	"time"

	"github.com/skilllint/skilllint/internal/driver"
	"github.com/spf13/pflag"
)

// Steps of a run outside of analyzers and the driver.
const (
	stepFind   = "(find files)"
	stepDecide = "(decide on findings)"
	stepReport = "(report)"
)

// profileFlags are the flags that measure a run.
type profileFlags struct {
	on      bool
	of      *driver.Profile // nil: the run is not measured
	started time.Time
}

func (f *profileFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "profile-rules", false, "print the time of the slowest rules and of each step to standard error; with --verbose, of all rules")
}

// start starts the clock if requested.
func (f *profileFlags) start() {
	if !f.on {
		return
	}
	f.started = time.Now()
	f.of = &driver.Profile{Clock: func() time.Duration { return time.Since(f.started) }}
}

// print prints the measurements.
func (f *profileFlags) print(p *program, verbose bool) {
	if f.on {
		f.of.Write(p.Err, verbose, time.Since(f.started))
	}
}
