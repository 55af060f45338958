package lint

import (
	"crypto/sha256"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Staged are the files of the index that fixes may change. Fixes are written to the work tree if it equals the index. Later
// runs read these files from the work tree, as if they had been added to the index.
type Staged map[string]map[string]stagedFile // by the directory of a root, then by path

// A stagedFile is a file that may be fixed.
type stagedFile struct {
	path string // in reports
	hash [32]byte
}

// add records the files that the fixes of a run would change, if the work tree has the same content.
func (s Staged) add(result *Result) {
	if s == nil {
		return
	}
	edited := map[string]bool{}
	for _, f := range result.Report.Findings {
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				edited[e.Location.Path] = true
			}
		}
	}
	for _, root := range result.Roots {
		for _, f := range result.Files {
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

// apply returns the index with the fixed files.
func (s Staged) apply(dir string, tree treefs.FS) (treefs.FS, error) {
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

// notices returns a notice for each fixed file, which must be added to the index.
func (s Staged) notices() []finding.Notice {
	var notices []finding.Notice
	for dir, files := range s {
		for rel, file := range files {
			if content := onDisk(dir, rel); content != nil && sha256.Sum256(content) != file.hash {
				notices = append(notices, finding.Notice{Path: file.path, Message: "fixed in the working tree; run git add on it"})
			}
		}
	}
	return notices
}

// onDisk returns the content of a file below a directory, or nil if it cannot be read.
func onDisk(dir, rel string) []byte {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	return treefs.ReadFile(treefs.Disk(root), filepath.ToSlash(rel), load.MaxManifest)
}
