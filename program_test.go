package skilllint_test

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// build builds the program and returns its path.
func build(t testing.TB) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "skilllint")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, "./cmd/skilllint").CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/skilllint: %v\n%s", err, out)
	}
	return binary
}
