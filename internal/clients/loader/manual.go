package loader

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Manual is the field by which only users call a skill.
const Manual = "disable-model-invocation"

// IsManual reports whether a header keeps models from choosing a skill.
func IsManual(header *analysis.Value) bool {
	v := header.Get(Manual)
	return v != nil && isTrue(v.Text)
}

// isTrue reports whether Claude Code takes a text for true.
func isTrue(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
