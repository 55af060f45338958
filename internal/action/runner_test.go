package action

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/memtemp"
)

// temp is a directory that the tests share.
var temp string

func TestMain(m *testing.M) {
	memtemp.Use()
	var err error
	if temp, err = os.MkdirTemp("", "skilllint-action-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(temp)
	os.Exit(code)
}

// A runner runs the steps of the action like a GitHub runner.
type runner struct {
	t          *testing.T
	action     action
	actionPath string
	temp       string
	workspace  string
	env        map[string]string // environment variables that GitHub sets
	head       string            // repository of the pull request's branch
	output     string            // output of the last step
}

// newRunner returns a runner whose workspace has one skill with a finding and one without.
func newRunner(t *testing.T) *runner {
	t.Helper()
	r := emptyRunner(t)
	built := filepath.Join(temp, "skilllint") // once for all tests
	if _, err := os.Stat(built); err != nil {
		first := *r
		first.temp = temp
		code, outputs := first.step("Get skilllint", nil)
		if code != 0 || outputs["build"] != "true" || outputs["go"] != "" {
			t.Fatalf("between releases, want a build from source: exit code %d, %v", code, outputs)
		}
		if code, _ := first.step("Build skilllint", nil); code != 0 {
			t.Fatal("build failed")
		}
	}
	if err := os.CopyFS(filepath.Join(r.temp, "skilllint"), os.DirFS(built)); err != nil {
		t.Fatal(err)
	}
	r.write("skills/faulty/SKILL.md", "---\nname: faulty\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n\nThen read the list of files from the top.\n")
	r.write("skills/clean/SKILL.md", "---\nname: clean\ndescription: Has no findings. Use it in tests.\n---\nText.\n")
	return r
}

// emptyRunner returns a runner with an empty workspace.
func emptyRunner(t *testing.T) *runner {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	actionPath, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return &runner{t: t, action: readAction(t), actionPath: actionPath, temp: t.TempDir(), workspace: t.TempDir(),
		env: map[string]string{"GITHUB_EVENT_NAME": "push", "GITHUB_REPOSITORY": "octo/skills", "GITHUB_ACTOR": "octo", "GITHUB_BASE_REF": ""}}
}

func (r *runner) write(path, text string) {
	r.t.Helper()
	write(r.t, r.workspace, path, text)
}

// write writes a file below a directory.
func write(t *testing.T, dir, path, text string) {
	t.Helper()
	full := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lint runs the step "Lint" and returns its exit code and outputs.
func (r *runner) lint(inputs map[string]string) (int, map[string]string) {
	r.t.Helper()
	return r.step("Lint", inputs)
}

// step runs the script of a step in the environment of a GitHub runner.
func (r *runner) step(name string, inputs map[string]string) (int, map[string]string) {
	r.t.Helper()
	at := slices.IndexFunc(r.action.Runs.Steps, func(s step) bool { return s.Name == name })
	if at < 0 || r.action.Runs.Steps[at].Shell != "bash" {
		r.t.Fatalf("the action has no step %q in bash", name)
	}
	s, script, output := r.action.Runs.Steps[at], filepath.Join(r.temp, "step.sh"), filepath.Join(r.temp, "output")
	for path, text := range map[string]string{script: s.Run, output: ""} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir = r.workspace
	command.Env = append(os.Environ(), "CI=true", "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+output, "GITHUB_PATH="+filepath.Join(r.temp, "path"),
		"GITHUB_STEP_SUMMARY="+filepath.Join(r.temp, "summary"), "GITHUB_WORKSPACE="+r.workspace, "GITHUB_ACTION_PATH="+r.actionPath, "RUNNER_TEMP="+r.temp)
	for name, value := range r.env {
		command.Env = append(command.Env, name+"="+value)
	}
	for name, value := range s.Env {
		command.Env = append(command.Env, name+"="+r.expand(value, inputs))
	}
	out, err := command.CombinedOutput()
	r.t.Logf("%s", out)
	r.output = string(out)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), readOutputs(r.t, output)
}

var expression = regexp.MustCompile(`\$\{\{\s*([\w.-]+)\s*\}\}`)

func (r *runner) expand(value string, inputs map[string]string) string {
	return expression.ReplaceAllStringFunc(value, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if name == "github.event.pull_request.head.repo.full_name" {
			return r.head
		}
		input, ok := strings.CutPrefix(name, "inputs.")
		declared, known := r.action.Inputs[input]
		if !ok || !known {
			r.t.Errorf("unknown input: %s", e)
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
