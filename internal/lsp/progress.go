package lsp

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
)

// patient is how long the first run of a workspace takes before its progress is shown, and often the pause between reports.
const patient = 400 * time.Millisecond

// showProgress shows the progress of the first run of a workspace, if it takes long and the client can show it. The caller
// increments the number of files, and calls end when the run is over.
func (w *workspace) showProgress() (files *atomic.Int64, end func()) {
	files = &atomic.Int64{}
	if !w.server.client.Window.WorkDoneProgress {
		return files, func() {}
	}
	ended := make(chan struct{})
	w.shown++
	token := fmt.Sprintf("%s#%d", w.folder, w.shown)
	go func() {
		select {
		case <-ended:
			return
		case <-time.After(patient):
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
			case <-time.After(patient):
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

// A progressParams is a state of progress.
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

// WorkDoneProgressReport changes the message.
type WorkDoneProgressReport struct {
	Kind    string `json:"kind"`
	Message string `json:"message,omitempty"`
}

// WorkDoneProgressEnd ends it.
type WorkDoneProgressEnd struct {
	Kind string `json:"kind"`
}
