package fixer

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A round is a set of fixes that are tried together.
type round struct {
	choices []fix.Choice
	files   map[cache.Location]*fix.File // with the fixes of this and earlier rounds

	result    *lint.Result
	memory    *treefs.Memory // nil: files are on the disk
	onlyStdin bool
	analyzed  map[string]*analysis.File
	locations map[string]cache.Location // by path in reports
	paths     map[cache.Location]string // the path in reports by which a file is changed; others are links to it
}

// choose selects the fixes of the next round.
func (f *Fixer) choose(result *lint.Result) *round {
	shows := func(*finding.Finding) bool { return true }
	if f.shows != nil {
		shows = f.shows(result)
	}
	choices := fix.Choose(result.Report.Findings, f.unsafe, func(found *finding.Finding, x *finding.Fix) bool {
		return !shows(found) || f.isRejected(found, x) || f.postponed[idOf(found, x)] || f.onlyStdin && changesOthers(found, x)
	})
	r := &round{files: maps.Clone(f.files), result: result, memory: f.req.Memory, onlyStdin: f.onlyStdin,
		analyzed: map[string]*analysis.File{}, locations: map[string]cache.Location{}, paths: map[cache.Location]string{}}
	for _, file := range result.Files {
		r.analyzed[file.Path] = file
	}
	r.choices = slices.DeleteFunc(choices, func(c fix.Choice) bool { return !r.locate(c) })
	for path, edits := range fix.EditsOf(r.choices) {
		file := r.file(path, r.analyzed[path].Hash)
		file.Edits = fix.Compose(file.Edits, edits)
	}
	for _, c := range r.choices {
		if x := c.Fix.Executable; x != nil {
			r.file(x.Path, [32]byte{}).Executable = true
		}
		if x := c.Fix.Link; x != nil {
			file := r.file(x.Path, sha256.Sum256([]byte(x.Old)))
			file.Target, file.Edits = x.New, fix.Compose(file.Edits, []analysis.Edit{{Range: analysis.Range{End: len(x.Old)}, Text: x.New}})
		}
	}
	return r
}

func (f *Fixer) isRejected(found *finding.Finding, x *finding.Fix) bool {
	_, rejected := f.rejected[idOf(found, x)]
	return rejected
}

// changesOthers reports whether a fix changes files other than that of the finding, a mode or a link.
func changesOthers(f *finding.Finding, x *finding.Fix) bool {
	return x.ChangesEntry() || slices.ContainsFunc(x.Edits, func(e finding.Edit) bool { return e.Location.Path != f.Place.Path })
}

// file returns a file to change. It sets the hash if the content was not changed before.
func (r *round) file(path string, hash [32]byte) *fix.File {
	at := r.locations[path]
	file := fix.File{}
	if known := r.files[at]; known != nil {
		file = *known
	} else {
		for _, root := range r.result.WritableRoots() {
			if root.Dir == at.Dir {
				file.Path = root.Show(at.Rel)
			}
		}
	}
	if len(file.Edits) == 0 {
		file.Hash = hash
	}
	r.files[at] = &file
	return &file
}

// locate locates the files that a fix changes. It returns false if a file cannot be written, for example in a sparse
// checkout, or if it is already changed by another path.
func (r *round) locate(c fix.Choice) bool {
	for _, path := range c.Changes() {
		file := r.analyzed[path]
		if x := c.Fix.Executable; x != nil && x.Path == path && c.Finding.File != nil {
			file = &analysis.File{Tree: c.Finding.File.Tree, Rel: x.Rel}
		}
		if x := c.Fix.Link; x != nil && x.Path == path {
			file = &analysis.File{Tree: x.Tree, Rel: x.Rel}
		}
		if file == nil {
			return false
		}
		at, ok := r.location(file, c.Fix.Link != nil && c.Fix.Link.Path == path)
		if other, taken := r.paths[at]; !ok || taken && other != path {
			return false
		}
		r.locations[path], r.paths[at] = at, path
	}
	return true
}

// location locates a file, or a symbolic link, which is not followed.
func (r *round) location(f *analysis.File, isLink bool) (cache.Location, bool) {
	root := r.result.Writable(f)
	real := func(rel string) (string, error) { return fix.Inside(root.Disk, rel) }
	if r.memory != nil {
		real = r.memory.Real
	} else if root.Disk == nil {
		return cache.Location{}, false
	}
	if isLink {
		dir, err := real(path.Dir(f.Rel))
		return cache.Location{Dir: root.Dir, Rel: path.Join(dir, path.Base(f.Rel))}, err == nil
	}
	rel, err := real(f.Rel)
	if r.onlyStdin && errors.Is(err, fs.ErrNotExist) { // the file on standard input need not exist
		rel, err = f.Rel, nil
	}
	return cache.Location{Dir: root.Dir, Rel: rel}, err == nil
}
