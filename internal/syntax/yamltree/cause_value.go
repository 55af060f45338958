package yamltree

import (
	"bytes"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// colon diagnoses a ":" that cannot end a key.
func (d diagnosis) colon() *problem {
	t, at := d.previousToken(), d.Err.At
	if t.Kind != libyaml.PlainScalar {
		return d.problem(at, at+1, emptyKey, `missing key before ":"`).withHelp("add the key, or quote the value")
	}
	start := max(t.Start, d.textStart(d.lineStart(at)))
	_, end, isKey := keyAt(d.Src, start)
	switch {
	case start > t.Start && isKey && (len(d.Frames) == 0 || d.alignedBelow(t.Start, start)):
		return d.stray(t.Start)
	case start > t.Start && isKey:
		return d.indented(start, end)
	case start == t.Start && at-start > libyaml.MaxKey:
		return d.problem(start, at, longKey, "key is longer than %s characters", quote.Count(libyaml.MaxKey)).withHelp("shorten the key")
	}
	format := `unquoted ": " in %s`
	if d.endOfLine(at) == at+1 {
		format = `unquoted ":" at the end of %s`
	}
	p := d.problem(at, d.afterColon(at), unquotedColon, format, d.subject(t.Start)).withHelp(quoteTheValue)
	return d.colonFix(p, t.Start)
}

// afterColon returns the end of a colon and the space after it.
func (d diagnosis) afterColon(colon int) int {
	if next := colon + 1; next < len(d.Src) && d.Src[next] == ' ' {
		return next + 1
	}
	return colon + 1
}

// alignedBelow reports whether a line of text starts at the column of the key below it, so that it was probably meant
// as a key. In a list, the line can also be a complete item.
func (d diagnosis) alignedBelow(text, key int) bool {
	before := d.Src[d.lineStart(text):text]
	return d.indentOf(text) == d.indentOf(key) &&
		(len(bytes.Trim(before, " ")) == 0 || len(bytes.Trim(before, " -")) == 0 && d.lookalike(text) != nil)
}

// reserved diagnoses a value that starts with an indicator character of YAML.
func (d diagnosis) reserved(start int) *problem {
	_, n := utf8.DecodeRune(d.Src[start:])
	if c := d.Src[start]; c == '[' || c == '{' {
		p := d.problem(start, d.endOfLine(start), reservedStart, "%s starts like a %s (%s), but is not one",
			d.subject(start), meaning(c), d.show(start, start+n)).withHelp(quoteTheValue)
		if c == '[' && d.itemsFix(p, start) {
			p.Message = "unquoted brackets in an item of " + d.subject(start)
			return p
		}
		p.Help = quoteTheValue
		return d.quoteFix(p, start, false)
	}
	p := d.problem(start, d.endOfLine(start), reservedStart, "unquoted %s at the start of %s (%s)",
		d.show(start, start+n), d.subject(start), meaning(d.Src[start])).withHelp(quoteTheValue)
	return d.quoteFix(p, start, false)
}

const quoteTheValue = "quote the value"

// meaning returns the meaning of a character at the start of a YAML value.
func meaning(c byte) string {
	switch c {
	case '*':
		return "YAML alias"
	case '&':
		return "YAML anchor"
	case '!':
		return "YAML tag"
	case '[':
		return "YAML list"
	case '{':
		return "YAML mapping"
	case '|', '>':
		return "YAML block text"
	case '?':
		return "YAML key"
	case '%':
		return "YAML directive"
	}
	return "reserved in YAML"
}

// afterValue diagnoses text on the line of a complete value.
func (d diagnosis) afterValue() *problem {
	t := d.previousToken()
	if t.End == 0 || t.End > d.Err.At || !d.sameLine(t.End, d.Err.At) {
		return nil
	}
	switch t.Kind {
	case libyaml.SingleQuoted, libyaml.DoubleQuoted:
		if !d.inFlow() || t.End == d.Err.At {
			return d.afterQuote(t)
		}
	case libyaml.FlowSequenceEnd, libyaml.FlowMappingEnd:
		if !d.inFlow() {
			return d.reserved(d.openingBracket(t))
		}
	case libyaml.AliasMark:
		if !d.inFlow() {
			return d.reserved(t.Start)
		}
	}
	return nil
}

// inFlow reports whether the error is within brackets.
func (d diagnosis) inFlow() bool {
	f := d.enclosing(d.Err.At)
	return f != nil && isFlow(f)
}

// openingBracket returns the offset of the opening bracket that matches a closing one.
func (d diagnosis) openingBracket(closing libyaml.Token) int {
	depth := 0
	for i := min(d.Err.Token, len(d.Tokens)) - 1; i >= 0; i-- {
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

// afterQuote diagnoses text after the closing quote of a value.
func (d diagnosis) afterQuote(t libyaml.Token) *problem {
	at := d.Err.At
	end := max(d.endOfLine(at), at+1)
	mark := d.Src[t.Start]
	if t.End == at && mark == '\'' {
		p := d.problem(at-1, end, textAfterQuote, "unescaped apostrophe in %s", d.subject(t.Start)).withHelp("write '' for an apostrophe in single quotes")
		return d.requote(p, t, end)
	}
	inner := `\"`
	if mark == '\'' {
		inner = "''"
	}
	p := d.problem(at, end, textAfterQuote, "text after the closing quote of %s", d.subject(t.Start)).
		withHelp("quote the whole value and write %s for quotes inside it", inner)
	return d.requote(p, t, end)
}

// requote adds the fix that quotes the whole rest of a line that contains quotes.
func (d diagnosis) requote(p *problem, t libyaml.Token, end int) *problem {
	text := string(d.Src[t.Start:end])
	if !d.sameLine(t.Start, end) || d.inFlow() || d.textStart(d.lineStart(t.Start)) == t.Start {
		return p
	}
	if last := len(text) - 1; t.End == d.Err.At && text[last] == text[0] {
		text = text[1:last]
	}
	return d.withFix(p, "quote the whole value", false, edit{t.Start, end, quoted(text)})
}

const addQuote = "add the closing quote"

// unclosed diagnoses an unclosed quote.
func (d diagnosis) unclosed(start int) *problem {
	end := d.endOfLine(start)
	mark := d.Src[start : start+1]
	p := d.problem(start, end, openQuote, "unclosed quote in %s", d.subject(start)).withHelp(addQuote)
	if !bytes.Contains(d.Src[start+1:end], mark) {
		p = d.withFix(p, addQuote, false, edit{end, end, string(mark)})
	}
	return p
}

// unclosedBefore finds a quote or bracket that was not closed on its line, so that keys below became part of its value.
func (d diagnosis) unclosedBefore() *problem {
	t, mark := d.previousToken(), ""
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
		if _, ok := d.closedBefore(f.Start, d.Err.At); ok || d.Err.At >= len(d.Src) {
			return d.unclosedFlow(f)
		}
	}
	return nil
}

// closedBefore returns where a value that spans lines should have been closed, and whether one of its lines contains
// a key or the next list item that is not indented deeper than the value's line.
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
	return d.problem(f.Start, d.endOfLine(f.Start), openFlow, "unclosed %s in %s", open, d.subject(f.Start)).
		withHelp("add %s", closing)
}

// noComma diagnoses a missing comma in brackets.
func (d diagnosis) noComma() *problem {
	at := d.Err.At
	switch d.Src[at] {
	case ']', '}':
		f := d.enclosing(at)
		return d.problem(f.Start, at+1, openFlow, "bracket %s is closed by %s", d.show(f.Start, f.Start+1), d.show(at, at+1)).
			withHelp("use the matching closing bracket")
	case '?':
		return d.problem(at, at+1, flowSeparator, `unquoted "?" inside brackets`).withHelp("quote the text")
	case ':':
		return d.problem(at, at+1, flowSeparator, `unquoted ":" inside brackets`).withHelp("quote the text, or add a comma")
	}
	if outer := d.outermost(at); outer >= 0 && (d.Src[at] == '[' || d.Src[at] == '{') && d.sameLine(outer, at) && !bytes.Contains(d.Src[outer:at], []byte(",")) {
		return d.reserved(outer) // text with options: [one | two [three]]
	}
	end := min(d.endOfLine(at), d.flowEnd(at))
	return d.problem(at, end, flowSeparator, "missing comma before %s", d.show(at, end)).withHelp("add a comma")
}

// outermost returns the offset of the outermost bracket around an offset, or -1.
func (d diagnosis) outermost(at int) int {
	for _, f := range d.Frames {
		if (f.Kind == libyaml.FlowSequenceStart || f.Kind == libyaml.FlowMappingStart) && f.Start < at {
			return f.Start
		}
	}
	return -1
}

// flowEnd returns the end of a word in brackets.
func (d diagnosis) flowEnd(at int) int {
	if n := bytes.IndexAny(d.Src[at+1:], ",]}\r\n"); n >= 0 {
		return at + 1 + n
	}
	return len(d.Src)
}

// noValue diagnoses a token with which no value can start.
func (d diagnosis) noValue() *problem {
	at := d.Err.At
	if at >= len(d.Src) {
		return d.unknownProblem()
	}
	switch inFlow := d.inFlow(); {
	case inFlow && d.Src[at] == ',':
		return d.problem(at, at+1, flowSeparator, "two commas in a row").withHelp("remove one")
	case inFlow && d.Src[at] == '-':
		return d.problem(at, at+1, flowSeparator, `unexpected "- " inside brackets`).withHelp("separate the items with commas")
	case !inFlow && bytes.IndexByte([]byte(",]}"), d.Src[at]) >= 0:
		return d.reserved(at)
	}
	return d.unknownProblem()
}

// stray diagnoses a line without a key where nothing else is allowed.
func (d diagnosis) stray(at int) *problem {
	if q := d.lookalike(at); q != nil {
		return q
	}
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	return d.problem(at, end, continuation, `expected "key: value", found %s`, d.show(at, end)).
		withHelp("add a key and a colon, or remove the line")
}

// lookalike finds a key with a colon that YAML does not recognize.
func (d diagnosis) lookalike(at int) *problem {
	end := wordEnd(d.Src, at)
	rest := d.Src[end:d.lineEnd(at)]
	word := string(d.Src[at:end])
	switch {
	case end > at+1 && d.Src[at] == '-' && d.Src[at+1] != '-':
		p := d.problem(at, end, missingSpace, "missing space after the dash in %s", quote.Text(word)).withHelp("add a space after the dash")
		return d.withFix(p, p.Help, false, edit{at + 1, at + 1, " "})
	case end == at || len(rest) == 0:
		return nil
	case bytes.HasPrefix(rest, []byte("：")):
		n := len("：")
		p := d.problem(at, end+n, fullWidthColon, "full-width colon (U+FF1A) after %s", quote.Text(word)).withHelp(`replace it with ": "`)
		return d.withFix(p, p.Help, false, edit{end, end + n, ": "})
	case bytes.HasPrefix(rest, []byte(":\u00a0")):
		p := d.problem(end, end+1+len("\u00a0"), noBreakSpace, "no-break space (U+00A0) after the colon of %s", quote.Text(word)).
			withHelp("replace it with an ordinary space")
		return d.withFix(p, p.Help, false, edit{end + 1, end + 1 + len("\u00a0"), " "})
	case rest[0] == ':' && len(rest) > 1 && !libyaml.IsBlank(rest[1]) && !bytes.HasPrefix(rest, []byte("://")):
		p := d.problem(at, end+1, missingSpace, "missing space after the colon of %s", quote.Text(word)).withHelp("add a space after the colon")
		return d.withFix(p, p.Help, false, edit{end + 1, end + 1, " "})
	}
	return nil
}
