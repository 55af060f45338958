//go:build unix

package treefs_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// TestOpenPipe checks that opening a named pipe without a writer does not block.
func TestOpenPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := treefs.Disk(root).Open("pipe"); err == nil || !strings.Contains(err.Error(), "is a named pipe") {
		t.Errorf("got %v", err)
	}
}
