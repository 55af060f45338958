package libyaml

import (
	"bytes"
	"unicode/utf8"
)

// A Kind is the kind of a token in YAML's grammar.
type Kind uint8

const (
	StreamEnd        Kind = iota
	ScanError             // the text after it was not scanned
	VersionDirective      // "%YAML 1.2"
	TagDirective          // "%TAG ! prefix"
	DocumentStart
	DocumentEnd
	BlockSequenceStart
	BlockMappingStart
	BlockEnd
	FlowSequenceStart
	FlowSequenceEnd
	FlowMappingStart
	FlowMappingEnd
	BlockEntry // "- "
	FlowEntry  // ","
	KeyMark    // "? ", or an empty token before a key
	ValueMark  // ":"
	AliasMark
	AnchorMark
	TagMark
	PlainScalar
	SingleQuoted
	DoubleQuoted
	LiteralScalar
	FoldedScalar
)

// IsFlow reports whether a token opens a collection in brackets, or a pair within them.
func (k Kind) IsFlow() bool { return k == FlowSequenceStart || k == FlowMappingStart || k == KeyMark }

func (k Kind) IsScalar() bool { return k >= PlainScalar }

// A Token is a token of the text. Tokens without characters, such as BlockEnd, have an empty range.
type Token struct {
	Kind       Kind
	Indent     int32 // of the lines of a literal or folded scalar
	Start, End int
}

// A simpleKey is a position at which a key without "?" may have started, if a colon follows.
type simpleKey struct {
	possible bool
	required bool // only a key is valid here
	start    int
	line     int // offset of its line
	token    int // index of the key's first token
}

// A scanner splits YAML into tokens with exact ends, and locates syntax errors. Columns are bytes: where a column
// matters, the line before it is ASCII.
type scanner struct {
	*Outline
	pos  int
	line int // offset of the line that pos is on

	indent     int // of the innermost block collection; -1 outside of all
	indents    []int
	flow       int         // number of open brackets
	keys       []simpleKey // one for each level of brackets, and one for the outermost level
	keyAllowed bool
	last       Token // the last one with characters
}

// scan sets the tokens of o, and its error.
func scan(o *Outline) {
	s := &scanner{Outline: o, indent: -1, keys: make([]simpleKey, 1, 4), keyAllowed: true}
	s.Tokens = make([]Token, 0, 16+len(o.Src)/6)
	for s.Err == nil && s.fetch() {
	}
	if s.Err != nil {
		s.Tokens = append(s.Tokens[:s.Err.Token], Token{Kind: ScanError, Start: s.Err.At, End: s.Err.At})
	}
}

// at returns the byte at pos+i, or 0 after the end.
func (s *scanner) at(i int) byte {
	if s.pos+i < len(s.Src) {
		return s.Src[s.pos+i]
	}
	return 0
}

func (s *scanner) column() int { return s.pos - s.line }

func (s *scanner) emit(kind Kind, start, end int) {
	if s.Err != nil && s.variant.Incremental {
		return
	}
	s.Tokens = append(s.Tokens, Token{Kind: kind, Start: start, End: end})
	if start < end {
		s.last = s.Tokens[len(s.Tokens)-1]
	}
}

// insert inserts an empty token at an index.
func (s *scanner) insert(index int, kind Kind, start int) {
	s.Tokens = append(s.Tokens, Token{})
	copy(s.Tokens[index+1:], s.Tokens[index:])
	s.Tokens[index] = Token{Kind: kind, Start: start, End: start}
}

// fail records the first syntax error: detected at offset at, in a construct that starts at from.
func (s *scanner) fail(code Code, from, at int) {
	if s.Err == nil {
		s.Err = &Error{Code: code, From: from, At: at, Token: len(s.Tokens)}
	}
}

// LineBreak returns the length of the line break at offset i in bytes, or 0 if there is none.
func LineBreak(src []byte, i int) int {
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

func IsNewline(c byte) bool { return c == '\n' || c == '\r' }

func IsBlank(c byte) bool { return c == ' ' || c == '\t' }

// blankAt reports whether a space, a tab, a line break or the end is at pos+i.
func (s *scanner) blankAt(i int) bool {
	i += s.pos
	return i >= len(s.Src) || IsBlank(s.Src[i]) || LineBreak(s.Src, i) > 0
}

// skipBreak skips the line break at the position, if any.
func (s *scanner) skipBreak() bool {
	n := LineBreak(s.Src, s.pos)
	if n == 0 {
		return false
	}
	s.pos += n
	s.line = s.pos
	return true
}

// skipComment skips the comment at the position.
func (s *scanner) skipComment() {
	s.Comments = append(s.Comments, s.pos)
	for s.pos < len(s.Src) && LineBreak(s.Src, s.pos) == 0 {
		s.pos++
	}
}

var byteOrderMark = []byte("\ufeff")

// skipToToken skips white space, line breaks and comments. Tabs are not allowed as indentation.
func (s *scanner) skipToToken() {
	for {
		if s.variant.MarkColumn && s.column() == 0 && bytes.HasPrefix(s.Src[s.pos:], byteOrderMark) {
			s.pos += len(byteOrderMark)
			s.line = s.pos - 1
		}
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

// skipComments skips the comment at the position, and the comments that are joined with it.
func (s *scanner) skipComments() {
	if !s.variant.JoinedComments {
		s.skipComment()
		return
	}
	for s.skipComment(); ; s.skipComment() {
		next, line := s.pos, s.line
		for next-s.pos < 512 && next < len(s.Src) && (IsBlank(s.Src[next]) || IsNewline(s.Src[next])) {
			next++
			if IsNewline(s.Src[next-1]) {
				line = next
			}
		}
		if next >= len(s.Src) || s.Src[next] != '#' || next-s.pos >= 512 {
			return
		}
		s.pos, s.line = next, line
	}
}

// skipLineComment skips a comment that follows the scanned token on its line.
func (s *scanner) skipLineComment() {
	if !s.variant.JoinedComments || len(s.Tokens) == 0 || s.line > s.last.End || s.Tokens[len(s.Tokens)-1].Kind == BlockEntry {
		return
	}
	n := 0
	for n < 512 && IsBlank(s.at(n)) {
		n++
	}
	if n < 512 && s.at(n) == '#' {
		s.pos += n
		s.skipComment()
	}
}

// roll opens a block collection if column is deeper than the innermost one. Its token is inserted at index, or
// appended if index is negative.
func (s *scanner) roll(column, index int, kind Kind, start int) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	if index < 0 {
		index = len(s.Tokens)
	}
	s.insert(index, kind, start)
}

// unroll closes the block collections that are deeper than a column.
func (s *scanner) unroll(column int) {
	for s.flow == 0 && s.indent > column {
		s.emit(BlockEnd, s.pos, s.pos)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// saveKey records that a key may start here.
func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	s.dropKey()
	s.keys[len(s.keys)-1] = simpleKey{possible: true, required: s.flow == 0 && s.indent == s.column(),
		start: s.pos, line: s.line, token: len(s.Tokens)}
}

// dropKey discards the potential key.
func (s *scanner) dropKey() { s.drop(&s.keys[len(s.keys)-1]) }

func (s *scanner) drop(k *simpleKey) {
	if k.possible && k.required && s.Err == nil {
		s.Err = &Error{Code: MissingColon, From: k.start, At: k.start, Token: k.token}
		if s.variant.Incremental {
			s.Err.Token = len(s.Tokens)
		}
	}
	k.possible = false
}

// keyHere returns the key that ends here, if there is one: on its line, and not too long.
func (s *scanner) keyHere() *simpleKey {
	k := &s.keys[len(s.keys)-1]
	if s.isStale(k) {
		s.dropKey()
	}
	if !k.possible {
		return nil
	}
	return k
}

// isStale reports whether a potential key can no longer be one.
func (s *scanner) isStale(k *simpleKey) bool {
	return k.possible && (k.line < s.line ||
		s.pos-k.start > MaxKey && (s.variant.ByteKeys || utf8.RuneCount(s.Src[k.start:s.pos]) > MaxKey))
}
