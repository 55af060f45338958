package cli

import (
	"crypto/sha256"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A staging is what fixes make of files that are staged: they are written to the work tree, where it has
// what is staged, and looked at from there on as if they were added again. Nil is a run without fixes.
type staging map[string]map[string]stagedFile // by the directory of a root, then by path

// A stagedFile is one that may be fixed.
type stagedFile struct {
	path string // in reports
	hash [32]byte
}

// remember notes the files that fixes of a run would change, and that the work tree has as they are staged.
func (s staging) remember(result *analysed) {
	if s == nil {
		return
	}
	edited := map[string]bool{}
	for _, f := range result.report.Findings {
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				edited[e.Location.Path] = true
			}
		}
	}
	for _, root := range result.roots {
		for _, f := range result.files {
			if _, known := s[root.Dir][f.Rel]; known || f.Tree != root.Tree || !edited[f.Path] {
				continue
			}
			if content := onDisk(root.Dir, f.Rel); content != nil && sha256.Sum256(content) == f.Hash {
				if s[root.Dir] == nil {
					s[root.Dir] = map[string]stagedFile{}
				}
				s[root.Dir][f.Rel] = stagedFile{f.Path, f.Hash}
			}
		}
	}
}

// nothingStaged says that a run had nothing to look at, which is fine before a commit, and may be a mistake.
func (f *lintFlags) nothingStaged(r *finding.Report) []finding.Notice {
	if !f.changed.staged || f.part.hook || len(r.Files) > 0 {
		return nil
	}
	return []finding.Notice{{Message: "nothing that would be committed is a file that an agent reads, so nothing was checked"}}
}

// put puts what was fixed into the tree of what is staged.
func (s staging) put(dir string, tree treefs.FS) (treefs.FS, error) {
	fixed := map[string][]byte{}
	for rel, file := range s[dir] {
		if content := onDisk(dir, rel); content != nil && sha256.Sum256(content) != file.hash {
			fixed[rel] = content
		}
	}
	if len(fixed) == 0 {
		return tree, nil
	}
	return treefs.Overlay(tree, fixed)
}

// notices tells which files are to be added.
func (s staging) notices() []finding.Notice {
	var notices []finding.Notice
	for dir, files := range s {
		for rel, file := range files {
			if content := onDisk(dir, rel); content != nil && sha256.Sum256(content) != file.hash {
				notices = append(notices, finding.Notice{Path: file.path, Message: "it was fixed in the work tree; git add it"})
			}
		}
	}
	return notices
}

// onDisk returns the content of a file below a root; nil when there is none that could be fixed.
func onDisk(dir, rel string) []byte {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	return treefs.ReadFile(treefs.Disk(root), filepath.ToSlash(rel), load.MaxManifest)
}

// disk returns what is written to where a root is fixed. What is staged is fixed in the work tree.
func (s *settlement) disk(root discover.Root) *os.Root {
	if root.Disk == nil && s.from.fixes != nil {
		if disk, err := os.OpenRoot(root.Dir); err == nil {
			return disk
		}
	}
	return root.Disk
}
