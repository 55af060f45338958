package live

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// wait returns the changes. It fails if there are none.
func wait(t *testing.T, w *Watcher) Changed {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := w.Wait(ctx)
	if err != nil {
		t.Fatal("nothing changed: ", err)
	}
	return c
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(path), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestChanges(t *testing.T) {
	for name, notify := range map[string]bool{"notified": true, "polled": false} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			old, fresh, sub := filepath.Join(dir, "old"), filepath.Join(dir, "fresh"), filepath.Join(dir, "sub")
			write(t, old)
			w := NewWatcher(notify)
			defer w.Close()
			w.Enter(dir)
			if err := os.WriteFile(old, []byte("other"), 0o644); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); c.All || len(c.Paths) != 1 || c.Paths[old] {
				t.Errorf("written file: %+v", c)
			}
			write(t, fresh)
			if c := wait(t, w); !c.Paths[fresh] {
				t.Errorf("new file: %+v", c)
			}
			if err := os.Mkdir(sub, 0o755); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); !c.Paths[sub] {
				t.Errorf("new directory: %+v", c)
			}
			w.Enter(sub)
			if err := os.Rename(sub, sub+"2"); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); !c.Paths[sub] || !c.Paths[sub+"2"] || w.Len() != 1 {
				t.Errorf("moved directory: %+v, %d directories watched", c, w.Len())
			}
		})
	}
}

// TestNotificationsExhausted checks that the watcher polls if notifications are exhausted, and that missed changes are
// unknown.
func TestNotificationsExhausted(t *testing.T) {
	dir := t.TempDir()
	w := NewWatcher(true)
	defer w.Close()
	w.Enter(dir)
	w.mu.Lock()
	w.switchToPolling(errors.New("no space left on device"))
	w.mu.Unlock()
	if c := wait(t, w); !c.All || w.Len() != 0 || w.Err() == nil {
		t.Errorf("got %+v, %d directories, %v", c, w.Len(), w.Err())
	}
	w.Enter(dir)
	write(t, filepath.Join(dir, "a"))
	if c := wait(t, w); !c.Paths[filepath.Join(dir, "a")] {
		t.Errorf("change not reported: %+v", c)
	}
}

func TestWaitEnds(t *testing.T) {
	w := NewWatcher(true)
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestPoll checks that polling detects changes of size, time, mode and identity. The time of a subdirectory is ignored.
func TestPoll(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	set := func(t *testing.T, path, text string, mode os.FileMode, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name     string
		change   func(t *testing.T, dir string)
		want     bool // a change is reported
		replaced bool // the entry is reported as replaced
	}{
		{"no change", func(*testing.T, string) {}, false, false},
		{"size", func(t *testing.T, dir string) { set(t, filepath.Join(dir, "x"), "longer", 0o644, at) }, true, false},
		{"time", func(t *testing.T, dir string) { set(t, filepath.Join(dir, "x"), "text", 0o644, at.Add(time.Second)) }, true, false},
		{"mode", func(t *testing.T, dir string) { set(t, filepath.Join(dir, "x"), "text", 0o400, at) }, true, true},
		{"another file", func(t *testing.T, dir string) {
			other := filepath.Join(filepath.Dir(dir), "other")
			set(t, other, "text", 0o644, at)
			if err := os.Rename(other, filepath.Join(dir, "x")); err != nil {
				t.Fatal(err)
			}
		}, true, true},
		{"removed file", func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "x")); err != nil {
				t.Fatal(err)
			}
		}, true, true},
		{"file in a subdirectory", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "sub", "y")) }, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "dir")
			if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "x")
			set(t, file, "text", 0o644, at)
			w := NewWatcher(false)
			defer w.Close()
			w.Enter(dir)
			test.change(t, dir)
			w.poll()
			replaced, seen := w.changed.Paths[file]
			if seen != test.want || replaced != test.replaced || len(w.changed.Paths) > 1 {
				t.Errorf("%+v, want reported: %t, replaced: %t", w.changed, test.want, test.replaced)
			}
		})
	}
}
