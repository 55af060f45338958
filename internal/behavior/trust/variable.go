package trust

import (
	"strings"
)

func IsVariableName(name string) bool {
	return name != "" && strings.Trim(strings.ToUpper(name), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == ""
}

// VariableIn returns the name of the only variable whose value an expression matches. What follows the name does not match more
// than its line.
func VariableIn(pattern string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "=")
	if !ok || strings.ContainsAny(before, "|.[{") {
		return "", false
	}
	name := strings.TrimSuffix(strings.TrimSuffix(before, `\s*`), " *")
	start := strings.LastIndexFunc(name, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') }) + 1
	for _, part := range []string{`\s`, `\S`, `\w`, `\r`, `\n`, `[^\n]`, `[^\s]`, `["']`, `['"]`, `[^"'\s]`, `[^\r\n]`} {
		after = strings.ReplaceAll(after, part, "")
	}
	return name[start:], len(name)-start > 2 && strings.Trim(after, `()?:*+.$"' `) == ""
}
