package docs_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the output of commands into the captures of pages")

// capture matches a part of a page that shows a command and its output:
//
//	<!-- capture: skilllint --fix -->
//	```console
//	$ skilllint --fix
//	…
//	```
//	<!-- /capture -->
var capture = regexp.MustCompile("(?s)<!-- capture: ([^\n]+) -->\n(.*?)<!-- /capture -->\n")

// TestCaptures runs the commands of captures in README.md and docs/*.md, each in a new copy of the repository
// of testdata/captures.txtar. With -update their output is written into the pages.
func TestCaptures(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, program := range []string{"go", "git", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "skilllint"), "../cmd/skilllint").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	found := 0
	for _, page := range append(pages, "../README.md") {
		source, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		current := capture.ReplaceAllStringFunc(string(source), func(part string) string {
			found++
			command := capture.FindStringSubmatch(part)[1]
			output := shell(t, bin, repository(t, bin), command)
			if strings.HasPrefix(output, "skilllint: ") { // the exit code of a pipe is that of its last command
				t.Errorf("%s: %s: %s", page, command, output)
			}
			return "<!-- capture: " + command + " -->\n```console\n$ " + command + "\n" + output + "```\n<!-- /capture -->\n"
		})
		if *update {
			if err := os.WriteFile(page, []byte(current), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(string(source), current); diff != "" {
			t.Errorf("%s shows (-), skilllint prints (+); run go test ./docs -run TestCaptures -update\n%s", page, diff)
		}
	}
	if found == 0 {
		t.Error("no page has a capture")
	}
}

// repository returns the directory of a new repository. Its first commit has the files of the archive; those
// below change/ are added later, on a branch.
func repository(t *testing.T, bin string) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/captures.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(changed bool) {
		for _, f := range archive.Files {
			name, ok := strings.CutPrefix(f.Name, "change/")
			if ok != changed {
				continue
			}
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(false)
	shell(t, bin, dir, "git init -q -b main && git add . && git commit -q -m skills && git checkout -q -b work")
	write(true)
	return dir
}

// shell runs a command line and returns its output. It fails if the command could not run as requested.
func shell(t *testing.T, bin, dir, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+t.TempDir(),
		"CI=", "GITHUB_ACTIONS=", "CLICOLOR_FORCE=", "LC_ALL=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
