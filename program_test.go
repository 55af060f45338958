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

// thorough is the environment variable that makes tests try all inputs instead of a sample. CI sets it to "ci", with
// which tests that would take more than five minutes still use a sample.
const thorough = "SKILLLINT_THOROUGH"

// TestMain also runs the programs that benchmarks compare skilllint with. Both sides of a comparison are processes, with
// their own start-up and garbage collection.
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

// built caches the programs that tests run.
var built struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

// build builds the program and returns its path.
func build(t testing.TB) string { return buildIn(t, ".", "./cmd/skilllint") }

// buildStatic builds the program like a release, without dynamic libraries. If tests run with cgo, this compiles most
// packages again.
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
		temp, err := os.MkdirTemp("", "skilllint-programs-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.paths = temp, map[string]string{}
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

// sample returns n if SKILLLINT_THOROUGH is set, n/2 if it is "ci", and few otherwise.
func sample(few, n int) string {
	switch os.Getenv(thorough) {
	case "":
		n = few
	case "ci":
		n /= 2
	}
	return strconv.Itoa(n)
}

// generate writes a tree into a directory with the tree generator and its flags.
func generate(t testing.TB, dir string, flags ...string) {
	t.Helper()
	generator := filepath.Join("..", "shared", "tools", "gentree")
	if !exists(generator) {
		t.Skipf("%s: not found next to this checkout", generator)
	}
	if out, err := runIn(".", buildIn(t, generator, "."), append([]string{"-o", dir}, flags...)...); err != nil {
		t.Fatalf("gentree: %v\n%s", err, out)
	}
}

// corpus returns real repositories for tests: all if SKILLLINT_THOROUGH is set, otherwise every second one. Without
// ../shared it returns none.
func corpus(t testing.TB) []string {
	t.Helper()
	root := filepath.Join("..", "shared", "corpus")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Log("../shared/corpus does not exist, so real repositories are not tested")
	}
	var repositories []string
	for i, e := range entries {
		if e.IsDir() && (i%2 == 1 || os.Getenv(thorough) != "") {
			repositories = append(repositories, filepath.Join(root, e.Name()))
		}
	}
	return repositories
}

// copyCorpus copies the repositories of the corpus into a directory.
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
		t.Skipf("%s: not found next to this checkout", tree)
	}
	if err := os.CopyFS(dir, os.DirFS(tree)); err != nil {
		t.Fatal(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// runIn runs a program in a directory and returns its output on both streams.
func runIn(dir, binary string, args ...string) (string, error) {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// runGit runs git in a directory with a neutral identity.
func runGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
