package analysis

import (
	"path"
	"strings"
)

// maxStored is the length of the longest path in a file that is considered to be a symbolic link.
const maxStored = 300

// StoredLink returns the target if the document is a symbolic link that was stored as text, as git does where links are not
// supported: one line, a relative path of a file with the same extension. Else it returns "".
func (d *Document) StoredLink() string {
	if len(d.Source) > maxStored || d.Part {
		return ""
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(d.Source), "\ufeff"))
	if !strings.HasPrefix(text, "../") && !strings.HasPrefix(text, "./") || strings.ContainsAny(text, " \t\r\n\"'`()[]<>*") || path.Ext(text) == "" || path.Ext(text) != path.Ext(d.Rel) {
		return ""
	}
	return text
}
