package yamltree

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// colon is for a ":" that no key can end with.
func (d diagnosis) colon() *problem {
	t, at := d.before(), d.Fault.At
	if t.Kind != libyaml.PlainScalar {
		return d.problem(at, at+1, emptyKey, "a colon stands here without a key before it; write the key, or put the value in quotation marks")
	}
	start := max(t.Start, d.textStart(d.lineStart(at)))
	_, end, isKey := keyAt(d.Src, start)
	switch {
	case start > t.Start && isKey && (len(d.Frames) == 0 || d.alignedBelow(t.Start, start)):
		return d.stray(t.Start)
	case start > t.Start && isKey:
		return d.indented(start, end)
	case start == t.Start && at-start > libyaml.MaxKey:
		return d.problem(start, at, longKey, "a key of more than %d characters is none to YAML; write a shorter one", libyaml.MaxKey)
	}
	format := `%s holds ": " without quotation marks, which YAML reads as one more key; put the value in quotation marks`
	if d.endOfLine(at) == at+1 {
		format = "%s ends with a colon and has no quotation marks, which makes it a key to YAML; put the value in quotation marks"
	}
	p := d.problem(start, at+1, unquotedColon, format, d.subject(t.Start))
	return d.quoteFix(p, t.Start, !d.lostBreak(at))
}

// lostBreak reports whether the word before a colon follows the end of a sentence without a blank,
// as in "…。license: MIT": a field of its own that lost its line break, and no part of the text.
func (d diagnosis) lostBreak(colon int) bool {
	line := d.Src[d.lineStart(colon):colon]
	before := bytes.TrimRight(line, "abcdefghijklmnopqrstuvwxyz-_")
	r, _ := utf8.DecodeLastRune(before)
	return len(before) < len(line) && r >= utf8.RuneSelf && unicode.IsPunct(r)
}

// alignedBelow reports whether a line of text begins at the column of a key below it, so that it
// was meant for a key too. In a list it may as well be an item that is complete.
func (d diagnosis) alignedBelow(text, key int) bool {
	before := d.Src[d.lineStart(text):text]
	return d.indentOf(text) == d.indentOf(key) &&
		(len(bytes.Trim(before, " ")) == 0 || len(bytes.Trim(before, " -")) == 0 && d.lookalike(text) != nil)
}

// reserved is for a value that begins with a character that YAML has another use for.
func (d diagnosis) reserved(start int) *problem {
	_, n := utf8.DecodeRune(d.Src[start:])
	p := d.problem(start, d.endOfLine(start), reservedStart, "%s begins with %s, which YAML %s; put it in quotation marks",
		d.subject(start), d.show(start, start+n), use(d.Src[start]))
	return d.quoteFix(p, start, false)
}

// use says what YAML does with a character at the start of a value.
func use(c byte) string {
	switch c {
	case '*':
		return "takes for an alias"
	case '&':
		return "takes for an anchor"
	case '!':
		return "takes for a tag"
	case '[':
		return "takes for a list that ends with its bracket"
	case '{':
		return "takes for a mapping that ends with its brace"
	case '|', '>':
		return "takes for the mark of a text that begins on the next line"
	case '?':
		return "takes for the mark of a key"
	case '%':
		return "keeps for directives"
	case ',', ']', '}':
		return "keeps for lists and mappings in brackets"
	}
	return "keeps for itself"
}

// behindValue is for text on the line of a value that is complete.
func (d diagnosis) behindValue() *problem {
	t := d.before()
	if t.End == 0 || t.End > d.Fault.At || !d.sameLine(t.End, d.Fault.At) {
		return nil
	}
	switch t.Kind {
	case libyaml.SingleQuoted, libyaml.DoubleQuoted:
		if !d.inFlow() || t.End == d.Fault.At {
			return d.behindQuote(t)
		}
	case libyaml.FlowSequenceEnd, libyaml.FlowMappingEnd:
		if !d.inFlow() {
			return d.reserved(d.opening(t))
		}
	case libyaml.AliasMark:
		if !d.inFlow() {
			return d.reserved(t.Start)
		}
	}
	return nil
}

// inFlow reports whether the fault is within brackets.
func (d diagnosis) inFlow() bool {
	f := d.around(d.Fault.At)
	return f != nil && isFlow(f)
}

// opening returns where the bracket stands that a closing one ends.
func (d diagnosis) opening(closing libyaml.Token) int {
	depth := 0
	for i := min(d.Fault.Token, len(d.Tokens)) - 1; i >= 0; i-- {
		switch t := d.Tokens[i]; t.Kind {
		case libyaml.FlowSequenceEnd, libyaml.FlowMappingEnd:
			if t.Start <= closing.Start {
				depth++
			}
		case libyaml.FlowSequenceStart, libyaml.FlowMappingStart:
			if depth--; depth == 0 {
				return t.Start
			}
		}
	}
	return closing.Start
}

// behindQuote is for text behind the quotation mark that closes a value.
func (d diagnosis) behindQuote(t libyaml.Token) *problem {
	at := d.Fault.At
	end := max(d.endOfLine(at), at+1)
	mark := d.Src[t.Start]
	if t.End == at && mark == '\'' {
		p := d.problem(at-1, end, textAfterQuote, "the ' before %s closes the quotation; write '' for an apostrophe in single quotation marks", d.show(at, end))
		return d.requote(p, t, end)
	}
	inner := `\"`
	if mark == '\'' {
		inner = "''"
	}
	p := d.problem(at, end, textAfterQuote, "%s goes on behind its closing quotation mark; put the whole value in quotation marks, with %s for those inside of it",
		d.subject(t.Start), inner)
	return d.requote(p, t, end)
}

// requote adds the fix that quotes a line with quotation marks in it as a whole.
func (d diagnosis) requote(p *problem, t libyaml.Token, end int) *problem {
	text := string(d.Src[t.Start:end])
	if !d.sameLine(t.Start, end) || d.inFlow() || d.textStart(d.lineStart(t.Start)) == t.Start {
		return p
	}
	if last := len(text) - 1; t.End == d.Fault.At && text[last] == text[0] {
		text = text[1:last]
	}
	return d.withFix(p, "put the whole value in quotation marks", false, edit{t.Start, end, quoted(text)})
}

// unclosed is for a quotation mark that nothing closes.
func (d diagnosis) unclosed(start int) *problem {
	end := d.endOfLine(start)
	mark := d.Src[start : start+1]
	p := d.problem(start, end, openQuote, "the quotation mark that opens %s is never closed; add the closing one", d.subject(start))
	if !bytes.Contains(d.Src[start+1:end], mark) {
		p = d.withFix(p, "close the quotation mark", false, edit{end, end, string(mark)})
	}
	return p
}

// swallowed finds a quotation mark or bracket that was not closed on its line, so that it took
// keys below for its own.
func (d diagnosis) swallowed() *problem {
	t, mark := d.before(), ""
	if t.Kind == libyaml.SingleQuoted || t.Kind == libyaml.DoubleQuoted {
		mark = string(d.Src[t.Start])
		if end, ok := d.closedBefore(t.Start, t.End); ok && d.improves(edit{end, end, mark}) {
			return d.unclosed(t.Start)
		}
	}
	for i := range d.Frames {
		f := d.Frames[i]
		if f.Kind != libyaml.FlowSequenceStart && f.Kind != libyaml.FlowMappingStart {
			continue
		}
		if _, ok := d.closedBefore(f.Start, d.Fault.At); ok || d.Fault.At >= len(d.Src) {
			return d.unclosedFlow(f)
		}
	}
	return nil
}

// closedBefore returns where something that begins on one line, and goes on in another, should
// have been closed: when a line of it holds a key, or the next list item, that is not indented
// below its own.
func (d diagnosis) closedBefore(start, end int) (int, bool) {
	own := d.textStart(d.lineStart(start))
	for line := d.nextLine(start); line <= end && line < len(d.Src); line = d.nextLine(line) {
		from := d.textStart(line)
		_, _, isKey := keyAt(d.Src, from)
		isItem := bytes.HasPrefix(d.Src[own:], []byte("- ")) && bytes.HasPrefix(d.Src[from:], []byte("- "))
		if (isKey || isItem) && from-line <= d.indentOf(own) {
			return d.endOfLine(start), true
		}
	}
	return 0, false
}

func (d diagnosis) unclosedFlow(f libyaml.Frame) *problem {
	open, closing := `"["`, `"]"`
	if f.Kind == libyaml.FlowMappingStart {
		open, closing = `"{"`, `"}"`
	}
	return d.problem(f.Start, d.endOfLine(f.Start), openFlow, "the %s that opens %s is never closed; add %s",
		open, d.subject(f.Start), closing)
}

// noComma is for something in brackets that no comma separates.
func (d diagnosis) noComma() *problem {
	at := d.Fault.At
	switch d.Src[at] {
	case ']', '}':
		f := d.around(at)
		return d.problem(f.Start, at+1, openFlow, "%s is closed by %s; close it with the bracket that fits", d.show(f.Start, f.Start+1), d.show(at, at+1))
	case '?':
		return d.problem(at, at+1, flowSeparator, "a question mark at the start of text is the mark of a key in brackets; put the text in quotation marks")
	case ':':
		return d.problem(at, at+1, flowSeparator, "a colon without quotation marks makes a key of the text before it; put the text in quotation marks, or write a comma")
	}
	if outer := d.outermost(at); outer >= 0 && (d.Src[at] == '[' || d.Src[at] == '{') && d.sameLine(outer, at) && !bytes.Contains(d.Src[outer:at], []byte(",")) {
		return d.reserved(outer) // a text with options in it: [one | two [three]]
	}
	end := min(d.endOfLine(at), d.flowEnd(at))
	return d.problem(at, end, flowSeparator, "no comma separates this from what stands before it; write one")
}

// outermost returns where the first of the brackets around a place stands; -1: there are none.
func (d diagnosis) outermost(at int) int {
	for _, f := range d.Frames {
		if (f.Kind == libyaml.FlowSequenceStart || f.Kind == libyaml.FlowMappingStart) && f.Start < at {
			return f.Start
		}
	}
	return -1
}

// flowEnd returns where a word in brackets ends.
func (d diagnosis) flowEnd(at int) int {
	if n := bytes.IndexAny(d.Src[at+1:], ",]}\r\n"); n >= 0 {
		return at + 1 + n
	}
	return len(d.Src)
}

// noValue is for a token that no value begins with.
func (d diagnosis) noValue() *problem {
	at := d.Fault.At
	if at >= len(d.Src) {
		return d.unknown()
	}
	switch inFlow := d.inFlow(); {
	case inFlow && d.Src[at] == ',':
		return d.problem(at, at+1, flowSeparator, "nothing stands between two commas; remove one")
	case inFlow && d.Src[at] == '-':
		return d.problem(at, at+1, flowSeparator, `"- " begins no item in brackets; separate items by commas`)
	case !inFlow && bytes.IndexByte([]byte(",]}"), d.Src[at]) >= 0:
		return d.reserved(at)
	}
	return d.unknown()
}

// stray is for a line that is no key, where nothing else can stand.
func (d diagnosis) stray(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	return d.problem(at, end, continuation, `%s is no "key: value"; write a key and a colon before it, or remove the line`, d.show(at, end))
}

// lookalike finds a key whose colon YAML does not see.
func (d diagnosis) lookalike(at int) *problem {
	end := wordEnd(d.Src, at)
	rest := d.Src[end:d.lineEnd(at)]
	word := string(d.Src[at:end])
	switch {
	case end > at+1 && d.Src[at] == '-' && d.Src[at+1] != '-':
		p := d.problem(at, end, missingSpace, "%s is no list item to YAML without a space behind its dash; write one", quote.Text(word))
		return d.withFix(p, "write a space behind the dash", false, edit{at + 1, at + 1, " "})
	case end == at || len(rest) == 0:
		return nil
	case bytes.HasPrefix(rest, []byte("：")):
		n := len("：")
		p := d.problem(at, end+n, oddColon, "%s is followed by a full-width colon (U+FF1A), which is none to YAML; write \": \"", quote.Text(word))
		return d.withFix(p, "write a colon and a space", false, edit{end, end + n, ": "})
	case bytes.HasPrefix(rest, []byte(":\u00a0")):
		p := d.problem(end, end+1+len("\u00a0"), oddSpace, "a no-break space (U+00A0) follows the colon of %s, where YAML wants an ordinary one; replace it", quote.Text(word))
		return d.withFix(p, "write an ordinary space", false, edit{end + 1, end + 1 + len("\u00a0"), " "})
	case rest[0] == ':' && len(rest) > 1 && !libyaml.IsBlank(rest[1]) && !bytes.HasPrefix(rest, []byte("://")):
		p := d.problem(at, end+1, missingSpace, "%s is no key to YAML without a space behind its colon; write one", quote.Text(word))
		return d.withFix(p, "write a space behind the colon", false, edit{end + 1, end + 1, " "})
	}
	return nil
}
