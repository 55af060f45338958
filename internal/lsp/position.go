package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// An encoding is the unit of columns.
type encoding string

// The encodings of the protocol.
const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	utf32Units encoding = "utf-32"
)

// negotiate returns the best encoding that a client offers: UTF-8 requires no conversion.
func negotiate(offered []string) encoding {
	for _, e := range []encoding{utf8Units, utf32Units} {
		for _, o := range offered {
			if o == string(e) {
				return e
			}
		}
	}
	return utf16Units
}

// units returns the length of a text. Each invalid byte is one character, as in the positions of findings.
func (e encoding) units(text string) int {
	switch e {
	case utf8Units:
		return len(text)
	case utf32Units:
		return utf8.RuneCountInString(text)
	}
	n := 0
	for _, r := range text {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// bytes returns the offset in bytes of a column in a line, or the length of the line if it is shorter. A column inside a character
// is rounded down to its start.
func (e encoding) bytes(line string, column int) int {
	if e == utf8Units {
		return characterAt(line, min(column, len(line)))
	}
	n := 0
	for i, r := range line {
		if n >= column {
			return i
		}
		if n++; e == utf16Units && r > 0xffff {
			if n++; n > column {
				return i
			}
		}
	}
	return len(line)
}

// characterAt returns the start of the character at an offset. An invalid byte is a character.
func characterAt(line string, offset int) int {
	for start := offset - 1; start >= 0 && start > offset-utf8.UTFMax && offset < len(line); start-- {
		if _, size := utf8.DecodeRuneInString(line[start:]); start+size > offset {
			return start
		}
	}
	return offset
}

// A text is the content of a document with its lines. Lines end at LF, CR LF or CR.
type text struct {
	content string
	starts  []int // of lines
}

func newText(content string) *text {
	t := &text{content: content, starts: append(make([]int, 0, 1+strings.Count(content, "\n")), 0)}
	for i := 0; i < len(content); i++ {
		n := strings.IndexAny(content[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n
		if content[i] == '\r' && i+1 < len(content) && content[i+1] == '\n' {
			i++
		}
		t.starts = append(t.starts, i+1)
	}
	return t
}

// line returns a line, counted from 0, without its line break, or "" if it does not exist.
func (t *text) line(n int) string {
	if n < 0 || n >= len(t.starts) {
		return ""
	}
	end := len(t.content)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return strings.TrimRight(t.content[t.starts[n]:end], "\r\n")
}

// offset returns the offset of a position, or of the nearest preceding one if it does not exist.
func (t *text) offset(p Position, e encoding) int {
	if int(p.Line) >= len(t.starts) {
		return len(t.content)
	}
	return t.starts[p.Line] + e.bytes(t.line(int(p.Line)), int(min(p.Character, 1<<30)))
}

// position returns the position of an offset.
func (t *text) position(offset int, e encoding) Position {
	offset = max(0, min(offset, len(t.content)))
	low, high := 0, len(t.starts)
	for high-low > 1 {
		if mid := (low + high) / 2; t.starts[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	line := t.line(low)
	return Position{uint32(low), uint32(e.units(line[:characterAt(line, min(len(line), offset-t.starts[low]))]))}
}

// rangeOf returns the range of offsets.
func (t *text) rangeOf(r analysis.Range, e encoding) Range {
	return Range{t.position(r.Start, e), t.position(r.End, e)}
}
