package yamltree

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// indented is for a key, one word from start to end, that stands below a value that is complete.
func (d diagnosis) indented(start, end int) *problem {
	key := d.show(start, end)
	f, item := d.around(start), d.lastItem()
	owner, in := d.owner(start)
	inList := f != nil && isSequence(f) || item != nil && item.End > item.Start
	switch {
	case f == nil:
		return d.unknown()
	case inList && in == nil:
		return d.problem(start, end, listIndent, "%s is indented into the list above it; write it at column %d, or give it a dash", key, d.columnOf(f.Start))
	case isSequence(f) && item != nil && item.Kind == libyaml.BlockMappingStart:
		return d.problem(start, end, listIndent, "%s stands below the dash of the list item above it; write it at column %d, where the item's other keys stand",
			key, d.columnOf(item.Start))
	case inList:
		return d.problem(start, end, listIndent, "%s is indented into the list of %s above it; write it at column %d",
			key, quote.Text(owner), d.columnOf(in.Start))
	case in == nil:
		return d.unknown()
	}
	return d.problem(start, end, indentedKey, "%s is indented below %s, which has a value already; write it at column %d",
		key, quote.Text(owner), d.columnOf(in.Start))
}

// lastItem returns the token behind the last dash before the fault when no key comes after it, or
// the one that begins its mapping; nil when there is none.
func (d diagnosis) lastItem() *libyaml.Token {
	for i := min(d.Fault.Token, len(d.Tokens)) - 1; i >= 0; i-- {
		switch d.Tokens[i].Kind {
		case libyaml.BlockEntry:
			return &d.Tokens[i+1]
		case libyaml.ValueMark:
			if in := d.around(d.Fault.At); in == nil || !isSequence(in) {
				return nil
			}
		}
	}
	return nil
}

// noKey is for a token in a mapping where a key has to stand.
func (d diagnosis) noKey() *problem {
	at := d.Fault.At
	if at >= len(d.Src) {
		return d.unknown()
	}
	_, in := d.owner(at)
	closed := d.Fault.Token > 0 && d.Tokens[d.Fault.Token-1].Kind == libyaml.BlockEnd
	switch d.Tokens[d.Fault.Token].Kind {
	case libyaml.BlockMappingStart:
		_, end, isKey := keyAt(d.Src, at)
		if !isKey {
			end = d.keyEnd(at)
		}
		if closed {
			return d.problem(at, end, badIndent, "%s stands at column %d, where no key above it stands; write it at column %d, or below the key it belongs to",
				d.show(at, end), d.columnOf(at), d.columnOf(in.Start))
		}
		return d.indented(at, end)
	case libyaml.BlockSequenceStart, libyaml.BlockEntry:
		return d.strayItem(at, closed)
	case libyaml.ValueMark:
		return d.problem(at, at+1, emptyKey, "a colon stands here without a key before it; write the key")
	case libyaml.FlowEntry, libyaml.FlowSequenceEnd, libyaml.FlowMappingEnd:
		return d.reserved(at)
	}
	return d.broken(at)
}

// strayItem is for a list item where a key has to stand. closed: a list above it has ended there.
func (d diagnosis) strayItem(at int, closed bool) *problem {
	owner, in := d.owner(at)
	if in == nil {
		return d.unknown()
	}
	end := max(d.endOfLine(at), at+1)
	for i := d.Fault.Token - 1; (closed || d.lastItem() != nil) && i >= 0; i-- {
		if t := d.Tokens[i]; t.Kind == libyaml.BlockEntry {
			return d.problem(at, end, badIndent, "the list item %s stands at column %d, and those above it at column %d; write all of them at the same column",
				d.show(at, end), d.columnOf(at), d.columnOf(t.Start))
		}
	}
	return d.problem(at, end, listBelowValue, "%s is a list item below %s, which has a value already; write it below the key of its list, or as a key",
		d.show(at, end), quote.Text(owner))
}

// keyEnd returns the end of the key whose tokens begin with the fault's.
func (d diagnosis) keyEnd(at int) int {
	for _, t := range d.Tokens[d.Fault.Token:] {
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

// noEntry is for a token in a list where a dash has to stand.
func (d diagnosis) noEntry() *problem {
	at := d.Fault.At
	if at >= len(d.Src) {
		return d.unknown()
	}
	switch d.Tokens[d.Fault.Token].Kind {
	case libyaml.KeyMark, libyaml.BlockMappingStart:
		_, end, isKey := keyAt(d.Src, at)
		if !isKey {
			end = d.keyEnd(at)
		}
		return d.indented(at, end)
	}
	return d.broken(at)
}

// broken is for text below a value that is complete.
func (d diagnosis) broken(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	owner, in := d.owner(at)
	if in == nil {
		return d.stray(at)
	}
	t := d.before()
	switch inBlock := t.Kind == libyaml.LiteralScalar || t.Kind == libyaml.FoldedScalar; {
	case inBlock && (d.sameLine(t.Start, t.End) || d.indentOf(at) >= d.indentOf(d.textStart(d.nextLine(t.Start)))):
		return d.problem(at, end, unindentedBlock, "the text of %s ended at a line above that is not indented; indent that line",
			quote.Text(owner))
	case inBlock:
		return d.problem(at, end, unindentedBlock, "%s is indented less than the first line of the text of %s; indent all of its lines alike",
			d.show(at, end), quote.Text(owner))
	case t.Kind == libyaml.PlainScalar && bytes.IndexByte(d.Src[t.End:at], '#') >= 0:
		return d.problem(at, end, continuation, "the value of %s ends before its comment, and %s does not belong to it; remove the comment, or put the value in quotation marks",
			quote.Text(owner), d.show(at, end))
	}
	return d.problem(at, end, continuation, "%s stands below %s, whose value is complete; make it part of the value, or a key",
		d.show(at, end), quote.Text(owner))
}

// noColon is for a line that stands where keys stand and has no colon.
func (d diagnosis) noColon(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	t := d.before()
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	owner, in := d.owner(at)
	switch {
	case d.isLongKey(at):
		return d.problem(at, wordEnd(d.Src, at), longKey, "a key of more than %d characters is none to YAML; write a shorter one", libyaml.MaxKey)
	case in == nil || t.Kind == 0:
		return d.stray(at)
	case (t.Kind == libyaml.LiteralScalar || t.Kind == libyaml.FoldedScalar) && d.sameLine(t.Start, t.End):
		return d.problem(at, end, unindentedBlock, "the text of %s does not belong to its %s without indentation; indent it by two spaces",
			quote.Text(owner), d.show(t.Start, t.Start+1))
	case t.Kind == libyaml.ValueMark:
		return d.problem(at, end, continuation, "%s is not the value of %s without indentation; indent the line",
			d.show(at, end), quote.Text(owner))
	case t.Kind.IsScalar() && d.Shapes[len(d.Shapes)-1].Start == t.Start && in.Key == len(d.Shapes)-2:
		return d.problem(at, end, continuation, "%s is no key, and without indentation it does not continue the value of %s; indent the line",
			d.show(at, end), quote.Text(owner))
	}
	return d.stray(at)
}

func (d diagnosis) isLongKey(at int) bool {
	_, end, isKey := keyAt(d.Src, at)
	return isKey && end-at > libyaml.MaxKey
}
