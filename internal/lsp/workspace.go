package lsp

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/live"
	"github.com/skilllint/skilllint/internal/treefs"
)

// debounce is the pause between a change and the start of a run.
const debounce = 5 * time.Millisecond

// minRunTime is the time before a run can be canceled. Most runs take less, and the run after a canceled one takes longer because it
// cannot use its results.
const minRunTime = 100 * time.Millisecond

// A workspace lints a directory in the background. A single goroutine runs the linter, publishes diagnostics and answers requests,
// because the result of a run shares memory with the next one.
type workspace struct {
	server   *server
	folder   string // as sent by the client
	dir      string // the same with links resolved
	implicit bool   // opened for documents in it, not by the client

	ctx           context.Context
	stop          context.CancelFunc
	startOnce     sync.Once
	ended         chan struct{} // closed when the goroutine has ended; nil if it was not started
	wake          chan struct{} // has an element after a change
	questions     chan question
	files         *live.Files
	facts         *language.Facts
	checks        []*analysis.Analyzer
	wholeTree     bool // a run had to read the whole tree
	linted        bool // a run was completed
	progressCount int  // number of times that progress was shown
	onFile        func()

	mu        sync.Mutex
	changes   live.Changed
	stale     bool               // something changed since the last run began
	cancelRun context.CancelFunc // cancels the run; nil between runs, and while a run is too young

	lastDocuments documents                           // of the last run
	last          *view                               // result of the last run; nil before the first run and after an error
	published     map[string]PublishDiagnosticsParams // by URI
	places        places
	pages         map[string]*CodeDescription // by rule
	uris          map[string]string           // by path in reports; see reportedURI
	converted     map[string]conversion       // of the last run, by path in reports
}

// A question is a request about the result of a run.
type question struct {
	ctx    context.Context
	answer func(*view) (any, error)
	reply  chan<- reply
	always bool // answer even without a result
}

type reply struct {
	result any
	err    error
}

func newWorkspace(s *server, folder, dir string) *workspace {
	w := &workspace{server: s, folder: folder, dir: dir, wake: make(chan struct{}, 1), questions: make(chan question), stale: true,
		facts: &language.Facts{}, published: map[string]PublishDiagnosticsParams{}, places: places{}, pages: map[string]*CodeDescription{}, changes: live.Changed{Paths: map[string]bool{}}}
	w.checks = append(slices.Clone(s.Request.Analyzers), w.facts.Collect())
	w.ctx, w.stop = context.WithCancel(s.ctx)
	return w
}

// start starts the goroutine once.
func (w *workspace) start() {
	w.startOnce.Do(func() {
		disk := live.NewWatcher(true)
		go w.watch(disk)
		w.files = live.New(disk, "", nil)
		if w.server.clientWatches() {
			w.files.Covered = w.isWatched
		}
		w.files.Cache.Unsaved = func(dir string, below treefs.FS) treefs.FS { return w.lastDocuments.overlay(dir, below) }
		w.ended = make(chan struct{})
		w.wake <- struct{}{}
		go w.loop()
	})
}

// close ends the goroutine without waiting for it.
func (w *workspace) close() {
	w.stop()
	w.startOnce.Do(func() {})
}

// wait waits until the goroutine has ended.
func (w *workspace) wait() {
	w.close()
	if w.ended != nil {
		<-w.ended
	}
}

func (w *workspace) documents() documents {
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	return w.server.documents
}

// isWatched reports whether a client that watches files reports changes in a directory: in open directories, except those of git.
func (w *workspace) isWatched(dir string) bool {
	return treefs.Within(w.dir, dir) && filepath.Base(dir) != ".git" && filepath.Base(filepath.Dir(dir)) != ".git"
}

// watch records changes on the disk.
func (w *workspace) watch(disk *live.Watcher) {
	defer disk.Close()
	for {
		changed, err := disk.Wait(w.ctx)
		if err != nil {
			return
		}
		if changed.All {
			w.changeAll()
		} else {
			w.change(changed.Paths)
		}
	}
}

// change records changed paths and cancels the current run.
func (w *workspace) change(paths map[string]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for path, moved := range paths {
		w.changes.Paths[path] = moved || w.changes.Paths[path]
	}
	w.markStale()
}

// changeAll records that anything may have changed.
func (w *workspace) changeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes.All = true
	w.markStale()
}

// markStale cancels the current run and starts another. mu is held.
func (w *workspace) markStale() {
	w.stale = true
	if w.cancelRun != nil {
		w.cancelRun()
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// loop runs the linter after changes and answers requests, until the workspace is closed.
func (w *workspace) loop() {
	defer close(w.ended)
	defer w.files.Cache.ForgetAll() // closes its directories
	var pause, collect <-chan time.Time
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-w.wake:
			pause = time.After(debounce)
		case <-pause:
			pause = nil
			w.refresh(w.ctx)
			collect = time.After(gcPause())
		case <-collect:
			collect = nil
			go runtime.GC()
		case q := <-w.questions:
			w.refresh(q.ctx)
			v := w.last
			if v == nil && q.always {
				v = w.bareView()
			}
			result, err := q.run(v)
			q.reply <- reply{result, err}
		}
	}
}

// run answers a question, and turns a panic into an error.
func (q *question) run(v *view) (result any, err error) {
	if err := q.ctx.Err(); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = panicError(r)
		}
	}()
	return q.answer(v)
}

// ask answers a request about the current content of the workspace. The answer is nil if the linter cannot run.
func (w *workspace) ask(ctx context.Context, answer func(*view) (any, error)) (any, error) {
	return w.submit(question{ctx: ctx, answer: answer})
}

// askAlways is like ask, for requests that do not require a result.
func (w *workspace) askAlways(ctx context.Context, answer func(*view) (any, error)) (any, error) {
	return w.submit(question{ctx: ctx, answer: answer, always: true})
}

func (w *workspace) submit(q question) (any, error) {
	ctx, done := q.ctx, make(chan reply, 1)
	q.reply = done
	select {
	case w.questions <- q:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.ctx.Done():
		return nil, context.Canceled
	}
	select {
	case r := <-done:
		return r.result, r.err
	case <-w.ctx.Done():
		return nil, context.Canceled
	}
}

// refresh runs the linter until the result is up to date.
func (w *workspace) refresh(ctx context.Context) {
	if w.onFile = nil; !w.linted {
		files, end := w.showProgress()
		defer end()
		w.onFile = func() { files.Add(1) }
	}
	for ctx.Err() == nil && w.ctx.Err() == nil {
		w.mu.Lock()
		if !w.stale {
			w.mu.Unlock()
			return
		}
		changed := w.changes
		w.changes, w.stale = live.Changed{Paths: map[string]bool{}}, false
		run, cancel := context.WithCancel(w.ctx)
		w.mu.Unlock()
		timer := time.AfterFunc(minRunTime, func() { w.makeCancelable(run, cancel) })
		err := w.run(run, changed)
		timer.Stop()
		w.mu.Lock()
		w.cancelRun = nil
		if run.Err() != nil { // the run is incomplete, and its changes were removed from w.changes
			w.stale = true
		}
		w.mu.Unlock()
		cancel()
		if err == nil || !errors.Is(err, context.Canceled) {
			w.linted = true
			w.publish(err)
			w.forgetPlaces()
		}
	}
}

// forgetPlaces clears cached positions if something changed during the run: they may belong to other versions of the documents.
func (w *workspace) forgetPlaces() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stale {
		w.converted = nil
		clear(w.places)
	}
}

// makeCancelable makes a run cancelable, and cancels it if something has already changed.
func (w *workspace) makeCancelable(run context.Context, cancel context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case run.Err() != nil:
	case w.stale:
		cancel()
	default:
		w.cancelRun = cancel
	}
}

// run runs the linter on the current content.
func (w *workspace) run(ctx context.Context, changed live.Changed) error {
	w.last = nil
	if changed.All || w.uris == nil || slices.Contains(slices.Collect(maps.Values(changed.Paths)), true) {
		w.uris = map[string]string{} // documents may have been opened or closed
	}
	w.files.Forget(changed)
	w.lastDocuments = w.documents()
	result, err := lint.Run(ctx, w.request())
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	w.wholeTree = w.wholeTree || result.Widened
	if len(w.places) > 2*len(result.Files) { // most belong to files that no longer exist
		clear(w.places)
	}
	w.last = w.newView(result, w.lastDocuments)
	return nil
}

// request returns the request of a run.
func (w *workspace) request() lint.Request {
	req := w.server.Request
	req.Dir, req.Paths, req.Analyzers, req.Cache = w.dir, []string{w.dir}, w.checks, w.files.Cache
	req.OnFile = w.onFile
	req.Limit, req.AllowEmpty, req.Whole, req.Baseline.Configured = true, true, w.wholeTree, true
	return req
}

// invalidate requests another run because the memory of the last result was reused.
func (w *workspace) invalidate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.markStale()
}

// bareView returns a view without a result.
func (w *workspace) bareView() *view {
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	return &view{Snapshot: &language.Snapshot{Facts: w.facts, Rules: w.server.rules()}, workspace: w,
		encoding: w.server.encoding, client: &w.server.client, settings: w.server.settings}
}

// newView returns a view of the result of a run.
func (w *workspace) newView(result *lint.Result, docs documents) *view {
	v := w.bareView()
	v.documents, v.texts, v.places, v.roots = docs, map[*analysis.File]*text{}, w.places, result.Trees()
	v.Result, v.Read = result, v.read
	return v
}

// owns reports whether the workspace is the innermost one around a path.
func (w *workspace) owns(path string) bool {
	return treefs.Within(w.dir, path) && w.server.workspaceOf(path) == w
}

// workspaceOf returns the innermost workspace around a path, or nil.
func (s *server) workspaceOf(path string) *workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	var best *workspace
	for _, w := range s.workspaces {
		if treefs.Within(w.dir, path) && (best == nil || len(w.dir) > len(best.dir)) {
			best = w
		}
	}
	return best
}

// uri returns the URI of a path: that of the open document, or else one below the directory as sent by the client.
func (w *workspace) uri(docs documents, path string) string {
	if doc := docs[path]; doc != nil {
		return doc.uri
	}
	if rel, err := filepath.Rel(w.dir, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.Join(w.folder, rel)
	}
	return uriOf(path)
}
