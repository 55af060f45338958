//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// demo returns a command that lints a tree with the rules of the tests.
func demo(t *testing.T, dir string, args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), programVariable+"=1", "TMPDIR="+t.TempDir(), "CI=", "GITHUB_ACTIONS=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	return cmd, &stdout, &stderr
}

// skills writes a tree of one skill for each text.
func skills(t *testing.T, texts ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, text := range texts {
		path := filepath.Join(dir, "skills", fmt.Sprintf("s%d", i), "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("---\nname: s\ndescription: d\n---\n"+text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestInterrupt interrupts runs while a rule waits for the cancellation or ignores it.
func TestInterrupt(t *testing.T) {
	for _, word := range []string{"WAITING", "STUCK"} {
		for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(fmt.Sprint(word, " ", sig), func(t *testing.T) {
				t.Parallel()
				dir := skills(t, "ERROR", word)
				cmd, stdout, stderr := demo(t, dir, "--format", "json=out.json", "--format", "text")
				tmp := strings.TrimPrefix(cmd.Env[len(cmd.Env)-3], "TMPDIR=")
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				defer func() { _ = cmd.Process.Kill() }()
				waitFor(t, filepath.Join(tmp, "stuck"))
				sent := time.Now()
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				_ = cmd.Wait()
				if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
					t.Errorf("exit code %d, want %d", code, exitInterrupted)
				}
				if d := time.Since(sent); d > time.Second {
					t.Errorf("the program took %s to exit", d)
				}
				if stdout.Len() > 0 || stderr.Len() > 0 {
					t.Errorf("stdout %q and stderr %q, want none", stdout, stderr)
				}
				if remaining := entriesOf(t, dir); remaining != "skills" {
					t.Errorf("remaining files: %s", remaining)
				}
			})
		}
	}
}

func waitFor(t *testing.T, path string) {
	t.Helper()
	for range 2000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the rule did not start")
}

func entriesOf(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// TestClosedPipe writes to a closed pipe, more than its buffer holds. The program must exit with the exit code of its findings and
// without a message.
func TestClosedPipe(t *testing.T) {
	dir := skills(t, strings.Repeat("ERROR loud!\n", 5000))
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"--format", "jsonl"}, exitFindings},
		{[]string{"--format", "json"}, exitFindings},
		{[]string{"--format", "jsonl", "--fail-on", "never"}, exitClean},
		{[]string{"rules"}, exitClean},
		{[]string{"nosuch"}, exitTrouble},
	} {
		cmd, _, stderr := demo(t, dir, test.args...)
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = write
		read.Close()
		err = cmd.Run()
		write.Close()
		if code := cmd.ProcessState.ExitCode(); code != test.want {
			t.Errorf("%v: exit code %d, want %d (%v)", test.args, code, test.want, err)
		}
		if test.want != exitTrouble && stderr.Len() > 0 {
			t.Errorf("%v: stderr %q, want none", test.args, stderr)
		}
	}
}

// TestFullDisk writes to /dev/full.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	dir := skills(t, strings.Repeat("ERROR\n", 2000))
	for _, args := range [][]string{nil, {"--format", "sarif"}, {"rules"}, {"files"}, {"--help"}, {"version"}, {"completion", "bash"}} {
		cmd, _, stderr := demo(t, dir, args...)
		cmd.Stdout = full
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitTrouble {
			t.Errorf("%v: exit code %d, want %d", args, code, exitTrouble)
		}
		if got := stderr.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "no space left on device") {
			t.Errorf("%v: stderr %q, want one line with the cause", args, got)
		}
	}
	cmd, _, stderr := demo(t, dir, "--format", "json=/dev/full")
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitTrouble || !strings.Contains(stderr.String(), "write /dev/full: no space left on device") {
		t.Errorf("--format json=/dev/full: exit code %d, %q", code, stderr)
	}
}

// TestNoHome runs with an empty environment.
func TestNoHome(t *testing.T) {
	cmd, stdout, stderr := demo(t, skills(t, "ERROR"))
	cmd.Env = []string{programVariable + "=1"}
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitFindings || stderr.Len() > 0 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestClosedStreams runs with standard output and standard error closed.
func TestClosedStreams(t *testing.T) {
	dir := skills(t, "ERROR")
	cmd, _, _ := demo(t, dir)
	script := exec.Command("sh", "-c", `"$0" --format json >&- 2>&-; echo $?`, cmd.Path)
	script.Dir, script.Env = dir, cmd.Env
	out, err := script.Output()
	if err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Errorf("exit code %s, %v; want 1", out, err)
	}
}
