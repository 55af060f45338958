package resolve_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/cleo/resolve"
)

// A counted file system counts how often it is asked what stands at a path.
type counted struct {
	fs.FS
	looked int
	none   bool // nothing stands anywhere
}

func (c *counted) Stat(name string) (fs.FileInfo, error) {
	c.looked++
	if c.none {
		return nil, fs.ErrNotExist
	}
	return fs.Stat(c.FS, name)
}

// Patterns that fit many files cost no more the second time.
func TestPathsAreLookedAtOnce(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("docs/%d.md", i)] = "x"
	}
	o := options(files, nil)
	c := &counted{FS: o.Files}
	o.Files = c
	r := resolve.New(o)
	r.Part([]byte(strings.Repeat("@docs/*.md\n", 100)), skill, "skills/ct-x")
	if c.looked != 200 {
		t.Errorf("%d looks at 200 files", c.looked)
	}
}

// Of paths that are too many the rest stays as it stands, and that is said.
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
	c := &counted{FS: o.Files, none: true}
	o.Files = c
	r := resolve.New(o)
	r.Part([]byte(source.String()), skill, "skills/ct-x")
	if c.looked != 100_000 {
		t.Errorf("%d looks, want 100,000", c.looked)
	}
	const want = "was not inlined: limit of file references exceeded"
	said := strings.Join(describe(r), "\n")
	if strings.Count(said, want) != 1 || !strings.Contains(said, `"@docs/*/0.md" matches no file`) || strings.Contains(said, `"@docs/*/109.md" matches no file`) {
		t.Errorf("said:\n%.2000s", said)
	}
}
