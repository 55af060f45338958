package report

import (
	"path"
	"strings"
)

const sourceRoot = "%SRCROOT%"

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId"`
}

func newArtifact(path string) sarifArtifact { return sarifArtifact{relativeURI(path), sourceRoot} }

// relativeURI returns a path as a URI reference relative to the source root. It is never absolute, does not point outside and has no
// scheme. Special bytes are percent-encoded.
func relativeURI(name string) string {
	if isRelative(name) {
		return name
	}
	name = path.Clean("/" + name)[1:]
	if name == "" {
		return "."
	}
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if isPlain(c) {
			b.WriteByte(c)
			continue
		}
		const digits = "0123456789ABCDEF"
		b.WriteByte('%')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	return b.String()
}

// isRelative reports whether a path is already such a URI reference.
func isRelative(name string) bool {
	for i := range len(name) {
		if !isPlain(name[i]) {
			return false
		}
	}
	return name != "" && name[0] != '/' && name[0] != '.' && path.Clean(name) == name
}

// isPlain reports whether a byte does not need to be escaped in a URI reference. A colon does, because it would end a scheme.
func isPlain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~/@+,=", c) >= 0
}
