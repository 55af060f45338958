package link

import (
	"html"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/util"
)

// parseTarget splits a destination. ok is false for URLs, empty destinations and placeholders.
func parseTarget(form Form, written, decoded string) (t Target, ok bool) {
	decoded = strings.TrimSpace(decoded)
	if decoded == "" || isAddress(decoded) || isPattern(decoded) {
		return Target{}, false
	}
	t = Target{Form: form, Written: strings.Clone(written)}
	path, fragment, _ := strings.Cut(decoded, "#")
	path, _, _ = strings.Cut(path, "?")
	t.Path, t.Fragment = unescapePercent(path), unescapePercent(fragment)
	return t, t.Path != "" || t.Fragment != ""
}

// isAddress reports whether a destination is a URL with a scheme or host, except for file: and drive letters.
func isAddress(s string) bool {
	if strings.HasPrefix(s, "//") {
		return true
	}
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || len(scheme) < 2 || strings.EqualFold(scheme, "file") {
		return false
	}
	for i, c := range []byte(scheme) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || strings.IndexByte("0123456789+.-", c) < 0) {
			return false
		}
	}
	return true
}

// isPattern reports whether a path contains a placeholder or a wildcard.
func isPattern(s string) bool {
	return strings.ContainsAny(s, "{}<>*|\x00") || strings.Contains(s, "$") || strings.Contains(s, "...") || strings.Contains(s, "…")
}

func unescapePercent(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}

// Unescape resolves the escapes and entities of a text, which goldmark leaves to renderers.
func Unescape(written []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(written))))
}

func unescapeHTML(s string) string { return html.UnescapeString(s) }
