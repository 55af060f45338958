package live

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	pause        = 5 * time.Millisecond   // ends a series of changes
	maxDelay     = 150 * time.Millisecond // from the first change, even if others follow
	pollInterval = time.Second            // without notifications
)

// A Watcher reports changes in directories. It uses notifications of the operating system, or polling if these are
// unavailable.
type Watcher struct {
	wakeup chan struct{} // has a value if there are changes

	mu       sync.Mutex
	notifier *fsnotify.Watcher  // nil: notifications are unavailable or exhausted
	dirs     map[string]entries // entries of polled directories; nil with notifications
	trouble  error              // reason why notifications are unavailable

	changedMu sync.Mutex // held briefly
	changed   Changed
}

// Changed is the set of changes since the last call of Wait.
type Changed struct {
	All   bool            // the changed paths are unknown
	Paths map[string]bool // absolute; true: the entry may have been created, removed or replaced
}

// entries are the entries of a directory by name.
type entries map[string]fs.FileInfo

// NewWatcher returns a watcher without directories. If notify is false, it polls.
func NewWatcher(notify bool) *Watcher {
	w := &Watcher{wakeup: make(chan struct{}, 1), dirs: map[string]entries{}, changed: Changed{Paths: map[string]bool{}}}
	if !notify {
		return w
	}
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		w.trouble = err
		return w
	}
	w.notifier = notifier
	go w.listen(notifier)
	return w
}

// Close ends the notifications.
func (w *Watcher) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notifier != nil {
		w.notifier.Close()
	}
}

// Err returns the reason why notifications are unavailable, or nil.
func (w *Watcher) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// Len returns the number of watched directories.
func (w *Watcher) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.dirs)
}

// Enter watches a directory for later changes. It may be called concurrently and repeatedly.
func (w *Watcher) Enter(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.dirs[dir]; known {
		return
	}
	w.dirs[dir] = nil
	if w.notifier != nil {
		err := w.notifier.Add(dir)
		switch {
		case err == nil:
		case os.IsNotExist(err) || os.IsPermission(err):
			delete(w.dirs, dir) // the parent directory reports that change
		default:
			w.switchToPolling(err)
		}
		return
	}
	w.dirs[dir] = list(dir)
}

// switchToPolling switches to polling, because notifications are exhausted. Changes may have been missed.
func (w *Watcher) switchToPolling(why error) {
	w.notifier.Close()
	w.notifier, w.trouble = nil, why
	for dir := range w.dirs {
		w.dirs[dir] = list(dir)
	}
	w.recordAll()
}

// unwatch stops watching directories that were moved or removed, and those below, because their names may now refer to other
// directories.
func (w *Watcher) unwatch(paths map[string]bool) {
	moved := false
	for _, is := range paths {
		moved = moved || is
	}
	if !moved {
		return
	}
	for dir := range w.dirs {
		for at := dir; ; at = filepath.Dir(at) {
			if paths[at] {
				w.unwatchDir(dir)
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
}

func (w *Watcher) unwatchDir(dir string) {
	delete(w.dirs, dir)
	if w.notifier != nil {
		_ = w.notifier.Remove(dir) // the system may have removed it
	}
}

func (w *Watcher) unwatchAll() {
	for dir := range w.dirs {
		w.unwatchDir(dir)
	}
}

func (w *Watcher) listen(n *fsnotify.Watcher) {
	for {
		select {
		case e, open := <-n.Events:
			if !open {
				return
			}
			w.record(e.Name, e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename))
		case _, open := <-n.Errors:
			if !open {
				return
			}
			w.recordAll() // the system dropped notifications
		}
	}
}

func (w *Watcher) record(path string, moved bool) {
	w.changedMu.Lock()
	defer w.changedMu.Unlock()
	w.changed.Paths[path] = moved || w.changed.Paths[path]
	w.wake()
}

func (w *Watcher) recordAll() {
	w.changedMu.Lock()
	defer w.changedMu.Unlock()
	w.changed.All = true
	w.wake()
}

func (w *Watcher) wake() {
	select {
	case w.wakeup <- struct{}{}:
	default:
	}
}

// Wait waits for changes and a pause after them, and returns the changes. New and moved directories must be entered again.
// The error is from the context.
func (w *Watcher) Wait(ctx context.Context) (Changed, error) {
	var deadline <-chan time.Time
	var paused <-chan time.Time
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	w.mu.Lock()
	if w.notifier != nil {
		ticker.Stop()
	}
	w.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return Changed{}, ctx.Err()
		case <-w.wakeup:
			if deadline == nil {
				deadline = time.After(maxDelay)
			}
			paused = time.After(pause)
		case <-ticker.C:
			w.poll()
		case <-paused:
			return w.take(), nil
		case <-deadline:
			return w.take(), nil
		}
	}
}

// take returns the changes and resets them.
func (w *Watcher) take() Changed {
	w.changedMu.Lock()
	select {
	case <-w.wakeup:
	default:
	}
	c := w.changed
	w.changed = Changed{Paths: map[string]bool{}}
	w.changedMu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.All {
		w.unwatchAll()
		return c
	}
	w.unwatch(c.Paths)
	return c
}

// poll compares directories with their last entries.
func (w *Watcher) poll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for dir, before := range w.dirs {
		now := list(dir)
		for name, info := range now {
			was, known := before[name]
			if !known || isChanged(was, info) {
				w.record(filepath.Join(dir, name), !known || !os.SameFile(was, info) || was.Mode() != info.Mode())
			}
		}
		for name := range before {
			if _, exists := now[name]; !exists {
				w.record(filepath.Join(dir, name), true)
			}
		}
		w.dirs[dir] = now
	}
}

func isChanged(before, now fs.FileInfo) bool {
	if before.IsDir() && now.IsDir() {
		return !os.SameFile(before, now)
	}
	return before.Size() != now.Size() || before.Mode() != now.Mode() || !before.ModTime().Equal(now.ModTime()) || !os.SameFile(before, now)
}

// list returns the entries of a directory. They are empty if it cannot be read.
func list(dir string) entries {
	found := entries{}
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		if info, err := e.Info(); err == nil {
			found[e.Name()] = info
		}
	}
	return found
}
