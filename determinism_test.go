package skilllint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/internal/report"
)

// TestDeterminism checks that the output in every format is independent of the number of workers. It tries three
// numbers, or more if SKILLLINT_THOROUGH is set.
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
			compare := func(format, jobs string, out []byte) {
				switch {
				case len(out) == 0:
					t.Errorf("%s, --jobs %s: no output", format, jobs)
				case first[format] == nil:
					first[format] = out
				case !bytes.Equal(first[format], out):
					t.Errorf("%s: output differs between --jobs %s and --jobs 1", format, jobs)
				}
			}
			all := []string{"1", "8", "16"}
			if os.Getenv(thorough) != "" {
				all = []string{"1", "2", "8", "8", "16"}
			}
			for _, jobs := range all {
				lintAllFormats(t, binary, trees, jobs, compare)
				for _, format := range []string{"text", "json"} {
					compare("commands "+format, jobs, stdoutOf(t, binary, append([]string{"commands", "--format", format, "--jobs", jobs}, trees...)...))
				}
				for _, format := range []string{"json", "text", "markdown", "html"} {
					if format == "json" || jobs == "1" || jobs == "16" { // the other formats render the same data
						compare("compat "+format, jobs, stdoutOf(t, binary, append([]string{"compat", "--format", format, "--jobs", jobs}, trees...)...))
					}
				}
			}
		})
	}
}

// lintAllFormats lints trees once and calls check with the output in each format.
func lintAllFormats(t *testing.T, binary string, trees []string, jobs string, check func(format, jobs string, out []byte)) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"--fail-on", "never", "--min-severity", "info", "--target", "codex,gemini", "--jobs", jobs, "--format", "text"}
	for _, format := range report.Formats()[1:] {
		args = append(args, "--format", format+"="+filepath.Join(dir, format))
	}
	args = append(args, trees...)
	check("text", jobs, stdoutOf(t, binary, args...))
	for _, format := range report.Formats()[1:] {
		out, err := os.ReadFile(filepath.Join(dir, format))
		if err != nil {
			t.Fatal(err)
		}
		check(format, jobs, out)
	}
}

// stdoutOf runs a program and returns its standard output.
func stdoutOf(t *testing.T, binary string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(binary, args...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}
