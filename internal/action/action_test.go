// Package action tests the GitHub Action and the pre-commit hooks.
package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// root is the module's directory, relative to this one.
const root = "../.."

// An action has the parts of action.yml that the tests use.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []step }
}

type step struct {
	Name, If, Uses, Run, Shell string
	Env                        map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	var a action
	readYAML(t, "action.yml", &a)
	return a
}

func readYAML(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TestScripts checks that scripts of the action contain no expressions, because the shell would run the text of inputs.
func TestScripts(t *testing.T) {
	for _, s := range readAction(t).Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("expression in a script; pass it with env: %s", s.Run)
		}
	}
}

// TestPinned checks that all actions in use are pinned to commits.
func TestPinned(t *testing.T) {
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses:\s*(\S+)(.*)$`)
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	paths, _ := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	for _, path := range append(paths, filepath.Join(root, "action.yml")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range uses.FindAllStringSubmatch(string(text), -1) {
			if found[1] != "./" && (!pinned.MatchString(found[1]) || !strings.HasPrefix(strings.TrimSpace(found[2]), "# v")) {
				t.Errorf("%s: %s is not pinned to a commit with its version as a comment", path, found[1])
			}
		}
	}
}

func TestAction(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	r := newRunner(t)
	tests := []struct {
		name    string
		inputs  map[string]string
		code    int
		sarif   string // the output "sarif"
		results int    // number of results in the report; -1: no report
	}{
		{"finding", nil, 1, "skilllint.sarif", 1},
		{"report only", map[string]string{"fail-on": "never"}, 0, "skilllint.sarif", 1},
		{"no findings", map[string]string{"paths": "skills/clean"}, 0, "skilllint.sarif", 0},
		{"two paths", map[string]string{"paths": "skills/clean\n\nskills/faulty\n"}, 1, "skilllint.sarif", 1},
		{"CRLF", map[string]string{"paths": "skills/clean\r\n  skills/faulty \r\n\r\n", "args": "--statistics\r\n"}, 1, "skilllint.sarif", 1},
		{"rules", map[string]string{"ignore": "markdown,tokens"}, 0, "skilllint.sarif", 0},
		{"further flags", map[string]string{"args": "--statistics\n--fail-on=never"}, 0, "skilllint.sarif", 1},
		{"other report name", map[string]string{"sarif": "out of here.sarif"}, 1, "out of here.sarif", 1},
		{"working directory", map[string]string{"working-directory": "skills", "paths": "faulty"}, 1, "skills/skilllint.sarif", 1},
		{"no report", map[string]string{"sarif": ""}, 1, "", -1},
		{"directory as the report", map[string]string{"sarif": "skills"}, 2, "", -1},
		{"invalid severity", map[string]string{"fail-on": "nothing"}, 2, "", -1},
		{"missing path", map[string]string{"paths": "skils"}, 2, "", -1},
		{"missing working directory", map[string]string{"working-directory": "skils"}, 2, "", -1},
		{"invalid choice", map[string]string{"annotations": "yes"}, 2, "", -1},
		{"flag as a path", map[string]string{"paths": "--fail-on=never"}, 2, "", -1},
		{"command as a path", map[string]string{"paths": "$(touch pwned) `touch pwned`; touch pwned"}, 2, "", -1},
		{"command as a rule", map[string]string{"select": "\"; touch pwned; \""}, 2, "", -1},
		{"output assignment in a file name", map[string]string{"sarif": "x\nexit-code=0"}, 1, "x\nexit-code=0", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(test.sarif, "\n") {
				t.Skip("file name not possible on Windows")
			}
			r.t = t
			r.write("skilllint.sarif", "report of an earlier run")
			code, outputs := r.lint(test.inputs)
			want := map[string]string{"exit-code": fmt.Sprint(test.code), "sarif": test.sarif, "can-upload": fmt.Sprint(test.sarif != ""), "findings": "", "errors": "", "rdjson": ""}
			if annotated := strings.Contains(r.output, "\n::error title=skilllint::"); annotated != (test.code == 2) && !strings.HasPrefix(r.output, "::error title=skilllint::") {
				t.Errorf("annotation with the error: %v, exit code %d:\n%s", annotated, code, r.output)
			}
			if test.code != 2 {
				want["findings"] = fmt.Sprint(max(test.results, 0))
				if test.sarif == "" {
					want["findings"] = "1"
				}
				want["errors"] = want["findings"]
			}
			for name, value := range want {
				if got, ok := outputs[name]; !ok || got != value || code != test.code {
					t.Errorf("exit code %d, %s = %q; want %d and %q", code, name, got, test.code, value)
				}
			}
			if test.sarif != "" {
				if got := countResults(t, filepath.Join(r.workspace, test.sarif)); got != test.results {
					t.Errorf("the report has %d results, want %d", got, test.results)
				}
			}
			for _, dir := range []string{".", "skills"} {
				if _, err := os.Lstat(filepath.Join(r.workspace, dir, "pwned")); err == nil {
					t.Error("an input was run as a command")
				}
			}
		})
	}
	for name, output := range r.action.Outputs {
		if value, ok := strings.CutPrefix(output.Value, "${{ steps.lint.outputs."+name+" "); !ok || value != "}}" && !strings.HasPrefix(value, "|| '") {
			t.Errorf("value of output %s: %s", name, output.Value)
		}
	}
}

// countResults returns the number of results of a SARIF file, or -1 if the file does not exist.
func countResults(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return -1
	}
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct{ Results []json.RawMessage }
	}
	if err := json.Unmarshal(text, &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%s: %v, %d runs", path, err, len(log.Runs))
	}
	return len(log.Runs[0].Results)
}
