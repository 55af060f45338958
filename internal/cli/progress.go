package cli

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long a run may take before it says how far it is.
const patience = 500 * time.Millisecond

// progress counts files on a terminal's standard error while they are found; nowhere else.
type progress struct {
	files atomic.Int64
	stop  chan struct{}
	ended sync.WaitGroup
}

func (p *program) startProgress() *progress {
	g := &progress{stop: make(chan struct{})}
	if p.ci() || !isTerminal(p.errFile) || p.getenv("TERM") == "dumb" {
		return g
	}
	g.ended.Go(func() {
		tick := time.NewTicker(patience)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				shown = true
				fmt.Fprintf(p.errFile, "\r%d files", g.files.Load())
			case <-g.stop:
				if shown {
					fmt.Fprint(p.errFile, "\r\x1b[K")
				}
				return
			}
		}
	})
	return g
}

// end removes what was shown.
func (g *progress) end() {
	close(g.stop)
	g.ended.Wait()
}
