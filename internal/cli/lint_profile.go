package cli

import (
	"time"

	"github.com/skilllint/skilllint/internal/driver"
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

// print prints what was measured.
func (f *profileFlags) print(p *program, verbose bool) {
	if f.on {
		f.of.Write(p.Err, verbose, time.Since(f.started))
	}
}
