package driver

import (
	"bytes"
	"hash/maphash"
	"sync"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fingerprint"
)

const (
	maxExcerpt = 240 // bytes of one line
	maxLines   = 3   // of an excerpt
)

// keep turns a diagnostic into a finding while the source is in memory.
func (a *analyses) keep(x *analysis.Analyzer, d analysis.Diagnostic) {
	if d.As != nil {
		x = d.As
	}
	if w := a.window; w != nil && d.Range.Start >= w.Next && w.Next < len(w.Text) {
		return // the next window begins with it
	}
	if a.rest.takes(x, d.Severity) {
		return
	}
	f := newFinding(x, a.outcome.file, d)
	f.Message, f.Effect, f.Help = a.said.once(f.Message), a.said.once(f.Effect), a.said.once(f.Help)
	switch {
	case d.Location != nil:
		f.Place.Location = *d.Location
	case a.line != nil:
		f.Place.Location, f.Place.Columns = a.line.Location(d.Range), a.columns(d.Range)
		a.describeLine(&f, d.Range)
	default:
		f.Place.Location, f.Place.Columns = a.locate(d.Range), a.columns(d.Range)
		if source := a.source(); len(source) > 0 {
			describe(&f, source, firstLines(a.doc, d.Range), d.Range)
			setAnchor(&f, a.places(), d.Range)
			if a.doc.Part {
				f.LineHash = fingerprint.LineHash(source, a.doc.LineRange(a.doc.LineOf(d.Range.Start)).Start)
			}
		}
	}
	for i, fix := range d.SuggestedFixes {
		for j, e := range fix.Edits {
			if e.Path == "" && (a.line != nil || a.source() != nil) {
				to := &f.Fixes[i].Edits[j]
				to.Location, to.Columns = a.locate(e.Range), a.columns(e.Range)
			}
		}
	}
	if a.counts[x]++; a.counts[x] > maxKept {
		a.rest.begin(x, f)
		return
	}
	a.outcome.findings = append(a.outcome.findings, f)
}

// describeLine describes a finding in the current line.
func (a *analyses) describeLine(f *finding.Finding, r analysis.Range) {
	source, base := a.line.Source, int(a.line.Offset)
	if a.lineHash == "" {
		a.lineHash = fingerprint.LineHash(source, 0)
	}
	f.LineHash = a.lineHash
	line := analysis.Range{End: len(bytes.TrimSuffix(source, []byte{'\r'}))}
	describe(f, source, []analysis.Range{line}, analysis.Range{Start: r.Start - base, End: r.End - base})
	setAnchor(f, &fingerprint.Text{Source: source, Base: base, Data: a.line.Data}, r)
}

// setAnchor sets the normalized content of a finding's place, and the hash of its bytes.
func setAnchor(f *finding.Finding, text *fingerprint.Text, r analysis.Range) {
	if f.Anywhere {
		return
	}
	f.Anchor = text.Identify(r, f.Measured > 0)
	f.Content = contentOf(text.Source, text.Base, r)
}

// contentOf returns the hash of the bytes of a range, or 0 if they are not in the source. base is the offset of source in the
// file.
func contentOf(source []byte, base int, r analysis.Range) uint64 {
	if from, to := r.Start-base, r.End-base; from >= 0 && from < to && to <= len(source) {
		return maphash.Bytes(contentSeed, source[from:to])
	}
	return 0
}

// contentSeed is random, so that collisions cannot be constructed.
var contentSeed = maphash.MakeSeed()

// places returns the index of the current document for places.
func (a *analyses) places() *fingerprint.Text {
	if a.placesOf != a.doc {
		a.text, a.placesOf = textOf(a.doc), a.doc
	}
	return a.text
}

// textOf returns the text in which the places of a document are looked up.
func textOf(d *analysis.Document) *fingerprint.Text {
	text := &fingerprint.Text{Source: d.Source, Data: d.Data}
	if d.Header != nil && d.Header.State != analysis.HeaderNone {
		text.Header = d.Header.Range
	}
	return text
}

func (a *analyses) source() []byte {
	if a.doc == nil {
		return nil
	}
	return a.doc.Source
}

func (a *analyses) locate(r analysis.Range) analysis.Location {
	switch {
	case a.line != nil:
		return a.line.Location(r)
	case a.doc == nil || a.doc.Source == nil:
		start := analysis.Position{Line: 1, Column: 1}
		return analysis.Location{Path: a.outcome.file.Path, Range: r, Start: start, End: start}
	}
	return a.inFile(a.doc.At(r))
}

// columns returns the columns of a range in bytes.
func (a *analyses) columns(r analysis.Range) finding.Columns {
	switch {
	case a.line != nil:
		base := int(a.line.Offset)
		return finding.Columns{Start: r.Start - base + 1, End: r.End - base + 1}
	case a.source() == nil:
		return finding.Columns{}
	}
	columns := columnsOf(a.doc, r)
	if w := a.window; w != nil {
		for _, at := range []struct {
			offset int
			column *int
		}{{r.Start, &columns.Start}, {r.End, &columns.End}} {
			if a.doc.LineOf(at.offset) == 1 {
				*at.column += w.Column - 1
			}
		}
	}
	return columns
}

func columnsOf(d *analysis.Document, r analysis.Range) finding.Columns {
	column := func(offset int) int { return offset - d.LineRange(d.LineOf(offset)).Start + 1 }
	return finding.Columns{Start: column(r.Start), End: column(r.End)}
}

func newFinding(x *analysis.Analyzer, file *analysis.File, d analysis.Diagnostic) finding.Finding {
	if d.As != nil {
		x = d.As
	}
	f := finding.Finding{Rule: x.Name, Analyzer: x, File: file, Severity: d.Severity, Must: d.Must, Message: d.Message, Effect: d.Effect, Help: d.Help, Group: d.Group, About: d.About, Anywhere: d.Anywhere, Measured: d.Measured,
		Flow: d.Flow, Supersedes: d.Supersedes, Evidence: d.Evidence}
	for _, l := range d.Lowered {
		f.Lowered = append(f.Lowered, l.Start.Line)
	}
	f.Place.ExcerptColumn = 1
	if file != nil {
		f.Rel = file.Rel
	}
	if file != nil && file.Dialect != nil {
		f.Dialect = file.Dialect.Name
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, finding.Related{Message: r.Message,
			Place: finding.Place{Location: r.Location, ExcerptColumn: 1}})
	}
	for _, fix := range d.SuggestedFixes {
		out := finding.Fix{Title: fix.Title, Safe: fix.Safe, Uncovers: fix.Uncovers}
		for _, e := range fix.Edits {
			out.Edits = append(out.Edits, finding.Edit{Text: e.Text, Location: analysis.Location{Path: e.Path, Range: e.Range}})
		}
		if rel := fix.Executable; rel != "" {
			out.Executable = &finding.File{Path: rel, Rel: rel}
		}
		if l := fix.Link; l != nil {
			out.Link = &finding.Link{File: finding.File{Path: l.Path, Rel: l.Rel}, Tree: l.Tree, Old: l.Target, New: fix.Target}
		}
		f.Fixes = append(f.Fixes, out)
	}
	return f
}

// describe sets the fields that reports need of the source. lines are the first lines of the range, in source
// as the range is.
func describe(f *finding.Finding, source []byte, lines []analysis.Range, r analysis.Range) {
	if len(source) == 0 {
		return
	}
	f.Place.Excerpt, f.Place.ExcerptColumn = excerpt(source, lines, r.Start, f.Place.Start.Column)
}

// firstLines returns the first lines of a range. It uses the line index, as many findings may be on one long
// line.
func firstLines(d *analysis.Document, r analysis.Range) []analysis.Range {
	first, last := d.LineOf(r.Start), d.LineOf(r.End)
	if last > d.LineCount() && last > first {
		last-- // the range ends at the end of the file, after a line end
	}
	lines := make([]analysis.Range, 0, maxLines)
	for n := first; n <= last && len(lines) < maxLines; n++ {
		lines = append(lines, d.LineRange(n))
	}
	return lines
}

// excerpt copies lines. Of a long first line it takes a part that includes the start of the range, and
// returns the column of that part.
func excerpt(source []byte, lines []analysis.Range, start, column int) ([]string, int) {
	texts := make([]string, 0, len(lines))
	from := lines[0].Start
	if start-from > maxExcerpt*2/3 {
		from = runeStart(source, start-maxExcerpt/3)
	}
	first := max(1, column-utf8.RuneCount(source[from:start]))
	for i, line := range lines {
		if i > 0 {
			from = line.Start
		}
		end := line.End
		if end-from > maxExcerpt {
			end = runeStart(source, from+maxExcerpt)
		}
		texts = append(texts, string(masked(source, line, from, end)))
	}
	return texts, first
}

// tokenSize is the number of bytes next to a part of a line in which its tokens may begin or end.
const tokenSize = 300

// masked returns a part of a line with asterisks in place of tokens, because reports are published.
func masked(source []byte, line analysis.Range, from, end int) []byte {
	start := max(line.Start, from-tokenSize)
	return escape.MaskTokens(source[start:min(line.End, end+tokenSize)])[from-start : end-start]
}

// runeStart returns the start of the character at an offset, or the offset in invalid UTF-8.
func runeStart(source []byte, offset int) int {
	for n := 0; n < utf8.UTFMax && n <= offset; n++ {
		if utf8.RuneStart(source[offset-n]) {
			return offset - n
		}
	}
	return offset
}

// phrases keeps one copy of equal messages: in a tree of thousands of skills, most messages of a rule are
// equal.
type phrases struct {
	mu   sync.Mutex
	seen map[string]string
}

const maxPhrases = 4096 // distinct messages that are kept; others are not shared

func (t *phrases) once(text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.seen[text]; ok {
		return known
	}
	if t.seen == nil {
		t.seen = map[string]string{}
	}
	if len(t.seen) < maxPhrases {
		t.seen[text] = text
	}
	return text
}
