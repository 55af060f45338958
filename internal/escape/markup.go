package escape

import "strings"

// specialChars lists the special characters of HTML and XML, and those of commands that CI systems execute in any context: "::name",
// "##[name]", "##vso[".
const specialChars = "&<>'\"[:"

// Markup escapes text like String, and for HTML or XML: for use between elements, or in a quoted attribute other than a URL or script.
func Markup(text string) string {
	if isPrintableASCII(text) && !strings.ContainsAny(text, specialChars) {
		return text
	}
	return string(AppendMarkup(nil, text))
}

// AppendMarkup appends Markup(text) to b.
func AppendMarkup(b []byte, text string) []byte {
	text = String(text)
	for i := range len(text) {
		switch c := text[i]; {
		case c == '&':
			b = append(b, "&amp;"...)
		case c == '<':
			b = append(b, "&lt;"...)
		case c == '>':
			b = append(b, "&gt;"...)
		case c == '\'':
			b = append(b, "&#39;"...)
		case c == '"':
			b = append(b, "&#34;"...)
		case c == '[':
			b = append(b, "&#91;"...)
		case c == ':' && strings.HasPrefix(text[i+1:], ":"):
			b = append(b, "&#58;"...)
		default:
			b = append(b, c)
		}
	}
	return b
}
