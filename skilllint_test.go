package skilllint_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules"
)

// The main function of a linter with a rule of your own.
func ExampleMain() {
	owner := &analysis.Analyzer{
		Name:     "house/owner",
		Doc:      "skill without an owner",
		Severity: analysis.Warning,
		Scope:    analysis.PerDocument,
		Kinds:    analysis.Skill,
		Source:   analysis.Source{Kind: analysis.Documentation, Name: "our handbook", Checked: "2026-11-21"},
		Run: func(pass *analysis.Pass) error {
			d := pass.Document
			if d.Data != nil && !d.Data.Lookup("metadata", "owner").IsString() {
				pass.Reportf(d.Header.Open, "missing metadata.owner")
			}
			return nil
		},
	}
	skilllint.Main(append(rules.All(), owner)...)
}

// TestCustomLinter builds and runs the linter in internal/cli/testdata/house. Its rule and the rule's options work
// like those of built-in rules.
func TestCustomLinter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := buildIn(t, ".", "./internal/cli/testdata/house")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "skills", "deploy", "SKILL.md"), "---\nname: release\n"+
		"description: Deploys the service. Use when asked to release.\nmetadata:\n  team: ops\n---\n# Deploy\n\nRun it.\n")

	out, code := run(t, binary, dir)
	if code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	for _, want := range []string{
		"skills/deploy/SKILL.md:1:1: warning: missing metadata.owner [house/owner]",
		"[frontmatter/name-mismatch]",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}

	write(t, filepath.Join(dir, ".skilllint.yaml"), "rules:\n  house/owner: {severity: error, field: team}\n  frontmatter: off\n")
	if out, code := run(t, binary, dir); code != 0 {
		t.Errorf("with the configured field: exit code %d, want 0:\n%s", code, out)
	}
	if out, _ := run(t, binary, dir, "explain", "house/owner"); !strings.Contains(out, "Skill without an owner") {
		t.Errorf("explain house/owner:\n%s", out)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs a program in a directory and returns its output and exit code.
func run(t *testing.T, binary, dir string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
