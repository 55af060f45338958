package examples

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReviewdogFormats checks that reviewdog reads the same findings from each format that it supports, and that it keeps those in
// the lines of a diff. Suggestions and severities survive: a step fails at the levels that reviewdog documents.
func TestReviewdogFormats(t *testing.T) {
	requireTools(t, "reviewdog", "git")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "fixtures", "examples"))); err != nil {
		t.Fatal(err)
	}
	skilllint := filepath.Join(buildSkilllint(t), "skilllint")
	execute := func(in []byte, name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(in))
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GITHUB_ACTIONS=", "CI=")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", name, args, err)
		}
		return out
	}
	lint := func(format string) []byte {
		return execute(nil, skilllint, "--fail-on", "never", "--no-summary", "--min-severity", "info", "--format", format)
	}
	execute(nil, "git", "init", "-q", "--template=")
	execute(nil, "git", "add", ".")
	execute(nil, "git", "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "skills")

	var want []string
	for line := range strings.Lines(string(lint("jsonl"))) {
		var f struct {
			Path, Rule string
			Range      struct{ Start struct{ Line, Column int } }
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("%s:%d:%d %s", f.Path, f.Range.Start.Line, f.Range.Start.Column, f.Rule))
	}
	slices.Sort(want)
	if len(want) < 5 {
		t.Fatalf("%d findings", len(want))
	}
	// exit returns the exit code of reviewdog for a report.
	exit := func(report []byte, args ...string) int {
		t.Helper()
		cmd := exec.Command("reviewdog", append([]string{"-f=rdjson", "-reporter=local", "-diff=git diff --relative"}, args...)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(report))
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GITHUB_ACTIONS=", "CI=")
		_ = cmd.Run()
		return cmd.ProcessState.ExitCode()
	}
	for _, format := range []string{"rdjson", "rdjsonl", "sarif", "checkstyle"} {
		report := lint(format)
		if strings.HasPrefix(format, "rdjson") {
			kept := suggested(t, execute(report, "reviewdog", "-f="+format, "-reporter=rdjsonl", "-filter-mode=nofilter"))
			if diff := cmp.Diff(suggested(t, lint("rdjsonl")), kept); diff != "" || len(kept) == 0 {
				t.Errorf("%s: %d suggestions: %s", format, len(kept), diff)
			}
		}
		if diff := cmp.Diff(want, reviewed(t, execute(report, "reviewdog", "-f="+format, "-reporter=rdjsonl", "-filter-mode=nofilter"))); diff != "" {
			t.Errorf("%s: %s", format, diff)
		}
		if out := string(execute(report, "reviewdog", "-f="+format, "-reporter=local", "-filter-mode=nofilter")); !strings.Contains(strings.ToLower(out), "closing code fence is shorter") {
			t.Errorf("%s: the reporter local prints\n%s", format, out)
		}
	}

	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"-filter-mode=nofilter", "-fail-level=error"}, 1},
		{[]string{"-filter-mode=nofilter", "-fail-level=any"}, 1},
		{[]string{"-filter-mode=nofilter", "-fail-level=none"}, 0},
		{[]string{"-filter-mode=added", "-fail-level=any"}, 0}, // nothing changed yet
	} {
		if got := exit(lint("rdjson"), test.args...); got != test.want {
			t.Errorf("reviewdog %v: exit code %d, want %d", test.args, got, test.want)
		}
	}

	path := filepath.Join(dir, "skills", "smoke-test", "SKILL.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "name: smoke-tests", "name: smoky-tests", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := reviewed(t, execute(lint("rdjson"), "reviewdog", "-f=rdjson", "-reporter=rdjsonl", "-filter-mode=added", "-diff=git diff --relative"))
	if diff := cmp.Diff([]string{"skills/smoke-test/SKILL.md:2:7 frontmatter/name-mismatch"}, got); diff != "" {
		t.Errorf("with a diff: %s", diff)
	}
	if got := exit(lint("rdjson"), "-filter-mode=added", "-fail-level=any"); got != 1 {
		t.Errorf("a finding in a changed line: exit code %d, want 1", got)
	}
}

// suggested returns the place and text of each suggestion in a report of JSON lines, sorted.
func suggested(t *testing.T, report []byte) (found []string) {
	t.Helper()
	for line := range strings.Lines(string(report)) {
		var f struct {
			Location    struct{ Path string }
			Suggestions []struct {
				Range struct{ Start, End struct{ Line, Column int } }
				Text  string
			}
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, s := range f.Suggestions {
			found = append(found, fmt.Sprintf("%s:%v %q", f.Location.Path, s.Range, s.Text))
		}
	}
	slices.Sort(found)
	return found
}

// reviewed returns the position and rule of each finding in a report that reviewdog wrote, sorted.
func reviewed(t *testing.T, report []byte) (found []string) {
	t.Helper()
	for line := range strings.Lines(string(report)) {
		var f struct {
			Location struct {
				Path  string
				Range struct{ Start struct{ Line, Column int } }
			}
			Code struct{ Value string }
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		// In SARIF, reviewdog drops the column of regions from the first one.
		start := f.Location.Range.Start
		found = append(found, fmt.Sprintf("%s:%d:%d %s", f.Location.Path, start.Line, max(1, start.Column), strings.TrimPrefix(f.Code.Value, "skilllint/")))
	}
	slices.Sort(found)
	return found
}
