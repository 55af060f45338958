package loader

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// mostMembers bounds the fields that are read from invalid YAML.
const mostMembers = 2000

// plainly reads fields line by line: "key: value" at the indentation of the first one, with the more
// indented lines below. Quotes around the whole value, block scalar indicators and comments are removed.
func plainly(source []byte, within analysis.Range) []member {
	r := plainReader{source: source, indent: -1}
	for at := within.Start; at < within.End && len(r.members) < mostMembers; {
		end, next := lineEnd(source, at, within.End)
		r.line(at, end)
		at = next
	}
	r.finish()
	return r.members
}

// lineEnd returns where a line ends, and where the next begins.
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

type plainReader struct {
	source  []byte
	indent  int // of the fields; -1 before the first
	members []member
	open    *member  // the one whose value is read
	parts   []string // of its value, line by line
}

func (r *plainReader) line(start, end int) {
	text := r.source[start:end]
	blanks := len(text) - len(bytes.TrimLeft(text, " \t"))
	if key, value, ok := keyed(text[blanks:]); ok && (r.indent < 0 || blanks == r.indent || blanks > r.indent && r.isSlip(string(key))) {
		r.finish()
		if r.indent < 0 {
			r.indent = blanks
		}
		at := start + blanks
		name := analysis.Range{Start: at, End: at + len(key)}
		valueEnd := start + len(bytes.TrimRight(text, " \t"))
		r.open = &member{key: string(bytes.TrimSpace(key)), kind: analysis.String, name: name,
			at: analysis.Range{Start: valueEnd - len(value), End: valueEnd}}
		r.parts = []string{string(value)}
		return
	}
	if r.open == nil || len(bytes.TrimSpace(text)) == 0 {
		return
	}
	if blanks <= r.indent { // what stands there belongs to nothing
		r.finish()
		return
	}
	if r.open.alone == "" && isWordField(text[blanks:]) && !isBlockMark(r.parts[0]) {
		r.open.alone = unquote(strings.TrimSpace(strings.Join(r.parts, " ")))
	}
	r.parts = append(r.parts, string(bytes.TrimSpace(text)))
	r.open.at.End = end
}

// isSlip reports whether a key that is indented too far is a field of its own, because the value above
// it is complete.
func (r *plainReader) isSlip(key string) bool {
	return r.open != nil && slices.Contains(specified, key) && r.parts[0] != "" && !isBlockMark(r.parts[0])
}

// keyed splits "key: value".
func keyed(text []byte) (key, value []byte, ok bool) {
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

func (r *plainReader) finish() {
	m := r.open
	r.open = nil
	if m == nil || slices.ContainsFunc(r.members, func(known member) bool { return known.key == m.key }) {
		return
	}
	first := r.parts[0]
	switch {
	case isBlockMark(first):
		m.text = strings.Join(r.parts[1:], "\n")
	case len(r.parts) > 1 && first == "" && (strings.HasPrefix(r.parts[1], "- ") || isField(r.parts[1])):
		m.kind, m.text = analysis.Map, strings.Join(r.parts[1:], "\n")
	default:
		m.text = unquote(strings.TrimSpace(strings.Join(r.parts, " ")))
	}
	if m.text == "" && !isBlockMark(first) && first == "" {
		m.kind = analysis.Null
	}
	if m.at.Len() <= 0 {
		m.at = m.name
	}
	r.members = append(r.members, *m)
}

// isWordField reports whether a line is a field whose key is one word.
func isWordField(line []byte) bool {
	key, _, ok := keyed(line)
	return ok && bytes.IndexByte(key, ' ') < 0
}

func isField(text string) bool { _, _, ok := keyed([]byte(text)); return ok }

// isBlockMark reports whether a value is a block scalar indicator such as "|", ">-" or "|2", with or
// without a comment.
func isBlockMark(text string) bool {
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
