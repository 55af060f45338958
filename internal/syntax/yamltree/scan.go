package yamltree

import "unicode/utf8"

// A tokenKind is one of the tokens of YAML's grammar.
type tokenKind uint8

const (
	streamEnd tokenKind = iota
	scanFault           // nothing behind it was scanned
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry // "- "
	flowEntry  // ","
	keyMark    // "? ", or where a key begins that a colon follows
	valueMark  // ":"
	aliasMark
	anchorMark
	tagMark
	plainScalar
	singleQuoted
	doubleQuoted
	literalScalar
	foldedScalar
)

func (k tokenKind) isScalar() bool { return k >= plainScalar }

// A token is a piece of the text. Tokens that stand for no characters are empty.
type token struct {
	kind       tokenKind
	start, end int
}

// A simpleKey is where a key without "?" may have begun, should a colon follow.
type simpleKey struct {
	possible bool
	required bool // it stands where nothing else can
	start    int
	line     int // offset of its line
	token    int // index of the token that would be the key's first
}

// maxKey is how many characters a key without "?" may have, by YAML's specification.
const maxKey = 1024

// A scanner cuts YAML into tokens exactly as yaml.v3's scanner does (that is libyaml's), but knows
// where each of them ends and where a fault really is. Columns are bytes: before the places where
// a column matters, a line holds ASCII only.
type scanner struct {
	src    []byte
	pos    int
	line   int // offset of the line that pos is on
	tokens []token

	indent     int // of the innermost block collection; -1 outside
	indents    []int
	flow       int         // how many brackets are open
	keys       []simpleKey // one for each level of brackets, and one
	keyAllowed bool
	last       token // the last one with characters
	questions  []int // "?" within text in brackets
	comments   []int // where they begin
	fault      *fault
}

// scan returns the tokens of src; the last one is streamEnd or scanFault.
func scan(src []byte) *scanner {
	s := &scanner{src: src, indent: -1, keys: make([]simpleKey, 1, 4), keyAllowed: true,
		tokens: make([]token, 0, 16+len(src)/6)}
	for s.fault == nil && s.fetch() {
	}
	if s.fault != nil {
		s.tokens = append(s.tokens[:s.fault.token], token{scanFault, s.fault.at, s.fault.at})
	}
	return s
}

// at returns the byte i behind the position, or 0 behind the end.
func (s *scanner) at(i int) byte {
	if s.pos+i < len(s.src) {
		return s.src[s.pos+i]
	}
	return 0
}

func (s *scanner) column() int { return s.pos - s.line }

func (s *scanner) emit(kind tokenKind, start, end int) {
	s.tokens = append(s.tokens, token{kind, start, end})
	if start < end {
		s.last = s.tokens[len(s.tokens)-1]
	}
}

// insert puts an empty token before the token with an index.
func (s *scanner) insert(index int, kind tokenKind, start int) {
	s.tokens = append(s.tokens, token{})
	copy(s.tokens[index+1:], s.tokens[index:])
	s.tokens[index] = token{kind, start, start}
}

// fail notes the first fault: what is at offset at went wrong in something that began at from.
func (s *scanner) fail(code faultCode, from, at int) {
	if s.fault == nil {
		s.fault = &fault{code: code, from: from, at: at, token: len(s.tokens)}
	}
}

// lineBreak returns how many bytes the line break at offset i has; 0 when there is none.
func lineBreak(src []byte, i int) int {
	if i >= len(src) {
		return 0
	}
	switch c := src[i]; {
	case c == '\n':
		return 1
	case c == '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return 2
		}
		return 1
	case c == 0xC2 && i+1 < len(src) && src[i+1] == 0x85: // next line
		return 2
	case c == 0xE2 && i+2 < len(src) && src[i+1] == 0x80 && src[i+2]|1 == 0xA9: // line, paragraph separator
		return 3
	}
	return 0
}

func isNewline(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// blankAt reports whether a blank, a line break or the end is i bytes behind the position.
func (s *scanner) blankAt(i int) bool {
	i += s.pos
	return i >= len(s.src) || isBlank(s.src[i]) || lineBreak(s.src, i) > 0
}

// skipBreak moves over the line break at the position, if there is one.
func (s *scanner) skipBreak() bool {
	n := lineBreak(s.src, s.pos)
	if n == 0 {
		return false
	}
	s.pos += n
	s.line = s.pos
	return true
}

// skipComment moves to the end of the comment here.
func (s *scanner) skipComment() {
	s.comments = append(s.comments, s.pos)
	for s.pos < len(s.src) && lineBreak(s.src, s.pos) == 0 {
		s.pos++
	}
}

// skipToToken moves over blanks, line breaks and comments. Tabs do not count as indentation.
func (s *scanner) skipToToken() {
	for {
		for c := s.at(0); c == ' ' || c == '\t' && (s.flow > 0 || !s.keyAllowed); c = s.at(0) {
			s.pos++
		}
		if s.at(0) == '#' {
			s.skipComments()
		}
		if !s.skipBreak() {
			return
		}
		if s.flow == 0 {
			s.keyAllowed = true
		}
	}
}

// skipComments moves to the end of the comment here, and of those that follow it. yaml.v3 reads
// them as one, and so accepts tabs between them.
func (s *scanner) skipComments() {
	for s.skipComment(); ; s.skipComment() {
		next, line := s.pos, s.line
		for next-s.pos < 512 && next < len(s.src) && (isBlank(s.src[next]) || isNewline(s.src[next])) {
			next++
			if isNewline(s.src[next-1]) {
				line = next
			}
		}
		if next >= len(s.src) || s.src[next] != '#' || next-s.pos >= 512 {
			return
		}
		s.pos, s.line = next, line
	}
}

// skipLineComment moves over a comment behind the token that was scanned, on its line.
func (s *scanner) skipLineComment() {
	if len(s.tokens) == 0 || s.line > s.last.end || s.tokens[len(s.tokens)-1].kind == blockEntry {
		return
	}
	n := 0
	for n < 512 && isBlank(s.at(n)) {
		n++
	}
	if n < 512 && s.at(n) == '#' {
		s.pos += n
		s.skipComment()
	}
}

// roll opens a block collection when the column is deeper than the innermost one's. Its token
// goes before the token with an index, or to the end when that is negative.
func (s *scanner) roll(column, index int, kind tokenKind, start int) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	if index < 0 {
		index = len(s.tokens)
	}
	s.insert(index, kind, start)
}

// unroll closes the block collections that are deeper than a column.
func (s *scanner) unroll(column int) {
	for s.flow == 0 && s.indent > column {
		s.emit(blockEnd, s.pos, s.pos)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// saveKey notes that a key may begin here.
func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	s.dropKey()
	s.keys[len(s.keys)-1] = simpleKey{possible: true, required: s.flow == 0 && s.indent == s.column(),
		start: s.pos, line: s.line, token: len(s.tokens)}
}

// dropKey gives up the key that may have begun.
func (s *scanner) dropKey() {
	k := &s.keys[len(s.keys)-1]
	if k.possible && k.required && s.fault == nil {
		s.fault = &fault{code: missingColon, from: k.start, at: k.start, token: k.token}
	}
	k.possible = false
}

// keyHere returns the key that ends here: on its line, and not too long.
func (s *scanner) keyHere() *simpleKey {
	k := &s.keys[len(s.keys)-1]
	if !k.possible {
		return nil
	}
	if k.line < s.line || s.pos-k.start > maxKey && utf8.RuneCount(s.src[k.start:s.pos]) > maxKey {
		s.dropKey()
		return nil
	}
	return k
}
