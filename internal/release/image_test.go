package release

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An engine is buildah with temporary storage.
type engine struct {
	t       *testing.T
	options []string
}

// newEngine returns an engine, or skips the test if containers cannot be built or run.
func newEngine(t *testing.T) engine {
	t.Helper()
	if _, err := exec.LookPath("buildah"); err != nil {
		t.Skip("buildah is not installed")
	}
	if os.Geteuid() != 0 {
		t.Skip("buildah requires root to run containers")
	}
	thorough(t, "it builds skilllint as it is released")
	dir := t.TempDir()
	e := engine{t, []string{"--root", filepath.Join(dir, "storage"), "--runroot", filepath.Join(dir, "run"), "--storage-driver", "vfs"}}
	if code, out := e.try("from", "--name", "empty", "scratch"); code != 0 {
		t.Skipf("buildah fails: %s", out)
	}
	if code, out := e.try("mount", "empty"); code != 0 {
		t.Skipf("buildah cannot mount: %s", out)
	}
	t.Cleanup(func() { e.try("umount", "--all") })
	return e
}

func (e engine) try(args ...string) (code int, out string) {
	e.t.Helper()
	cmd := exec.Command("buildah", append(slices.Clone(e.options), args...)...)
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		e.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(output)
}

func (e engine) must(args ...string) string {
	e.t.Helper()
	code, out := e.try(args...)
	if code != 0 {
		e.t.Fatalf("buildah %s: exit code %d\n%s", strings.Join(args, " "), code, out)
	}
	return strings.TrimSpace(out)
}

// build builds the image for a platform from a context like goreleaser's: a directory with the binary for each platform,
// and the extra files.
func (e engine) build(binary []byte, platform string) (image string) {
	e.t.Helper()
	context := e.t.TempDir()
	write := func(name string, content []byte, mode fs.FileMode) {
		file := filepath.Join(context, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, content, mode)); err != nil {
			e.t.Fatal(err)
		}
	}
	plan := readPlan(e.t).Dockers[0]
	for _, p := range plan.Platforms {
		content := []byte("for another platform")
		if p == platform {
			content = binary
		}
		write(p+"/skilllint", content, 0o755)
	}
	for _, name := range append([]string{plan.Dockerfile}, plan.ExtraFiles...) {
		write(name, []byte(read(e.t, name)), 0o644)
	}
	image = "skilllint-" + strings.ReplaceAll(platform, "/", "-")
	e.must("bud", "--isolation", "chroot", "--platform", platform, "--build-arg", "TARGETPLATFORM="+platform, "-t", image, context)
	return "localhost/" + image
}

// files returns mode and path of the files in an image.
func (e engine) files(container string) []string {
	e.t.Helper()
	var found []string
	root := e.must("mount", container)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		rel, _ := filepath.Rel(root, name)
		found = append(found, info.Mode().String()+" "+rel)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return found
}

// TestImageBuilt builds and runs the image. It must contain only skilllint and its license, and run without root on a
// read-only tree.
func TestImageBuilt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("buildah requires Linux")
	}
	e := newEngine(t)
	binary, err := os.ReadFile(released(t))
	if err != nil {
		t.Fatal(err)
	}
	image := e.build(binary, "linux/"+runtime.GOARCH)
	var config struct {
		OCIv1 struct {
			Architecture, OS string
			Config           struct {
				User, WorkingDir string
				Entrypoint, Cmd  []string
				Labels           map[string]string
			}
		}
	}
	if err := json.Unmarshal([]byte(e.must("inspect", "--type", "image", image)), &config); err != nil {
		t.Fatal(err)
	}
	c := config.OCIv1.Config
	if c.User != "65532:65532" || c.WorkingDir != "/work" || len(c.Entrypoint) != 1 || len(c.Cmd) > 0 || config.OCIv1.OS != "linux" || config.OCIv1.Architecture != runtime.GOARCH {
		t.Errorf("configuration %+v", config)
	}
	for _, label := range []string{"source", "url", "description", "licenses"} {
		if c.Labels["org.opencontainers.image."+label] == "" {
			t.Errorf("no label %s: %v", label, c.Labels)
		}
	}
	container := e.must("from", "--pull-never", image)
	want := []string{"-rw-r--r-- LICENSE", "-rwxr-xr-x usr/local/bin/skilllint"}
	if got := e.files(container); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}

	tree := repository(t)
	run := func(mount string, code int, want string, args ...string) {
		t.Helper()
		args = append([]string{"run", "--isolation", "chroot", "-v", tree + ":" + c.WorkingDir + mount, container, "--", c.Entrypoint[0]}, args...)
		// For a nonzero exit code, buildah prints it and exits with its own code.
		got, out := e.try(args...)
		if (got == 0) != (code == 0) || code != 0 && !strings.Contains(out, "exit status "+strconv.Itoa(code)) || !strings.Contains(out, want) {
			t.Errorf("skilllint %v: exit code %d, want %d and %q\n%s", args[6:], got, code, want, out)
		}
	}
	run(":ro", 0, "skilllint v1.2.3 ("+commit[:12], "version")
	run(":ro", 1, "[frontmatter/syntax]", "fixtures/examples/skills/rotate-keys")
	run(":ro", 0, "no findings", "skills/greet")
	run(":ro", 2, "read-only file system", "baseline")
	run("", 2, "permission denied", "baseline")
	run(":ro", 2, "git", "--changed")
}

// TestImagePlatform checks that each image has the binary of its platform.
func TestImagePlatform(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("buildah requires Linux")
	}
	e := newEngine(t)
	for _, platform := range readPlan(t).Dockers[0].Platforms {
		container := e.must("from", "--pull-never", "--platform", platform, e.build([]byte(platform), platform))
		binary, err := os.ReadFile(filepath.Join(e.must("mount", container), "usr", "local", "bin", "skilllint"))
		if err != nil || string(binary) != platform {
			t.Errorf("%s: binary of %q (%v)", platform, binary, err)
		}
	}
}
