package serdeyaml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A folder puts lines together, the way quoted and plain scalars do: a single line break becomes
// a blank, and of several the first is dropped.
type folder struct {
	text   strings.Builder
	blanks string // since the last character, on its line
	first  string // line break
	more   strings.Builder
	broken bool // a line break was seen since the last character
}

// line takes a line break.
func (f *folder) line(text string) {
	if f.broken {
		f.more.WriteString(text)
		return
	}
	f.broken, f.first, f.blanks = true, text, ""
}

// join writes what stands between two words.
func (f *folder) join() {
	switch {
	case !f.broken:
		f.text.WriteString(f.blanks)
	case f.first == "\n" && f.more.Len() == 0:
		f.text.WriteByte(' ')
	case f.first == "\n":
		f.text.WriteString(f.more.String())
	default:
		f.text.WriteString(f.first)
		f.text.WriteString(f.more.String())
	}
	f.broken, f.first, f.blanks = false, "", ""
	f.more.Reset()
}

// gap takes the blanks and line breaks that stand here. In a plain scalar a tab must not indent a
// line: indent says how far in it has to stand.
func (s *scanner) gap(f *folder, indent int) *Error {
	for {
		from := s.at.offset
		for s.isBlankAt(s.at.offset) {
			if f.broken && s.at.column < indent && s.peek(0) == '\t' {
				return s.fail("a tab as indentation")
			}
			s.skip()
		}
		if !f.broken {
			f.blanks += s.text[from:s.at.offset]
		}
		text := s.skipBreak()
		if text == "" {
			return nil
		}
		f.line(text)
	}
}

func (s *scanner) fetchPlain() *Error {
	if err := s.saveKey(); err != nil {
		return err
	}
	s.allowed = false
	start, end := s.at, s.at
	var f folder
	indent := s.indent + 1
	for !s.isMarker() && s.peek(0) != '#' {
		from := s.at.offset
		if err := s.plainWord(&f); err != nil {
			return err
		}
		if s.at.offset > from {
			end = s.at
		}
		if !s.isBlankAt(s.at.offset) && s.breakAt(s.at.offset) == 0 {
			break
		}
		if err := s.gap(&f, indent); err != nil {
			return err
		}
		if s.flow == 0 && s.at.column < indent {
			break
		}
	}
	t := s.add(scalarText, start)
	t.text, t.plain, t.end = f.text.String(), true, end.offset
	if f.broken {
		s.allowed = true
	}
	return nil
}

// plainWord takes characters up to a blank or to what ends a plain scalar.
func (s *scanner) plainWord(f *folder) *Error {
	from := s.at.offset
	for !s.isGapAt(s.at.offset) {
		c := s.peek(0)
		if c == ':' && s.flow > 0 && s.peek(1) != 0 && strings.IndexByte(",?[]{}", s.peek(1)) >= 0 {
			return s.fail(`a ":" before "` + string(rune(s.peek(1))) + `" in a value without quotation marks`)
		}
		if c == ':' && s.isGapAt(s.at.offset+1) || s.flow > 0 && strings.IndexByte(",[]{}", c) >= 0 {
			break
		}
		s.skip()
	}
	if s.at.offset > from {
		f.join()
		f.text.WriteString(s.text[from:s.at.offset])
	}
	return nil
}

func (s *scanner) fetchQuoted(mark byte) *Error {
	if err := s.saveKey(); err != nil {
		return err
	}
	s.allowed = false
	start := s.at
	s.skip()
	var f folder
	for {
		if s.isMarker() {
			return s.fail("a line of --- or ... in quotation marks")
		}
		if s.done() {
			return &Error{start.offset, "quotation marks that are never closed"}
		}
		f.join()
		if err := s.quotedWord(&f, mark); err != nil {
			return err
		}
		if s.peek(0) == mark && !s.done() {
			break
		}
		if err := s.gap(&f, 0); err != nil {
			return err
		}
	}
	s.skip()
	s.add(scalarText, start).text = f.text.String()
	return nil
}

// quotedWord takes characters up to a blank or the closing mark.
func (s *scanner) quotedWord(f *folder, mark byte) *Error {
	for !s.isGapAt(s.at.offset) {
		c := s.peek(0)
		switch {
		case c == mark && mark == '\'' && s.peek(1) == mark:
			f.text.WriteByte(c)
			s.skip()
			s.skip()
		case c == mark:
			return nil
		case c == '\\' && mark == '"' && s.breakAt(s.at.offset+1) > 0:
			s.skip()
			s.skipBreak()
			f.broken = true // an escaped line break is none, and the blanks behind it are indentation
			return nil
		case c == '\\' && mark == '"':
			if err := s.escape(f); err != nil {
				return err
			}
		default:
			from := s.at.offset
			s.skip()
			f.text.WriteString(s.text[from:s.at.offset])
		}
	}
	return nil
}

// escapes are the characters that a backslash may stand before, but for numbers, and at the same
// place what both are.
const escapes = "0abt\tnvfre \"/\\N_LP"

var escaped = [...]string{"\x00", "\a", "\b", "\t", "\t", "\n", "\v", "\f", "\r", "\x1b", " ", "\"", "/", "\\", "\u0085", "\u00a0", "\u2028", "\u2029"}

func (s *scanner) escape(f *folder) *Error {
	c := s.peek(1)
	digits := 0
	switch c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		at := strings.IndexByte(escapes, c)
		if at < 0 || c == 0 {
			return s.fail(`a \ before a character that it cannot stand before, in double quotation marks`)
		}
		f.text.WriteString(escaped[at])
		s.skip()
		s.skip()
		return nil
	}
	from := min(s.at.offset+2, len(s.text))
	code, ok := hexadecimal(s.text[from:min(from+digits, len(s.text))], digits)
	if !ok || !utf8.ValidRune(rune(code)) {
		return s.fail(`a \` + string(rune(c)) + " without the number of a character")
	}
	f.text.WriteRune(rune(code))
	for range 2 + digits {
		s.skip()
	}
	return nil
}

// hexadecimal reads a number that has exactly so many digits.
func hexadecimal(text string, digits int) (uint32, bool) {
	if len(text) != digits {
		return 0, false
	}
	for i := range digits {
		if c := text[i] | 0x20; (c < '0' || c > '9') && (c < 'a' || c > 'f') || text[i] < '0' {
			return 0, false
		}
	}
	code, err := strconv.ParseUint(text, 16, 31)
	return uint32(code), err == nil
}
