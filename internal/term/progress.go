package term

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
)

// progressDelay is the time before progress is shown, and between updates.
const progressDelay = 500 * time.Millisecond

// Progress shows the number of counted files on standard error until end is called. If standard error is not a terminal,
// count is nil.
func (s *Streams) Progress() (count, end func()) {
	if s.IsCI() || !IsTerminal(s.ErrFile) || s.Env("TERM") == "dumb" {
		return nil, func() {}
	}
	var files atomic.Int64
	stop := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(progressDelay)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				shown = true
				fmt.Fprint(s.ErrFile, "\r"+quote.Plural(int(files.Load()), "file"))
			case <-stop:
				if shown {
					fmt.Fprint(s.ErrFile, "\r\x1b[K")
				}
				return
			}
		}
	})
	return func() { files.Add(1) }, sync.OnceFunc(func() { close(stop); ended.Wait() })
}
