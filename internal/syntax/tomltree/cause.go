package tomltree

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Causes of a problem.
const (
	Twice          = "twice"          // a key or table that is already defined
	NoTOML         = "no-toml"        // another format
	UnquotedText   = "unquoted-text"  // text without quotes
	CurlyQuotes    = "curly-quotes"   // typographic quotes
	OpenString     = "open-string"    // an unclosed string
	BadEscape      = "escape"         // an invalid escape sequence
	MissingEquals  = "missing-equals" // a key without "=", or with ":"
	MissingValue   = "missing-value"  // a key with nothing after "="
	OpenBracket    = "open-bracket"   // an unclosed list or table
	TextAfterValue = "text-behind"    // text after a value
	ControlChar    = "control-character"
	TooNew         = "too-new" // syntax of later TOML versions
	Unexpected     = "unexpected"
)

// diagnose returns the cause of a parse error. Offsets are in the builder's source.
func (b *builder) diagnose(err error) *analysis.Problem {
	var duplicate *conflictError
	if errors.As(err, &duplicate) {
		return problem(int(duplicate.key.Offset), int(duplicate.key.Offset+duplicate.key.Length), Twice, duplicate.message(), "keep one of the two")
	}
	var later *newerSyntax
	if errors.As(err, &later) {
		return problem(later.start, later.end, TooNew, later.message, later.help)
	}
	at := len(b.source)
	var parserError *unstable.ParserError
	if errors.As(err, &parserError) {
		at = offsetOf(b.source, parserError.Highlight)
	}
	if len(b.source) == 0 {
		return problem(0, 0, Unexpected, "empty file", "add keys and values")
	}
	at = runeStart(b.source, min(at, len(b.source)-1))
	for _, find := range []func(int, string) *analysis.Problem{b.foreign, b.diagnoseString, b.diagnoseLine} {
		if p := find(at, err.Error()); p != nil {
			return p
		}
	}
	_, n := utf8.DecodeRune(b.source[at:])
	return problem(at, at+n, Unexpected, "unexpected "+quote.Text(string(b.source[at:at+n])),
		`write "key = value" on each line, with text in quotes`)
}

// offsetOf returns the offset of part, which is a subslice of source.
func offsetOf(source, part []byte) int {
	if at := cap(source) - cap(part); at >= 0 && at <= len(source) {
		return at
	}
	return len(source)
}

func problem(start, end int, cause, message, help string) *analysis.Problem {
	return &analysis.Problem{Range: analysis.Range{Start: start, End: end}, Cause: cause, Message: message, Help: help}
}

// foreign recognizes other formats by the first line that is not empty.
func (b *builder) foreign(at int, _ string) *analysis.Problem {
	first := len(b.source) - len(bytes.TrimLeft(b.source, " \t\r\n"))
	if at > lineEnd(b.source, first) {
		return nil
	}
	line := strings.TrimSpace(string(b.source[first:lineEnd(b.source, first)]))
	end := first + len(line)
	switch {
	case strings.HasPrefix(line, "---"):
		return b.boundedProblem(first, end, NoTOML, "file starts with YAML frontmatter", `write the fields as "key = value", and the text as prompt = """…"""`)
	case strings.HasPrefix(line, "{"):
		return b.boundedProblem(first, end, NoTOML, "file contains JSON", `write prompt = "…" without braces`)
	case strings.HasPrefix(line, "```"):
		return b.boundedProblem(first, end, NoTOML, "file starts with a code fence", "remove the fences")
	}
	return nil
}

// boundedProblem returns a problem with a range of bounded length.
func (b *builder) boundedProblem(start, end int, cause, message, help string) *analysis.Problem {
	if end-start > longestShown {
		end = runeStart(b.source, start+longestShown)
	}
	return problem(start, end, cause, message, help)
}

// diagnoseString diagnoses errors in strings, which the parser's message names.
func (b *builder) diagnoseString(at int, message string) *analysis.Problem {
	switch {
	case strings.Contains(message, "escape"), strings.Contains(message, `need a character after \`):
		start := at
		for start > 0 && b.source[start] != '\\' && at-start < 12 {
			start--
		}
		end := min(start+2, len(b.source))
		for end < len(b.source) && !utf8.RuneStart(b.source[end]) {
			end++
		}
		return problem(start, end, BadEscape, "invalid escape sequence "+quote.Text(string(b.source[start:end])),
			`write \\ for a backslash, or put the text between '''`)
	case strings.Contains(message, "not terminated"), strings.Contains(message, "unterminated"), strings.Contains(message, "cannot have new lines"):
		start := b.stringStart(at)
		mark := mark(b.source[start:])
		help := "add " + mark + " after its end"
		if len(mark) == 1 {
			help = "add the closing " + mark + ", or put " + strings.Repeat(mark, 3) + " around text of several lines"
		}
		return problem(start, start+len(mark), OpenString, "unclosed string", help)
	case strings.Contains(message, "too many quotes"):
		return problem(at, at+1, OpenString, "too many closing quotes", "write three")
	case strings.Contains(message, "control characters"), strings.Contains(message, "carriage return"):
		return problem(at, at+1, ControlChar, "control character", "remove it")
	}
	return nil
}

// stringStart returns the start of the unclosed string: after the "=" of the last line before an offset that has
// a key and a quotation mark.
func (b *builder) stringStart(at int) int {
	for start := b.lineStart(at); ; start = b.lineStart(start - 1) {
		line := b.source[start:lineEnd(b.source, start)]
		if i := bytes.IndexByte(line, '='); i >= 0 && isKey(string(line[:i])) {
			rest := bytes.TrimLeft(line[i+1:], " \t")
			if mark(rest) != "" {
				return start + len(line) - len(rest)
			}
		}
		if start == 0 {
			break
		}
	}
	start := b.lineStart(at)
	if i := bytes.IndexAny(b.source[start:at+1], `"'`); i >= 0 {
		return start + i
	}
	return at
}

// mark returns the opening quote of a text: one or three quotation marks.
func mark(text []byte) string {
	for _, m := range []string{`"""`, "'''", `"`, "'"} {
		if bytes.HasPrefix(text, []byte(m)) {
			return m
		}
	}
	return ""
}

// diagnoseLine diagnoses the line at which the parser stopped.
func (b *builder) diagnoseLine(at int, message string) *analysis.Problem {
	start := b.lineStart(at)
	end := lineEnd(b.source, start)
	line := string(b.source[start:end])
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	end = start + len(strings.TrimRight(line, " \t\r"))
	start += indent
	if end <= start {
		return nil
	}
	line = string(b.source[start:end])
	key, value, hasEquals := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	valueAt := end - len(value)
	name, colon, hasColon := strings.Cut(line, ":")
	switch {
	case strings.ContainsAny(string(b.source[at:min(at+3, len(b.source))]), "“”„‘’«»") || hasEquals && startsCurly(value):
		return b.boundedProblem(max(valueAt, start), end, CurlyQuotes, "typographic quotes", `use straight quotes (")`)
	case hasEquals && isKey(key) && value == "":
		return problem(start, end, MissingValue, "missing value for key "+quote.Text(key), `add the value after "="`)
	case hasEquals && isKey(key) && strings.ContainsAny(value[:1], "[{") && strings.Contains(message, "incomplete"):
		return problem(valueAt, valueAt+1, OpenBracket, "unclosed "+quote.Text(value[:1]), "add the closing bracket")
	case hasEquals && isKey(key) && mark([]byte(value)) == "" && !strings.ContainsAny(value[:1], "[{+-0123456789"):
		return b.boundedProblem(valueAt, end, UnquotedText, "unquoted text "+quote.Text(value), "write "+key+` = "…"`)
	case hasColon && !hasEquals && isKey(strings.TrimSpace(name)):
		what := `"…"`
		if colon = strings.TrimSpace(colon); mark([]byte(colon)) != "" {
			what = colon
		}
		return b.boundedProblem(start, end, MissingEquals, `":" used instead of "="`, "write "+strings.TrimSpace(name)+" = "+cut(what))
	case !hasEquals && line[0] != '[':
		return b.boundedProblem(start, end, MissingEquals, `expected "key = value", found `+quote.Text(line), `add a key and "=", or put """ around text of several lines`)
	case hasEquals && strings.Contains(message, "expected newline"):
		_, n := utf8.DecodeRune(b.source[at:])
		return b.boundedProblem(at, max(end, at+n), TextAfterValue, "unexpected "+quote.Text(string(b.source[at:max(end, at+n)]))+" after the value", "write one key per line, and start comments with #")
	}
	return nil
}

func cut(text string) string {
	if len(text) > longestShown {
		return `"…"`
	}
	return text
}

func startsCurly(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("“”„‘’«»", r)
}

// isKey reports whether a text is a bare, dotted or quoted key.
func isKey(text string) bool {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-. ") == "" && !strings.Contains(text, "  ")
}

func (b *builder) lineStart(at int) int {
	return bytes.LastIndexByte(b.source[:max(at, 0)], '\n') + 1
}

// lineEnd returns the end of the line at an offset, without its line feed.
func lineEnd(source []byte, at int) int {
	at = min(at, len(source))
	if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(source)
}
