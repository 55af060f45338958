package loader

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// maxMembers limits the number of fields that are read from invalid YAML.
const maxMembers = 2000

// parseLines parses frontmatter line by line. A field is "key: value" at the indentation of the first field,
// and continues on lines with more indentation. Enclosing quotes, block scalar indicators and comments
// are removed.
func parseLines(source []byte, within analysis.Range) []member {
	r := lineParser{source: source, indent: -1}
	for at := within.Start; at < within.End && len(r.members) < maxMembers; {
		end, next := lineEnd(source, at, within.End)
		r.line(at, end)
		at = next
	}
	r.finish()
	return r.members
}

// lineEnd returns the end of the line at an offset, without its line break, and the start of the next line.
func lineEnd(source []byte, at, limit int) (end, next int) {
	n := bytes.IndexByte(source[at:limit], '\n')
	if n < 0 {
		return limit, limit
	}
	end, next = at+n, at+n+1
	if end > at && source[end-1] == '\r' {
		end--
	}
	return end, next
}

type lineParser struct {
	source  []byte
	indent  int // of the fields; -1 before the first
	members []member
	open    *member  // the field being parsed
	parts   []string // lines of its value
}

func (r *lineParser) line(start, end int) {
	text := r.source[start:end]
	indent := len(text) - len(bytes.TrimLeft(text, " \t"))
	if key, value, ok := cutKey(text[indent:]); ok && (r.indent < 0 || indent == r.indent || indent > r.indent && r.isOverindented(string(key))) {
		r.finish()
		if r.indent < 0 {
			r.indent = indent
		}
		at := start + indent
		name := analysis.Range{Start: at, End: at + len(key)}
		valueEnd := start + len(bytes.TrimRight(text, " \t"))
		r.open = &member{key: string(bytes.TrimSpace(key)), kind: analysis.String, keyRange: name,
			valueRange: analysis.Range{Start: valueEnd - len(value), End: valueEnd}}
		r.parts = []string{string(value)}
		return
	}
	if r.open == nil || len(bytes.TrimSpace(text)) == 0 {
		return
	}
	if indent <= r.indent { // neither a field nor a continuation
		r.finish()
		return
	}
	if r.open.firstPart == "" && isWordField(text[indent:]) && !isBlockIndicator(r.parts[0]) {
		r.open.firstPart = unquote(strings.TrimSpace(strings.Join(r.parts, " ")))
	}
	r.parts = append(r.parts, string(bytes.TrimSpace(text)))
	r.open.valueRange.End = end
}

// isOverindented reports whether a key with too much indentation is a separate field, because the preceding value
// is complete.
func (r *lineParser) isOverindented(key string) bool {
	return r.open != nil && slices.Contains(specified, key) && r.parts[0] != "" && !isBlockIndicator(r.parts[0])
}

// cutKey splits a line of the form "key: value".
func cutKey(text []byte) (key, value []byte, ok bool) {
	colon := bytes.IndexByte(text, ':')
	if colon <= 0 || bytes.IndexByte([]byte("#-\"'[{"), text[0]) >= 0 {
		return nil, nil, false
	}
	rest := text[colon+1:]
	if len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' && rest[0] != '\r' {
		return nil, nil, false
	}
	return bytes.TrimRight(text[:colon], " \t"), bytes.TrimSpace(rest), true
}

func (r *lineParser) finish() {
	m := r.open
	r.open = nil
	if m == nil || slices.ContainsFunc(r.members, func(known member) bool { return known.key == m.key }) {
		return
	}
	first := r.parts[0]
	switch {
	case isBlockIndicator(first):
		m.text = strings.Join(r.parts[1:], "\n")
	case len(r.parts) > 1 && first == "" && (strings.HasPrefix(r.parts[1], "- ") || isField(r.parts[1])):
		m.kind, m.text = analysis.Map, strings.Join(r.parts[1:], "\n")
	default:
		m.text = unquote(strings.TrimSpace(strings.Join(r.parts, " ")))
	}
	if m.text == "" && !isBlockIndicator(first) && first == "" {
		m.kind = analysis.Null
	}
	if m.valueRange.Len() <= 0 {
		m.valueRange = m.keyRange
	}
	r.members = append(r.members, *m)
}

// isWordField reports whether a line is a field whose key is one word.
func isWordField(line []byte) bool {
	key, _, ok := cutKey(line)
	return ok && bytes.IndexByte(key, ' ') < 0
}

func isField(text string) bool { _, _, ok := cutKey([]byte(text)); return ok }

// isBlockIndicator reports whether a value is a block scalar indicator such as "|", ">-" or "|2", with or
// without a comment.
func isBlockIndicator(text string) bool {
	if text == "" || text[0] != '|' && text[0] != '>' {
		return false
	}
	rest := strings.TrimLeft(text[1:], "+-0123456789")
	return rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "#") && rest[0] != '#'
}

// unquote removes quotes around a whole value, and a comment after an unquoted one.
func unquote(text string) string {
	if len(text) >= 2 && text[0] == text[len(text)-1] {
		switch inner := text[1 : len(text)-1]; text[0] {
		case '\'':
			return strings.ReplaceAll(inner, "''", "'")
		case '"':
			if plain, err := strconv.Unquote(text); err == nil {
				return plain
			}
			return strings.ReplaceAll(inner, `\"`, `"`)
		}
	}
	if i := strings.Index(text, " #"); i >= 0 {
		return strings.TrimRight(text[:i], " \t")
	}
	if strings.HasPrefix(text, "#") {
		return ""
	}
	return text
}
