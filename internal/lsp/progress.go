package lsp

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
)

// progressDelay is the time after which the progress of a first run is shown, and the pause between updates.
const progressDelay = 400 * time.Millisecond

// showProgress shows the progress of a slow first run, if the client supports it. The caller increments the number of files, and
// calls end after the run.
func (w *workspace) showProgress() (files *atomic.Int64, end func()) {
	files = &atomic.Int64{}
	if !w.server.client.Window.WorkDoneProgress {
		return files, func() {}
	}
	ended := make(chan struct{})
	w.progressCount++
	token := fmt.Sprintf("%s#%d", w.folder, w.progressCount)
	go func() {
		select {
		case <-ended:
			return
		case <-time.After(progressDelay):
		}
		if w.server.request("window/workDoneProgress/create", WorkDoneProgressCreateParams{token}, nil) != nil {
			return
		}
		report := func(value any) { w.server.notify("$/progress", progressParams{token, value}) }
		count := func() string { return quote.Plural(int(files.Load()), "file") }
		report(WorkDoneProgressBegin{Kind: "begin", Title: "Checking skills", Message: count()})
		defer report(WorkDoneProgressEnd{Kind: "end"})
		for {
			select {
			case <-ended:
				return
			case <-w.ctx.Done():
				return
			case <-time.After(progressDelay):
				report(WorkDoneProgressReport{Kind: "report", Message: count()})
			}
		}
	}()
	return files, func() { close(ended) }
}

// WorkDoneProgressCreateParams announces progress to the client.
type WorkDoneProgressCreateParams struct {
	Token string `json:"token"`
}

// A progressParams reports progress.
type progressParams struct {
	Token string `json:"token"`
	Value any    `json:"value"`
}

// WorkDoneProgressBegin starts to show progress.
type WorkDoneProgressBegin struct {
	Kind    string `json:"kind"`
	Title   string `json:"title"`
	Message string `json:"message,omitempty"`
}

// WorkDoneProgressReport updates the message.
type WorkDoneProgressReport struct {
	Kind    string `json:"kind"`
	Message string `json:"message,omitempty"`
}

// WorkDoneProgressEnd hides the progress.
type WorkDoneProgressEnd struct {
	Kind string `json:"kind"`
}
