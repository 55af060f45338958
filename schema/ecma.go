package schema

import "bytes"

// space is the meaning of \s in patterns of JSON Schema, which follow ECMAScript: all Unicode white
// space and the byte order mark. In Go it is ASCII white space.
const space = `\\s\\v\\p{Z}\\x{FEFF}`

// ecma returns the source of a schema with \s and \S in patterns expanded for Go.
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
		if len(source) > 0 && source[0] == '"' { // else a property named "pattern"
			n := 0
			out, n = appendPattern(out, source)
			source = source[n:]
		}
	}
}

// appendPattern appends the JSON string at the start of a text and returns its length.
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
		case bytes.HasPrefix(rest, []byte(`\\`)) && len(rest) > 2: // an escape in the pattern
			out = append(out, rest[:3]...)
			i += 2
			if rest[2] == '\\' && len(rest) > 3 { // an escaped backslash, or a character that JSON escapes
				out = append(out, rest[3])
				i++
			}
		case rest[0] == '\\' && len(rest) > 1: // an escape in JSON
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
