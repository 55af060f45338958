package serdeyaml

import "strings"

// A kind is what a token is.
type kind uint8

const (
	endOfText kind = iota
	broken         // the scanner cannot go on: its failure says why
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequence // starts one
	blockMapping  // starts one
	blockEnd
	flowSequence
	flowSequenceEnd
	flowMapping
	flowMappingEnd
	blockEntry
	flowEntry
	keyMark
	valueMark
	aliasName
	anchorName
	tagName
	scalarText
)

// A token is a piece of the text.
type token struct {
	kind       kind
	plain      bool
	text       string // of a scalar or name; of a tag its suffix
	handle     string // of a tag or its directive; of a version nothing
	start, end int

	isKey       bool // a key mark belongs before it
	startsBlock bool // and a blockMapping before that
}

// A candidate is a token that is a key if a colon follows it: on its line, and soon.
type candidate struct {
	possible bool
	required bool // nothing else can stand here
	token    int
	at       mark
}

// longestKey is how many bytes may stand before the colon of a key without "?". libyaml counts
// characters, but the translation that serde_yaml uses counts bytes.
const longestKey = 1024

type scanner struct {
	text    string
	at      mark
	tokens  []token
	indent  int // of the innermost block collection; -1 outside of any
	indents []int
	flow    int         // depth of flow collections
	allowed bool        // a key without "?" may start here
	keys    []candidate // for each depth of flow collections
}

// scan cuts a text into tokens. When it cannot, the last one is broken, and the error says why.
func scan(text string) ([]token, *Error) {
	if at := forbidden(text); at >= 0 {
		return []token{{kind: broken, start: at, end: at}}, &Error{at, "a control character that YAML forbids"}
	}
	s := scanner{text: text, indent: -1, allowed: true, keys: make([]candidate, 1)}
	for {
		if err := s.fetch(); err != nil {
			s.add(broken, s.at)
			return s.finished(), err
		}
		if n := len(s.tokens); n > 0 && s.tokens[n-1].kind == endOfText {
			return s.finished(), nil
		}
	}
}

// finished returns the tokens, with those that only a later colon showed to be missing.
func (s *scanner) finished() []token {
	all := make([]token, 0, len(s.tokens)+len(s.tokens)/2)
	for _, t := range s.tokens {
		if t.startsBlock {
			all = append(all, token{kind: blockMapping, start: t.start, end: t.start})
		}
		if t.isKey {
			all = append(all, token{kind: keyMark, start: t.start, end: t.start})
		}
		all = append(all, t)
	}
	return all
}

func (s *scanner) add(k kind, start mark) *token {
	s.tokens = append(s.tokens, token{kind: k, start: start.offset, end: s.at.offset})
	return &s.tokens[len(s.tokens)-1]
}

// fetch adds the next token.
func (s *scanner) fetch() *Error {
	s.skipGap()
	if err := s.expire(); err != nil {
		return err
	}
	s.unroll(s.at.column)
	c := s.peek(0)
	switch {
	case s.done():
		return s.fetchEnd()
	case s.at.column == 0 && c == '%':
		return s.fetchDirective()
	case s.isMarker():
		return s.fetchMarker()
	}
	switch c {
	case '[':
		return s.openFlow(flowSequence)
	case '{':
		return s.openFlow(flowMapping)
	case ']':
		return s.closeFlow(flowSequenceEnd)
	case '}':
		return s.closeFlow(flowMappingEnd)
	case ',':
		return s.fetchMark(flowEntry, true)
	case '*', '&':
		return s.fetchAnchor(c)
	case '!':
		return s.fetchTag()
	case '\'', '"':
		return s.fetchQuoted(c)
	}
	switch gap := s.isGapAt(s.at.offset + 1); {
	case c == '-' && gap:
		return s.fetchEntry()
	case c == '?' && (gap || s.flow > 0):
		return s.fetchKey()
	case c == ':' && (gap || s.flow > 0):
		return s.fetchValue()
	case (c == '|' || c == '>') && s.flow == 0:
		return s.fetchBlock(c == '|')
	case c == '\t':
		return s.fail("a tab as indentation")
	case strings.IndexByte("#|>%@`", c) >= 0:
		return s.fail("a value that starts with " + string(rune(c)) + " and stands in no quotation marks")
	}
	return s.fetchPlain()
}

func (s *scanner) fail(message string) *Error { return &Error{s.at.offset, message} }

// skipGap goes to the next token. Tabs are part of a gap only where they cannot indent a key.
func (s *scanner) skipGap() {
	for {
		if s.at.column == 0 && has(s.text, s.at.offset, "\ufeff") {
			s.skip()
		}
		for s.peek(0) == ' ' || s.peek(0) == '\t' && (s.flow > 0 || !s.allowed) {
			s.skip()
		}
		s.skipComment()
		if s.skipBreak() == "" {
			return
		}
		if s.flow == 0 {
			s.allowed = true
		}
	}
}

// isMarker reports whether the line is "---" or "...", or starts so before a blank.
func (s *scanner) isMarker() bool {
	at := s.at.offset
	return s.at.column == 0 && (has(s.text, at, "---") || has(s.text, at, "...")) && s.isGapAt(at+3)
}

func (s *scanner) fetchMarker() *Error {
	k := documentEnd
	if s.peek(0) == '-' {
		k = documentStart
	}
	s.unroll(-1)
	if err := s.dropKey(); err != nil {
		return err
	}
	s.allowed = false
	start := s.at
	for range 3 {
		s.skip()
	}
	s.add(k, start)
	return nil
}

func (s *scanner) fetchEnd() *Error {
	s.unroll(-1)
	if err := s.dropKey(); err != nil {
		return err
	}
	s.add(endOfText, s.at)
	return nil
}

// fetchMark adds a token of one character, behind which a key may or may not start.
func (s *scanner) fetchMark(k kind, allowed bool) *Error {
	if err := s.dropKey(); err != nil {
		return err
	}
	s.allowed = allowed
	start := s.at
	s.skip()
	s.add(k, start)
	return nil
}

func (s *scanner) openFlow(k kind) *Error {
	if err := s.saveKey(); err != nil {
		return err
	}
	s.flow++
	s.keys = append(s.keys, candidate{})
	s.allowed = true
	start := s.at
	s.skip()
	s.add(k, start)
	return nil
}

func (s *scanner) closeFlow(k kind) *Error {
	if err := s.dropKey(); err != nil {
		return err
	}
	if s.flow > 0 {
		s.flow--
		s.keys = s.keys[:len(s.keys)-1]
	}
	s.allowed = false
	start := s.at
	s.skip()
	s.add(k, start)
	return nil
}

func (s *scanner) fetchEntry() *Error {
	if s.flow == 0 {
		if !s.allowed {
			return s.fail(`a "-" where no list can start`)
		}
		s.roll(s.at.column, blockSequence)
	}
	return s.fetchMark(blockEntry, true)
}

func (s *scanner) fetchKey() *Error {
	if s.flow == 0 {
		if !s.allowed {
			return s.fail(`a "?" where no key can start`)
		}
		s.roll(s.at.column, blockMapping)
	}
	return s.fetchMark(keyMark, s.flow == 0)
}

func (s *scanner) fetchValue() *Error {
	key := &s.keys[len(s.keys)-1]
	switch {
	case key.possible && !s.isStale(*key):
		t := &s.tokens[key.token]
		t.isKey = true
		if s.flow == 0 && s.indent < key.at.column {
			s.push(key.at.column)
			t.startsBlock = true
		}
		s.allowed = false
	case s.flow > 0:
		s.allowed = false
	case !s.allowed:
		return s.fail(`a ":" where no key can stand, as in a value without quotation marks that has ": " in it`)
	default:
		s.roll(s.at.column, blockMapping)
		s.allowed = true
	}
	key.possible = false
	start := s.at
	s.skip()
	s.add(valueMark, start)
	return nil
}

// saveKey notes that the next token may turn out to be a key.
func (s *scanner) saveKey() *Error {
	if !s.allowed {
		return nil
	}
	if err := s.dropKey(); err != nil {
		return err
	}
	s.keys[len(s.keys)-1] = candidate{
		possible: true, required: s.flow == 0 && s.indent == s.at.column, token: len(s.tokens), at: s.at,
	}
	return nil
}

// dropKey says that what could have been a key is none.
func (s *scanner) dropKey() *Error {
	key := &s.keys[len(s.keys)-1]
	if key.possible && key.required {
		return noColon(*key)
	}
	key.possible = false
	return nil
}

// expire refuses what had to be a key and was followed by no colon.
func (s *scanner) expire() *Error {
	key := &s.keys[0]
	if !key.possible || !s.isStale(*key) {
		return nil
	}
	if key.required {
		return noColon(*key)
	}
	key.possible = false
	return nil
}

func noColon(key candidate) *Error {
	return &Error{key.at.offset, `text without ":" where a key has to stand`}
}

func (s *scanner) isStale(key candidate) bool {
	return key.at.line < s.at.line || key.at.offset+longestKey < s.at.offset
}

// roll starts a block collection when the column is further in than the one around it.
func (s *scanner) roll(column int, k kind) {
	if s.indent < column {
		s.push(column)
		s.add(k, s.at)
	}
}

func (s *scanner) push(column int) {
	s.indents = append(s.indents, s.indent)
	s.indent = column
}

// unroll ends the block collections that stand further in than the column.
func (s *scanner) unroll(column int) {
	for s.flow == 0 && s.indent > column {
		s.add(blockEnd, s.at)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}
