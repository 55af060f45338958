package action

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// An actRunner runs the workflow that init writes in a repository, with act on this machine.
type actRunner struct {
	*pullRequest
	args []string
}

// newActRunner returns a runner with the action at the commit of release v1.2.3, whose binary is built from this
// checkout, and stubs for actions that cannot be downloaded here.
func newActRunner(t *testing.T) *actRunner {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
	if _, err := exec.LookPath("act"); err != nil {
		t.Skip("act is not installed: go install github.com/nektos/act@v0.2.89")
	}
	a := &actRunner{pullRequest: newPullRequest(t)}
	action := t.TempDir()
	for _, name := range []string{"action.yml", ".github/install.sh", ".github/lint.sh"} {
		a.put(action, name, readText(t, name))
	}
	binary, err := os.ReadFile(filepath.Join(temp, "skilllint", "skilllint"))
	if err != nil {
		t.Fatal(err)
	}
	name := "skilllint_1.2.3_" + runtime.GOOS + "_" + runtime.GOARCH
	a.put(action, ".github/release.txt", "v1.2.3 0123456789abcdef0123456789abcdef01234567\n")
	a.put(action, ".github/checksums.txt", fmt.Sprintf("%x  %s\n", sha256.Sum256(binary), name))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1.2.3/"+name, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(binary) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	a.args = []string{"-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "--action-cache-path", t.TempDir(), "--env", "NO_COLOR=1", "--env", "SKILLLINT_DOWNLOADS=" + server.URL,
		"--local-repository", "skilllint/skilllint@v1=" + action}
	stubs := t.TempDir()
	stub := func(steps string) string {
		return "name: stub\ndescription: stub\ninputs: {sarif_file: {required: false}}\nruns: {using: composite, steps: [{shell: bash, " + steps + "}]}\n"
	}
	a.put(stubs, "action.yml", stub(`run: "true"`))
	a.put(stubs, "upload-sarif/action.yml", stub(`env: {FROM: "${{ inputs.sarif_file }}"}, run: 'echo "uploads $FROM: $(grep -o \"ruleId\" "$FROM" | wc -l) results"'`))
	used := regexp.MustCompile(`uses: ([\w.-]+/[\w.-]+)(?:/[\w./-]+)?@([0-9a-f]{40})`)
	for _, m := range used.FindAllStringSubmatch(readText(t, "action.yml")+readText(t, "internal/setup/workflow.yml"), -1) {
		a.args = append(a.args, "--local-repository", m[1]+"@"+m[2]+"="+stubs)
	}
	return a
}

func (a *actRunner) put(dir, name, text string) {
	a.t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		a.t.Fatal(err)
	}
}

// TestAct runs the workflow that init writes with act.
func TestAct(t *testing.T) {
	a := newActRunner(t)
	workflow := strings.NewReplacer("{branch}", "trunk", "{release}", "v1", "{fail-on}", "error").Replace(readText(t, "internal/setup/workflow.yml"))
	event := func(from string) map[string]any {
		repository := map[string]any{"full_name": "octo/skills", "name": "skills", "owner": map[string]any{"login": "octo"}, "default_branch": "trunk"}
		if from == "" {
			return map[string]any{"ref": "refs/heads/trunk", "repository": repository}
		}
		return map[string]any{"number": 1, "repository": repository, "pull_request": map[string]any{"number": 1,
			"base": map[string]any{"ref": "trunk"}, "head": map[string]any{"ref": "work", "repo": map[string]any{"full_name": from}}}}
	}
	tests := []struct {
		name, ref, event, from string
		workflow               string
		succeeds               bool
		want                   []string // after "!": not in the output
	}{
		{"push with a finding", "trunk", "push", "", workflow, false,
			[]string{"the checksum of skilllint_1.2.3_", "5:1: error: unclosed code fence", "set-output:: errors=1", "set-output:: can-upload=true", "uploads skilllint.sarif: 1 results", "!::error file="}},
		{"push without findings", "trunk", "push", "", strings.Replace(workflow, "changed: base", "paths: skills/clean\n          changed: base", 1), true,
			[]string{"no findings in 1 file", "set-output:: errors=0", "uploads skilllint.sarif: 0 results"}},
		{"pull request that turns the rule off", "refs/pull/1/merge", "pull_request", "octo/skills", workflow, false,
			[]string{"`skills/worse/SKILL.md:5:1`", "!skills/faulty/SKILL.md", "notice: .skilllint.yaml", "uploads skilllint.sarif: 1 results"}},
		{"pull request of a fork", "refs/pull/1/merge", "pull_request", "mona/skills", workflow, false,
			[]string{"::notice title=skilllint::The SARIF report cannot be uploaded", "::error file=skills/worse/SKILL.md,line=5", "set-output:: can-upload=false", "!uploads "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a.checkOut(t, "0")
			git(t, a.workspace, "fetch", "-q", a.server, test.ref)
			git(t, a.workspace, "checkout", "-q", "FETCH_HEAD")
			// act reads the name of the repository from this URL.
			git(t, a.workspace, "remote", "set-url", "origin", "https://github.com/octo/skills")
			payload, err := json.Marshal(event(test.from))
			if err != nil {
				t.Fatal(err)
			}
			files := t.TempDir()
			a.put(files, "w.yml", test.workflow)
			a.put(files, "event.json", string(payload))
			args := append([]string{test.event, "-W", filepath.Join(files, "w.yml"), "-e", filepath.Join(files, "event.json")}, a.args...)
			missing := func(out string) []string {
				return slices.DeleteFunc(slices.Clone(test.want), func(text string) bool {
					text, not := strings.CutPrefix(text, "!")
					return strings.Contains(out, text) != not
				})
			}
			var out []byte
			for range 3 { // act sometimes exits before it has printed all output of a step
				command := exec.Command("act", args...)
				command.Dir = a.workspace
				out, err = command.CombinedOutput()
				if len(missing(string(out))) == 0 {
					break
				}
			}
			t.Logf("$ act %s\n%s", test.event, out)
			if (err == nil) != test.succeeds {
				t.Errorf("act: %v", err)
			}
			for _, text := range missing(string(out)) {
				t.Errorf("output contains %q: want %v", strings.TrimPrefix(text, "!"), !strings.HasPrefix(text, "!"))
			}
		})
	}
}
