package python

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A stringScanner finds the end of a string, and the fields of an f-string.
type stringScanner struct {
	src     string
	end     int
	fields  []span // expressions
	tooDeep bool

	at, length int // of the error
}

// scan returns the end of the string at an offset, which may have a prefix, or an error.
func (s *stringScanner) scan(start, depth int) (end int, message string) {
	at := start
	for s.src[at] != '"' && s.src[at] != '\'' {
		at++
	}
	prefix := strings.ToLower(s.src[start:at])
	quote := s.src[at : at+1]
	triple := strings.HasPrefix(s.src[at:s.end], quote+quote+quote)
	if triple {
		quote = s.src[at : at+3]
	}
	s.at, s.length = start, at-start+len(quote)
	open := at + len(quote)
	if strings.ContainsAny(prefix, "ft") {
		return s.format(open, quote, depth)
	}
	for i := open; i < s.end; i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
			if i+1 < s.end && s.src[i] == '\r' && s.src[i+1] == '\n' {
				i++
			}
		case (c == '\n' || c == '\r') && !triple:
			return i, "unterminated string"
		case c == quote[0] && strings.HasPrefix(s.src[i:s.end], quote):
			return i + len(quote), ""
		}
	}
	return s.end, "unterminated string"
}

// format scans the content of an f-string.
func (s *stringScanner) format(i int, quote string, depth int) (end int, message string) {
	if depth > maxFormats {
		s.tooDeep = true
		return i, "f-string nested too deeply"
	}
	at, length := s.at, s.length
	for i < s.end {
		switch c := s.src[i]; {
		case c == '\\':
			i = s.escapeEnd(i + 1)
		case (c == '\n' || c == '\r') && len(quote) == 1:
			return i, "unterminated f-string"
		case c == quote[0] && strings.HasPrefix(s.src[i:s.end], quote):
			return i + len(quote), ""
		case c == '{' && i+1 < s.end && s.src[i+1] == '{', c == '}' && i+1 < s.end && s.src[i+1] == '}':
			i += 2
		case c == '{':
			if i, message = s.field(i+1, quote, depth); message != "" {
				return i, message
			}
			s.at, s.length = at, length
		case c == '}':
			s.at, s.length = i, 1
			return i, "single } in an f-string"
		default:
			i++
		}
	}
	return s.end, "unterminated f-string"
}

// escapeEnd returns the end of an escape after its backslash. \N{NAME} has no field, and the brace in \{ starts one.
func (s *stringScanner) escapeEnd(i int) int {
	rest := s.src[i:s.end]
	switch {
	case rest == "" || rest[0] == '{' || rest[0] == '}':
		return i
	case strings.HasPrefix(rest, "N{"):
		if n := strings.IndexByte(rest, '}'); n > 0 && !strings.ContainsAny(rest[:n], "\n'\"") {
			i += n
		}
	}
	return i + 1
}

// field scans a field up to its closing brace.
func (s *stringScanner) field(i int, quote string, depth int) (end int, message string) {
	start := i
	own := len(s.fields)
	s.fields = append(s.fields, span{start, start})
	brackets := 0
	for i < s.end {
		switch c := s.src[i]; {
		case c == '\'' || c == '"':
			if strings.HasPrefix(s.src[i:s.end], quote) && s.closes(i, quote) {
				s.at, s.length = start-1, 1
				return i, "unclosed { in an f-string"
			}
			if i, message = s.nested(start, i, depth); message != "" {
				return i, message
			}
		case c == '#' && len(quote) == 3:
			for i < s.end && s.src[i] != '\n' {
				i++
			}
		case strings.IndexByte("([{", c) >= 0:
			brackets++
			i++
		case brackets > 0 && strings.IndexByte(")]}", c) >= 0:
			brackets--
			i++
		case strings.HasPrefix(s.src[i:s.end], "!="):
			i += 2
		case brackets == 0 && strings.IndexByte("}:!", c) >= 0:
			s.fields[own] = expressionOf(s.src, start, i)
			return s.fieldEnd(i, quote, depth)
		default:
			i++
		}
	}
	s.at, s.length = start-1, 1
	return s.end, "unclosed { in an f-string"
}

// nested scans a string in a field that starts at start. The quote of the string is at i.
func (s *stringScanner) nested(start, i, depth int) (end int, message string) {
	from := i
	for from > start && i-from < 2 && isNameStart(s.src[from-1]) {
		from--
	}
	if !isPrefix(s.src[from:i]) || from > start && (isNameStart(s.src[from-1]) || isDigit(s.src[from-1])) {
		from = i
	}
	inner := stringScanner{src: s.src, end: s.end}
	if end, message = inner.scan(from, depth+1); message != "" {
		s.tooDeep, s.at, s.length = inner.tooDeep, inner.at, inner.length
	}
	return end, message
}

// expressionOf returns the expression of a field: f"{x=}" has x.
func expressionOf(src string, start, end int) span {
	trimmed := strings.TrimRight(src[start:end], " \t\r\n")
	if strings.HasSuffix(trimmed, "=") && !strings.HasSuffix(trimmed, "==") {
		end = start + len(trimmed) - 1
	}
	return span{start, end}
}

// closes reports whether a quote inside of a field ends the f-string, because nothing else on the line could: before
// Python 3.12, fields could not contain it.
func (s *stringScanner) closes(i int, quote string) bool {
	line := s.src[i+len(quote) : s.end]
	if len(quote) == 1 {
		if n := strings.IndexAny(line, "\n\r"); n >= 0 {
			line = line[:min(n, 4096)]
		}
	}
	return !strings.Contains(line[:min(len(line), 4096)], quote)
}

// fieldEnd scans the conversion and the format of a field.
func (s *stringScanner) fieldEnd(i int, quote string, depth int) (end int, message string) {
	if s.src[i] == '!' {
		i++
		for i < s.end && (isNameStart(s.src[i]) || s.src[i] == ' ') {
			i++
		}
	}
	if i < s.end && s.src[i] == ':' {
		i++
		for i < s.end && s.src[i] != '}' {
			switch c := s.src[i]; {
			case c == '{':
				if depth > maxFormats {
					s.tooDeep = true
					return i, "f-string nested too deeply"
				}
				if i, message = s.field(i+1, quote, depth+1); message != "" {
					return i, message
				}
				continue
			case c == quote[0] && strings.HasPrefix(s.src[i:s.end], quote), (c == '\n' || c == '\r') && len(quote) == 1:
				s.at, s.length = i, 1
				return i, "unclosed { in an f-string"
			}
			i++
		}
	}
	if i >= s.end || s.src[i] != '}' {
		s.at, s.length = min(i, s.end-1), 1
		return i, "expected } in an f-string"
	}
	return i + 1, ""
}

// Value returns the value of a string literal, which has no fields. Names of characters are not decoded.
func Value(literal string) string {
	at := strings.IndexAny(literal, `"'`)
	if at < 0 {
		return literal
	}
	prefix, body := strings.ToLower(literal[:at]), literal[at:]
	n := 1
	if len(body) >= 6 && body[1] == body[0] && body[2] == body[0] {
		n = 3
	}
	if len(body) < 2*n {
		return ""
	}
	body = body[n : len(body)-n]
	if strings.Contains(prefix, "r") || !strings.Contains(body, `\`) {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		switch c := body[i]; c {
		case '\n':
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '\\', '\'', '"':
			b.WriteByte(c)
		case 'x', 'u', 'U':
			n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			if r, err := strconv.ParseUint(body[i+1:min(i+1+n, len(body))], 16, 32); err == nil && r <= utf8.MaxRune {
				b.WriteRune(rune(r))
				i += n
				continue
			}
			fallthrough
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}
