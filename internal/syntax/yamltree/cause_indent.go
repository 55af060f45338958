package yamltree

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// indented diagnoses a one-word key, from start to end, below a complete value.
func (d diagnosis) indented(start, end int) *problem {
	key := d.show(start, end)
	f, item := d.enclosing(start), d.lastItem()
	owner, in := d.owner(start)
	inList := f != nil && isSequence(f) || item != nil && item.End > item.Start
	switch {
	case f == nil:
		return d.unknownProblem()
	case inList && in == nil:
		return d.problem(start, end, listIndent, "key %s is indented into the list above it", key).
			withHelp("start it at column %d, or add a dash", d.columnOf(f.Start))
	case isSequence(f) && item != nil && item.Kind == libyaml.BlockMappingStart:
		return d.problem(start, end, listIndent, "key %s is not aligned with the other keys of its list item", key).
			withHelp("start it at column %d", d.columnOf(item.Start))
	case inList:
		return d.problem(start, end, listIndent, "key %s is indented into the list of %s", key, quote.Text(owner)).
			withHelp("start it at column %d", d.columnOf(in.Start))
	case in == nil:
		return d.unknownProblem()
	}
	return d.problem(start, end, indentedKey, "key %s is indented under %s, which already has a value", key, quote.Text(owner)).
		withHelp("start it at column %d", d.columnOf(in.Start))
}

// lastItem returns the token after the last dash before the error if no key follows it, or the one that starts its
// mapping. It returns nil if there is no such dash.
func (d diagnosis) lastItem() *libyaml.Token {
	for i := min(d.Err.Token, len(d.Tokens)) - 1; i >= 0; i-- {
		switch d.Tokens[i].Kind {
		case libyaml.BlockEntry:
			return &d.Tokens[i+1]
		case libyaml.ValueMark:
			if in := d.enclosing(d.Err.At); in == nil || !isSequence(in) {
				return nil
			}
		}
	}
	return nil
}

// noKey diagnoses a token in a mapping where a key is expected.
func (d diagnosis) noKey() *problem {
	at := d.Err.At
	if at >= len(d.Src) {
		return d.unknownProblem()
	}
	_, in := d.owner(at)
	closed := d.Err.Token > 0 && d.Tokens[d.Err.Token-1].Kind == libyaml.BlockEnd
	switch d.Tokens[d.Err.Token].Kind {
	case libyaml.BlockMappingStart:
		_, end, isKey := keyAt(d.Src, at)
		if !isKey {
			end = d.keyEnd(at)
		}
		if closed {
			return d.problem(at, end, badIndent, "indentation of %s matches no key above it", d.show(at, end)).
				withHelp("start it at column %d, or indent it under its parent key", d.columnOf(in.Start))
		}
		return d.indented(at, end)
	case libyaml.BlockSequenceStart, libyaml.BlockEntry:
		return d.strayItem(at, closed)
	case libyaml.ValueMark:
		return d.problem(at, at+1, emptyKey, `missing key before ":"`).withHelp("add the key")
	case libyaml.FlowEntry, libyaml.FlowSequenceEnd, libyaml.FlowMappingEnd:
		return d.reserved(at)
	}
	return d.broken(at)
}

// strayItem diagnoses a list item where a key is expected. closed: a list above it ended there.
func (d diagnosis) strayItem(at int, closed bool) *problem {
	owner, in := d.owner(at)
	if in == nil {
		return d.unknownProblem()
	}
	end := max(d.endOfLine(at), at+1)
	for i := d.Err.Token - 1; (closed || d.lastItem() != nil) && i >= 0; i-- {
		if t := d.Tokens[i]; t.Kind == libyaml.BlockEntry {
			return d.problem(at, end, badIndent, "list item %s is indented differently from the items above it", d.show(at, end)).
				withHelp("start all items at column %d", d.columnOf(t.Start))
		}
	}
	return d.problem(at, end, listBelowValue, "list item %s follows %s, which already has a value", d.show(at, end), quote.Text(owner)).
		withHelp("move it under the key of its list, or write it as a key")
}

// keyEnd returns the end of the key that starts with the token of the error.
func (d diagnosis) keyEnd(at int) int {
	for _, t := range d.Tokens[d.Err.Token:] {
		if t.Kind == libyaml.ValueMark {
			return max(d.endOfKey(t.Start), at)
		}
	}
	return d.endOfLine(at)
}

func (d diagnosis) endOfKey(colon int) int {
	for colon > 0 && libyaml.IsBlank(d.Src[colon-1]) {
		colon--
	}
	return colon
}

// noEntry diagnoses a token in a list where a dash is expected.
func (d diagnosis) noEntry() *problem {
	at := d.Err.At
	if at >= len(d.Src) {
		return d.unknownProblem()
	}
	switch d.Tokens[d.Err.Token].Kind {
	case libyaml.KeyMark, libyaml.BlockMappingStart:
		_, end, isKey := keyAt(d.Src, at)
		if !isKey {
			end = d.keyEnd(at)
		}
		return d.indented(at, end)
	}
	return d.broken(at)
}

// broken diagnoses text below a complete value.
func (d diagnosis) broken(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	owner, in := d.owner(at)
	if in == nil {
		return d.stray(at)
	}
	t := d.previousToken()
	switch inBlock := t.Kind == libyaml.LiteralScalar || t.Kind == libyaml.FoldedScalar; {
	case inBlock && (d.sameLine(t.Start, t.End) || d.indentOf(at) >= d.indentOf(d.textStart(d.nextLine(t.Start)))):
		return d.problem(at, end, unindentedBlock, "block text of %s ends at an unindented line above", quote.Text(owner)).
			withHelp("indent that line")
	case inBlock:
		return d.problem(at, end, unindentedBlock, "line is indented less than the block text of %s", quote.Text(owner)).
			withHelp("indent all lines of the text equally")
	case t.Kind == libyaml.PlainScalar && bytes.IndexByte(d.Src[t.End:at], '#') >= 0:
		return d.problem(at, end, continuation, "value of %s continues after a comment", quote.Text(owner)).
			withHelp("remove the comment, or quote the value")
	}
	return d.problem(at, end, continuation, "unexpected text %s after the value of %s", d.show(at, end), quote.Text(owner)).
		withHelp("make it part of the value, or write it as a key")
}

// noColon diagnoses a line without a colon where a key is expected.
func (d diagnosis) noColon(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	t := d.previousToken()
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	owner, in := d.owner(at)
	switch {
	case d.isLongKey(at):
		return d.problem(at, wordEnd(d.Src, at), longKey, "key is longer than %s characters", quote.Count(libyaml.MaxKey)).withHelp("shorten the key")
	case in == nil || t.Kind == 0:
		return d.stray(at)
	case (t.Kind == libyaml.LiteralScalar || t.Kind == libyaml.FoldedScalar) && d.sameLine(t.Start, t.End):
		return d.problem(at, end, unindentedBlock, "block text of %s is not indented", quote.Text(owner)).
			withHelp("indent it by two spaces")
	case t.Kind == libyaml.ValueMark:
		return d.problem(at, end, continuation, "value of %s is not indented", quote.Text(owner)).withHelp("indent the line")
	case t.Kind.IsScalar() && d.Shapes[len(d.Shapes)-1].Start == t.Start && in.Key == len(d.Shapes)-2:
		return d.problem(at, end, continuation, "value of %s continues on an unindented line", quote.Text(owner)).withHelp("indent the line")
	}
	return d.stray(at)
}

func (d diagnosis) isLongKey(at int) bool {
	_, end, isKey := keyAt(d.Src, at)
	return isKey && end-at > libyaml.MaxKey
}
