package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A clone is one of this repository in which a release is made.
type clone struct {
	t   *testing.T
	dir string
	env []string
}

// newClone has the files of this checkout as its only commit.
func newClone(t *testing.T) *clone {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts need bash")
	}
	ours, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	c := &clone{t: t, dir: t.TempDir(), env: append(os.Environ(), "PLATFORMS="+platform, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")}
	if _, err := os.Stat(filepath.Join(ours, ".git")); err != nil {
		t.Skip("these sources come from an archive")
	}
	c.must("git", "init", "-q")
	c.must("git", "--git-dir=.git", "--work-tree="+ours, "add", "-A")
	c.must("git", "commit", "-q", "-m", "x")
	c.must("git", "reset", "-q", "--hard")
	return c
}

// run runs a command in the clone, and returns what it says and its exit code.
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

// refused runs scripts/release, which must refuse.
func (c *clone) refused(says string, args ...string) {
	c.t.Helper()
	if out, code := c.run("scripts/release", args...); code != 2 || !strings.Contains(out, says) {
		c.t.Errorf("scripts/release %q: exit code %d, want 2 and %q\n%s", args, code, says, out)
	}
}

// TestRelease makes the commit of a release: what is built at its tag, with git and without, is what its
// checksums say.
func TestRelease(t *testing.T) {
	thorough(t, "it builds skilllint three times")
	c := newClone(t)
	before := c.must("git", "rev-parse", "HEAD")
	c.refused("write: scripts/release v1.2.3", "1.2.3")
	c.refused("HEAD was not made by scripts/release", "--check", "v1.2.3")
	c.must("scripts/release", "v1.2.3")
	c.must("git", "tag", "v1.2.3")
	if got := c.must("scripts/release", "--check", "v1.2.3"); got != before {
		t.Errorf("it is made of %s, want %s", got, before)
	}
	c.refused("HEAD is the commit of v1.2.3", "--check", "v1.2.4")
	c.refused("HEAD is the commit of a release", "v1.2.4")

	// At the tag, the commit before is known, and so it is in an archive.
	folder := filepath.Join("dist", "skilllint_"+runtime.GOOS+"_"+runtime.GOARCH+"_v1")
	c.must("mkdir", "-p", folder, "elsewhere")
	c.must("scripts/build", filepath.Join(c.dir, folder, "skilllint"))
	c.must("scripts/release", "--check", "v1.2.3", "dist")
	c.must("sh", "-c", "git archive HEAD | tar -x -C elsewhere && elsewhere/scripts/build \""+c.dir+"/"+folder+"/skilllint\"")
	c.must("scripts/release", "--check", "v1.2.3", "dist")
	if out := c.must(filepath.Join(c.dir, folder, "skilllint"), "version"); !strings.HasPrefix(out, "skilllint v1.2.3 ("+before[:12]+")") {
		t.Errorf("it says %.60s", out)
	}
	c.must("sh", "-c", "echo more >> "+folder+"/skilllint")
	c.refused("is not what scripts/build made of", "--check", "v1.2.3", "dist")

	// After it the checksums stay, and the sources change.
	c.must("git", "rm", "-q", ".github/release.txt")
	c.must("git", "commit", "-q", "-m", "after")
	c.refused("v1.2.3 was released", "v1.2.3")
	c.must("sh", "-c", "echo >> README.md")
	c.refused("commit what was changed first", "v1.2.4")
	c.must("git", "checkout", "-q", "v1.2.3")
	c.must("sh", "-c", "echo >> README.md")
	c.must("git", "commit", "-q", "-a", "-m", "more")
	c.refused("README.md", "--check", "v1.2.3")
}
