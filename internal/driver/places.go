package driver

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// places are cached descriptions of places in a file.
type places map[placeKey]described

// A placeKey determines, together with the bytes of the file, the description of a place.
type placeKey struct {
	at             analysis.Range
	edit, own      bool
	anyhow, counts bool // finding.Finding's Anywhere and Measured
}

// A described is the description of a place.
type described struct {
	start, end analysis.Position
	columns    finding.Columns
	excerpt    []string
	column     int
	anchor     string
	content    uint64
	lineHash   string
}

// fill fills in places of an unchanged file from an earlier run. It returns the others, and a function to
// call when they are described.
func (m *Cache) fill(o *outcome, all []wanted) (left []wanted, keep func()) {
	known := m.places[o.file.Path]
	if known == nil || !o.recalled {
		known = places{}
		if m.places == nil {
			m.places = map[string]places{}
		}
		m.places[o.file.Path] = known
	}
	for _, w := range all {
		if d, ok := known[w.key()]; ok {
			w.put(d)
		} else {
			left = append(left, w)
		}
	}
	keys := make([]placeKey, len(left))
	for i, w := range left {
		keys[i] = w.key()
	}
	return left, func() {
		for i, w := range left {
			known[keys[i]] = w.described()
		}
	}
}

func (w wanted) key() placeKey {
	k := placeKey{at: w.at.Range, edit: w.place == nil, own: w.finding != nil}
	if w.finding != nil {
		k.anyhow, k.counts = w.finding.Anywhere, w.finding.Measured > 0
	}
	return k
}

func (w wanted) described() described {
	d := described{columns: *w.columns, start: w.at.Start, end: w.at.End}
	if w.place == nil {
		return d
	}
	d.excerpt, d.column = w.place.Excerpt, w.place.ExcerptColumn
	if w.content != nil {
		d.content = *w.content
	}
	if w.finding != nil {
		d.anchor, d.content, d.lineHash = w.finding.Anchor, w.finding.Content, w.finding.LineHash
	}
	return d
}

func (w wanted) put(d described) {
	*w.columns, w.at.Start, w.at.End = d.columns, d.start, d.end
	if w.place == nil {
		return
	}
	w.place.Excerpt, w.place.ExcerptColumn = d.excerpt, d.column
	if w.content != nil {
		*w.content = d.content
	}
	if w.finding != nil {
		w.finding.Anchor, w.finding.Content, w.finding.LineHash = d.anchor, d.content, d.lineHash
	}
}
