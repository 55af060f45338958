package driver

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

// A pool is the workers that analyze files. With a timeout, a stuck worker is abandoned and replaced, as
// goroutines cannot be stopped from outside. Its context ends, so that it stops before the next analyzer.
type pool struct {
	mu        sync.Mutex
	outcomes  []*outcome
	abandoned func(Input) *outcome // the result of an abandoned file
	running   sync.WaitGroup       // one for each active worker
}

// work analyzes one file. It calls begin before it does more than read the file.
type work func(ctx context.Context, in Input, begin func(release func())) *outcome

// A task is a file that a worker analyzes.
type task struct {
	timeout time.Duration // 0: none
	giveUp  func()
	release func()
	timer   *time.Timer
	settled atomic.Bool // by the worker, or by the timer that abandons it
}

func (p *pool) start(ctx context.Context, jobs int, timeout time.Duration, inputs <-chan Input, work work) {
	for range jobs {
		p.running.Add(1)
		go p.worker(ctx, timeout, inputs, work)
	}
}

// wait waits until all files are done or abandoned.
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
			return // abandoned: another worker has taken over, and the findings are discarded
		}
		p.add(o)
	}
	p.running.Done()
}

// begin is called when the analysis of a file starts; its timeout starts here. release is called once, also
// if the worker is abandoned.
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

// end is called when the work on a file is done. It reports whether the file was not abandoned.
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
