package vcs

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestExecutable checks that the index determines the mode, not the work tree.
func TestExecutable(t *testing.T) {
	dir := repository(t, "run.sh", "-odd *.sh", "plain.sh", "new.sh")
	git(t, dir, "rm", "-q", "--cached", "--", "new.sh")
	git(t, dir, "update-index", "--chmod=+x", "--", "run.sh")
	git(t, dir, "update-index", "--chmod=+x", "--", "-odd *.sh")
	for name, mode := range map[string]os.FileMode{"run.sh": 0o644, "plain.sh": 0o755, "new.sh": 0o755} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	rels := []string{"run.sh", "-odd *.sh", "plain.sh", "new.sh", "absent.sh"}
	want := map[string]bool{"run.sh": true, "-odd *.sh": true, "plain.sh": false}
	for range 2 {
		got, err := Executable(context.Background(), dir, rels)
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%v, error %v, want %v", got, err, want)
		}
		for i := range 300 { // more than maxNamed
			rels = append(rels, fmt.Sprintf("absent%d.sh", i))
		}
	}
	if got, err := Executable(context.Background(), t.TempDir(), rels); err == nil {
		t.Errorf("without a repository: got %v, want an error", got)
	}
}
