package libyaml

// fetch scans the next token and reports whether there may be more.
func (s *scanner) fetch() bool {
	s.skipToToken()
	if s.variant.Incremental && s.isStale(&s.keys[0]) {
		if s.drop(&s.keys[0]); s.Err != nil {
			return false
		}
	}
	s.unroll(s.column())
	if s.pos >= len(s.Src) {
		s.unroll(-1)
		s.dropKey()
		s.emit(StreamEnd, s.pos, s.pos)
		return false
	}
	if s.column() == 0 && s.fetchDocument() {
		return true
	}
	switch c := s.at(0); {
	case c == '[':
		s.openFlow(FlowSequenceStart)
	case c == '{':
		s.openFlow(FlowMappingStart)
	case c == ']':
		s.closeFlow(FlowSequenceEnd)
	case c == '}':
		s.closeFlow(FlowMappingEnd)
	case c == ',':
		s.dropKey()
		s.scanIndicator(FlowEntry, true)
	case c == '-' && s.blankAt(1):
		s.fetchEntry()
	case c == '?' && (s.flow > 0 || s.blankAt(1)):
		s.fetchKey()
	case c == ':' && (s.flow > 0 || s.blankAt(1)):
		s.fetchValue()
	case c == '|' && s.flow == 0:
		s.fetchBlock(LiteralScalar)
	case c == '>' && s.flow == 0:
		s.fetchBlock(FoldedScalar)
	default:
		s.fetchNode(c)
	}
	s.skipLineComment()
	return true
}

// fetchNode scans a token that can start a node on this line, and so a key.
func (s *scanner) fetchNode(c byte) {
	if !canStart(c) {
		s.fail(StrayCharacter, s.pos, s.pos)
		return
	}
	s.saveKey()
	switch c {
	case '*':
		s.keyAllowed = false
		s.scanName(AliasMark)
	case '&':
		s.keyAllowed = false
		s.scanName(AnchorMark)
	case '!':
		s.keyAllowed = false
		s.scanTag()
	case '\'':
		s.keyAllowed = false
		s.scanSingle()
	case '"':
		s.keyAllowed = false
		s.scanDouble()
	default:
		s.keyAllowed = false
		s.scanPlain()
	}
}

// canStart reports whether a scalar, alias, anchor or tag may begin with c.
func canStart(c byte) bool {
	switch c {
	case '|', '>', '%', '@', '`', '\t':
		return false
	}
	return true
}

// atDocumentMarker reports whether the line starts with "---" or "...", followed by a space or the end of the line.
func (s *scanner) atDocumentMarker() bool {
	c := s.at(0)
	return s.column() == 0 && (c == '-' || c == '.') && s.at(1) == c && s.at(2) == c && s.blankAt(3)
}

// fetchDocument scans tokens that only occur at the start of a line: directives and document markers.
func (s *scanner) fetchDocument() bool {
	c := s.at(0)
	if c != '%' && !s.atDocumentMarker() {
		return false
	}
	s.unroll(-1)
	s.dropKey()
	s.keyAllowed = false
	if c == '%' {
		s.scanDirective()
		return true
	}
	kind := DocumentStart
	if c == '.' {
		kind = DocumentEnd
	}
	s.emit(kind, s.pos, s.pos+3)
	s.pos += 3
	return true
}

// scanIndicator scans a token of one character.
func (s *scanner) scanIndicator(kind Kind, keyAllowed bool) {
	s.keyAllowed = keyAllowed
	s.emit(kind, s.pos, s.pos+1)
	s.pos++
}

func (s *scanner) openFlow(kind Kind) {
	s.saveKey()
	s.keys = append(s.keys, simpleKey{})
	s.flow++
	s.scanIndicator(kind, true)
}

func (s *scanner) closeFlow(kind Kind) {
	s.dropKey()
	if s.flow > 0 {
		s.flow--
		s.keys = s.keys[:len(s.keys)-1]
	}
	s.scanIndicator(kind, false)
}

func (s *scanner) fetchEntry() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail(StrayEntry, s.pos, s.pos)
			return
		}
		s.roll(s.column(), -1, BlockSequenceStart, s.pos)
	}
	s.dropKey()
	s.scanIndicator(BlockEntry, true)
}

func (s *scanner) fetchKey() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail(StrayKey, s.pos, s.pos)
			return
		}
		s.roll(s.column(), -1, BlockMappingStart, s.pos)
	}
	s.dropKey()
	s.scanIndicator(KeyMark, s.flow == 0)
}

func (s *scanner) fetchValue() {
	if k := s.keyHere(); k != nil {
		s.insert(k.token, KeyMark, k.start)
		s.roll(k.start-k.line, k.token, BlockMappingStart, k.start)
		k.possible = false
		s.scanIndicator(ValueMark, false)
		return
	}
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail(StrayColon, s.pos, s.pos)
			return
		}
		s.roll(s.column(), -1, BlockMappingStart, s.pos)
	}
	s.scanIndicator(ValueMark, s.flow == 0)
}
