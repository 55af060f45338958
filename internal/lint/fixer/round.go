package fixer

import (
	"errors"
	"io/fs"
	"maps"
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
	files   map[cache.Location]*fix.File // with these fixes and those of earlier rounds

	result    *lint.Result
	memory    *treefs.Memory // nil: files are on the disk
	onlyOwn   bool
	analysed  map[string]*analysis.File
	locations map[string]cache.Location // by path in reports
	paths     map[cache.Location]string // the path under which a file is changed; other paths are links
}

// choose chooses the fixes of a round.
func (f *Fixer) choose(result *lint.Result) *round {
	choices := fix.Choose(result.Report.Findings, f.unsafe, func(found *finding.Finding, x *finding.Fix) bool {
		return f.refused[idOf(found, x)] || f.held[idOf(found, x)] || f.onlyOwn && changesOthers(found, x)
	})
	r := &round{files: maps.Clone(f.files), result: result, memory: f.req.Memory, onlyOwn: f.onlyOwn,
		analysed: map[string]*analysis.File{}, locations: map[string]cache.Location{}, paths: map[cache.Location]string{}}
	for _, file := range result.Files {
		r.analysed[file.Path] = file
	}
	r.choices = slices.DeleteFunc(choices, func(c fix.Choice) bool { return !r.locate(c) })
	for path, edits := range fix.EditsOf(r.choices) {
		file := r.file(path, r.analysed[path].Hash)
		file.Edits = fix.Compose(file.Edits, edits)
	}
	for _, c := range r.choices {
		if x := c.Fix.Executable; x != nil {
			r.file(x.Path, [32]byte{}).Executable = true
		}
	}
	return r
}

// changesOthers reports whether a fix changes other files than that of the finding.
func changesOthers(f *finding.Finding, x *finding.Fix) bool {
	return x.Executable != nil || slices.ContainsFunc(x.Edits, func(e finding.Edit) bool { return e.Location.Path != f.Place.Path })
}

// file returns a file to change. It has a hash if it was not changed before.
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

// locate finds the files that a fix changes. It returns false if one cannot be written, for example because
// the checkout omits it, or is changed under another path already.
func (r *round) locate(c fix.Choice) bool {
	for _, path := range c.Changes() {
		file := r.analysed[path]
		if x := c.Fix.Executable; x != nil && x.Path == path && c.Finding.File != nil {
			file = &analysis.File{Tree: c.Finding.File.Tree, Rel: x.Rel}
		}
		if file == nil {
			return false
		}
		at, ok := r.location(file)
		if other, taken := r.paths[at]; !ok || taken && other != path {
			return false
		}
		r.locations[path], r.paths[at] = at, path
	}
	return true
}

func (r *round) location(f *analysis.File) (cache.Location, bool) {
	root := r.result.Writable(f)
	if r.memory != nil {
		rel, err := r.memory.Real(f.Rel)
		return cache.Location{Dir: root.Dir, Rel: rel}, err == nil
	}
	if root.Disk == nil {
		return cache.Location{}, false
	}
	rel, err := fix.Inside(root.Disk, f.Rel)
	if r.onlyOwn && errors.Is(err, fs.ErrNotExist) { // standard input may not exist on the disk
		rel, err = f.Rel, nil
	}
	return cache.Location{Dir: root.Dir, Rel: rel}, err == nil
}
