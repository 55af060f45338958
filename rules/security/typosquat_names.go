package security

import "strings"

// similarPackage returns a popular package whose name differs by one letter or two swapped letters, or "".
func similarPackage(name, registry string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if len(name) < 5 || len(name) > 40 || strings.HasPrefix(name, "@") {
		return ""
	}
	top, others := npmNames, npmOthers
	if registry == "pypi" {
		top, others = pypiNames, pypiOthers
	}
	likely := ""
	for known := range strings.FieldsSeq(top) {
		switch {
		case known == name:
			return ""
		case likely == "" && isOneEdit(name, known):
			likely = known
		}
	}
	if likely == "" {
		return ""
	}
	for known := range strings.FieldsSeq(others) {
		if known == name {
			return ""
		}
	}
	return likely
}

// isOneEdit reports whether two different names differ by one letter or two swapped letters.
func isOneEdit(a, b string) bool {
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false
	}
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
