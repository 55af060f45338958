package jsontree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

const removeComma = "remove the comma"

// diagnose finds the place and cause of what stopped jsontext: what stands behind the last token,
// and what could have stood there.
func (p *parser) diagnose() *analysis.Problem {
	at := p.skip(p.end)
	if at == len(p.source) {
		return p.ended()
	}
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	f := p.top()
	switch {
	case f == nil:
		return p.wantValue(at)
	case f.pending:
		return p.wantColon(at)
	case p.childless(f):
		return p.wantChild(f, at)
	case p.source[at] == ',':
		return p.behindComma(f, at)
	}
	return p.wantComma(f, at)
}

func (p *parser) childless(f *frame) bool {
	if f.value.Kind == analysis.List {
		return len(p.items) == f.first
	}
	return len(p.members) == f.first
}

// ended is for a text that ends too early.
func (p *parser) ended() *analysis.Problem {
	f := p.top()
	if f == nil {
		return p.problem(0, len(p.source), Empty, "empty document", "write a JSON value")
	}
	if f.value.Kind == analysis.List {
		return p.problem(f.at, f.at+1, UnclosedList, "unclosed list", `add the missing "]"`)
	}
	return p.problem(f.at, f.at+1, UnclosedObject, "unclosed object", `add the missing "}"`)
}

// foreign recognises what is no JSON wherever it stands.
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
		return p.strange(at)
	}
	return nil
}

// strange is for a character that stands nowhere in JSON but in strings.
func (p *parser) strange(at int) *analysis.Problem {
	r, n := utf8.DecodeRune(p.source[at:])
	switch {
	case r == utf8.RuneError && n == 1:
		return p.problem(at, at+1, Unexpected, fmt.Sprintf("invalid UTF-8 byte 0x%02X outside strings", p.source[at]), "remove it")
	case r == '“' || r == '”' || r == '„' || r == '‘' || r == '’' || r == '«' || r == '»':
		return p.problem(at, at+n, CurlyQuotes, fmt.Sprintf("typographic quote %c", r), `use a straight quote (")`)
	}
	return p.problem(at, at+n, Unexpected, fmt.Sprintf("unexpected character U+%04X outside strings", r), "remove it")
}

// IsConflictMarker reports whether a line is one that git leaves in a file that it could not
// merge.
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

// wantColon is for what stands behind a key.
func (p *parser) wantColon(at int) *analysis.Problem {
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
		return p.ended()
	}
	if problem := p.foreign(at); problem != nil {
		return problem
	}
	return p.wantValue(at)
}

// wantChild is for what stands directly behind an opening bracket.
func (p *parser) wantChild(f *frame, at int) *analysis.Problem {
	if p.source[at] == ',' {
		return p.problem(at, at+1, MissingValue, fmt.Sprintf(`unexpected comma after "%c"`, p.source[p.end-1]), "remove the comma")
	}
	if f.value.Kind == analysis.List {
		return p.wantValue(at)
	}
	return p.wantKey(at)
}

// behindComma is for what stands behind the comma at an offset, inside brackets.
func (p *parser) behindComma(f *frame, comma int) *analysis.Problem {
	at := p.skip(comma + 1)
	if at == len(p.source) {
		return p.ended()
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
		return p.wantValue(at)
	}
	return p.wantKey(at)
}

// wantComma is for what stands behind a child.
func (p *parser) wantComma(f *frame, at int) *analysis.Problem {
	c := p.source[at]
	if problem := p.innerQuote(at); problem != nil {
		return problem
	}
	switch {
	case at == p.end && isWord(c) && isWord(p.source[at-1]):
		return p.badWord(p.start) // of "007" and "2026-01-26" the beginning is a number
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

// innerQuote recognises the end of a string that was meant as a character of it: the text goes on
// directly behind it.
func (p *parser) innerQuote(at int) *analysis.Problem {
	if at != p.end || p.source[p.end-1] != '"' || !isWord(p.source[at]) {
		return nil
	}
	return p.problem(p.end-1, p.end, InnerQuote, "unescaped quote inside a string", `write \" inside strings`)
}

// wantKey is for what stands where a key has to.
func (p *parser) wantKey(at int) *analysis.Problem {
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

// placeholder is for "{{" outside of a string; at is the offset of the second brace.
func (p *parser) placeholder(at int) *analysis.Problem {
	start, end := at-1, at+1
	if n := bytes.Index(p.lineFrom(start), []byte("}}")); n >= 0 {
		end = start + n + 2
	}
	return p.problem(start, end, UnquotedToken, "unresolved placeholder "+clip(p.text[start:end]), "replace it with a value")
}

// wantValue is for what stands where a value has to.
func (p *parser) wantValue(at int) *analysis.Problem {
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

// behind is for what stands behind the whole value.
func (p *parser) behind(at int) *analysis.Problem {
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
			problem := p.problem(at, at+1, CommaBehind, "comma after the value", removeComma)
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
	return p.problem(at, at+n, TextBehind, "unexpected "+p.shown(at, at+n)+" after the value", "remove it")
}
