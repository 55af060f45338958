package shell

import (
	"slices"
	"strings"
)

// Unescape removes backslashes from a shell literal.
func Unescape(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if i++; text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// IsShell reports whether a program is a shell.
func IsShell(name string) bool {
	return slices.Contains([]string{"sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "csh", "tcsh", "mksh", "rbash"}, name)
}

// ProgramName returns the last element of the path of a program.
func ProgramName(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return strings.TrimSuffix(name, ".exe")
}

// IsDevice reports whether a path is a connection to a shell.
func IsDevice(path string) bool {
	return strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/")
}
