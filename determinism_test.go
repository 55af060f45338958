package skilllint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/internal/report"
)

// The same tree gives the same bytes in every format, whatever the number of workers.
func TestDeterminism(t *testing.T) {
	for _, tree := range []string{"fixtures/examples", "../shared/corpus"} {
		t.Run(filepath.Base(tree), func(t *testing.T) {
			t.Parallel()
			if !exists(tree) {
				t.Skipf("%s does not stand beside this checkout", tree)
			}
			binary := build(t)
			first := map[string][]byte{}
			same := func(format, jobs string, out []byte) {
				switch {
				case len(out) == 0:
					t.Errorf("%s, --jobs %s: no output", format, jobs)
				case first[format] == nil:
					first[format] = out
				case !bytes.Equal(first[format], out):
					t.Errorf("%s: --jobs %s gives other bytes than --jobs 1", format, jobs)
				}
			}
			for _, jobs := range []string{"1", "2", "8", "8", "16"} {
				inAllFormats(t, binary, tree, jobs, same)
				for _, format := range []string{"json", "text", "markdown", "html"} {
					if format == "json" || jobs == "1" || jobs == "16" { // the others show what it has
						same("compat "+format, jobs, printed(t, binary, "compat", "--format", format, "--jobs", jobs, tree))
					}
				}
			}
		})
	}
}

// inAllFormats lints a tree once, and shows what is written in each format.
func inAllFormats(t *testing.T, binary, tree, jobs string, show func(format, jobs string, out []byte)) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"--fail-on", "never", "--min-severity", "info", "--target", "codex,gemini", "--jobs", jobs, tree, "--format", "text"}
	for _, format := range report.Formats()[1:] {
		args = append(args, "--format", format+"="+filepath.Join(dir, format))
	}
	show("text", jobs, printed(t, binary, args...))
	for _, format := range report.Formats()[1:] {
		out, err := os.ReadFile(filepath.Join(dir, format))
		if err != nil {
			t.Fatal(err)
		}
		show(format, jobs, out)
	}
}

// printed runs a program, and returns what it writes to standard output.
func printed(t *testing.T, binary string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(binary, args...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}
