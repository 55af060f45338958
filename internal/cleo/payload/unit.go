package payload

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A unit is a text with its pieces, some of which are included in its part.
type unit struct {
	Part
	pieces     []piece
	included   []bool         // by piece: whether it is in the part
	end        budget.LineEnd // end of the first lines
	references []*unit
}

// A piece is a range of a file with its resolved text.
type piece struct {
	budget.Piece
	section int // index of the section that it is, or is one of two parts of
	text    string
	minimal bool // in the first lines
}

// unit splits a text and resolves it.
func (a *assembly) unit(t Text, kind Kind, skill string, priority int) *unit {
	file := *t.File
	d := load.Document(&file, t.Source, false)
	u := &unit{Part: Part{Kind: kind, Name: t.Name, File: t.File, Priority: priority}, end: budget.MinimalEnd(d)}
	var ranges []analysis.Range
	for i, p := range budget.Pieces(d, sections(d)) {
		if cut := u.end.Offset; p.Range.Start < cut && cut < p.Range.End {
			first := p
			first.Range.End = cut
			p.Range.Start, p.Line = cut, d.LineOf(cut)
			u.pieces = append(u.pieces, piece{Piece: first, section: i, minimal: true})
			ranges = append(ranges, first.Range)
		}
		u.pieces = append(u.pieces, piece{Piece: p, section: i, minimal: p.Range.End <= u.end.Offset})
		ranges = append(ranges, p.Range)
	}
	for i, text := range a.resolver.Ranges(t.Source, file.Rel, skill, ranges) {
		text = a.resolver.Whole(text)
		u.pieces[i].text, u.pieces[i].Characters = text, utf8.RuneCountInString(text)
	}
	return u
}

// sections returns the sections of a parsed document.
func sections(d *analysis.Document) []markdown.Section {
	pass := analysis.NewPass(context.Background(), markdown.SectionFact.Analyzer, nil, nil)
	pass.Document, pass.File = d, d.File
	var facts analysis.FactSet
	if err := facts.Compute(pass); err != nil {
		return nil
	}
	found, _ := facts.Value(markdown.SectionFact.Analyzer).([]markdown.Section)
	return found
}

// setPieces sets the pieces and form of the part.
func (u *unit) setPieces(form Form, in func(piece) bool) {
	u.Form, u.Kept, u.Dropped, u.omitted = form, nil, nil, nil
	u.included = make([]bool, len(u.pieces))
	var b strings.Builder
	for i, p := range u.pieces {
		if !in(p) {
			u.Dropped = appendStretch(u.Dropped, p, p.text)
			u.omitted = append(u.omitted, p.Range)
			continue
		}
		u.included[i] = true
		b.WriteString(p.text)
		u.Kept = appendStretch(u.Kept, p, p.text)
	}
	u.text = strings.TrimRight(b.String(), "\n")
	u.Tokens = tokenizer.Chars4([]byte(u.text))
}

// appendStretch adds a text of a piece; both parts of a section are one stretch.
func appendStretch(all []Stretch, p piece, text string) []Stretch {
	n := utf8.RuneCountInString(text)
	if last := len(all) - 1; last >= 0 && all[last].section == p.section {
		all[last].characters += n
		all[last].Tokens = tokenizer.Chars4Of(all[last].characters)
		return all
	}
	return append(all, Stretch{Heading: p.Heading, Header: p.Class == budget.HeaderPiece, Line: p.Line, Tokens: tokenizer.Chars4Of(n),
		section: p.section, characters: n})
}

// Filters of pieces for the forms.
func all(piece) bool            { return true }
func none(piece) bool           { return false }
func inFirstLines(p piece) bool { return p.minimal }

// load loads a unit by a strategy.
func (u *unit) load(s Strategy) {
	u.Notes = nil
	if s != Minimal || u.end.Whole {
		u.setPieces(Whole, all)
	} else {
		u.setPieces(First, inFirstLines)
		switch {
		case u.end.Header:
			u.Notes = append(u.Notes, "the first 50 lines end inside the frontmatter")
		case u.end.Fence != nil:
			u.Notes = append(u.Notes, "the first 50 lines end inside a code block")
		}
	}
	for _, r := range u.references {
		if s == Comprehensive {
			r.setPieces(Whole, all)
		} else {
			r.setPieces(Omitted, none)
		}
	}
}

// onlyHeader keeps only the frontmatter, as far as it is loaded.
func (u *unit) onlyHeader() {
	in := u.loaded()
	u.setPieces(Metadata, func(p piece) bool { return p.Class == budget.HeaderPiece && in(p) })
	if u.text == "" {
		u.Form = Omitted
		u.Notes = append(u.Notes, "no frontmatter")
	}
}

// loaded returns a filter for the loaded pieces.
func (u *unit) loaded() func(piece) bool {
	in := map[int]bool{}
	for i, p := range u.pieces {
		in[p.Range.Start] = u.included[i]
	}
	return func(p piece) bool { return in[p.Range.Start] }
}

// cutSections truncates by sections, and returns the headings of the dropped ones.
func (u *unit) cutSections(limit int) []string {
	in := u.loaded()
	var whole []budget.Piece // parts of a section are joined
	starts := map[int]int{}  // start of each section, by number
	for _, p := range u.pieces {
		if !in(p) {
			continue
		}
		if _, known := starts[p.section]; known {
			whole[len(whole)-1].Characters += p.Characters
			continue
		}
		starts[p.section] = p.Range.Start
		whole = append(whole, p.Piece)
	}
	cut := budget.TruncateSections(whole, limit)
	if len(cut.Dropped) == 0 {
		return nil
	}
	kept := map[int]bool{}
	for _, p := range cut.Kept {
		kept[p.Range.Start] = true
	}
	u.setPieces(Sections, func(p piece) bool { return in(p) && kept[starts[p.section]] })
	var headings []string
	for _, p := range cut.Dropped {
		headings = append(headings, heading(Stretch{Heading: p.Heading}))
	}
	return headings
}

// heading returns the name of a stretch for messages.
func heading(s Stretch) string {
	switch {
	case s.Heading != "":
		return quote.Text(s.Heading)
	case s.Header:
		return "the frontmatter"
	}
	return "the text before its first heading"
}

// cutLines ends the text after the last line within a limit. It returns false if not even the frontmatter,
// or a line if there is none, fits.
func (u *unit) cutLines(limit int) bool {
	end, tokens := budget.TruncateLines([]byte(u.text), limit)
	if end == len(u.text) {
		u.Tokens = tokens
		return true
	}
	if end == 0 || end < u.headerEnd() {
		return false
	}
	var kept []Stretch
	dropped, at := u.Dropped, 0
	for i, p := range u.pieces {
		if !u.included[i] {
			continue
		}
		before := p.text[:min(max(0, end-at), len(p.text))]
		after := p.text[len(before):]
		at += len(p.text)
		if before != "" {
			kept = appendStretch(kept, p, before)
		}
		if strings.Trim(after, "\n") != "" {
			dropped = appendStretch(dropped, p, after)
		}
		if before == "" {
			u.omitted = append(u.omitted, p.Range)
		}
	}
	sorting.By(dropped, func(a, b Stretch) int { return a.Line - b.Line })
	u.Form, u.Kept, u.Dropped, u.Tokens = Lines, kept, dropped, tokens
	u.text = u.text[:end] + budget.TruncationMarker
	return true
}

// headerEnd returns the end of the frontmatter in the text, without its last line feed.
func (u *unit) headerEnd() int {
	end := 0
	for i, p := range u.pieces {
		if u.included[i] && p.Class == budget.HeaderPiece {
			end += len(p.text)
		}
	}
	return len(strings.TrimRight(u.text[:min(end, len(u.text))], "\n"))
}
