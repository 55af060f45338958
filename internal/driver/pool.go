package driver

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

// A pool is the workers that analyse files. With a timeout, a worker that is stuck in a file is
// given up and replaced: a goroutine cannot be stopped from outside. Its context ends, so that it stops before
// the next analyzer.
type pool struct {
	mu        sync.Mutex
	outcomes  []*outcome
	abandoned func(Input) *outcome // what remains of a file that is given up
	running   sync.WaitGroup       // one for each worker that was not given up
}

// work analyses one file. It calls begin when the file has its turn, unless it takes no more time than reading it.
type work func(ctx context.Context, in Input, begin func(release func())) *outcome

// A task is a file in the hands of a worker.
type task struct {
	timeout time.Duration // 0: none
	giveUp  func()
	release func()
	timer   *time.Timer
	settled atomic.Bool // by the worker, or by the timer that gave it up
}

func (p *pool) start(ctx context.Context, jobs int, timeout time.Duration, inputs <-chan Input, work work) {
	for range jobs {
		p.running.Add(1)
		go p.worker(ctx, timeout, inputs, work)
	}
}

// wait waits until every file is settled.
func (p *pool) wait() { p.running.Wait() }

func (p *pool) worker(run context.Context, timeout time.Duration, inputs <-chan Input, work work) {
	for in := range inputs {
		ctx, stop := context.WithCancel(run)
		t := &task{timeout: timeout, giveUp: func() {
			stop()
			go func() {
				p.add(p.abandoned(in))
				p.worker(run, timeout, inputs, work)
			}()
		}}
		if in.File.Kind == analysis.Manifest {
			t.timeout = 0
		}
		o := work(ctx, in, t.begin)
		stop()
		if !t.end() {
			return // given up: another worker has taken over, and what was found is not wanted
		}
		p.add(o)
	}
	p.running.Done()
}

// begin is called once a file has its turn: its time runs from here. release gives back what it
// was granted; it is called once, also when the worker is given up.
func (t *task) begin(release func()) {
	t.release = release
	if t.timeout == 0 {
		return
	}
	t.timer = time.AfterFunc(t.timeout, func() {
		if t.settled.CompareAndSwap(false, true) {
			release()
			t.giveUp()
		}
	})
}

// end is called when the work on a file is done. It reports whether the file was not given up.
func (t *task) end() bool {
	if t.timer != nil {
		t.timer.Stop()
	}
	if !t.settled.CompareAndSwap(false, true) {
		return false
	}
	if t.release != nil {
		t.release()
	}
	return true
}

func (p *pool) add(o *outcome) {
	if o == nil {
		return
	}
	p.mu.Lock()
	p.outcomes = append(p.outcomes, o)
	p.mu.Unlock()
}

func timedOut(timeout time.Duration) analysis.Diagnostic {
	return analysis.Diagnostic{Severity: analysis.Error, Message: fmt.Sprintf("analysis timed out after %s", timeout),
		Effect: "only the rules on raw bytes checked the file", Help: "report this bug and attach the file"}
}
