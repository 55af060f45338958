package analysis

import "strings"

// IsWindowsDevice reports whether a name is reserved for a device on Windows, with any case and any
// extension: no file can have it.
func IsWindowsDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	switch stem = strings.ToLower(strings.TrimRight(stem, " ")); stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	port, ok := strings.CutPrefix(stem, "com")
	if !ok {
		port, ok = strings.CutPrefix(stem, "lpt")
	}
	switch port {
	case "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return ok
	}
	return false
}
