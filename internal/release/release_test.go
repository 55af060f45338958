package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A clone is a clone of this repository in which tests create a release.
type clone struct {
	t   *testing.T
	dir string
	env []string
}

// newClone returns a clone with the files of this checkout in a single commit.
func newClone(t *testing.T) *clone {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts require bash")
	}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	c := &clone{t: t, dir: t.TempDir(), env: append(os.Environ(), "PLATFORMS="+platform, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")}
	if _, err := os.Stat(filepath.Join(checkout, ".git")); err != nil {
		t.Skip("the sources are from an archive")
	}
	c.must("git", "init", "-q")
	c.must("git", "--git-dir=.git", "--work-tree="+checkout, "add", "-A")
	c.must("git", "commit", "-q", "-m", "x")
	c.must("git", "reset", "-q", "--hard")
	return c
}

// run runs a command in the clone and returns its output and exit code.
func (c *clone) run(name string, args ...string) (string, int) {
	c.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	return strings.TrimSpace(string(out)), cmd.ProcessState.ExitCode()
}

func (c *clone) must(name string, args ...string) string {
	c.t.Helper()
	out, code := c.run(name, args...)
	if code != 0 {
		c.t.Fatalf("%s %q: exit code %d\n%s", name, args, code, out)
	}
	return out
}

// wantError checks that scripts/release fails with a message.
func (c *clone) wantError(message string, args ...string) {
	c.t.Helper()
	if out, code := c.run("scripts/release", args...); code != 2 || !strings.Contains(out, message) {
		c.t.Errorf("scripts/release %q: exit code %d, want 2 and %q\n%s", args, code, message, out)
	}
}

// TestRelease creates the commit of a release. Builds at its tag, with and without git, must match its checksums.
func TestRelease(t *testing.T) {
	thorough(t, "it builds skilllint three times")
	c := newClone(t)
	before := c.must("git", "rev-parse", "HEAD")
	c.wantError("write: scripts/release v1.2.3", "1.2.3")
	c.wantError("HEAD was not made by scripts/release", "--check", "v1.2.3")
	c.must("scripts/release", "v1.2.3")
	c.must("git", "tag", "v1.2.3")
	if got := c.must("scripts/release", "--check", "v1.2.3"); got != before {
		t.Errorf("release of %s, want %s", got, before)
	}
	c.wantError("HEAD is the commit of v1.2.3", "--check", "v1.2.4")
	c.wantError("HEAD is the commit of a release", "v1.2.4")

	// At the tag and in an archive of it, the build is stamped with the preceding commit.
	dir := filepath.Join("dist", "skilllint_"+runtime.GOOS+"_"+runtime.GOARCH+"_v1")
	c.must("mkdir", "-p", dir, "elsewhere")
	c.must("scripts/build", filepath.Join(c.dir, dir, "skilllint"))
	c.must("scripts/release", "--check", "v1.2.3", "dist")
	c.must("sh", "-c", "git archive HEAD | tar -x -C elsewhere && elsewhere/scripts/build \""+c.dir+"/"+dir+"/skilllint\"")
	c.must("scripts/release", "--check", "v1.2.3", "dist")
	if out := c.must(filepath.Join(c.dir, dir, "skilllint"), "version"); !strings.HasPrefix(out, "skilllint v1.2.3 ("+before[:12]+")") {
		t.Errorf("version: %.60s", out)
	}
	c.must("sh", "-c", "echo more >> "+dir+"/skilllint")
	c.wantError("is not what scripts/build made of", "--check", "v1.2.3", "dist")

	// After the release, the checksums remain and the sources change.
	c.must("git", "rm", "-q", ".github/release.txt")
	c.must("git", "commit", "-q", "-m", "after")
	c.wantError("v1.2.3 was released", "v1.2.3")
	c.must("sh", "-c", "echo >> README.md")
	c.wantError("commit what was changed first", "v1.2.4")
	c.must("git", "checkout", "-q", "v1.2.3")
	c.must("sh", "-c", "echo >> README.md")
	c.must("git", "commit", "-q", "-a", "-m", "more")
	c.wantError("README.md", "--check", "v1.2.3")
}
