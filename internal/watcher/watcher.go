// Package watcher reports changes in directories. It uses notifications of the system, or polling if these
// are unavailable.
package watcher

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
	quiet  = 5 * time.Millisecond   // a pause that ends a series of changes
	latest = 150 * time.Millisecond // after the first change, whatever follows
	every  = time.Second            // interval of polling, without notifications
)

// Folders watches directories for changes.
type Folders struct {
	woken chan struct{} // holds one when something changed

	mu       sync.Mutex
	notifier *fsnotify.Watcher  // nil: notifications are unavailable or exhausted
	folders  map[string]entries // entries of polled directories; nil with notifications
	trouble  error              // why there are no notifications

	noting  sync.Mutex // held briefly, and never together with mu
	changed Changed
}

// Changed is the set of changes since the last call of Wait.
type Changed struct {
	All   bool            // the changed paths are unknown
	Paths map[string]bool // absolute; true: the entry itself may be different
}

// entries are the entries of a directory, by name.
type entries map[string]fs.FileInfo

// New returns a watcher without directories. If notify is false, it polls.
func New(notify bool) *Folders {
	w := &Folders{woken: make(chan struct{}, 1), folders: map[string]entries{}, changed: Changed{Paths: map[string]bool{}}}
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
func (w *Folders) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notifier != nil {
		w.notifier.Close()
	}
}

// Trouble returns why notifications are unavailable, or nil.
func (w *Folders) Trouble() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// Len returns the number of watched directories.
func (w *Folders) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.folders)
}

// Enter watches a directory for later changes. It may be called concurrently and repeatedly.
func (w *Folders) Enter(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.folders[dir]; known {
		return
	}
	w.folders[dir] = nil
	if w.notifier != nil {
		err := w.notifier.Add(dir)
		switch {
		case err == nil:
		case os.IsNotExist(err) || os.IsPermission(err):
			delete(w.folders, dir) // the parent directory reports that change
		default:
			w.poll(err)
		}
		return
	}
	w.folders[dir] = list(dir)
}

// poll switches to polling because notifications are exhausted. Changes missed in
// between are unknown.
func (w *Folders) poll(why error) {
	w.notifier.Close()
	w.notifier, w.trouble = nil, why
	for dir := range w.folders {
		w.folders[dir] = list(dir)
	}
	w.noteAll()
}

// leave stops watching directories that were moved or removed, and those below: their names may refer to
// other directories now.
func (w *Folders) leave(paths map[string]bool) {
	moved := false
	for _, is := range paths {
		moved = moved || is
	}
	if !moved {
		return
	}
	for dir := range w.folders {
		for at := dir; ; at = filepath.Dir(at) {
			if paths[at] {
				w.end(dir)
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
}

func (w *Folders) end(dir string) {
	delete(w.folders, dir)
	if w.notifier != nil {
		_ = w.notifier.Remove(dir) // it may have ended by itself
	}
}

func (w *Folders) leaveAll() {
	for dir := range w.folders {
		w.end(dir)
	}
}

func (w *Folders) listen(n *fsnotify.Watcher) {
	for {
		select {
		case e, open := <-n.Events:
			if !open {
				return
			}
			w.note(e.Name, e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename))
		case _, open := <-n.Errors:
			if !open {
				return
			}
			w.noteAll() // the system dropped notifications
		}
	}
}

func (w *Folders) note(path string, moved bool) {
	w.noting.Lock()
	defer w.noting.Unlock()
	w.changed.Paths[path] = moved || w.changed.Paths[path]
	w.wake()
}

func (w *Folders) noteAll() {
	w.noting.Lock()
	defer w.noting.Unlock()
	w.changed.All = true
	w.wake()
}

func (w *Folders) wake() {
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// Wait waits for changes and a pause after them, and returns the changes. New and moved directories must be
// entered again. The error is the context's.
func (w *Folders) Wait(ctx context.Context) (Changed, error) {
	var end <-chan time.Time // of waiting for more
	var still <-chan time.Time
	look := time.NewTicker(every)
	defer look.Stop()
	w.mu.Lock()
	if w.notifier != nil {
		look.Stop()
	}
	w.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return Changed{}, ctx.Err()
		case <-w.woken:
			if end == nil {
				end = time.After(latest)
			}
			still = time.After(quiet)
		case <-look.C:
			w.look()
		case <-still:
			return w.take(), nil
		case <-end:
			return w.take(), nil
		}
	}
}

// take returns the changes and resets them.
func (w *Folders) take() Changed {
	w.noting.Lock()
	select {
	case <-w.woken:
	default:
	}
	c := w.changed
	w.changed = Changed{Paths: map[string]bool{}}
	w.noting.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.All {
		w.leaveAll()
		return c
	}
	w.leave(c.Paths)
	return c
}

// look compares polled directories with their last entries.
func (w *Folders) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for dir, before := range w.folders {
		now := list(dir)
		for name, is := range now {
			was, known := before[name]
			if !known || changed(was, is) {
				w.note(filepath.Join(dir, name), !known || !os.SameFile(was, is) || was.Mode() != is.Mode())
			}
		}
		for name := range before {
			if _, there := now[name]; !there {
				w.note(filepath.Join(dir, name), true)
			}
		}
		w.folders[dir] = now
	}
}

func changed(was, is fs.FileInfo) bool {
	if was.IsDir() && is.IsDir() {
		return !os.SameFile(was, is)
	}
	return was.Size() != is.Size() || was.Mode() != is.Mode() || !was.ModTime().Equal(is.ModTime()) || !os.SameFile(was, is)
}

// list returns the entries of a directory, or nothing if it cannot be listed.
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
