package resolve_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/cleo/resolve"
)

// A countingFS counts calls of Stat.
type countingFS struct {
	fs.FS
	stats int
	empty bool // no path exists
}

func (c *countingFS) Stat(name string) (fs.FileInfo, error) {
	c.stats++
	if c.empty {
		return nil, fs.ErrNotExist
	}
	return fs.Stat(c.FS, name)
}

// TestPathsCheckedOnce checks that each path is checked once, however many patterns match it.
func TestPathsCheckedOnce(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("docs/%d.md", i)] = "x"
	}
	o := options(files, nil)
	c := &countingFS{FS: o.Files}
	o.Files = c
	r := resolve.New(o)
	r.Part([]byte(strings.Repeat("@docs/*.md\n", 100)), skill, "skills/ct-x")
	if c.stats != 200 {
		t.Errorf("%d calls of Stat for 200 files", c.stats)
	}
}

// TestManyPaths checks that the limit of paths is reported once, and that other references remain unchanged.
func TestManyPaths(t *testing.T) {
	files := map[string]string{}
	for i := range 1_000 {
		files[fmt.Sprintf("docs/%d/a.md", i)] = "x"
	}
	var source strings.Builder
	for i := range 110 {
		fmt.Fprintf(&source, "@docs/*/%d.md\n", i)
	}
	o := options(files, nil)
	c := &countingFS{FS: o.Files, empty: true}
	o.Files = c
	r := resolve.New(o)
	r.Part([]byte(source.String()), skill, "skills/ct-x")
	if c.stats != 100_000 {
		t.Errorf("%d calls of Stat, want 100,000", c.stats)
	}
	const want = "was not inlined: limit of file references exceeded"
	findings := strings.Join(describe(r), "\n")
	if strings.Count(findings, want) != 1 || !strings.Contains(findings, `"@docs/*/0.md" matches no file`) || strings.Contains(findings, `"@docs/*/109.md" matches no file`) {
		t.Errorf("findings:\n%.2000s", findings)
	}
}
