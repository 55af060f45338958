package skilllint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An expectation describes a problem that the generator injected into a tree.
type expectation struct {
	place
	Rule, Fault string
	Also        []place // other acceptable places
}

type place struct {
	File string
	Line int
}

type generatedFinding struct {
	Rule, Severity, Path, Message string
	Range                         struct{ Start struct{ Line int } }
	Related                       []struct {
		Path  string
		Range struct{ Start struct{ Line int } }
	}
}

// lintGenerated generates a tree and returns its findings.
func lintGenerated(t *testing.T, binary, name string, flags ...string) (dir string, findings []generatedFinding) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), name)
	generate(t, dir, flags...)
	lint := exec.Command(binary, "--format", "json", "--min-severity", "info", "--fail-on", "never")
	lint.Dir = dir
	out, err := lint.Output()
	if err != nil {
		t.Fatal(err)
	}
	var report struct{ Findings []generatedFinding }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	return dir, report.Findings
}

// TestGeneratedProblems checks that every injected problem is reported by its rule at its line.
func TestGeneratedProblems(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for _, dialect := range []string{"cleo", "agentskills"} {
		dir, findings := lintGenerated(t, binary, dialect, "-n", sample(150, 1000), "-lines", sample(200, 1000), "-faults", "0.3", "-seed", "7", "-dialect", dialect)
		data, err := os.ReadFile(filepath.Join(dir, "expected.json"))
		if err != nil {
			t.Fatal(err)
		}
		var expected struct{ Findings []expectation }
		if err := json.Unmarshal(data, &expected); err != nil {
			t.Fatal(err)
		}
		type key struct {
			rule string
			place
		}
		found := map[key]bool{}
		for _, f := range findings {
			found[key{f.Rule, place{f.Path, f.Range.Start.Line}}] = true
			for _, r := range f.Related { // of a group
				found[key{f.Rule, place{r.Path, r.Range.Start.Line}}] = true
			}
		}
		checked := 0
		for _, e := range expected.Findings {
			checked++
			ok := found[key{e.Rule, e.place}]
			for _, p := range e.Also {
				ok = ok || found[key{e.Rule, p}]
			}
			if !ok {
				t.Errorf("%s: %s:%d: no finding of %s (%s)", dialect, e.File, e.Line, e.Rule, e.Fault)
			}
		}
		if checked < 100 {
			t.Errorf("%s: %d injected problems, want at least 100", dialect, checked)
		}
	}
}

// TestGeneratedCleanTree checks that a tree without injected problems has no errors or warnings.
func TestGeneratedCleanTree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for _, dialect := range []string{"cleo", "agentskills"} {
		_, findings := lintGenerated(t, binary, dialect, "-n", sample(80, 600), "-lines", sample(100, 600), "-dialect", dialect)
		for _, f := range findings {
			// Sizes are distributed like real ones, and the registry has neither "$schema" nor "_meta".
			expected := strings.HasPrefix(f.Rule, "budget/") || f.Rule == "markdown/body-length" || f.Rule == "registry/schema" && strings.Contains(f.Message, `"_meta"`)
			if f.Severity == "error" || f.Severity == "warning" && !expected {
				t.Errorf("%s: %s:%d: %s %s: %s", dialect, f.Path, f.Range.Start.Line, f.Severity, f.Rule, f.Message)
			}
		}
	}
}
