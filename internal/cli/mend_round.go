package cli

import (
	"errors"
	"io/fs"
	"maps"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fix"
)

// A round is fixes that are tried together.
type round struct {
	choices []fix.Choice
	made    map[standing]*fix.File // by these and by those of the rounds before
	places  places
}

// choose chooses the fixes of a round.
func (m *mending) choose(s *settlement, result *analysed) *round {
	choices := fix.Choose(result.report.Findings, m.unsafe, func(f *finding.Finding, x *finding.Fix) bool {
		return m.refused[fixIDOf(f, x)] || m.held[fixIDOf(f, x)] || m.input && concernsOthers(f, x)
	})
	r := &round{made: maps.Clone(m.made), places: places{
		s: s, input: m.input, files: map[string]*analysis.File{}, at: map[string]standing{}, as: map[standing]string{}}}
	for _, f := range result.files {
		r.places.files[f.Path] = f
	}
	r.choices = slices.DeleteFunc(choices, func(c fix.Choice) bool { return !r.places.have(c) })
	for path, edits := range fix.EditsOf(r.choices) {
		f := r.file(path, r.places.files[path].Hash)
		f.Edits = fix.Compose(f.Edits, edits)
	}
	for _, c := range r.choices {
		if x := c.Fix.Executable; x != nil {
			r.file(x.Path, [32]byte{}).Executable = true
		}
	}
	return r
}

// concernsOthers reports whether a fix changes more than the finding's file.
func concernsOthers(f *finding.Finding, x *finding.Fix) bool {
	return x.Executable != nil || slices.ContainsFunc(x.Edits, func(e finding.Edit) bool { return e.Location.Path != f.Place.Path })
}

// file returns a file that is to be changed; of one that was not yet, the content has a hash.
func (r *round) file(path string, hash [32]byte) *fix.File {
	at := r.places.at[path]
	f := fix.File{Path: r.places.s.rootIn(at.dir).Show(at.rel)}
	if known := r.made[at]; known != nil {
		f = *known
	}
	if len(f.Edits) == 0 {
		f.Want = hash
	}
	r.made[at] = &f
	return &f
}

// places know where the files stand that reports show under a path.
type places struct {
	s     *settlement
	input bool // of standard input, which need not be on the disk
	files map[string]*analysis.File
	at    map[string]standing
	as    map[standing]string // the path under which a file is changed; a link may be another
}

// have finds out where the files stand that a fix changes. It reports false when one of them cannot be
// written, as one that the checkout leaves out, or is changed under another path already.
func (p *places) have(c fix.Choice) bool {
	for _, path := range c.Changes() {
		f := p.files[path]
		if x := c.Fix.Executable; x != nil && x.Path == path && c.Finding.File != nil {
			f = &analysis.File{Tree: c.Finding.File.Tree, Rel: x.Rel}
		}
		if f == nil {
			return false
		}
		at, ok := p.stands(f)
		if other, taken := p.as[at]; !ok || taken && other != path {
			return false
		}
		p.at[path], p.as[at] = at, path
	}
	return true
}

func (p *places) stands(f *analysis.File) (standing, bool) {
	root := p.s.roots[f.Tree]
	if root.Disk == nil {
		return standing{}, false
	}
	rel, err := fix.Inside(root.Disk, f.Rel)
	if p.input && errors.Is(err, fs.ErrNotExist) {
		rel, err = f.Rel, nil
	}
	return standing{root.Dir, rel}, err == nil
}

// rootIn returns the root of a directory.
func (s *settlement) rootIn(dir string) discover.Root {
	for _, root := range s.roots {
		if root.Dir == dir {
			return root
		}
	}
	return discover.Root{}
}
