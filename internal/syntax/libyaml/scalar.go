package libyaml

import "strings"

// scanSingle scans a scalar in single quotes.
func (s *scanner) scanSingle() {
	start := s.pos
	for s.pos++; !s.failUnclosed(start); {
		if s.at(0) == '\'' {
			if s.at(1) != '\'' {
				s.pos++
				s.emit(SingleQuoted, start, s.pos)
				return
			}
			s.pos++
		}
		if !s.skipBreak() {
			s.pos++
		}
	}
}

// scanDouble scans a scalar in double quotes.
func (s *scanner) scanDouble() {
	start := s.pos
	for s.pos++; !s.failUnclosed(start); {
		switch s.at(0) {
		case '"':
			s.pos++
			s.emit(DoubleQuoted, start, s.pos)
			return
		case '\\':
			if !s.skipEscape() {
				s.fail(BadEscape, start, s.pos)
				return
			}
		default:
			if !s.skipBreak() {
				s.pos++
			}
		}
	}
}

// failUnclosed records an error if the text ends here, before the closing quote.
func (s *scanner) failUnclosed(start int) bool {
	if s.pos < len(s.Src) && !s.atDocumentMarker() {
		return false
	}
	s.fail(UnclosedQuote, start, s.pos)
	return true
}

// skipEscape skips an escape of a double-quoted scalar. It returns false if the escape is invalid.
func (s *scanner) skipEscape() bool {
	if LineBreak(s.Src, s.pos+1) > 0 {
		s.pos++
		return s.skipBreak()
	}
	digits := 0
	switch s.at(1) {
	case '0', 'a', 'b', 't', '\t', 'n', 'v', 'f', 'r', 'e', ' ', '"', '\\', 'N', '_', 'L', 'P':
	case '\'', '/':
		if s.variant.SlashEscape != (s.at(1) == '/') {
			return false
		}
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return false
	}
	value := 0
	for i := range digits {
		c := s.at(2 + i)
		if !isHex(c) {
			return false
		}
		value = value<<4 | hexValue(c)
	}
	if 0xD800 <= value && value <= 0xDFFF || value > 0x10FFFF {
		return false
	}
	s.pos += 2 + digits
	return true
}

// scanPlain scans a plain scalar. In brackets, it may contain question marks, as in all YAML parsers except the
// oldest.
func (s *scanner) scanPlain() {
	start, end := s.pos, s.pos
	broken := false // a line break was seen since end
	for !s.atDocumentMarker() && s.at(0) != '#' {
		if s.skipText() {
			end, broken = s.pos, false
		}
		if s.pos >= len(s.Src) || !s.blankAt(0) {
			break
		}
		for s.pos < len(s.Src) && s.blankAt(0) {
			if s.skipBreak() {
				broken = true
				continue
			}
			if broken && s.at(0) == '\t' && s.column() <= s.indent {
				s.fail(TabIndent, start, s.pos)
				return
			}
			s.pos++
		}
		if s.flow == 0 && s.column() <= s.indent {
			break
		}
	}
	s.emit(PlainScalar, start, end)
	if broken {
		s.keyAllowed = true
	}
}

// skipText skips the characters of a plain scalar up to the next white space, and reports whether there were any.
func (s *scanner) skipText() bool {
	start := s.pos
	for ; s.pos < len(s.Src); s.pos++ {
		switch c := s.Src[s.pos]; {
		case c-'a' < 26, c-'A' < 26: // nearly all; the rest takes longer
		case s.blankAt(0) || s.plainStop():
			return s.pos > start
		}
	}
	return s.pos > start
}

// plainStop reports whether a plain scalar ends before the character here.
func (s *scanner) plainStop() bool {
	switch s.at(0) {
	case ':':
		if s.variant.FlowColons && s.flow > 0 && s.at(1) != 0 && strings.IndexByte(",?[]{}", s.at(1)) >= 0 {
			s.fail(FlowColon, s.pos, s.pos)
			return true
		}
		return s.blankAt(1)
	case ',', '[', ']', '{', '}':
		return s.flow > 0
	}
	return false
}

// fetchBlock scans a literal or folded scalar. The token ends with its last line that is not empty, without the line
// break.
func (s *scanner) fetchBlock(kind Kind) {
	s.dropKey()
	s.keyAllowed = true
	start := s.pos
	s.pos++
	indent, ok := s.blockIndicators()
	if !ok {
		s.fail(ZeroIndent, start, s.pos)
		return
	}
	end := s.pos
	for IsBlank(s.at(0)) {
		s.pos++
	}
	if s.at(0) == '#' {
		s.skipComment()
	}
	if !s.blankAt(0) {
		s.fail(BadBlockHeader, start, s.pos)
		return
	}
	s.skipBreak()
	for indent, ok = s.blockBreaks(start, indent); ok && s.column() == indent && s.pos < len(s.Src); {
		for s.pos < len(s.Src) && LineBreak(s.Src, s.pos) == 0 {
			if !IsBlank(s.Src[s.pos]) {
				end = s.pos + 1
			}
			s.pos++
		}
		s.skipBreak()
		indent, ok = s.blockBreaks(start, indent)
	}
	if s.emit(kind, start, end); s.Err == nil {
		s.Tokens[len(s.Tokens)-1].Indent = int32(indent)
	}
}

// blockIndicators scans the indicators after "|" and ">". It returns the required indentation, or 0 if the first line
// determines it.
func (s *scanner) blockIndicators() (indent int, ok bool) {
	chomped := false
	for {
		c := s.at(0)
		switch {
		case (c == '+' || c == '-') && !chomped:
			chomped = true
		case c == '0' && indent == 0:
			return 0, false
		case '1' <= c && c <= '9' && indent == 0:
			indent = max(s.indent, 0) + int(c-'0')
		default:
			return indent, true
		}
		s.pos++
	}
}

// blockBreaks skips empty lines and the indentation of the next line of a block scalar.
func (s *scanner) blockBreaks(start, indent int) (int, bool) {
	deepest := 0
	for {
		for (indent == 0 || s.column() < indent) && s.at(0) == ' ' {
			s.pos++
		}
		deepest = max(deepest, s.column())
		if (indent == 0 || s.column() < indent) && s.at(0) == '\t' {
			s.fail(TabIndent, start, s.pos)
			return indent, false
		}
		if !s.skipBreak() {
			break
		}
	}
	if indent == 0 {
		indent = max(deepest, s.indent+1, 1)
	}
	return indent, true
}
