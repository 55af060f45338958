package libyaml

import (
	"bytes"
	"maps"
	"math/bits"
	"net/url"
	"strings"
	"unicode/utf8"
)

// IsWord reports whether c may be part of the name of an anchor or the handle of a tag.
func IsWord(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '_' || c == '-'
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}

func hexValue(c byte) int { return int(c&0xF) + int(c>>6)*9 }

// word skips the characters of a name and returns them.
func (s *scanner) word() []byte {
	start := s.pos
	for IsWord(s.at(0)) {
		s.pos++
	}
	return s.Src[start:s.pos]
}

// scanName scans an alias or an anchor.
func (s *scanner) scanName(kind Kind) {
	start := s.pos
	s.pos++
	if len(s.word()) == 0 || !s.blankAt(0) && bytes.IndexByte([]byte("?:,]}%@`"), s.at(0)) < 0 {
		s.fail(MalformedName, start, s.pos)
		return
	}
	s.emit(kind, start, s.pos)
}

// scanTag scans a tag: "!", "!name", "!!name", "!<name>" or, with the handle of a directive, "!handle!name".
func (s *scanner) scanTag() {
	start := s.pos
	s.pos++
	verbatim := s.at(0) == '<'
	named := verbatim
	if verbatim {
		s.pos++
	} else if s.word(); s.at(0) == '!' {
		if s.pos > start+1 && !s.variant.Directives {
			s.fail(UnknownHandle, start, s.pos+1)
			return
		}
		s.pos++
		named = true
	}
	body := s.pos
	if !s.tagText(start, verbatim || !s.variant.StrictTags) {
		return
	}
	switch {
	case named && s.pos == body:
		s.fail(UnnamedTag, start, s.pos)
		return
	case verbatim && s.at(0) != '>':
		s.fail(UnclosedTag, start, s.pos)
		return
	case verbatim:
		s.pos++
	}
	if !s.blankAt(0) && (!s.variant.StrictTags || s.at(0) != ',' || s.flow == 0) {
		s.fail(TagCharacter, start, s.pos)
		return
	}
	s.emit(TagMark, start, s.pos)
}

// tagText skips the text of a tag that starts at start, and reports whether it is valid. Only in a wide tag may it
// contain commas and brackets.
func (s *scanner) tagText(start int, wide bool) bool {
	for c := s.at(0); IsWord(c) || c != 0 && strings.IndexByte(";/?:@&=+$.%!~*'()", c) >= 0 ||
		wide && (c == ',' || c == '[' || c == ']'); c = s.at(0) {
		if c != '%' {
			s.pos++
		} else if code := s.skipOctets(); code != NoError {
			s.fail(code, start, s.pos)
			return false
		}
	}
	return true
}

// skipOctets skips one percent-encoded character of a tag.
func (s *scanner) skipOctets() Code {
	var octets []byte
	for length := 1; len(octets) < length; s.pos += 3 {
		switch {
		case s.at(0) != '%':
			return TagOctets
		case !isHex(s.at(1)) || !isHex(s.at(2)):
			return TagPercent
		}
		octet := byte(hexValue(s.at(1))<<4 | hexValue(s.at(2)))
		ones := bits.LeadingZeros8(^octet)
		switch {
		case len(octets) > 0 && ones != 1, len(octets) == 0 && (ones == 1 || ones > 4):
			return TagRune
		case len(octets) == 0 && ones > 0:
			length = ones
		}
		octets = append(octets, octet)
	}
	if s.variant.StrictTags && !utf8.Valid(octets) {
		return TagRune
	}
	return NoError
}

// scanDirective scans a line that starts with "%".
func (s *scanner) scanDirective() {
	start := s.pos
	s.pos++
	name := string(s.word())
	s.skipBlanks()
	kind := VersionDirective
	switch {
	case name == "YAML" && s.variant.Directives:
		s.version(start)
	case name == "TAG" && s.variant.Directives:
		kind = TagDirective
		s.tagPrefix(start)
	default:
		s.fail(Directive, start, start)
		return
	}
	s.emit(kind, start, s.pos)
	s.skipBlanks()
	if s.at(0) == '#' {
		s.skipComment()
	}
	if !s.blankAt(0) {
		s.fail(TextAfterDirective, start, s.pos)
	}
	s.skipBreak()
}

func (s *scanner) skipBlanks() {
	for IsBlank(s.at(0)) {
		s.pos++
	}
}

// version scans 1.1 or 1.2.
func (s *scanner) version(start int) {
	from := s.pos
	for c := s.at(0); c >= '0' && c <= '9' || c == '.' && !bytes.Contains(s.Src[from:s.pos], []byte(".")); c = s.at(0) {
		s.pos++
	}
	major, minor, _ := strings.Cut(string(s.Src[from:s.pos]), ".")
	major, minor = strings.TrimLeft(major, "0"), strings.TrimLeft(minor, "0")
	if major != "1" || minor != "1" && minor != "2" {
		s.fail(BadVersion, start, from)
	}
}

// tagPrefix scans a handle and its prefix.
func (s *scanner) tagPrefix(start int) {
	handle := s.pos
	if s.at(0) == '!' {
		s.pos++
		s.word()
		if s.at(0) == '!' {
			s.pos++
		}
	}
	if s.pos == handle || s.Src[s.pos-1] != '!' || !IsBlank(s.at(0)) {
		s.fail(BadHandle, start, s.pos)
		return
	}
	s.skipBlanks()
	if from := s.pos; s.tagText(start, true) && s.pos == from {
		s.fail(UnnamedTag, start, s.pos)
	}
}

// CoreTag is the prefix of the tags of YAML's own types, with the handle "!!".
const CoreTag = "tag:yaml.org,2002:"

// coreHandles are the handles that need no directive.
var coreHandles = map[string]string{"!": "!", "!!": CoreTag}

// isHandleDefined reports whether the handle of a tag is defined.
func (o *Outline) isHandleDefined(t Token) bool {
	tag := string(o.Src[t.Start:t.End])
	handle, _ := SplitTag(tag)
	return o.handles[handle] != "" || strings.HasPrefix(tag, "!<")
}

// SplitTag splits a tag into its handle and suffix.
func SplitTag(tag string) (handle, suffix string) {
	n := 1
	for n < len(tag) && IsWord(tag[n]) {
		n++
	}
	if n < len(tag) && tag[n] == '!' {
		return tag[:n+1], tag[n+1:]
	}
	return "!", tag[1:]
}

// Tag returns the full form of a tag, such as "tag:yaml.org,2002:str" or "!thing".
func (o *Outline) Tag(p Property) string {
	tag := string(o.Src[p.Start:p.End])
	if name, ok := strings.CutPrefix(tag, "!<"); ok {
		return unescaped(strings.TrimSuffix(name, ">"))
	}
	if tag == "!" {
		return tag
	}
	handle, suffix := SplitTag(tag)
	return o.handles[handle] + unescaped(suffix)
}

func unescaped(tag string) string {
	text, _ := url.PathUnescape(tag) // the scanner has checked it
	return text
}

// directives reads the directives before a document. A document with directives must start with "---".
func (p *parser) directives() {
	var seen map[string]bool
	for p.kind() == VersionDirective || p.kind() == TagDirective {
		t := p.Tokens[p.next]
		if seen == nil {
			seen, p.handles = map[string]bool{}, maps.Clone(p.handles)
		}
		about := "%YAML"
		if t.Kind == TagDirective {
			fields := strings.Fields(string(p.Src[t.Start+len("%TAG") : t.End]))
			about = fields[0]
			p.handles[about] = unescaped(fields[1])
		}
		if seen[about] {
			p.expected(SecondDirective)
			return
		}
		seen[about] = true
		p.advance()
	}
	if len(seen) > 0 && p.kind() != DocumentStart {
		p.expected(LoneDirective)
	}
}
