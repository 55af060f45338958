package skilllint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The same tree gives the same bytes in every format, whatever the number of workers.
func TestDeterminism(t *testing.T) {
	binary := build(t)
	trees := []string{"fixtures/examples"}
	if corpus := filepath.Join("..", "shared", "corpus"); exists(corpus) {
		trees = append(trees, corpus)
	} else {
		t.Log("the corpus is not there: ", corpus)
	}
	for _, tree := range trees {
		for _, format := range []string{"text", "json", "jsonl", "sarif", "junit", "checkstyle", "gitlab", "rdjson", "github", "markdown", "html", "compat text", "compat json", "compat markdown", "compat html"} {
			var first []byte
			workers := []string{"1", "8"}
			if strings.HasSuffix(format, "json") { // the others show what these have
				workers = []string{"1", "2", "8", "8", "16"}
			}
			for _, jobs := range workers {
				args := []string{"--format", format, "--fail-on", "never", "--target", "codex,gemini"}
				if view, ok := strings.CutPrefix(format, "compat "); ok {
					args = []string{"compat", "--format", view}
				}
				cmd := exec.Command(binary, append(args, "--jobs", jobs, tree)...)
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v: %v", cmd.Args, err)
				}
				switch {
				case len(out) == 0:
					t.Fatalf("%v: no output", cmd.Args)
				case first == nil:
					first = out
				case !bytes.Equal(first, out):
					t.Errorf("%s as %s: --jobs %s gives other bytes than --jobs 1", tree, format, jobs)
				}
			}
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
