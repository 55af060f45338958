// Package release tests releases: builds of the binaries, archives, packages and images.
package release

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/memtemp"
)

// root is the module's directory, relative to this one.
const root = "../.."

// commit is the commit that test builds are stamped with.
const commit = "0123456789abcdef0123456789abcdef01234567"

// script returns a script of scripts/ as a command.
func script(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("scripts require bash")
	}
	path, err := filepath.Abs(filepath.Join(root, "scripts", name))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", append([]string{path}, args...)...)
	cmd.Env = os.Environ()
	return cmd
}

// shared is a directory for files that several tests use.
var shared string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	memtemp.Use()
	dir, err := os.MkdirTemp("", "skilllint-release-")
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	defer os.RemoveAll(dir)
	shared = dir
	return m.Run()
}

// thorough skips a test unless SKILLLINT_THOROUGH is set.
func thorough(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		t.Skip("SKILLLINT_THOROUGH is not set: " + reason)
	}
}

// released builds skilllint v1.2.3 with scripts/build, once. Its flags require compiling all packages again.
func released(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(shared, "released", "skilllint")
	cmd := script(t, "build", binary)
	cmd.Env = append(cmd.Env, "VERSION=v1.2.3", "COMMIT="+commit)
	return once(t, binary, cmd)
}

// compiled builds skilllint once, from packages in the build cache.
func compiled(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(shared, "skilllint")
	return once(t, binary, exec.Command("go", "build", "-o", binary, root+"/cmd/skilllint"))
}

// once runs a command that writes a file, unless the file exists.
func once(t *testing.T, file string, cmd *exec.Cmd) string {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return file
}

// TestStamp checks that a released binary reports its version and commit, and whether the sources were modified.
func TestStamp(t *testing.T) {
	thorough(t, "it builds a release")
	out, err := exec.Command(released(t), "version", "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version, Commit string
		Modified        bool
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	wantModified := false
	if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
		wantModified = exec.Command("git", "-C", root, "diff", "--quiet", "HEAD", "--").Run() != nil
	}
	if got.Version != "v1.2.3" || got.Commit != commit || got.Modified != wantModified {
		t.Errorf("version: %+v, want v1.2.3, %s, modified: %v", got, commit, wantModified)
	}
}

// TestArchiveStamp checks that git archive writes the commit and version that scripts/build reads.
func TestArchiveStamp(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		out, err := cmd.Output()
		if err != nil {
			t.Skipf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	for _, name := range []string{".gitattributes", "scripts/commit.txt"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "scripts/commit.txt" && !strings.Contains(string(text), "$Format:") {
			t.Skip("the sources are from an archive")
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "x")
	git("tag", "v2.3.4")
	got := git("archive", "--format=tar", "HEAD", "scripts/commit.txt")
	if want := git("rev-parse", "HEAD"); !strings.Contains(got, want) {
		t.Errorf("no commit %s in the archive:\n%.2000s", want, got)
	}
	if !strings.Contains(got, " v2.3.4\n") && !strings.Contains(got, "%(describe") { // git before 2.32
		t.Errorf("no version v2.3.4 in the archive:\n%.2000s", got)
	}
}
