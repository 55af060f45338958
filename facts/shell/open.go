package shell

import "strings"

// mayBeOpen reports whether a text may have an unclosed quote or here-document. It does not look into substitutions, which have
// quotes of their own.
func mayBeOpen(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i++; i+1 < len(text) && text[i+1] == '#' {
				return true
			}
		case '`':
			return true
		case '<':
			if strings.HasPrefix(text[i:], "<<") {
				return true
			}
		case '$':
			if isSubstitution(text[i:]) || i+1 < len(text) && (text[i+1] == '\'' || text[i+1] == '"') {
				return true
			}
		case '#':
			if i == 0 || strings.IndexByte(" \t\n;&|()", text[i-1]) >= 0 {
				if end := strings.IndexByte(text[i:], '\n'); end >= 0 {
					i += end
				} else {
					return false
				}
			}
		case '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return true
			}
			i += 1 + end
		case '"':
			end := closingQuote(text[i+1:])
			if end < 0 {
				return true
			}
			i += 1 + end
		}
	}
	return false
}

// closingQuote returns the offset of the double quote that closes a text without substitutions, or -1.
func closingQuote(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		case '`':
			return -1
		case '$':
			if isSubstitution(text[i:]) {
				return -1
			}
		}
	}
	return -1
}

// isSubstitution reports whether a text starts with a substitution other than $NAME and ${NAME}.
func isSubstitution(text string) bool {
	if len(text) < 2 || text[1] != '{' {
		return len(text) > 1 && (text[1] == '(' || text[1] == '[')
	}
	n := 2
	for n < len(text) && (text[n] == '_' || '0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	return n == 2 || n == len(text) || text[n] != '}'
}
