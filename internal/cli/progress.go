package cli

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/internal/lint"
)

// patience is how long a run may take before it says how far it is.
const patience = 500 * time.Millisecond

// showProgress counts the files of a run on a terminal's standard error while they are found. The function that it
// returns removes what was shown.
func (p *program) showProgress(req *lint.Request) (end func()) {
	if p.ci() || !isTerminal(p.errFile) || p.getenv("TERM") == "dumb" {
		return func() {}
	}
	var files atomic.Int64
	req.OnFile = func() { files.Add(1) }
	stop := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(patience)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				shown = true
				fmt.Fprintf(p.errFile, "\r%d files", files.Load())
			case <-stop:
				if shown {
					fmt.Fprint(p.errFile, "\r\x1b[K")
				}
				return
			}
		}
	})
	once := sync.OnceFunc(func() { close(stop); ended.Wait() })
	if log := req.Log; log != nil {
		req.Log = func(format string, a ...any) { once(); log(format, a...) }
	}
	return once
}
