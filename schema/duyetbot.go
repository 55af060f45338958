package schema

import "strings"

// IsDuyetbotType reports whether the value of "type" in frontmatter is one of duyetbot's. Capitals, underscores
// and plurals are accepted.
func IsDuyetbotType(value string) bool {
	switch strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(value), "_", "-"), "s") {
	case "self-improvement", "mode", "custom", "subagent":
		return true
	}
	return false
}

// IsDuyetbotField reports whether only duyetbot defines a field of the frontmatter.
func IsDuyetbotField(key string) bool {
	switch key {
	case "required_tools", "disallowed_tools", "timeout_ms", "max_retries", "max_concurrent":
		return true
	}
	return false
}
