package jsontree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

const removeComma = "remove the comma"

// diagnose returns the problem that stopped jsontext. It compares the text after the last token with what is expected
// there.
func (p *parser) diagnose() *analysis.Problem {
	at := p.skip(p.end)
	if at == len(p.source) {
		return p.unexpectedEnd()
	}
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	f := p.top()
	switch {
	case f == nil:
		return p.diagnoseValue(at)
	case f.pending:
		return p.diagnoseColon(at)
	case p.childless(f):
		return p.diagnoseFirstChild(f, at)
	case p.source[at] == ',':
		return p.diagnoseAfterComma(f, at)
	}
	return p.diagnoseAfterChild(f, at)
}

func (p *parser) childless(f *frame) bool {
	if f.value.Kind == analysis.List {
		return len(p.items) == f.first
	}
	return len(p.members) == f.first
}

// unexpectedEnd diagnoses a text that ends too early.
func (p *parser) unexpectedEnd() *analysis.Problem {
	f := p.top()
	if f == nil {
		return p.problem(0, len(p.source), Empty, "empty document", "write a JSON value")
	}
	if f.value.Kind == analysis.List {
		return p.problem(f.at, f.at+1, UnclosedList, "unclosed list", `add the missing "]"`)
	}
	return p.problem(f.at, f.at+1, UnclosedObject, "unclosed object", `add the missing "}"`)
}

// foreign diagnoses text that is invalid everywhere outside strings.
func (p *parser) foreign(at int) *analysis.Problem {
	rest := p.source[at:]
	switch c := rest[0]; {
	case (at == 0 || c == 0) && analysis.EncodingOf(p.source) != analysis.UTF8:
		return p.problem(0, 2, UTF16, "text is encoded as "+analysis.EncodingOf(p.source).String(), "save it as UTF-8")
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")), c == '#':
		return p.problem(at, p.commentEnd(at), Comment, "comments are not allowed", "remove the comment")
	case c == '\'':
		return p.problem(at, p.singleQuoted(at), SingleQuotes, "single-quoted string", "use double quotes")
	case IsConflictMarker(p.lineFrom(at)) && p.startsLine(at):
		return p.problem(at, at+len(p.lineFrom(at)), ConflictMarker, "merge conflict marker", "keep one side and remove the markers")
	case c >= utf8.RuneSelf || c < ' ':
		return p.unexpectedCharacter(at)
	}
	return nil
}

// unexpectedCharacter diagnoses a character that is only allowed in strings.
func (p *parser) unexpectedCharacter(at int) *analysis.Problem {
	r, n := utf8.DecodeRune(p.source[at:])
	switch {
	case r == utf8.RuneError && n == 1:
		return p.problem(at, at+1, Unexpected, fmt.Sprintf("invalid UTF-8 byte 0x%02X outside strings", p.source[at]), "remove it")
	case r == '“' || r == '”' || r == '„' || r == '‘' || r == '’' || r == '«' || r == '»':
		return p.problem(at, at+n, CurlyQuotes, fmt.Sprintf("typographic quote %c", r), `use a straight quote (")`)
	}
	return p.problem(at, at+n, Unexpected, fmt.Sprintf("unexpected character U+%04X outside strings", r), "remove it")
}

// IsConflictMarker reports whether a line is a merge conflict marker of git.
func IsConflictMarker(line []byte) bool {
	const length = 7
	line = bytes.TrimRight(line, "\r")
	if len(line) < length || !strings.Contains("<=>|", string(line[0])) {
		return false
	}
	for _, c := range line[:length] {
		if c != line[0] {
			return false
		}
	}
	return len(line) == length || line[length] == ' '
}

func (p *parser) lineFrom(at int) []byte {
	if n := bytes.IndexAny(p.source[at:], "\r\n"); n >= 0 {
		return p.source[at : at+n]
	}
	return p.source[at:]
}

func (p *parser) startsLine(at int) bool {
	return at == 0 || p.source[at-1] == '\n' || p.source[at-1] == '\r'
}

func (p *parser) commentEnd(at int) int {
	if p.source[at] == '/' && p.source[at+1] == '*' {
		if n := bytes.Index(p.source[at+2:], []byte("*/")); n >= 0 {
			return at + 2 + n + 2
		}
	}
	return at + len(bytes.TrimRight(p.lineFrom(at), " \t"))
}

func (p *parser) singleQuoted(at int) int {
	line := p.lineFrom(at)
	if n := bytes.IndexByte(line[1:], '\''); n >= 0 {
		return at + n + 2
	}
	return at + 1
}

// diagnoseColon diagnoses the text after a key.
func (p *parser) diagnoseColon(at int) *analysis.Problem {
	if p.source[at] != ':' {
		if problem := p.innerQuote(at); problem != nil {
			return problem
		}
		if c := p.source[at]; c == ',' || c == '}' || c == ']' {
			return p.problem(p.start, p.end, MissingValue, "missing value for key "+p.shown(p.start, p.end), "add a colon and a value")
		}
		return p.problem(at, at+p.character(at), MissingColon, "missing colon before "+p.shown(at, at+p.character(at)), "add the colon")
	}
	at = p.skip(at + 1)
	if at == len(p.source) {
		return p.unexpectedEnd()
	}
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	return p.diagnoseValue(at)
}

// diagnoseFirstChild diagnoses the text directly after an opening bracket.
func (p *parser) diagnoseFirstChild(f *frame, at int) *analysis.Problem {
	if p.source[at] == ',' {
		return p.problem(at, at+1, MissingValue, fmt.Sprintf(`unexpected comma after "%c"`, p.source[p.end-1]), "remove the comma")
	}
	if f.value.Kind == analysis.List {
		return p.diagnoseValue(at)
	}
	return p.diagnoseKey(at)
}

// diagnoseAfterComma diagnoses the text after a comma inside brackets.
func (p *parser) diagnoseAfterComma(f *frame, comma int) *analysis.Problem {
	at := p.skip(comma + 1)
	if at == len(p.source) {
		return p.unexpectedEnd()
	}
	switch p.source[at] {
	case '}', ']':
		problem := p.problem(comma, comma+1, TrailingComma, "trailing comma", removeComma)
		problem.Fix = deletion(removeComma, problem.Range)
		return problem
	case ',':
		return p.problem(at, at+1, MissingValue, "two commas in a row", "remove one")
	}
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	if f.value.Kind == analysis.List {
		return p.diagnoseValue(at)
	}
	return p.diagnoseKey(at)
}

// diagnoseAfterChild diagnoses the text after a child.
func (p *parser) diagnoseAfterChild(f *frame, at int) *analysis.Problem {
	c := p.source[at]
	if problem := p.innerQuote(at); problem != nil {
		return problem
	}
	switch {
	case at == p.end && isWord(c) && isWord(p.source[at-1]):
		return p.badWord(p.start) // "007" and "2026-01-26" start with a number
	case c == '}' || c == ']':
		return p.mismatch(f, at)
	case startsValue(c):
		return p.problem(at, at+p.tokenLength(at), MissingComma, "missing comma before "+p.shown(at, at+p.tokenLength(at)), "add the comma")
	case c == ':' && f.value.Kind == analysis.List:
		return p.problem(at, at+1, Unexpected, `unexpected ":" in a list`, `write ",", or put the key and value in an object`)
	}
	return p.unexpected(at)
}

func (p *parser) mismatch(f *frame, at int) *analysis.Problem {
	open, want := p.source[f.at], byte('}')
	if open == '[' {
		want = ']'
	}
	return p.problem(at, at+1, Mismatch, fmt.Sprintf(`bracket "%c" is closed by "%c"`, open, p.source[at]), fmt.Sprintf(`write "%c"`, want))
}

// innerQuote recognizes an unescaped quote inside a string: text follows it directly.
func (p *parser) innerQuote(at int) *analysis.Problem {
	if at != p.end || p.source[p.end-1] != '"' || !isWord(p.source[at]) {
		return nil
	}
	return p.problem(p.end-1, p.end, InnerQuote, "unescaped quote inside a string", `write \" inside strings`)
}

// diagnoseKey diagnoses text in place of a key.
func (p *parser) diagnoseKey(at int) *analysis.Problem {
	switch c := p.source[at]; {
	case c == '"':
		return p.badString(at)
	case c == ']':
		return p.mismatch(p.top(), at)
	case c == ':':
		return p.problem(at, at+1, Unexpected, `missing key before ":"`, "add a key in double quotes")
	case isWord(c):
		end := at + p.wordLength(at)
		return p.problem(at, end, UnquotedKey, "unquoted key "+clip(p.text[at:end]), fmt.Sprintf(`write "%s"`, clip(p.text[at:end])))
	case c == '{' && at == p.end:
		return p.placeholder(at)
	case c == '{' || c == '[':
		return p.problem(at, at+1, Unexpected, fmt.Sprintf(`"%c" in place of a key`, c), "write a key in double quotes")
	}
	return p.unexpected(at)
}

// placeholder diagnoses "{{" outside strings. at is the offset of the second brace.
func (p *parser) placeholder(at int) *analysis.Problem {
	start, end := at-1, at+1
	if n := bytes.Index(p.lineFrom(start), []byte("}}")); n >= 0 {
		end = start + n + 2
	}
	return p.problem(start, end, UnquotedToken, "unresolved placeholder "+clip(p.text[start:end]), "replace it with a value")
}

// diagnoseValue diagnoses text in place of a value.
func (p *parser) diagnoseValue(at int) *analysis.Problem {
	switch c := p.source[at]; {
	case c == '"':
		return p.badString(at)
	case c == ',' && p.top() != nil, (c == '}' || c == ']') && p.top() != nil && p.top().pending:
		return p.problem(at, at+1, MissingValue, fmt.Sprintf(`missing value before "%c"`, c), "add the value")
	case (c == '}' || c == ']') && p.top() != nil:
		return p.mismatch(p.top(), at)
	case isWord(c) || c == '+':
		return p.badWord(at)
	}
	return p.unexpected(at)
}

func (p *parser) unexpected(at int) *analysis.Problem {
	n := p.character(at)
	return p.problem(at, at+n, Unexpected, "unexpected "+p.shown(at, at+n), "remove it, or put the text in double quotes")
}

// diagnoseTrailing diagnoses the text after the whole value.
func (p *parser) diagnoseTrailing(at int) *analysis.Problem {
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	c := p.source[at]
	if at == p.end && isWord(c) && isWord(p.source[at-1]) {
		return p.badWord(p.start)
	}
	if c == ',' {
		next := p.skip(at + 1)
		if next == len(p.source) {
			problem := p.problem(at, at+1, CommaAfterValue, "comma after the value", removeComma)
			problem.Fix = deletion(removeComma, problem.Range)
			return problem
		}
		at, c = next, p.source[next]
	}
	switch {
	case c == '}' || c == ']':
		return p.problem(at, at+1, Mismatch, fmt.Sprintf(`unmatched "%c"`, c), "remove it")
	case startsValue(c):
		n := p.tokenLength(at)
		return p.problem(at, at+n, TwoValues, "second value "+p.shown(at, at+n), "keep one value")
	}
	n := max(p.wordLength(at), p.character(at))
	return p.problem(at, at+n, TextAfterValue, "unexpected "+p.shown(at, at+n)+" after the value", "remove it")
}
