package tokens

import "strings"

// allowed reports whether each line of a command matches a pattern.
func allowed(text string, patterns []string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !fitsAny(line, patterns) {
			return false
		}
	}
	return true
}

func fitsAny(text string, patterns []string) bool {
	for _, p := range patterns {
		if fits(text, p) {
			return true
		}
	}
	return false
}

// fits reports whether a text matches a pattern. A star matches any text without further commands: "git *" does not match
// "git log; rm -r x".
func fits(text, pattern string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, parts[0])
	for i, part := range parts[1:] {
		n := strings.Index(rest, part)
		if i == len(parts)-2 {
			n = len(rest) - len(part)
			if !strings.HasSuffix(rest, part) {
				return false
			}
		}
		if n < 0 || strings.ContainsAny(rest[:n], ";|&<>`\n\r") || strings.Contains(rest[:n], "$(") {
			return false
		}
		rest = rest[n+len(part):]
	}
	return ok && rest == ""
}
