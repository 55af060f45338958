package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// isPlain reports whether a text can be a name: nobody takes blanks, capitals or dots.
func isPlain(text string) bool {
	for _, r := range text {
		if r < 'a' && r != '-' && r != '_' && (r < '0' || r > '9') || r > 'z' && r < 0x80 {
			return false
		}
	}
	return true
}

// normalises reports whether the loader of a document cleans names up before it uses them.
func normalises(d *analysis.Document) bool {
	rules := d.Dialect.Kinds[readAs(d.File)]
	return rules != nil && rules.Name != nil && rules.Name.Normalise
}

// normalised cleans a name up: lower case, one hyphen for whatever is no letter or digit, none
// at the ends.
func normalised(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
