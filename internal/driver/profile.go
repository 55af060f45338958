package driver

import (
	"sync"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A Profile measures the time of runs. Concurrent work is added up, so the sum may exceed the elapsed time. A
// nil Profile measures nothing.
type Profile struct {
	Clock func() time.Duration // returns the time since a fixed moment

	mu    sync.Mutex
	spent map[string]*Timing
}

// A Timing is the time of an analyzer or a step of the run.
type Timing struct {
	Name  string
	Time  time.Duration
	Calls int
}

// Steps of a run that are not analyzers.
const (
	stepOpen  = "(open files)"
	stepRead  = "(read files)"
	stepParse = "(parse files)"
	stepKeep  = "(keep findings and facts)"
)

// Start returns the time at which something begins.
func (p *Profile) Start() time.Duration {
	if p == nil {
		return 0
	}
	return p.Clock()
}

// End adds the time since something began to what its name has spent, without a part that was spent
// otherwise meanwhile, and returns all of it.
func (p *Profile) End(name string, since, without time.Duration) time.Duration {
	if p == nil {
		return 0
	}
	took := p.Clock() - since
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.spent == nil {
		p.spent = map[string]*Timing{}
	}
	s := p.spent[name]
	if s == nil {
		s = &Timing{Name: name}
		p.spent[name] = s
	}
	s.Time += max(0, took-without)
	s.Calls++
	return took
}

// Timings returns what was measured, the longest first.
func (p *Profile) Timings() []Timing {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []Timing
	for _, s := range p.spent {
		list = append(list, *s)
	}
	sorting.By(list, func(a, b Timing) int {
		switch {
		case a.Time != b.Time && a.Time > b.Time, a.Time == b.Time && a.Name < b.Name:
			return -1
		}
		return 1
	})
	return list
}

// measured runs an analyzer's part of a pass and adds its time to the profile.
func (r *run) measured(x *analysis.Analyzer, run func() error) (time.Duration, error) {
	since := r.Profile.Start()
	err := Guard(run)
	return r.Profile.End(x.Name, since, 0), err
}
