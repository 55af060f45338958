package serdeyaml

import (
	"strings"
	"unicode/utf8"
)

func (s *scanner) fetchAnchor(mark byte) *Error {
	if err := s.saveKey(); err != nil {
		return err
	}
	s.allowed = false
	k := anchorName
	if mark == '*' {
		k = aliasName
	}
	start := s.at
	s.skip()
	name := s.word()
	if c := s.peek(0); name == "" || !s.isGapAt(s.at.offset) && strings.IndexByte("?:,]}%@`", c) < 0 {
		return &Error{start.offset, "a " + string(rune(mark)) + " that YAML takes for a reference, with other characters than letters, digits, - and _ behind it"}
	}
	s.add(k, start).text = name
	return nil
}

// word takes the characters that may stand in a name.
func (s *scanner) word() string {
	from := s.at.offset
	for isWord(s.peek(0)) {
		s.skip()
	}
	return s.text[from:s.at.offset]
}

func (s *scanner) fetchTag() *Error {
	if err := s.saveKey(); err != nil {
		return err
	}
	s.allowed = false
	start := s.at
	var handle, suffix string
	var err *Error
	if s.peek(1) == '<' {
		s.skip()
		s.skip()
		if suffix, err = s.tagText("", true); err != nil {
			return err
		}
		if s.peek(0) != '>' {
			return s.fail("a tag that is not closed by >")
		}
		s.skip()
	} else if handle, suffix, err = s.shortTag(); err != nil {
		return err
	}
	if !s.isGapAt(s.at.offset) && (s.flow == 0 || s.peek(0) != ',') {
		return s.fail("a character that no tag can have")
	}
	t := s.add(tagName, start)
	t.handle, t.text = handle, suffix
	return nil
}

// shortTag takes "!", "!suffix", "!!suffix" or "!handle!suffix".
func (s *scanner) shortTag() (handle, suffix string, err *Error) {
	handle, _ = s.tagHandle()
	if len(handle) > 1 && handle[len(handle)-1] == '!' {
		suffix, err = s.tagText("", false)
		return handle, suffix, err
	}
	if suffix, err = s.tagText(handle, false); err != nil {
		return "", "", err
	}
	if suffix == "" {
		return "", "!", nil
	}
	return "!", suffix, nil
}

// tagHandle takes a "!", a name, and a "!" if one follows; closed says whether it does.
func (s *scanner) tagHandle() (text string, closed bool) {
	from := s.at.offset
	s.skip()
	s.word()
	if s.peek(0) == '!' {
		s.skip()
		closed = true
	}
	return s.text[from:s.at.offset], closed
}

// tagText takes the rest of a tag, of which head was read. Brackets and commas belong to it only
// in <> and directives.
func (s *scanner) tagText(head string, wide bool) (string, *Error) {
	var text strings.Builder
	text.WriteString(strings.TrimPrefix(head, "!"))
	read := len(head) > 0
	for c := s.peek(0); isWord(c) || c != 0 && strings.IndexByte(";/?:@&=+$.%!~*'()", c) >= 0 ||
		wide && c != 0 && strings.IndexByte(",[]", c) >= 0; c = s.peek(0) {
		read = true
		if c != '%' {
			text.WriteByte(c)
			s.skip()
			continue
		}
		decoded, err := s.tagEscape()
		if err != nil {
			return "", err
		}
		text.WriteString(decoded)
	}
	if !read {
		return "", s.fail("a tag without a name")
	}
	return text.String(), nil
}

// tagEscape takes the bytes of one character, each written as % and two digits.
func (s *scanner) tagEscape() (string, *Error) {
	var bytes []byte
	for !utf8.FullRune(bytes) {
		if s.peek(0) != '%' {
			return "", s.fail("an incomplete %-escape in a tag")
		}
		from := s.at.offset + 1
		code, ok := hexadecimal(s.text[from:min(from+2, len(s.text))], 2)
		if !ok {
			return "", s.fail("a % in a tag without two digits behind it")
		}
		bytes = append(bytes, byte(code))
		for range 3 {
			s.skip()
		}
	}
	if !utf8.Valid(bytes) {
		return "", s.fail("a %-escape in a tag that is no character")
	}
	return string(bytes), nil
}

// fetchDirective takes a line that starts with "%".
func (s *scanner) fetchDirective() *Error {
	s.unroll(-1)
	if err := s.dropKey(); err != nil {
		return err
	}
	s.allowed = false
	start := s.at
	s.skip()
	t := token{start: start.offset}
	name := s.word()
	s.skipBlanks()
	switch name {
	case "YAML":
		t.kind = versionDirective
		if err := s.version(); err != nil {
			return err
		}
	case "TAG":
		t.kind = tagDirective
		if err := s.tagPrefix(&t); err != nil {
			return err
		}
	default:
		return &Error{start.offset, "a line that starts with %, which YAML takes for a directive"}
	}
	s.skipBlanks()
	s.skipComment()
	if !s.isGapAt(s.at.offset) {
		return s.fail("text behind a directive")
	}
	s.skipBreak()
	t.end = s.at.offset
	s.tokens = append(s.tokens, t)
	return nil
}

// version takes 1.1 or 1.2.
func (s *scanner) version() *Error {
	at := s.at.offset
	major, minor := s.number(), ""
	if s.peek(0) == '.' {
		s.skip()
		minor = s.number()
	}
	major, minor = strings.TrimLeft(major, "0"), strings.TrimLeft(minor, "0")
	if major != "1" || minor != "1" && minor != "2" {
		return &Error{at, "a version of YAML other than 1.1 and 1.2"}
	}
	return nil
}

// number takes digits; more than nine are none.
func (s *scanner) number() string {
	from := s.at.offset
	for s.peek(0) >= '0' && s.peek(0) <= '9' {
		s.skip()
	}
	if s.at.offset-from > 9 {
		return ""
	}
	return s.text[from:s.at.offset]
}

func (s *scanner) tagPrefix(t *token) *Error {
	if s.peek(0) != '!' {
		return s.fail("a %TAG without a handle")
	}
	handle, closed := s.tagHandle()
	if !closed && handle != "!" || !s.isBlankAt(s.at.offset) {
		return s.fail("a %TAG without a handle that ends with !")
	}
	s.skipBlanks()
	prefix, err := s.tagText("", true)
	if err != nil {
		return err
	}
	if !s.isGapAt(s.at.offset) {
		return s.fail("text behind a directive")
	}
	t.handle, t.text = handle, prefix
	return nil
}
