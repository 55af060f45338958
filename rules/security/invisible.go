package security

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// Invisible characters reorder what is shown, stand for other text, or show as nothing. What a script
// or an emoji needs is not reported: joiners in Persian and Hindi, marks beside Hebrew, selectors
// after emoji, flags. The search looks at bytes alone, so it needs no frontmatter and no Markdown that
// parse.

// A passageKind says what is the matter with a passage.
type passageKind uint8

// The sorts.
const (
	leftoverRun   passageKind = iota // few characters that show as nothing, as they come along with what is copied
	reorderingRun                    // bidirectional controls that show a line in another order than it has
	tagRun                           // tag characters, each of which stands for one of ASCII
	selectorRun                      // variation selectors in a row, each of which can stand for a byte
	hiddenRun                        // a long run of characters that show as nothing, of more than one kind
	repeatedRun                      // a long run of one of them
)

// A passage is what belongs together of the invisible characters of a text.
type passage struct {
	Sort   passageKind
	Start  int // offset of the first byte
	End    int // offset behind the last one; text that is seen may stand between, where Places says so
	First  rune
	Count  int      // of characters
	Places [][2]int // of Reordering: where each control stands, as Start and End, but of the first MostPlaces; else nil
	Says   string   // what Tags or Selectors stand for; its bytes may be anything
}

// mostPlaces is how many controls of a passage are shown.
const mostPlaces = 1000

// longRun is how many invisible characters in a row can hold a byte of somebody's text.
const longRun = 8

// scanInvisible shows the passages of a text in order, but that a passage of Reordering is shown before what
// stands between its characters. A byte order mark at the start is none. The cost is linear.
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

// hasInvisible reports whether a text may have invisible characters, needed or not, at the speed of memory.
func hasInvisible(text []byte) bool { return next(text, 0) < len(text) }

// next returns the offset of the next character that may be invisible, or the length of the text.
func next(text []byte, at int) int {
	for ; at < len(text); at++ {
		for at+8 <= len(text) && binary.LittleEndian.Uint64(text[at:])&0x8080808080808080 == 0 {
			at += 8 // ASCII, which nearly all text is
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
	line line // that was asked about last
}

// A character is one of a run of invisible ones.
type character struct {
	r          rune
	start, end int
}

// run looks at the invisible characters that begin at an offset, and returns the one behind them.
func (s *scanner) run(start int) int {
	before, _ := utf8.DecodeLastRune(s.text[:start])
	if start == 0 {
		before = '\n'
	}
	j := judge{s: s, before: before, after: s.behind(start), start: start}
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

// behind returns the first character behind a run that can be seen.
func (s *scanner) behind(at int) rune {
	for at < len(s.text) {
		r, size := utf8.DecodeRune(s.text[at:])
		if !isInvisible(r) {
			return r
		}
		at += size
	}
	return '\n'
}
