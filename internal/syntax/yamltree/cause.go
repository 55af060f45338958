package yamltree

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// The causes of problems.
const (
	unquotedColon   = "unquoted-colon"    // "key: text: text"
	lostBreak       = "lost-break"        // "text. license: MIT"
	tabIndentation  = "tab-indent"        //
	listIndent      = "list-indent"       // a key indented into the list above it
	indentedKey     = "indented-key"      // a key indented below a value
	badIndent       = "bad-indent"        // a key between two indentations
	continuation    = "continuation"      // text that is neither key nor indented
	openQuote       = "unclosed-quote"    //
	textAfterQuote  = "text-after-quote"  //
	reservedStart   = "reserved-start"    // a value that begins with @ ` % * & [ { ! | > ?
	undefinedAlias  = "unknown-alias"     //
	unknownEscape   = "bad-escape"        //
	openFlow        = "unclosed-flow"     //
	flowSeparator   = "flow-separator"    // no comma, or nothing between two
	missingSpace    = "missing-space"     // "key:text", "-text"
	noBreakSpace    = "no-break-space"    // after a colon
	fullWidthColon  = "full-width-colon"  //
	lineSeparator   = "line-separator"    // U+0085, U+2028, U+2029
	forbiddenChar   = "control-character" //
	directiveLine   = "directive"         // "%YAML"
	otherDocument   = "second-document"   //
	unindentedBlock = "block-indent"      // the text below "|" and ">"
	listOnKeyLine   = "list-on-key-line"  // "key: - text"
	listBelowValue  = "list-below-value"  //
	emptyKey        = "empty-key"         // ": text"
	longKey         = "long-key"          //
	unknownMistake  = "syntax"            // none of these
)

// A problem is an analysis.Problem whose ranges are offsets in the YAML's own text.
type problem analysis.Problem

func (p *problem) shift(by int) *analysis.Problem {
	p.Range = shifted(p.Range, by)
	if p.Fix != nil {
		for i := range p.Fix.Edits {
			p.Fix.Edits[i].Range = shifted(p.Fix.Edits[i].Range, by)
		}
	}
	return (*analysis.Problem)(p)
}

// A diagnosis finds the probable mistake that caused an error. If there are several candidates, the first in the text
// is reported whose correction lets the parser continue.
type diagnosis struct{ *libyaml.Outline }

// diagnose returns the problem that caused the error of p. Its range is never empty.
func diagnose(p *libyaml.Outline) *problem {
	if p.Err.Code.IsMalformed() {
		p.Err.At = p.Err.From // the start of the construct is wrong
	}
	q := diagnosis{p}.cause()
	if r := &q.Range; r.Len() == 0 {
		r.Start = min(r.Start, len(p.Src)-1)
		for r.Start > 0 && !utf8.RuneStart(p.Src[r.Start]) {
			r.Start--
		}
		_, n := utf8.DecodeRune(p.Src[r.Start:])
		r.End = r.Start + n
	}
	return q
}

// cause looks for mistakes before the error, and then at the error.
func (d diagnosis) cause() *problem {
	if q := d.unclosedBefore(); q != nil {
		return q
	}
	if q := d.invisibleBreak(); q != nil {
		return q
	}
	f := d.Err
	switch f.Code {
	case libyaml.Directive:
		return d.problem(f.At, d.endOfLine(f.At), directiveLine,
			"unsupported directive %s", d.show(f.At, d.endOfLine(f.At))).withHelp("remove the line")
	case libyaml.TabIndent:
		return d.tab(f.At)
	case libyaml.UnclosedQuote:
		return d.unclosed(f.From)
	case libyaml.BadEscape:
		return d.escape(f.At)
	case libyaml.UnknownAlias:
		return d.alias(f.At)
	case libyaml.MissingColon:
		return d.noColon(f.At)
	}
	if q := d.afterValue(); q != nil {
		return q
	}
	return d.misplaced()
}

// misplaced diagnoses an error at the text that caused it.
func (d diagnosis) misplaced() *problem {
	f := d.Err
	if f.Code == libyaml.StrayKey || f.Code.IsMalformed() {
		return d.reserved(f.At)
	}
	switch f.Code {
	case libyaml.StrayCharacter:
		if d.Src[f.At] == '\t' {
			return d.tab(f.At)
		}
		return d.reserved(f.At)
	case libyaml.StrayColon:
		return d.colon()
	case libyaml.StrayEntry:
		return d.problem(f.At, d.endOfLine(f.At), listOnKeyLine, "list starts on the line of its key").
			withHelp("put each item on its own line, or quote the value if it is text")
	case libyaml.ExpectedKey:
		return d.noKey()
	case libyaml.ExpectedEntry:
		return d.noEntry()
	case libyaml.ExpectedComma:
		return d.noComma()
	case libyaml.ExpectedValue:
		return d.noValue()
	case libyaml.SecondDocument:
		return d.document()
	}
	return d.unknownProblem()
}

func (d diagnosis) problem(start, end int, cause, format string, args ...any) *problem {
	return &problem{Range: analysis.Range{Start: start, End: end}, Cause: cause, Message: fmt.Sprintf(format, args...)}
}

func (p *problem) withHelp(format string, args ...any) *problem {
	p.Help = fmt.Sprintf(format, args...)
	return p
}

// unknownProblem returns the problem for an error that no other cause explains.
func (d diagnosis) unknownProblem() *problem {
	at := d.Err.At
	if at >= len(d.Src) {
		at = d.previousToken().Start
	}
	end := max(d.endOfLine(at), min(at+1, len(d.Src)))
	return d.problem(at, end, unknownMistake, "unexpected %s", d.show(at, end)).
		withHelp("quote the value if it is text, or check the indentation")
}

// controlCharacter returns the problem for a character that YAML forbids everywhere.
func controlCharacter(text []byte, at int) *problem {
	r, n := utf8.DecodeRune(text[at:])
	return &problem{Range: analysis.Range{Start: at, End: at + n}, Cause: forbiddenChar,
		Message: fmt.Sprintf("control character U+%04X", r), Help: "remove it"}
}

// invisibleBreak finds an invisible line separator that, in YAML, ends the line before the error.
func (d diagnosis) invisibleBreak() *problem {
	start := d.lineStart(d.Err.At)
	for _, width := range []int{2, 3} {
		at := start - width
		if at < 0 || libyaml.LineBreak(d.Src, at) != width || libyaml.IsNewline(d.Src[at]) {
			continue
		}
		if !d.improves(edit{at, start, " "}) {
			return nil
		}
		r, _ := utf8.DecodeRune(d.Src[at:])
		return d.problem(at, start, lineSeparator, "line separator U+%04X", r).withHelp("replace it with a space")
	}
	return nil
}

// tab diagnoses a tab used as indentation.
func (d diagnosis) tab(at int) *problem {
	end := at
	for end < len(d.Src) && libyaml.IsBlank(d.Src[end]) {
		end++
	}
	if t := d.previousToken(); d.lineStart(t.Start) == d.lineStart(at) {
		return d.problem(at, end, tabIndentation, "tab after %s", d.show(t.Start, t.End)).withHelp("replace it with a space")
	}
	return d.problem(at, end, tabIndentation, "tab used for indentation").withHelp("indent with spaces")
}

// escape diagnoses a backslash in double quotes.
func (d diagnosis) escape(at int) *problem {
	end := at + 1
	_, n := utf8.DecodeRune(d.Src[end:])
	end += n
	p := d.problem(at, end, unknownEscape, "invalid escape sequence %s", d.show(at, end)).
		withHelp(`write "\\" for a backslash, or use single quotes`)
	return d.withFix(p, "double the backslash", false, edit{at, at, `\`})
}

// alias diagnoses an alias without an anchor.
func (d diagnosis) alias(at int) *problem {
	t := d.Tokens[d.Err.Token]
	if end := d.endOfLine(at); end > t.End {
		return d.reserved(at)
	}
	name := string(d.Src[t.Start+1 : t.End])
	p := d.problem(t.Start, t.End, undefinedAlias, "undefined alias %s", quote.Text("*"+name)).
		withHelp("quote it if it is text, or define the anchor %s", quote.Text("&"+name))
	return d.quoteFix(p, at, false)
}

// document diagnoses text after the document.
func (d diagnosis) document() *problem {
	at := d.Err.At
	t := d.Tokens[d.Err.Token]
	if t.Kind == libyaml.DocumentStart {
		return d.problem(at, at+3, otherDocument, "second YAML document").withHelp(`remove this "---"`)
	}
	first := d.Shapes[0]
	key, end, isKey := keyAt(d.Src, at)
	if first.Form == libyaml.Mapping && isKey && d.sameLine(first.Start, first.End) {
		_, end, _ = keyAt(d.Src, first.Start)
		p := d.problem(first.Start, max(end, first.Start+1), badIndent, "key %s is indented, but the keys below it are not",
			d.show(first.Start, max(end, first.Start+1))).withHelp("start it at column %d", d.columnOf(at))
		return d.withFix(p, "remove the indentation", false, edit{d.lineStart(first.Start), first.Start, string(d.Src[d.lineStart(at):at])})
	}
	if first.Form == libyaml.Mapping && isKey {
		return d.problem(at, end, badIndent, "key %s is indented differently from the keys above it", quote.Text(key)).
			withHelp("start all keys at column %d", d.columnOf(first.Start))
	}
	if first.Form == libyaml.Scalar && first.Start < at {
		return d.stray(first.Start)
	}
	return d.stray(at)
}
