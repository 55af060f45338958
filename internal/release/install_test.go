package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoInstall installs a tagged version with `go install …@v1.2.3` and an empty GOPATH. git redirects the repository's
// URL to a clone, and dependencies come from the module cache. The go command also rejects invalid file names.
func TestGoInstall(t *testing.T) {
	thorough(t, "it builds skilllint with a separate module cache")
	c := newClone(t)
	c.must("git", "tag", "v1.2.3")
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	gopath := t.TempDir()
	c.env = append(c.env, "GOPATH="+gopath, "GOMODCACHE="+filepath.Join(gopath, "pkg", "mod"), "GOBIN=", "GOWORK=off", "GOSUMDB=off",
		"GOPROXY=file://"+filepath.ToSlash(strings.TrimSpace(string(cache)))+"/cache/download", "GONOPROXY=github.com/skilllint/skilllint",
		"GOFLAGS=-modcacherw -trimpath", // the directory can be removed, and dependencies need not be compiled again
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+c.dir+".insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/skilllint/skilllint")
	c.dir = t.TempDir() // outside of any module
	c.must("go", "install", "github.com/skilllint/skilllint/cmd/skilllint@v1.2.3")
	binary := filepath.Join(gopath, "bin", "skilllint")
	if out := c.must(binary, "version"); !strings.HasPrefix(out, "skilllint v1.2.3 go1.") {
		t.Errorf("version: %.80s", out)
	}
	if out := c.must(binary, "version", "--format", "json"); !strings.Contains(out, `"version": "v1.2.3"`) || !strings.Contains(out, `"modified": false`) {
		t.Errorf("version --format json: %.200s", out)
	}
	if out := c.must(binary, "explain", "deps/cycle"); !strings.Contains(out, "deps/cycle") {
		t.Errorf("explain: %.80s", out)
	}
	if _, err := os.Stat(filepath.Join(gopath, "pkg", "mod", "github.com", "skilllint", "skilllint@v1.2.3", "LICENSE")); err != nil {
		t.Error(err)
	}
}
