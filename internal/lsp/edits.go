package lsp

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// pieceSize is the size of a piece in bytes. Finding a position looks at all pieces, and at the bytes of a few.
const pieceSize = 8 << 10

// A piece is a part of a text. It does not end within a character or between CR and LF.
type piece struct {
	text   string
	breaks int // line breaks
	units  int // length in the encoding
}

// An editor applies changes to a text. Copying a long text and counting its lines for each change would be slow.
type editor struct {
	encoding
	pieces []piece
	size   int
}

func newEditor(content string, e encoding) *editor {
	return &editor{encoding: e, pieces: split(content, e), size: len(content)}
}

// split returns the pieces of a text.
func split(content string, e encoding) []piece {
	var pieces []piece
	for len(content) > 0 {
		n := min(len(content), pieceSize)
		for n < len(content) && n > pieceSize-utf8.UTFMax && !utf8.RuneStart(content[n]) {
			n--
		}
		if n < len(content) && content[n-1] == '\r' && content[n] == '\n' {
			n++
		}
		pieces = append(pieces, piece{content[:n], countBreaks(content[:n]), e.units(content[:n])})
		content = content[n:]
	}
	return pieces
}

func countBreaks(text string) int {
	return strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// afterBreak returns the offset after the first line break of a text, and the offset of the break, or -1.
func afterBreak(text string) (after, at int) {
	at = strings.IndexAny(text, "\r\n")
	switch {
	case at < 0:
		return -1, -1
	case strings.HasPrefix(text[at:], "\r\n"):
		return at + 2, at
	}
	return at + 1, at
}

// A cursor is an offset in a piece.
type cursor struct{ piece, offset int }

// find returns the place of a position, or of the nearest preceding one if it does not exist.
func (x *editor) find(p Position) cursor {
	line, i := int(p.Line), 0
	for i < len(x.pieces) && line > x.pieces[i].breaks {
		line -= x.pieces[i].breaks
		i++
	}
	if i == len(x.pieces) {
		return cursor{i, 0}
	}
	c := cursor{i, 0}
	for ; line > 0; line-- {
		n, _ := afterBreak(x.pieces[i].text[c.offset:])
		c.offset += n
	}
	column := int(min(p.Character, 1<<30))
	for ; c.piece < len(x.pieces); c = (cursor{c.piece + 1, 0}) {
		part := &x.pieces[c.piece]
		units := part.units
		rest := part.text[c.offset:]
		if part.breaks > 0 {
			if _, at := afterBreak(rest); at >= 0 {
				return cursor{c.piece, c.offset + x.bytes(rest[:at], column)}
			}
		}
		if c.offset > 0 {
			units = x.units(rest)
		}
		if column < units {
			return cursor{c.piece, c.offset + x.bytes(rest, column)}
		}
		column -= units
	}
	return c
}

// replace replaces a range.
func (x *editor) replace(r Range, text string) error {
	start, end := x.find(r.Start), x.find(r.End)
	if start.piece > end.piece || start.piece == end.piece && start.offset > end.offset {
		return errors.New("invalid range: the end precedes the start")
	}
	// The pieces around the range are split anew, because characters and line breaks may join.
	first, last := max(0, start.piece-1), min(len(x.pieces), end.piece+2)
	var b strings.Builder
	before := 0
	for i := first; i < last; i++ {
		before += len(x.pieces[i].text)
		if i < start.piece {
			b.WriteString(x.pieces[i].text)
		}
	}
	if start.piece < len(x.pieces) {
		b.WriteString(x.pieces[start.piece].text[:start.offset])
	}
	b.WriteString(text)
	if end.piece < len(x.pieces) {
		b.WriteString(x.pieces[end.piece].text[end.offset:])
	}
	for i := end.piece + 1; i < last; i++ {
		b.WriteString(x.pieces[i].text)
	}
	if x.size += b.Len() - before; x.size > maxMessage {
		return errors.New("document is too large")
	}
	x.pieces = append(x.pieces[:first:first], append(split(b.String(), x.encoding), x.pieces[last:]...)...)
	return nil
}

func (x *editor) content() string {
	var b strings.Builder
	b.Grow(x.size)
	for i := range x.pieces {
		b.WriteString(x.pieces[i].text)
	}
	return b.String()
}
