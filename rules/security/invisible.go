package security

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// Invisible characters reorder a line, encode other text, or have no visible effect. Characters that a script or an emoji
// needs are not reported: joiners in Persian and Hindi, direction marks next to Hebrew, selectors after emoji, and flags. The
// search works on bytes, so frontmatter and Markdown need not parse.

// A passageKind is a kind of passage.
type passageKind uint8

// The kinds of passages.
const (
	leftoverRun   passageKind = iota // a few invisible characters, typical of copied text
	reorderingRun                    // bidirectional controls that reorder a line
	tagRun                           // tag characters, each of which encodes an ASCII character
	selectorRun                      // consecutive variation selectors, each of which can encode a byte
	hiddenRun                        // a long run of different invisible characters
	repeatedRun                      // a long run of one invisible character
)

// A passage is a group of invisible characters.
type passage struct {
	Kind   passageKind
	Start  int // offset of the first byte
	End    int // offset after the last byte; with Places, visible text may be between them
	First  rune
	Count  int      // number of characters
	Places [][2]int // for a reorderingRun, start and end of the first mostPlaces controls
	Text   string   // text encoded by tags or selectors; may contain any bytes
}

// mostPlaces limits the stored controls of a passage.
const mostPlaces = 1000

// longRun is the number of consecutive invisible characters that can encode a byte.
const longRun = 8

// scanInvisible calls see for the passages of a text in order, except that a reorderingRun precedes the passages
// between its characters. A byte order mark at the start is ignored. The cost is linear.
func scanInvisible(text []byte, see func(passage)) {
	s := scanner{text: text, see: see}
	at := 0
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	for {
		at = next(text, at)
		if at == len(text) {
			return
		}
		at = s.run(at)
	}
}

// hasInvisible is a quick test for texts that may contain invisible characters, needed or not.
func hasInvisible(text []byte) bool { return next(text, 0) < len(text) }

// next returns the offset of the next character that may be invisible, or the length of the text.
func next(text []byte, at int) int {
	for ; at < len(text); at++ {
		for at+8 <= len(text) && binary.LittleEndian.Uint64(text[at:])&0x8080808080808080 == 0 {
			at += 8 // ASCII, as in nearly all texts
		}
		if at == len(text) {
			break
		}
		switch text[at] {
		case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3:
			if r, _ := utf8.DecodeRune(text[at:]); isInvisible(r) {
				return at
			}
		}
	}
	return at
}

type scanner struct {
	text []byte
	see  func(passage)
	line line // last result of lineAt
}

// A character is an invisible character of a run.
type character struct {
	r          rune
	start, end int
}

// run checks the run of invisible characters at an offset, and returns the offset after it.
func (s *scanner) run(start int) int {
	before, _ := utf8.DecodeLastRune(s.text[:start])
	if start == 0 {
		before = '\n'
	}
	j := run{s: s, before: before, after: s.visibleAfter(start), start: start}
	at := start
	for at < len(s.text) {
		r, size := utf8.DecodeRune(s.text[at:])
		if !isInvisible(r) {
			break
		}
		if isControl(r) {
			s.reordered(at)
		} else {
			j.add(character{r, at, at + size})
		}
		at += size
	}
	j.close()
	return at
}

// visibleAfter returns the first visible character after a run.
func (s *scanner) visibleAfter(at int) rune {
	for at < len(s.text) {
		r, size := utf8.DecodeRune(s.text[at:])
		if !isInvisible(r) {
			return r
		}
		at += size
	}
	return '\n'
}
