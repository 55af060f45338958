package loader

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Manual is the field that restricts a skill to invocation by users.
const Manual = "disable-model-invocation"

// IsManual reports whether the frontmatter prevents models from invoking the skill.
func IsManual(header *analysis.Value) bool {
	v := header.Get(Manual)
	return v != nil && isTrue(v.Text)
}

// isTrue reports whether Claude Code reads a text as true.
func isTrue(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
