package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReports checks what the action leaves beside SARIF.
func TestReports(t *testing.T) {
	r := newRunner(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such file names")
	}
	r.write("skills/::error::x/SKILL.md", "---\nname: x\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n")
	code, _ := r.lint(map[string]string{"annotations": "true", "summary": "true", "rdjson-file": "rd;touch pwned.json"})
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	if !strings.Contains(r.said, "\n::error file=skills/faulty/SKILL.md,") || strings.Contains(r.said, "\n::error::x") {
		t.Error("no annotations, or a name among them that commands")
	}
	summary, err := os.ReadFile(filepath.Join(r.temp, "summary"))
	if err != nil || !strings.Contains(string(summary), "skills/faulty/SKILL.md") {
		t.Errorf("summary: %v\n%s", err, summary)
	}
	report, err := os.ReadFile(filepath.Join(r.workspace, "rd;touch pwned.json"))
	if err != nil || !strings.Contains(string(report), `"diagnostics"`) {
		t.Errorf("rdjson: %v\n%s", err, report)
	}
}

// TestPullRequest checks what holds for a pull request that brings a configuration of its own.
func TestPullRequest(t *testing.T) {
	r := newRunner(t)
	git := func(args ...string) {
		t.Helper()
		command := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...)
		command.Dir = r.workspace
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	git("update-ref", "refs/remotes/origin/trunk", "HEAD")
	r.write(".skilllint.yaml", "exclude: [skills/faulty, skills/worse]\n")
	git("add", "-A")
	git("commit", "-q", "-m", "two")
	base := map[string]string{"config-from": "base"}
	if code, _ := r.lint(base); code != 0 {
		t.Errorf("a push is judged by another configuration than its own: exit code %d", code)
	}
	r.base = "trunk"
	if code, _ := r.lint(nil); code != 0 {
		t.Errorf("exit code %d without config-from", code)
	}
	if code, _ := r.lint(base); code != 1 || !strings.Contains(r.said, "what was changed in it does not count yet") {
		t.Errorf("exit code %d with config-from", code)
	}
	base["changed"] = "base"
	if code, _ := r.lint(base); code != 0 {
		t.Errorf("an old finding is reported as new: exit code %d", code)
	}
	r.write("skills/worse/SKILL.md", "---\nname: worse\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n")
	if code, _ := r.lint(base); code != 1 {
		t.Errorf("a new finding is not reported: exit code %d", code)
	}
	r.base = "--output=x"
	if code, _ := r.lint(base); code != 2 {
		t.Errorf("a branch of a strange name: exit code %d", code)
	}
	if code, _ := r.lint(map[string]string{"enforce": "markdown/*"}); code != 1 {
		t.Errorf("an enforced rule is switched off: exit code %d", code)
	}
}
