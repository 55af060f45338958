package driver

import (
	"io"
	"os"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
)

// window is how much is read around a place, in bytes before and behind its start.
const window = 4096

// excerpts reads the lines that reports show of places whose document is gone: those of
// workspace findings, of related places and of manifests. A file that cannot be read any more,
// or that changed, has none.
func (r *run) excerpts(findings []finding.Finding) {
	var places []wanted
	for i := range findings {
		f := &findings[i]
		if f.Place.Excerpt == nil && f.Place.Range.End > 0 {
			places = append(places, wanted{&f.Place, f})
		}
		for j := range f.Related {
			if p := &f.Related[j].Place; p.Range.End > 0 {
				places = append(places, wanted{p, nil})
			}
		}
	}
	sort.SliceStable(places, func(i, j int) bool { return places[i].place.Path < places[j].place.Path })
	for i := 0; i < len(places); {
		j := i
		for j < len(places) && places[j].place.Path == places[i].place.Path {
			j++
		}
		r.excerptsOf(places[i:j])
		i = j
	}
}

// A wanted is a place that has no excerpt yet; finding is set when it is the finding's own.
type wanted struct {
	place   *finding.Place
	finding *finding.Finding
}

func (r *run) excerptsOf(places []wanted) {
	value, ok := r.open.Load(places[0].place.Path)
	if !ok {
		return
	}
	o := value.(*outcome)
	if o.open == nil {
		return
	}
	file, err := o.open()
	if err != nil {
		return
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() != o.file.Size {
		return
	}
	for _, w := range places {
		fill(file, w)
	}
	r.locateEdits(file, places)
}

// locateEdits finds the positions of the edits that workspace rules suggest in their own file.
func (r *run) locateEdits(file *os.File, places []wanted) {
	var d *analysis.Document
	for _, w := range places {
		if w.finding == nil {
			continue
		}
		for _, fix := range w.finding.Fixes {
			for i := range fix.Edits {
				if fix.Edits[i].Location.Start.Line > 0 {
					continue // of a line, located when it was read
				}
				if d == nil {
					source, err := io.ReadAll(io.LimitReader(io.NewSectionReader(file, 0, load.MaxText), load.MaxText))
					if err != nil {
						return
					}
					d = analysis.NewDocument(w.finding.File, source)
				}
				fix.Edits[i].Location = d.At(fix.Edits[i].Location.Range)
			}
		}
	}
}

// fill reads the surroundings of a place.
func fill(file *os.File, w wanted) {
	start := w.place.Range.Start
	base := max(0, start-window)
	buffer := make([]byte, min(w.place.Range.End, start+window)-base+window)
	n, err := file.ReadAt(buffer, int64(base))
	if err != nil && err != io.EOF {
		return
	}
	buffer = buffer[:n]
	if start-base > len(buffer) {
		return
	}
	r := analysis.Range{Start: start, End: min(w.place.Range.End, base+len(buffer))}
	f := finding.Finding{Place: *w.place}
	describe(&f, buffer, base, r)
	w.place.Excerpt, w.place.ExcerptColumn = f.Place.Excerpt, f.Place.ExcerptColumn
	if w.finding != nil {
		w.finding.LineHash, w.finding.Anchor = f.LineHash, f.Anchor
	}
}
