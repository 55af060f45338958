package cli

import (
	"time"

	"github.com/skilllint/skilllint/internal/driver"
	"github.com/spf13/pflag"
)

// Steps of a run other than analyzers and the driver.
const (
	stepFind   = "(find files)"
	stepDecide = "(decide on findings)"
	stepReport = "(report)"
)

// profileFlags are the flags that measure a run.
type profileFlags struct {
	on      bool
	profile *driver.Profile // nil: the run is not measured
	started time.Time
}

func (f *profileFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "profile-rules", false, "print the time of steps and slow rules (with --verbose, all rules)")
}

// start starts the measurement if requested.
func (f *profileFlags) start() {
	if !f.on {
		return
	}
	f.started = time.Now()
	f.profile = &driver.Profile{Clock: func() time.Duration { return time.Since(f.started) }}
}

// print prints the measurements.
func (f *profileFlags) print(p *program, verbose bool) {
	if f.on {
		f.profile.Write(p.Err, verbose, time.Since(f.started))
	}
}
