package budget

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A PieceClass is the order in which pieces are dropped.
type PieceClass uint8

// The classes, from the last to the first to be dropped.
const (
	HeaderPiece    PieceClass = iota // the frontmatter with its delimiters
	EssentialPiece                   // Summary, Core Rules, and one of Examples
	OrdinaryPiece                    // dropped after all named sections, the last one first
	SurplusPiece                     // further and detailed examples, References, Appendix: dropped first
)

// A Piece is a contiguous part of a file that is kept or dropped as a whole.
type Piece struct {
	Class   PieceClass
	Heading string         // verbatim, without number signs; "" for the frontmatter and for text before the first heading
	Line    int            // line of its first byte, from 1
	Range   analysis.Range // range in the file

	// Characters are code points. The tokens of several pieces are the sum of their characters / 4.
	Characters int
}

// Pieces returns the pieces of a document that was parsed. Sections are those of [markdown.SectionFact].
//
// A piece is the frontmatter, the text before the first heading, or a section of the second level. A section of
// the first level is a piece up to its first subsection. If there are no such headings, the highest existing level is used.
// Examples are two pieces: up to the end of the first one, and the others.
//
// To stay within a share of a context window, CLEO's orchestrator keeps the frontmatter, "## Summary", "## Core Rules" and
// one of "## Examples". It drops the other examples, "## References" and "## Appendix", then all other sections from the
// end. If that is not enough, it truncates lines.
func Pieces(d *analysis.Document, sections []markdown.Section) []Piece {
	var pieces []Piece
	at := d.BodyStart()
	if at > 0 {
		pieces = append(pieces, piece(d, HeaderPiece, "", analysis.Range{Start: 0, End: at}))
	}
	cuts := pieceStarts(d, sections)
	first := len(d.Source)
	if len(cuts) > 0 {
		first = cuts[0].at
	}
	if first > at {
		pieces = append(pieces, piece(d, OrdinaryPiece, "", analysis.Range{Start: at, End: first}))
	}
	for i, c := range cuts {
		end := len(d.Source)
		if i+1 < len(cuts) {
			end = cuts[i+1].at
		}
		pieces = append(pieces, piece(d, c.class, c.heading, analysis.Range{Start: c.at, End: end}))
	}
	return pieces
}

func piece(d *analysis.Document, class PieceClass, heading string, r analysis.Range) Piece {
	return Piece{Class: class, Heading: heading, Line: d.LineOf(r.Start), Range: r,
		Characters: utf8.RuneCount(d.Source[r.Start:r.End])}
}

// A pieceStart is the start of a piece.
type pieceStart struct {
	at      int
	class   PieceClass
	heading string
}

func pieceStarts(d *analysis.Document, sections []markdown.Section) []pieceStart {
	level := lowestLevel(sections)
	var cuts []pieceStart
	for i, s := range sections {
		if s.Level > level {
			continue
		}
		class := classOf(s.Name)
		if class != examples {
			cuts = append(cuts, pieceStart{s.Extent.Start, class, s.Title})
			continue
		}
		cuts = append(cuts, pieceStart{s.Extent.Start, EssentialPiece, s.Title})
		if rest, ok := furtherExamples(d, sections[i:], level); ok {
			cuts = append(cuts, rest)
		}
	}
	return cuts
}

// lowestLevel returns the lowest level of headings that begin pieces.
func lowestLevel(sections []markdown.Section) int {
	const usual = 2
	highest := 6
	for _, s := range sections {
		highest = min(highest, s.Level)
	}
	return max(usual, highest)
}

// furtherExamples returns the start of the second example of a section, if any: the second heading of the next
// level, otherwise the end of the first of several fenced blocks.
func furtherExamples(d *analysis.Document, sections []markdown.Section, level int) (pieceStart, bool) {
	own := sections[0]
	end := own.Extent.End
	below, seen := 7, 0
	for _, s := range sections[1:] {
		if s.Level <= level || s.Extent.Start >= end {
			end = min(end, s.Extent.Start)
			break
		}
		below = min(below, s.Level)
	}
	for _, s := range sections[1:] {
		if s.Extent.Start >= end {
			break
		}
		if s.Level == below {
			if seen++; seen == 2 {
				return pieceStart{s.Extent.Start, SurplusPiece, s.Title}, true
			}
		}
	}
	if seen > 0 {
		return pieceStart{}, false
	}
	var first *analysis.Fence
	for i := range d.Fences {
		f := &d.Fences[i]
		switch {
		case f.Open.Start < own.Extent.Start || f.Open.Start >= end:
		case first == nil:
			first = f
		default:
			return pieceStart{first.End, SurplusPiece, own.Title}, first.End < end
		}
	}
	return pieceStart{}, false
}

// examples is the class of a section that must be split.
const examples PieceClass = 255

// classOf returns the class of a section, by its name without number, punctuation and case.
func classOf(name string) PieceClass {
	name = strings.ToLower(name)
	switch name {
	case "summary", "core rules":
		return EssentialPiece
	case "examples", "example":
		return examples
	case "references", "reference", "detailed examples", "detailed example", "appendix", "appendices":
		return SurplusPiece
	}
	for _, before := range []string{"appendix ", "appendix:"} { // "Appendix A: Decision Log"
		if strings.HasPrefix(name, before) {
			return SurplusPiece
		}
	}
	return OrdinaryPiece
}

// A Truncation is the result of truncating pieces.
type Truncation struct {
	Kept, Dropped []Piece // pieces in the order of the file
	Tokens        int     // tokens of Kept
	Fits          bool    // Tokens are within the limit
}

// TruncateSections returns the pieces that are kept within a limit of tokens. If all fit, none is dropped. If no
// section is essential, the first ordinary one is kept to be truncated by lines, because frontmatter alone
// is useless. Callers may set Characters of pieces for other texts than the file's.
func TruncateSections(pieces []Piece, limit int) Truncation {
	left := 0
	for _, p := range pieces {
		left += p.Characters
	}
	most := 4 * limit
	gone := make([]bool, len(pieces))
	drop := func(i int) { gone[i] = true; left -= pieces[i].Characters }
	if left > most {
		for i, p := range pieces {
			if p.Class == SurplusPiece {
				drop(i)
			}
		}
	}
	first := onlyBody(pieces)
	for i := len(pieces) - 1; i >= 0 && left > most; i-- {
		if pieces[i].Class == OrdinaryPiece && i != first {
			drop(i)
		}
	}
	c := Truncation{Tokens: tokenizer.Chars4Of(left), Fits: left <= most}
	for i, p := range pieces {
		if gone[i] {
			c.Dropped = append(c.Dropped, p)
		} else {
			c.Kept = append(c.Kept, p)
		}
	}
	return c
}

// onlyBody returns the first ordinary piece if none is essential, else -1.
func onlyBody(pieces []Piece) int {
	if slices.ContainsFunc(pieces, func(p Piece) bool { return p.Class == EssentialPiece }) {
		return -1
	}
	return slices.IndexFunc(pieces, func(p Piece) bool { return p.Class == OrdinaryPiece })
}
