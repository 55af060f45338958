package watcher

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// wait returns what changed, or fails.
func wait(t *testing.T, w *Folders) Changed {
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
			w := New(notify)
			defer w.Close()
			w.Enter(dir)
			if err := os.WriteFile(old, []byte("other"), 0o644); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); c.All || len(c.Paths) != 1 || c.Paths[old] {
				t.Errorf("a file that was written: %+v", c)
			}
			write(t, fresh)
			if c := wait(t, w); !c.Paths[fresh] {
				t.Errorf("a new file: %+v", c)
			}
			if err := os.Mkdir(sub, 0o755); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); !c.Paths[sub] {
				t.Errorf("a new folder: %+v", c)
			}
			w.Enter(sub)
			if err := os.Rename(sub, sub+"2"); err != nil {
				t.Fatal(err)
			}
			if c := wait(t, w); !c.Paths[sub] || !c.Paths[sub+"2"] || w.Len() != 1 {
				t.Errorf("a folder that was moved: %+v, %d are watched", c, w.Len())
			}
		})
	}
}

// When the system has no more notifications to give, nobody knows what was missed, and folders are
// looked at from there on.
func TestExhausted(t *testing.T) {
	dir := t.TempDir()
	w := New(true)
	defer w.Close()
	w.Enter(dir)
	w.mu.Lock()
	w.poll(errors.New("no space left on device"))
	w.mu.Unlock()
	if c := wait(t, w); !c.All || w.Len() != 0 || w.Trouble() == nil {
		t.Errorf("got %+v, %d folders, %v", c, w.Len(), w.Trouble())
	}
	w.Enter(dir)
	write(t, filepath.Join(dir, "a"))
	if c := wait(t, w); !c.Paths[filepath.Join(dir, "a")] {
		t.Errorf("a change is not seen: %+v", c)
	}
}

func TestWaitEnds(t *testing.T) {
	w := New(true)
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
