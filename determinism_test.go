package skilllint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/internal/report"
)

// The same tree gives the same bytes in every format, whatever the number of workers: three numbers, or more if
// SKILLLINT_THOROUGH is set.
func TestDeterminism(t *testing.T) {
	for name, trees := range map[string][]string{"examples": {"fixtures/examples"}, "corpus": corpus(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(trees) == 0 {
				t.Skip("no repositories")
			}
			if testing.Short() && name == "corpus" {
				t.Skip("-short")
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
			all := []string{"1", "8", "16"}
			if os.Getenv(thorough) != "" {
				all = []string{"1", "2", "8", "8", "16"}
			}
			for _, jobs := range all {
				inAllFormats(t, binary, trees, jobs, same)
				for _, format := range []string{"json", "text", "markdown", "html"} {
					if format == "json" || jobs == "1" || jobs == "16" { // the others show what it has
						same("compat "+format, jobs, printed(t, binary, append([]string{"compat", "--format", format, "--jobs", jobs}, trees...)...))
					}
				}
			}
		})
	}
}

// inAllFormats lints trees once, and shows what is written in each format.
func inAllFormats(t *testing.T, binary string, trees []string, jobs string, show func(format, jobs string, out []byte)) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"--fail-on", "never", "--min-severity", "info", "--target", "codex,gemini", "--jobs", jobs, "--format", "text"}
	for _, format := range report.Formats()[1:] {
		args = append(args, "--format", format+"="+filepath.Join(dir, format))
	}
	args = append(args, trees...)
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
