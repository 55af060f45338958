package driver

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fingerprint"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/treefs"
)

// window is the number of bytes read before and after the start of a place.
const window = 4096

// excerpts reads the lines for reports whose document was released: of workspace findings, related places and
// manifests. It also determines the positions of edits in other files, and of places that facts keep as ranges. It returns
// the files that cannot be read any more, or have changed.
func (r *run) excerpts(findings []finding.Finding) (unchecked []analysis.Unchecked) {
	var places []wanted
	for i := range findings {
		f := &findings[i]
		if f.Place.Excerpt == nil && f.Place.Range.End > 0 {
			places = append(places, wanted{at: &f.Place.Location, columns: &f.Place.Columns, place: &f.Place, finding: f})
		}
		for j := range f.Related {
			if p := &f.Related[j].Place; p.Range.End > 0 {
				places = append(places, wanted{at: &p.Location, columns: &p.Columns, place: p, content: &f.Related[j].Content})
			}
		}
		for _, fix := range f.Fixes {
			for j := range fix.Edits {
				e := &fix.Edits[j].Location
				if e.Path = cmp.Or(e.Path, f.Place.Path); e.Start.Line == 0 {
					places = append(places, wanted{at: e, columns: &fix.Edits[j].Columns})
				}
			}
		}
	}
	sort.SliceStable(places, func(i, j int) bool { return places[i].at.Path < places[j].at.Path })
	for i := 0; i < len(places); {
		j := i
		for j < len(places) && places[j].at.Path == places[i].at.Path {
			j++
		}
		if err := r.excerptsOf(places[i:j]); err != nil {
			unchecked = append(unchecked, analysis.Unchecked{Path: places[i].at.Path, Reason: "cannot read the source of findings: " + treefs.WithoutPath(err).Error()})
		}
		for _, w := range places[i:j] {
			if start := (analysis.Position{Line: 1, Column: 1}); w.place != nil && w.at.Start.Line == 0 { // unknown
				w.at.Start, w.at.End = start, start
			}
		}
		i = j
	}
	return unchecked
}

var errChanged = errors.New("file changed while it was checked")

// A wanted is a place without excerpt, or an edit without positions.
type wanted struct {
	at      *analysis.Location
	columns *finding.Columns
	place   *finding.Place   // nil: an edit
	finding *finding.Finding // nil: not the finding's own place
	content *uint64          // of a related place
}

func (r *run) excerptsOf(places []wanted) error {
	o := r.outcome(places[0].at.Path)
	if o == nil || o.open == nil {
		return nil
	}
	keep := func() {}
	if r.Cache != nil && r.Cache.Workspace {
		if places, keep = r.Cache.fill(o, places); len(places) == 0 {
			return nil
		}
	}
	file, err := o.open()
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() != o.file.Size:
		return errChanged
	case o.file.Kind != analysis.Manifest && o.file.Size <= load.MaxText:
		err = whole(file, o.file, places)
	default:
		for _, w := range places {
			if w.place != nil {
				err = cmp.Or(err, piece(file, w))
			}
		}
		err = cmp.Or(err, locateEdits(file, places))
	}
	if err == nil {
		keep()
	}
	return err
}

// locateEdits determines the positions of edits in a manifest by reading it again.
func locateEdits(file treefs.File, places []wanted) error {
	var offsets []int
	for _, w := range places {
		if w.place == nil {
			offsets = append(offsets, w.at.Range.Start, w.at.Range.End)
		}
	}
	if len(offsets) == 0 {
		return nil
	}
	positions, err := positionsAt(bufio.NewReader(io.NewSectionReader(file, 0, load.MaxManifest)), offsets)
	for _, w := range places {
		if w.place == nil {
			w.at.Start, w.at.End = positions[w.at.Range.Start], positions[w.at.Range.End]
		}
	}
	return err
}

// positionsAt returns the positions of offsets. Lines end at LF only.
func positionsAt(r io.ByteReader, offsets []int) (map[int]analysis.Position, error) {
	slices.Sort(offsets)
	positions := map[int]analysis.Position{}
	at := analysis.Position{Line: 1, Column: 1}
	for offset := 0; len(offsets) > 0; offset++ {
		c, err := r.ReadByte()
		if err == nil && c&0xc0 == 0x80 {
			continue // inside a character
		}
		for len(offsets) > 0 && (offsets[0] <= offset || err != nil) {
			positions[offsets[0]] = at
			offsets = offsets[1:]
		}
		if err != nil && err != io.EOF {
			return positions, err
		}
		if at.Column++; c == '\n' {
			at = analysis.Position{Line: at.Line + 1, Column: 1}
		}
	}
	return positions, nil
}

// whole completes the places of a file from its full content.
func whole(file treefs.File, f *analysis.File, places []wanted) error {
	source, err := io.ReadAll(io.NewSectionReader(file, 0, load.MaxText))
	if err != nil {
		return err
	}
	if int64(len(source)) != f.Size {
		return errChanged
	}
	d := analysis.NewDocument(f, source)
	if slices.ContainsFunc(places, func(w wanted) bool { return w.finding != nil && !w.finding.Anywhere }) {
		d = load.Values(f, source) // to name their places
	}
	text := textOf(d)
	var own []*finding.Finding
	for _, w := range places {
		if w.at.Range.End > len(source) {
			continue
		}
		*w.columns = columnsOf(d, w.at.Range)
		if w.at.Start.Line == 0 {
			*w.at = d.At(w.at.Range)
		}
		if w.place == nil {
			continue
		}
		fill(w, source, 0, firstLines(d, w.place.Range))
		if w.finding != nil {
			setAnchor(w.finding, text, w.place.Range)
			own = append(own, w.finding)
		}
	}
	numberLines(source, own)
	return nil
}

// piece completes a place from the bytes around it, because a manifest may be too large for memory.
func piece(file treefs.File, w wanted) error {
	start := w.place.Range.Start
	base := max(0, start-window)
	buffer := make([]byte, min(w.place.Range.End, start+window)-base+window)
	n, err := file.ReadAt(buffer, int64(base))
	if err != nil && err != io.EOF {
		return err
	}
	if start-base > n {
		return errChanged
	}
	buffer = buffer[:n]
	line := analysis.Range{Start: 1 + bytes.LastIndexByte(buffer[:start-base], '\n'), End: n}
	if end := bytes.IndexByte(buffer[start-base:], '\n'); end >= 0 {
		line.End = start - base + end
	}
	line.End = line.Start + len(bytes.TrimSuffix(buffer[line.Start:line.End], []byte{'\r'}))
	fill(w, buffer, base, []analysis.Range{line})
	if from := base + line.Start; (line.Start > 0 || base == 0) && w.place.Range.End <= base+line.End {
		*w.columns = finding.Columns{Start: start - from + 1, End: w.place.Range.End - from + 1}
	}
	if w.finding == nil {
		return nil
	}
	if line.Start > 0 || base == 0 {
		w.finding.LineHash = fingerprint.LineHash(buffer, line.Start)
	}
	text := &fingerprint.Text{Source: buffer[line.Start:line.End], Base: base + line.Start}
	text.Data = jsontree.Parse(text.Source, text.Base).Root // empty for a line that is longer than the window
	setAnchor(w.finding, text, w.place.Range)
	return nil
}

// fill describes a place. base is the offset of source in the file; lines are in source.
func fill(w wanted, source []byte, base int, lines []analysis.Range) {
	r := analysis.Range{Start: w.place.Range.Start - base, End: min(w.place.Range.End-base, len(source))}
	f := finding.Finding{Place: *w.place}
	describe(&f, source, lines, r)
	w.place.Excerpt, w.place.ExcerptColumn = f.Place.Excerpt, f.Place.ExcerptColumn
	if w.content != nil {
		*w.content = contentOf(source, base, w.place.Range)
	}
}

// numberLines numbers equal line hashes of a file.
func numberLines(source []byte, findings []*finding.Finding) {
	lines := make([]int, 0, len(findings))
	for _, f := range findings {
		lines = append(lines, f.Place.Start.Line)
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	hashes := fingerprint.LineHashes(source, lines)
	for _, f := range findings {
		if i, ok := slices.BinarySearch(lines, f.Place.Start.Line); ok && hashes[i] != "" {
			f.LineHash = hashes[i]
		}
	}
}
