// Package watcher reports changes in directories. It uses the notifications of the system, or polls where there are none
// left.
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
	quiet  = 10 * time.Millisecond  // without a change: what was done at once is done
	latest = 150 * time.Millisecond // after the first change, whatever follows
	every  = time.Second            // folders are looked at, where there are no notifications
)

// Folders watches directories for changes.
type Folders struct {
	woken chan struct{} // holds one when something changed

	mu       sync.Mutex
	notifier *fsnotify.Watcher  // nil: there are no notifications, or not enough
	folders  map[string]entries // what stood in each; of a folder with notifications, nil
	trouble  error              // why there are no notifications

	noting  sync.Mutex // is held for a moment only, and mu never meanwhile
	changed Changed
}

// Changed is what changed since the last look.
type Changed struct {
	All   bool            // nobody knows what
	Paths map[string]bool // absolute; true: what stands there now may be something else than before
}

// entries are the entries of a directory, by name.
type entries map[string]fs.FileInfo

// New watches nothing yet. With notify false it does without notifications.
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

// Trouble returns why the system does not notify, or nil.
func (w *Folders) Trouble() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// Len returns how many folders are watched.
func (w *Folders) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.folders)
}

// Enter begins to watch a folder. What changes in it from here on is noticed; it may be called
// concurrently, and for a folder that is watched already.
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
			delete(w.folders, dir) // the folder above tells when that changes
		default:
			w.poll(err)
		}
		return
	}
	w.folders[dir] = list(dir)
}

// poll begins to look at folders because there are no more notifications. What was missed meanwhile
// nobody knows.
func (w *Folders) poll(why error) {
	w.notifier.Close()
	w.notifier, w.trouble = nil, why
	for dir := range w.folders {
		w.folders[dir] = list(dir)
	}
	w.noteAll()
}

// leave ends to watch the folders that were moved or removed, and those below them: what goes by their
// names now may be others.
func (w *Folders) leave(paths map[string]bool) {
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
			w.noteAll() // more happened than the system could tell
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

// Wait waits until something has changed and nothing more does for a moment, and returns what. Folders
// that came or went have to be entered again. The error is the context's.
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

// take returns what has changed, and forgets it.
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

// look compares the folders with what stood in them, where the system does not notify.
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
