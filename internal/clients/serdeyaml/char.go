package serdeyaml

import "unicode/utf8"

// A mark is a place in the text. Columns are counted in characters.
type mark struct{ offset, line, column int }

// isBlankAt reports whether a blank or tab stands at an offset.
func (s *scanner) isBlankAt(offset int) bool {
	return offset < len(s.text) && (s.text[offset] == ' ' || s.text[offset] == '\t')
}

// breakAt returns the number of bytes of the line break at an offset; 0 when there is none.
func (s *scanner) breakAt(offset int) int {
	if offset >= len(s.text) {
		return 0
	}
	switch s.text[offset] {
	case '\n':
		return 1
	case '\r':
		if offset+1 < len(s.text) && s.text[offset+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if has(s.text, offset, "\u0085") {
			return 2
		}
	case 0xE2:
		if has(s.text, offset, "\u2028") || has(s.text, offset, "\u2029") {
			return 3
		}
	}
	return 0
}

func has(text string, offset int, word string) bool {
	return len(text)-offset >= len(word) && text[offset:offset+len(word)] == word
}

// isGapAt reports whether a blank, a line break or the end stands at an offset.
func (s *scanner) isGapAt(offset int) bool {
	return offset >= len(s.text) || s.isBlankAt(offset) || s.breakAt(offset) > 0
}

// peek returns the byte that is n bytes ahead; 0 at the end, as the text has no NUL.
func (s *scanner) peek(n int) byte {
	if s.at.offset+n < len(s.text) {
		return s.text[s.at.offset+n]
	}
	return 0
}

func (s *scanner) done() bool { return s.at.offset >= len(s.text) }

// skip goes past one character that is no line break.
func (s *scanner) skip() {
	if s.done() {
		return
	}
	width := 1
	if s.text[s.at.offset] >= utf8.RuneSelf {
		_, width = utf8.DecodeRuneInString(s.text[s.at.offset:])
	}
	s.at.offset += width
	s.at.column++
}

// skipBreak goes past a line break, if one stands here, and returns what it is in a value.
func (s *scanner) skipBreak() string {
	width := s.breakAt(s.at.offset)
	if width == 0 {
		return ""
	}
	text := s.text[s.at.offset : s.at.offset+width]
	s.at.offset += width
	s.at.line++
	s.at.column = 0
	if width == 3 {
		return text
	}
	return "\n"
}

func (s *scanner) skipBlanks() {
	for s.isBlankAt(s.at.offset) {
		s.skip()
	}
}

// skipComment goes to the end of the line, if a comment starts here.
func (s *scanner) skipComment() {
	if s.peek(0) != '#' {
		return
	}
	for !s.done() && s.breakAt(s.at.offset) == 0 {
		s.skip()
	}
}

// isWord reports whether a byte may stand in the name of an anchor.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// forbidden returns the offset of the first character that libyaml does not take anywhere; -1
// when there is none.
func forbidden(text string) int {
	for i, r := range text {
		switch {
		case r == '\t', r == '\n', r == '\r', r >= ' ' && r <= '~', r == 0x85, r >= 0xA0 && r <= 0xFFFD, r >= 0x10000:
		default:
			return i
		}
	}
	return -1
}
