package escape

import "strings"

// obeyed are what HTML and XML obey, and what begins a command that CI systems obey in a log, whatever
// it stands in: "::name", "##[name]", "##vso[".
const obeyed = "&<>'\"[:"

// Markup returns text as String does, to stand between the elements of HTML or XML, or in a quoted
// attribute that is no address and no script.
func Markup(text string) string {
	if plain(text) && !strings.ContainsAny(text, obeyed) {
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
