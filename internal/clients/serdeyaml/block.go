package serdeyaml

import "strings"

// A block is the state of a literal or folded scalar.
type block struct {
	literal bool
	keep    byte // '+', '-' or 0: what becomes of the line breaks at its end
	indent  int  // 0 until the first line shows it
	text    strings.Builder
	first   string // line break behind the last line
	more    strings.Builder
}

func (s *scanner) fetchBlock(literal bool) *Error {
	if err := s.dropKey(); err != nil {
		return err
	}
	s.allowed = true
	start := s.at
	b := block{literal: literal}
	if err := s.blockHead(&b); err != nil {
		return err
	}
	end := s.at
	s.skipBreak()
	if err := s.blockGap(&b, &end); err != nil {
		return err
	}
	blank := false // the line before starts with a blank
	for s.at.column == b.indent && !s.done() {
		wasBlank := blank
		blank = s.isBlankAt(s.at.offset)
		b.join(wasBlank || blank)
		from := s.at.offset
		for !s.done() && s.breakAt(s.at.offset) == 0 {
			s.skip()
		}
		b.text.WriteString(s.text[from:s.at.offset])
		end = s.at
		b.first = s.skipBreak()
		if err := s.blockGap(&b, &end); err != nil {
			return err
		}
	}
	if b.keep != '-' {
		b.text.WriteString(b.first)
	}
	if b.keep == '+' {
		b.text.WriteString(b.more.String())
	}
	t := s.add(scalarText, start)
	t.text, t.end = b.text.String(), end.offset
	return nil
}

// join writes the line breaks between two lines. Those beside a line that is indented further
// are never folded.
func (b *block) join(further bool) {
	if b.literal || b.first != "\n" || further {
		b.text.WriteString(b.first)
	} else if b.more.Len() == 0 {
		b.text.WriteByte(' ')
	}
	b.text.WriteString(b.more.String())
	b.first = ""
	b.more.Reset()
}

// blockHead takes the mark of a block scalar and what may stand behind it on its line.
func (s *scanner) blockHead(b *block) *Error {
	s.skip()
	for range 2 {
		switch c := s.peek(0); {
		case (c == '+' || c == '-') && b.keep == 0:
			b.keep = c
			s.skip()
		case c == '0' && b.indent == 0:
			return s.fail("an indentation of 0 for a block of text")
		case c > '0' && c <= '9' && b.indent == 0:
			b.indent = int(c - '0')
			s.skip()
		}
	}
	if b.indent > 0 {
		b.indent += max(s.indent, 0)
	}
	s.skipBlanks()
	s.skipComment()
	if !s.done() && s.breakAt(s.at.offset) == 0 {
		return s.fail("text behind the mark of a block of text, on its line")
	}
	return nil
}

// blockGap takes empty lines and the indentation of the next line; the first time it finds out
// how far in the block stands.
func (s *scanner) blockGap(b *block, end *mark) *Error {
	deepest := 0
	for {
		for (b.indent == 0 || s.at.column < b.indent) && s.peek(0) == ' ' {
			s.skip()
		}
		deepest = max(deepest, s.at.column)
		if (b.indent == 0 || s.at.column < b.indent) && s.peek(0) == '\t' {
			return s.fail("a tab as indentation")
		}
		text := s.skipBreak()
		if text == "" {
			break
		}
		b.more.WriteString(text)
		*end = s.at
	}
	if b.indent == 0 {
		b.indent = max(deepest, s.indent+1, 1)
	}
	return nil
}
