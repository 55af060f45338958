package schema

import "bytes"

// space is what \s stands for in a pattern of JSON Schema, which is one of ECMAScript: white space
// of all scripts and the byte order mark. To Go's expressions it is that of ASCII.
const space = `\\s\\v\\p{Z}\\x{FEFF}`

// ecma returns the text of a schema with \s and \S in its patterns written out for Go.
func ecma(source []byte) []byte {
	const keyword = `"pattern":`
	var out []byte
	for {
		at := bytes.Index(source, []byte(keyword))
		if at < 0 {
			return append(out, source...)
		}
		at += len(keyword)
		for at < len(source) && source[at] == ' ' {
			at++
		}
		out = append(out, source[:at]...)
		source = source[at:]
		if len(source) > 0 && source[0] == '"' { // else it is a property of that name
			n := 0
			out, n = appendPattern(out, source)
			source = source[n:]
		}
	}
}

// appendPattern appends the JSON string that a text begins with and returns its length.
func appendPattern(out, source []byte) ([]byte, int) {
	class := false
	out = append(out, '"')
	for i := 1; i < len(source); i++ {
		rest := source[i:]
		switch {
		case bytes.HasPrefix(rest, []byte(`\\s`)) && class:
			out = append(out, space...)
			i += 2
		case bytes.HasPrefix(rest, []byte(`\\s`)):
			out = append(out, "["+space+"]"...)
			i += 2
		case bytes.HasPrefix(rest, []byte(`\\S`)):
			out = append(out, "[^"+space+"]"...)
			i += 2
		case bytes.HasPrefix(rest, []byte(`\\`)) && len(rest) > 2: // an escape of the pattern's
			out = append(out, rest[:3]...)
			i += 2
			if rest[2] == '\\' && len(rest) > 3 { // of a backslash, or of what JSON escapes
				out = append(out, rest[3])
				i++
			}
		case rest[0] == '\\' && len(rest) > 1: // an escape of JSON's
			out = append(out, rest[:2]...)
			i++
		case rest[0] == '"':
			return append(out, '"'), i + 1
		default:
			class = rest[0] == '[' || class && rest[0] != ']'
			out = append(out, rest[0])
		}
	}
	return out, len(source)
}
