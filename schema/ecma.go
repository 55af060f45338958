package schema

import "strings"

// space is the meaning of \s in patterns of JSON Schema, which follow ECMAScript: all Unicode white
// space and the byte order mark. In Go it is ASCII white space.
const space = `\s\v\p{Z}\x{FEFF}`

// ecma returns a pattern with \s and \S expanded for Go.
func ecma(pattern string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c != '\\' || i+1 == len(pattern) {
			class = c == '[' || class && c != ']'
			b.WriteByte(c)
			continue
		}
		i++
		switch next := pattern[i]; {
		case next == 's' && class:
			b.WriteString(space)
		case next == 's':
			b.WriteString("[" + space + "]")
		case next == 'S':
			b.WriteString("[^" + space + "]")
		default:
			b.WriteString(pattern[i-1 : i+1])
		}
	}
	return b.String()
}
