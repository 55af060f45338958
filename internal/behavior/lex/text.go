package lex

import (
	"bytes"
	"slices"
	"strings"
)

// StartsKey reports whether a line starts with a key of YAML or TOML.
func StartsKey(content []byte) bool {
	n := 0
	for n < len(content) && (IsLetter(content[n]) || content[n] == '_' || content[n] == '-' || '0' <= content[n] && content[n] <= '9') {
		n++
	}
	return n > 0 && n < len(content) && (content[n] == ':' && (n+1 == len(content) || content[n+1] == ' ') || bytes.HasPrefix(content[n:], []byte(" = ")))
}

// IsIdentifier reports whether a text is one word such as "ignore-all-instructions".
func IsIdentifier(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// IsSettings reports whether a file of a skill has the name of a settings file.
func IsSettings(name string) bool {
	return slices.Contains([]string{"hooks.json", "settings.json", "settings.local.json", "mcp.json", ".mcp.json", "plugin.json", "claude_desktop_config.json", "opencode.json", "tasks.json", "package.json", "devcontainer.json", ".devcontainer.json"}, name)
}

// PathOf returns the path that a command writes: a literal, or the source if it is a profile, which only a variable names.
func PathOf(path, source string) string {
	if path == "" || strings.Contains(source, "$PROFILE") {
		return source
	}
	return path
}

// NamesDetection reports whether the key of a list says that it holds what is detected or denied.
func NamesDetection(key string) bool {
	key = strings.ToLower(key)
	return slices.ContainsFunc([]string{"detection", "blocklist", "denylist", "blocked_", "denied_", "forbidden_", "injection_patterns", "attack_patterns"}, func(part string) bool { return strings.Contains(key, part) })
}

// ContainsAny reports whether a text contains one of several parts.
func ContainsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// IsLetter reports whether a byte is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
