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
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/language"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/live"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/watcher"
)

// quiet is the pause after a change before a run starts.
const quiet = 5 * time.Millisecond

// youth is how long a run is not canceled. Most runs take less, and the one after a canceled run takes longer, because it
// cannot build on it.
const youth = 100 * time.Millisecond

// A workspace lints a directory in the background. One goroutine runs the linter, publishes what it finds and answers
// requests, because the result of a run shares memory with the next one.
type workspace struct {
	server *server
	folder string // as the client names it
	dir    string // the same without links
	single bool   // it is open only for the documents in it

	ctx    context.Context
	stop   context.CancelFunc
	begin  sync.Once
	ended  chan struct{} // closed when the goroutine has ended; nil: it was not started
	wake   chan struct{} // holds one when something changed
	asked  chan question
	files  *live.Files
	facts  *language.Facts
	checks []*analysis.Analyzer
	whole  bool // a run had to read all of the tree
	linted bool // a run was completed
	shown  int  // how often progress was shown
	onFile func()

	mu      sync.Mutex
	changes watcher.Changed
	stale   bool               // something changed since the last run began
	abandon context.CancelFunc // cancels the run; nil between runs, and while a run is young

	current   documents                           // of the last run
	last      *view                               // of the last run; nil: it failed, or there was none
	published map[string]PublishDiagnosticsParams // by URI
	places    places
	pages     map[string]*CodeDescription // by rule
	uris      map[string]string           // of findings, by path in reports; see reported
	converted map[string]conversion       // in the last run, by path in reports
}

// A question is a request about the result of a run.
type question struct {
	ctx    context.Context
	answer func(*view) (any, error)
	reply  chan<- reply
	always bool // also without a result
}

type reply struct {
	result any
	err    error
}

func newWorkspace(s *server, folder, dir string) *workspace {
	w := &workspace{server: s, folder: folder, dir: dir, wake: make(chan struct{}, 1), asked: make(chan question), stale: true,
		facts: &language.Facts{}, published: map[string]PublishDiagnosticsParams{}, places: places{}, pages: map[string]*CodeDescription{}, changes: watcher.Changed{Paths: map[string]bool{}}}
	w.checks = append(slices.Clone(s.Request.Analyzers), w.facts.Collect())
	w.ctx, w.stop = context.WithCancel(s.ctx)
	return w
}

// start starts the goroutine once.
func (w *workspace) start() {
	w.begin.Do(func() {
		disk := watcher.New(true)
		go w.watch(disk)
		w.files = live.New(disk, "", nil)
		if w.server.clientWatches() {
			w.files.Covered = w.isWatched
		}
		w.files.Cache.Unsaved = func(dir string, below treefs.FS) treefs.FS { return w.current.tree(dir, below) }
		w.ended = make(chan struct{})
		w.wake <- struct{}{}
		go w.loop()
	})
}

// close ends the goroutine without waiting for it.
func (w *workspace) close() {
	w.stop()
	w.begin.Do(func() {})
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

// isWatched reports whether a client that watches files reports changes in a directory: it does so for the directories that
// are open, but not for the index of git.
func (w *workspace) isWatched(dir string) bool {
	return treefs.Within(w.dir, dir) && filepath.Base(dir) != ".git" && filepath.Base(filepath.Dir(dir)) != ".git"
}

// watch records changes on the disk.
func (w *workspace) watch(disk *watcher.Watcher) {
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

// change records changed paths, and cancels the run that does not know them.
func (w *workspace) change(paths map[string]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for path, moved := range paths {
		w.changes.Paths[path] = moved || w.changes.Paths[path]
	}
	w.outdate()
}

// changeAll records that anything may have changed.
func (w *workspace) changeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes.All = true
	w.outdate()
}

// outdate starts another run. mu is held.
func (w *workspace) outdate() {
	w.stale = true
	if w.abandon != nil {
		w.abandon()
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
			pause = time.After(quiet)
		case <-pause:
			pause = nil
			w.refresh(w.ctx)
			collect = time.After(rest())
		case <-collect:
			collect = nil
			go runtime.GC()
		case q := <-w.asked:
			w.refresh(q.ctx)
			v := w.last
			if v == nil && q.always {
				v = w.bareView()
			}
			result, err := q.answered(v)
			q.reply <- reply{result, err}
		}
	}
}

// answered answers a question. A panic is an error of this request only.
func (q *question) answered(v *view) (result any, err error) {
	if err := q.ctx.Err(); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return q.answer(v)
}

// ask answers a request about the current content of the workspace. The answer is nil if the linter cannot run.
func (w *workspace) ask(ctx context.Context, answer func(*view) (any, error)) (any, error) {
	return w.question(question{ctx: ctx, answer: answer})
}

// askAlways is ask for requests that need no result.
func (w *workspace) askAlways(ctx context.Context, answer func(*view) (any, error)) (any, error) {
	return w.question(question{ctx: ctx, answer: answer, always: true})
}

func (w *workspace) question(q question) (any, error) {
	ctx, done := q.ctx, make(chan reply, 1)
	q.reply = done
	select {
	case w.asked <- q:
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

// refresh runs the linter until the result is that of the current content.
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
		w.changes, w.stale = watcher.Changed{Paths: map[string]bool{}}, false
		run, cancel := context.WithCancel(w.ctx)
		w.mu.Unlock()
		young := time.AfterFunc(youth, func() { w.age(run, cancel) })
		err := w.run(run, changed)
		young.Stop()
		w.mu.Lock()
		w.abandon = nil
		if run.Err() != nil { // nothing is known about the run, but its changes are forgotten
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

// forgetPlaces drops positions that may be those of other versions of the documents, because something changed since the
// run began.
func (w *workspace) forgetPlaces() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stale {
		w.converted = nil
		clear(w.places)
	}
}

// age makes a run cancellable, and cancels it if something changed already.
func (w *workspace) age(run context.Context, cancel context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case run.Err() != nil:
	case w.stale:
		cancel()
	default:
		w.abandon = cancel
	}
}

// run runs the linter on the current content.
func (w *workspace) run(ctx context.Context, changed watcher.Changed) error {
	w.last = nil
	if changed.All || w.uris == nil || slices.Contains(slices.Collect(maps.Values(changed.Paths)), true) {
		w.uris = map[string]string{} // documents may have been opened or closed
	}
	w.files.Forget(changed)
	w.current = w.documents()
	result, err := lint.Run(ctx, w.request())
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	w.whole = w.whole || result.Grown
	if len(w.places) > 2*len(result.Files) { // most of them are of files that no longer exist
		clear(w.places)
	}
	w.last = w.newView(result, w.current)
	return nil
}

// request returns the request of a run.
func (w *workspace) request() lint.Request {
	req := w.server.Request
	req.Dir, req.Paths, req.Analyzers, req.Cache = w.dir, []string{w.dir}, w.checks, w.files.Cache
	req.OnFile = w.onFile
	req.Limit, req.AllowEmpty, req.Whole, req.Baseline.Configured = true, true, w.whole, true
	return req
}

// spoil records that another run has used the memory of the last one.
func (w *workspace) spoil() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.outdate()
}

// bareView returns a view without a result.
func (w *workspace) bareView() *view {
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	return &view{Snapshot: &language.Snapshot{Facts: w.facts, Rules: w.server.rules()}, workspace: w,
		encoding: w.server.encoding, client: &w.server.client, settings: w.server.settings}
}

// newView returns the result of a run, for requests.
func (w *workspace) newView(result *lint.Result, docs documents) *view {
	v := w.bareView()
	v.documents, v.texts, v.places, v.roots = docs, map[*analysis.File]*text{}, w.places, map[*analysis.Tree]discover.Root{}
	v.Result, v.Read = result, v.read
	for _, root := range result.Roots {
		v.roots[root.Tree] = root
	}
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

// uri returns the URI of a path: that of the open document, or else one below the directory as the client names it.
func (w *workspace) uri(docs documents, path string) string {
	if doc := docs[path]; doc != nil {
		return doc.uri
	}
	if rel, err := filepath.Rel(w.dir, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.Join(w.folder, rel)
	}
	return uriOf(path)
}
