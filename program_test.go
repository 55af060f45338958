package skilllint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/skilllint/skilllint/internal/memtemp"
)

// thorough is the variable that makes tests try everything where they otherwise take a sample. CI sets it to "ci",
// which leaves a sample where everything takes more than five minutes.
const thorough = "SKILLLINT_THOROUGH"

// TestMain also lets the test binary be another program: both programs of a comparison are processes of
// their own, start-up and garbage collection included.
func TestMain(m *testing.M) {
	for variable, program := range map[string]func(path string) error{floorVariable: floor, validVariable: validLines} {
		if path := os.Getenv(variable); path != "" {
			if err := program(path); err != nil {
				os.Stderr.WriteString(err.Error() + "\n")
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	memtemp.Use()
	code := m.Run()
	if err := os.RemoveAll(built.dir); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
	}
	os.Exit(code)
}

// built are programs that tests run, each built once for all of them.
var built struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

// build builds the program and returns its path.
func build(t testing.TB) string { return buildIn(t, ".", "./cmd/skilllint") }

// buildStatic builds the program as releases are built: the system has no libraries to load into it.
// Where tests run with cgo, this compiles most packages once more.
func buildStatic(t testing.TB) string { return buildIn(t, ".", "./cmd/skilllint", "CGO_ENABLED=0") }

func buildIn(t testing.TB, dir, program string, env ...string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	name := filepath.Join(dir, program)
	key := fmt.Sprint(name, env)
	if path := built.paths[key]; path != "" {
		return path
	}
	if built.dir == "" {
		made, err := os.MkdirTemp("", "skilllint-programs-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.paths = made, map[string]string{}
	}
	binary := filepath.Join(built.dir, strconv.Itoa(len(built.paths)), filepath.Base(name))
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", binary, program)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", name, err, out)
	}
	built.paths[key] = binary
	return binary
}

// sample returns n if SKILLLINT_THOROUGH is set, half of it if it is "ci", and otherwise the size of a smaller tree.
func sample(few, n int) string {
	switch os.Getenv(thorough) {
	case "":
		n = few
	case "ci":
		n /= 2
	}
	return strconv.Itoa(n)
}

// generate lays a generated tree into a directory, as the flags of the generator say.
func generate(t testing.TB, dir string, flags ...string) {
	t.Helper()
	generator := filepath.Join("..", "shared", "tools", "gentree")
	if !exists(generator) {
		t.Skipf("%s does not stand beside this checkout", generator)
	}
	if out, err := inDir(".", buildIn(t, generator, "."), append([]string{"-o", dir}, flags...)...); err != nil {
		t.Fatalf("gentree: %v\n%s", err, out)
	}
}

// corpus returns the real repositories that tests try: all if SKILLLINT_THOROUGH is set, otherwise every second. There are
// none in a checkout without ../shared.
func corpus(t testing.TB) []string {
	t.Helper()
	root := filepath.Join("..", "shared", "corpus")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Log("../shared/corpus does not exist, so real repositories are not tried")
	}
	var tried []string
	for i, e := range entries {
		if e.IsDir() && (i%2 == 1 || os.Getenv(thorough) != "") {
			tried = append(tried, filepath.Join(root, e.Name()))
		}
	}
	return tried
}

// copyCorpus copies the repositories that tests try into a directory.
func copyCorpus(t *testing.T, dir string) {
	t.Helper()
	repositories := corpus(t)
	if len(repositories) == 0 {
		t.Skip("no repositories")
	}
	for _, repository := range repositories {
		copyTree(t, filepath.Join(dir, filepath.Base(repository)), repository)
	}
}

// copyTree copies a tree into a directory.
func copyTree(t *testing.T, dir, tree string) {
	t.Helper()
	if !exists(tree) {
		t.Skipf("%s does not stand beside this checkout", tree)
	}
	if err := os.CopyFS(dir, os.DirFS(tree)); err != nil {
		t.Fatal(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// inDir runs a program in a directory, and returns what it prints on both streams.
func inDir(dir, binary string, args ...string) (string, error) {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// inGit runs git in a directory, as nobody in particular.
func inGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
