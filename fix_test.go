package skilllint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixSettles fixes whole trees: nothing that can be fixed is left, no rule finds more than
// before, but where a header could not be read, and a second run changes nothing.
func TestFixSettles(t *testing.T) {
	binary := build(t)
	for _, tree := range []string{"fixtures/examples", "../shared/corpus"} {
		for _, mode := range []string{"--fix", "--unsafe-fixes"} {
			t.Run(filepath.Base(tree)+mode, func(t *testing.T) {
				if _, err := os.Stat(tree); err != nil {
					t.Skipf("%s does not stand beside this checkout", tree)
				}
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(tree)); err != nil {
					t.Fatal(err)
				}
				before, broken := fixable(t, binary, dir, nil)
				args := []string{"fix", "--fail-on", "never", "--statistics", "."}
				if mode == "--unsafe-fixes" {
					args = append(args, mode)
				}
				if out, err := inDir(dir, binary, args...); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				rules, _ := fixable(t, binary, dir, broken)
				for rule, after := range rules {
					if after.found > before[rule].found {
						t.Errorf("%s: %d findings, and %d before", rule, after.found, before[rule].found)
					}
					if left := after.safe; left > 0 {
						t.Errorf("%s: %d safe fixes are left", rule, left)
					}
					if left := after.any; left > 0 && mode == "--unsafe-fixes" {
						t.Errorf("%s: %d fixes are left", rule, left)
					}
				}
				out, err := inDir(dir, binary, args...)
				if err != nil || !strings.Contains(out, "fixed 0 findings in 0 files") {
					t.Errorf("the second run: %v\n%s", err, out[max(0, len(out)-200):])
				}
			})
		}
	}
}

// A tally counts the findings of a rule: all, and those that have a safe fix, or any.
type tally struct{ found, safe, any int }

// fixable counts the findings of each rule outside of some files, and returns the files whose header
// could not be read.
func fixable(t *testing.T, binary, dir string, outside map[string]bool) (tallies map[string]tally, broken map[string]bool) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	if text, err := inDir(dir, binary, "--fail-on", "never", "--format", "json="+out, "."); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	source, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct {
			Rule  string
			Path  string
			Fixes []struct{ Safe bool }
		}
	}
	if err := json.Unmarshal(source, &report); err != nil {
		t.Fatal(err)
	}
	tallies = map[string]tally{}
	broken = map[string]bool{}
	for _, f := range report.Findings {
		if f.Rule == "frontmatter/syntax" || f.Rule == "frontmatter/missing" {
			broken[f.Path] = true
		}
		if outside[f.Path] {
			continue
		}
		n := tallies[f.Rule]
		n.found++
		for _, fix := range f.Fixes {
			if fix.Safe {
				n.safe++
				break
			}
		}
		if len(f.Fixes) > 0 {
			n.any++
		}
		tallies[f.Rule] = n
	}
	return tallies, broken
}
