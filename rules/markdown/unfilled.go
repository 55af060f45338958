package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// minSlots is the number of placeholders from which a document is considered to be a template that somebody fills in.
const minSlots = 8

// isUnfilled reports whether a heading of instructions contains a placeholder {{NAME}}, which clients do not replace there.
func isUnfilled(d *analysis.Document, heading string) bool {
	if d.Kind&(analysis.Instructions|analysis.CursorRule) == 0 || strings.Contains(heading, "`") {
		return false
	}
	_, rest, ok := strings.Cut(heading, "{{")
	name, _, closed := strings.Cut(rest, "}}")
	name = strings.TrimSpace(name)
	return ok && closed && len(name) > 1 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && name[0] >= 'A'
}
