package lint

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
)

// A Simulation replaces git and the disk in tests.
type Simulation struct {
	Ref, Commit string            // of the base
	Base        map[string][]byte // files at the base, by path; nil: no base
	Executable  map[string]bool   // by path; nil: as on the disk
	Reverse     bool              // pass files to the driver in reverse order
}

// find passes the files of a walk to the driver, sorted by path or in reverse.
func (s *Simulation) find(walk func(emit func(discover.Input)) (*discover.Found, error), emit func(driver.Input)) (*discover.Found, error) {
	var inputs []discover.Input
	found, err := walk(func(in discover.Input) { inputs = append(inputs, in) })
	if err != nil {
		return nil, err
	}
	for _, root := range found.Roots {
		root.Tree.Base = s.baseTree()
		if s.Executable != nil {
			root.Tree.SetExecutable(func(context.Context, []string) map[string]bool { return s.Executable })
		}
	}
	slices.SortFunc(inputs, func(a, b discover.Input) int { return cmp.Compare(a.File.Path, b.File.Path) })
	if s.Reverse {
		slices.Reverse(inputs)
	}
	for _, in := range inputs {
		emit(driver.Input(in))
	}
	return found, nil
}

// baseFile returns a file at the base, or nil.
func (s *Simulation) baseFile(f *analysis.File) *driver.Base {
	content, ok := s.Base[f.Rel]
	if !ok {
		return nil
	}
	return &driver.Base{Ref: s.Ref, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

// baseTree returns the tree at the base, or nil.
func (s *Simulation) baseTree() *analysis.BaseTree {
	if s.Base == nil {
		return nil
	}
	files := func() []string { return slices.Sorted(maps.Keys(s.Base)) }
	return driver.NewBaseTree(s.Ref, files, func(rel string, _ int64) []byte { return s.Base[rel] })
}

// deleted returns the manifests of the base that no longer exist.
func (s *Simulation) deleted(roots []discover.Root) []analysis.DeletedFile {
	var deleted []analysis.DeletedFile
	for _, path := range slices.Sorted(maps.Keys(s.Base)) {
		exists := slices.ContainsFunc(roots, func(root discover.Root) bool { return root.Tree.Exists(path) })
		if !exists && strings.HasSuffix(path, ".jsonl") {
			deleted = append(deleted, analysis.DeletedFile{Path: path, Ref: s.Ref, Commit: s.Commit})
		}
	}
	return deleted
}
