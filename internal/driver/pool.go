package driver

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A pool is the workers that analyse files. With a timeout, a worker that is stuck in a file is
// given up and replaced: a goroutine cannot be stopped from outside.
type pool struct {
	mu       sync.Mutex
	outcomes []*outcome
	running  sync.WaitGroup // one for each worker that was not given up
}

// A task is a file in the hands of a worker.
type task struct {
	in      Input
	settled atomic.Bool // by the worker, or by the timer that gave it up
}

func (p *pool) start(jobs int, timeout time.Duration, inputs <-chan Input, work func(Input) *outcome) {
	for range jobs {
		p.running.Add(1)
		go p.worker(timeout, inputs, work)
	}
}

// wait waits until every file is settled.
func (p *pool) wait() { p.running.Wait() }

func (p *pool) worker(timeout time.Duration, inputs <-chan Input, work func(Input) *outcome) {
	for in := range inputs {
		if timeout == 0 || in.File.Kind == analysis.Manifest {
			p.add(work(in))
			continue
		}
		t := &task{in: in}
		timer := time.AfterFunc(timeout, func() {
			if t.settled.CompareAndSwap(false, true) {
				p.add(abandoned(in, timeout))
				go p.worker(timeout, inputs, work)
			}
		})
		o := work(in)
		timer.Stop()
		if !t.settled.CompareAndSwap(false, true) {
			return // given up: another worker has taken over, and what was found is not wanted
		}
		p.add(o)
	}
	p.running.Done()
}

func (p *pool) add(o *outcome) {
	if o == nil {
		return
	}
	p.mu.Lock()
	p.outcomes = append(p.outcomes, o)
	p.mu.Unlock()
}

// abandoned is what remains of a file whose analysis was given up. The worker may still be
// writing to the file's description, so it gets one of its own.
func abandoned(in Input, timeout time.Duration) *outcome {
	f := &analysis.File{Path: in.File.Path, Rel: in.File.Rel, Tree: in.File.Tree, Kind: in.File.Kind}
	start := analysis.Position{Line: 1, Column: 1}
	return &outcome{file: f, findings: []finding.Finding{{
		Rule: analysis.Broken.Name, Analyzer: analysis.Broken, File: f, Severity: analysis.Error,
		Message: fmt.Sprintf("the analysis of this file took longer than %s and was given up; nothing of it was checked", timeout),
		Place:   finding.Place{Location: analysis.Location{Path: f.Path, Start: start, End: start}, ExcerptColumn: 1},
	}}}
}
