// Package action tests what runs skilllint for others: the GitHub Action and the pre-commit hook.
package action

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// root is the module's folder, seen from this one.
const root = "../.."

// An action is what we read of action.yml.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []step }
}

type step struct {
	ID, Uses, Run, Shell string
	Env                  map[string]string
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

// TestScripts checks that no script of the action has an expression in it: what is typed into an
// input would be run.
func TestScripts(t *testing.T) {
	for _, s := range readAction(t).Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("a script has an expression in it; pass it by env: %s", s.Run)
		}
	}
}

// TestPinned checks that every action that is used is pinned to a commit.
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
				t.Errorf("%s: %s is not pinned to a commit, with its version as a comment", path, found[1])
			}
		}
	}
}

// A runner runs the steps of the action as GitHub's does.
type runner struct {
	t          *testing.T
	action     action
	actionPath string
	temp       string
	workspace  string
	base       string // of a pull request
	said       string // by the last step
}

// newRunner has a workspace with a skill that has a fault, and one that has none.
func newRunner(t *testing.T) *runner {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the action runs in bash, which is not here")
	}
	actionPath, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, action: readAction(t), actionPath: actionPath, temp: t.TempDir(), workspace: t.TempDir()}
	r.write("skills/faulty/SKILL.md", "---\nname: faulty\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n")
	r.write("skills/sound/SKILL.md", "---\nname: sound\ndescription: Has no fault. Use it in tests.\n---\nText.\n")
	for _, s := range r.action.Runs.Steps {
		if s.Run != "" && s.ID == "" { // what comes before the step "lint"
			if code := r.step(s, nil, filepath.Join(r.temp, "unused")); code != 0 {
				t.Fatalf("a step before the lint step failed with %d", code)
			}
		}
	}
	return r
}

func (r *runner) write(path, text string) {
	r.t.Helper()
	full := filepath.Join(r.workspace, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// lint runs the step "lint" and returns its exit code and outputs.
func (r *runner) lint(inputs map[string]string) (int, map[string]string) {
	r.t.Helper()
	output := filepath.Join(r.temp, "output")
	if err := os.WriteFile(output, nil, 0o644); err != nil {
		r.t.Fatal(err)
	}
	for _, s := range r.action.Runs.Steps {
		if s.ID == "lint" {
			code := r.step(s, inputs, output)
			return code, readOutputs(r.t, output)
		}
	}
	r.t.Fatal("the action has no step lint")
	return 0, nil
}

// step runs a script as GitHub does, with what a runner puts into its environment.
func (r *runner) step(s step, inputs map[string]string, output string) int {
	r.t.Helper()
	if s.Shell != "bash" {
		r.t.Fatalf("shell %q", s.Shell)
	}
	script := filepath.Join(r.temp, "step.sh")
	if err := os.WriteFile(script, []byte(s.Run), 0o644); err != nil {
		r.t.Fatal(err)
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir = r.workspace
	command.Env = append(os.Environ(), "CI=true", "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+output, "GITHUB_PATH="+filepath.Join(r.temp, "path"), "GITHUB_STEP_SUMMARY="+filepath.Join(r.temp, "summary"), "GITHUB_BASE_REF="+r.base, "GITHUB_WORKSPACE="+r.workspace, "RUNNER_TEMP="+r.temp)
	for name, value := range s.Env {
		command.Env = append(command.Env, name+"="+r.expand(value, inputs))
	}
	out, err := command.CombinedOutput()
	r.t.Logf("%s", out)
	r.said = string(out)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		r.t.Fatal(err)
	}
	return command.ProcessState.ExitCode()
}

var expression = regexp.MustCompile(`\$\{\{\s*([\w.-]+)\s*\}\}`)

func (r *runner) expand(value string, inputs map[string]string) string {
	return expression.ReplaceAllStringFunc(value, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if name == "github.action_path" {
			return r.actionPath
		}
		input, ok := strings.CutPrefix(name, "inputs.")
		declared, known := r.action.Inputs[input]
		if !ok || !known {
			r.t.Errorf("no such input: %s", e)
		}
		if given, ok := inputs[input]; ok {
			return given
		}
		return declared.Default
	})
}

// readOutputs reads what a step wrote for GITHUB_OUTPUT: NAME=VALUE, or NAME<<MARK, lines, MARK.
func readOutputs(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	outputs := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for len(lines) > 0 {
		line := lines[0]
		lines = lines[1:]
		if name, mark, ok := strings.Cut(line, "<<"); ok && !strings.Contains(name, "=") {
			end := 0
			for lines[end] != mark {
				end++
			}
			outputs[name] = strings.Join(lines[:end], "\n")
			lines = lines[end+1:]
		} else if name, value, ok := strings.Cut(line, "="); ok {
			outputs[name] = value
		}
	}
	return outputs
}

func TestAction(t *testing.T) {
	r := newRunner(t)
	tests := []struct {
		name    string
		inputs  map[string]string
		code    int
		sarif   string // as the output names it
		results int    // of the report; -1: there is none
	}{
		{"a fault", nil, 1, "skilllint.sarif", 1},
		{"report only", map[string]string{"fail-on": "never"}, 0, "skilllint.sarif", 1},
		{"no fault", map[string]string{"paths": "skills/sound"}, 0, "skilllint.sarif", 0},
		{"two paths", map[string]string{"paths": "skills/sound\n\nskills/faulty\n"}, 1, "skilllint.sarif", 1},
		{"rules", map[string]string{"ignore": "markdown,tokens"}, 0, "skilllint.sarif", 0},
		{"further flags", map[string]string{"args": "--statistics\n--fail-on=never"}, 0, "skilllint.sarif", 1},
		{"another report", map[string]string{"sarif-file": "out of here.sarif"}, 1, "out of here.sarif", 1},
		{"another folder", map[string]string{"working-directory": "skills", "paths": "faulty"}, 1, "skills/skilllint.sarif", 1},
		{"a wrong flag", map[string]string{"fail-on": "nothing"}, 2, "skilllint.sarif", -1},
		{"a path that is not there", map[string]string{"paths": "skils"}, 2, "skilllint.sarif", -1},
		{"a path that looks like a flag", map[string]string{"paths": "--fail-on=never"}, 2, "skilllint.sarif", -1},
		{"a command as a path", map[string]string{"paths": "$(touch pwned) `touch pwned`; touch pwned"}, 2, "skilllint.sarif", -1},
		{"a command as a rule", map[string]string{"select": "\"; touch pwned; \""}, 2, "skilllint.sarif", -1},
		{"an output as a file name", map[string]string{"sarif-file": "x\nexit-code=0"}, 1, "x\nexit-code=0", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(test.sarif, "\n") {
				t.Skip("Windows has no such file names")
			}
			r.t = t
			code, outputs := r.lint(test.inputs)
			if code != test.code || outputs["exit-code"] != string(rune('0'+test.code)) || outputs["sarif-file"] != test.sarif {
				t.Errorf("exit code %d, outputs %q; want %d and report %q", code, outputs, test.code, test.sarif)
			}
			if got := countResults(t, filepath.Join(r.workspace, test.sarif)); got != test.results {
				t.Errorf("the report has %d results, want %d", got, test.results)
			}
			for _, dir := range []string{".", "skills"} {
				if _, err := os.Lstat(filepath.Join(r.workspace, dir, "pwned")); err == nil {
					t.Error("an input was run as a command")
				}
			}
		})
	}
	for name, output := range r.action.Outputs {
		if output.Value != "${{ steps.lint.outputs."+name+" }}" {
			t.Errorf("output %s is %s", name, output.Value)
		}
	}
}

// countResults returns the number of results of a SARIF file; -1 when there is none.
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
