package jsyaml

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

const (
	untagged = "?" // the tag of a plain scalar without a tag
	coreTags = "tag:yaml.org,2002:"
	mergeTag = coreTags + "merge"
)

// tag parses a tag and returns its full name.
func (r *reader) tag() string {
	start := r.pos
	r.pos++
	if r.peek() == '<' {
		return r.verbatimTag(start)
	}
	word := r.text[start : start+1+len(r.word())]
	handle, suffix := splitTag(word)
	name, decodable := r.decodeTag(suffix)
	prefix, declared := r.handles[handle]
	switch {
	case !r.isTagHandle(handle):
		r.fail(start, "a tag handle with other characters than letters and hyphens")
	case strings.Contains(suffix, "!"):
		r.fail(start, "a tag with too many exclamation marks")
	case suffix != "" && !isTagURI(suffix) || !decodable:
		r.fail(start, "a tag with a character that tags do not have")
	case strings.ContainsAny(suffix, ",[]{}"):
		r.fail(start, "a bracket or comma right after a tag")
	case declared:
	case handle == "!":
		prefix = "!"
	case handle == "!!":
		prefix = coreTags
	default:
		r.fail(start, "a tag handle that no %TAG declares")
	}
	return prefix + name
}

// splitTag splits "!name", "!!name" and "!handle!name".
func splitTag(word string) (handle, suffix string) {
	if i := strings.IndexByte(word[1:], '!'); i >= 0 {
		return word[:i+2], word[i+2:]
	}
	return word[:1], word[1:]
}

// verbatimTag parses the rest of !<name>.
func (r *reader) verbatimTag(start int) string {
	r.pos++
	from := r.pos
	// The first character is part of the name even if it is ">".
	end := -1
	if from < len(r.text) {
		end = strings.IndexByte(r.text[from+1:], '>')
	}
	if end < 0 {
		r.fail(start, "a verbatim tag that is never closed")
		return ""
	}
	name := r.text[from : from+1+end]
	decoded, ok := r.decodeTag(name)
	if !ok || !isTagURI(name) {
		r.fail(start, "a tag with a character that tags do not have")
		return ""
	}
	r.pos = from + end + 2
	return decoded
}

// decodeTag decodes %XX in a name in version 4. It returns false if the result is not UTF-8.
func (r *reader) decodeTag(name string) (string, bool) {
	if r.version == V3 {
		return name, true
	}
	decoded, err := url.PathUnescape(name)
	return decoded, err == nil && utf8.ValidString(decoded)
}

// isTagHandle reports whether a text is !, !! or !letters!, as of 4.3 also with digits.
func (r *reader) isTagHandle(s string) bool {
	if s == "!" {
		return true
	}
	if len(s) < 2 || s[0] != '!' || s[len(s)-1] != '!' {
		return false
	}
	for _, c := range []byte(s[1 : len(s)-1]) {
		if !isLetter(c) && c != '-' && !(r.version == V43 && c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

// isTagURI reports whether a text can be a tag or a tag prefix. The first character is not checked, except that it
// must not be a flow indicator.
func isTagURI(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	if s == "" || first > 0xFFFF || isFlow(s[0]) { // in JavaScript, a character above U+FFFF is two
		return false
	}
	if first == '%' && isURITail(s) {
		return true
	}
	return isURITail(s[size:])
}

func isURITail(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			if i+2 >= len(s) || hexDigit(s[i+1]) < 0 || hexDigit(s[i+2]) < 0 {
				return false
			}
			i += 2
		case isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("-#;/?:@&=+$,_.!~*'()[]", c) >= 0:
		default:
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
