package skilllint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestOlderBaseline: a baseline does not depend on the wording of findings. The recorded one is from before they
// had message, effect and help.
func TestOlderBaseline(t *testing.T) {
	t.Parallel()
	binary, dir := build(t), t.TempDir()
	archive, err := txtar.ParseFile("testdata/older_baseline.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	lint := exec.Command(binary, "--baseline", ".skilllint-baseline.jsonl", "--fail-on", "info", "--format", "json")
	lint.Dir = dir
	out, failed := lint.Output()
	var report struct {
		Findings []struct{ Path, Rule, Message string }
		Summary  struct{ Baselined int }
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	if failed != nil || report.Summary.Baselined != 479 {
		t.Errorf("error %v, %d findings of the baseline, want 479; others: %+v", failed, report.Summary.Baselined, report.Findings)
	}
}
