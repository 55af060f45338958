package fixer_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTrees fixes eight kinds of workspaces with safe fixes, and with all fixes, and compares the patches and notices with
// golden files. There must not be more errors than before, and a second run must change nothing.
func TestTrees(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d trees, error %v", len(paths), err)
	}
	for _, path := range paths {
		for _, unsafe := range []bool{false, true} {
			golden := strings.TrimSuffix(path, ".txtar") + map[bool]string{false: ".safe", true: ".unsafe"}[unsafe] + ".golden"
			t.Run(filepath.Base(golden), func(t *testing.T) { fixTree(t, path, golden, unsafe) })
		}
	}
}

func fixTree(t *testing.T, path, golden string, unsafe bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := fixture.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := fixture.Write(dir, archive.Files); err != nil {
		t.Fatal(err)
	}
	patch, before, after := fixOnce(t, dir, unsafe)
	if after > before {
		t.Errorf("%d errors after the fixes, %d before", after, before)
	}
	if again, _, _ := fixOnce(t, dir, unsafe); strings.HasPrefix(again, "diff") {
		t.Errorf("a second run changes more:\n%s", again)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(patch), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), patch); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// fixOnce fixes the workspace in a directory. It returns the patch with the notices, and the number of errors before and
// after.
func fixOnce(t *testing.T, dir string, unsafe bool) (patch string, before, after int) {
	ctx := context.Background()
	f, err := fixer.New(ctx, lint.Request{Dir: dir, Ceilings: filepath.Dir(dir), Paths: []string{dir}, Rules: rules.All(), Analyzers: rules.All(),
		Output: &safefile.Writer{}}, unsafe, nil)
	if err != nil {
		t.Fatal(err)
	}
	before = errors(f.Result())
	result, err := f.Plan(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := f.Patch(&b); err != nil {
		t.Fatal(err)
	}
	for _, n := range f.Notices() {
		fmt.Fprintf(&b, "%s: %s\n", n.Path, n.Message)
	}
	if _, err := f.Fix(ctx); err != nil {
		t.Fatal(err)
	}
	return b.String(), before, errors(result)
}

func errors(r *lint.Result) int {
	n := 0
	for i := range r.Report.Findings {
		if r.Report.Findings[i].Severity == analysis.Error {
			n++
		}
	}
	return n
}
