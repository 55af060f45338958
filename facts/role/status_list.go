package role

import (
	"bytes"
	"slices"
	"strings"
)

// listsProject reports whether items next to a name in a list name files that projects have in their root, and skills do not:
// "- `.git`", "- verify `AGENTS.md` exists".
func listsProject(before, after []byte) bool {
	start := bytes.LastIndexByte(before, '\n')
	if start < 0 || !isItem(string(before[start+1:])) {
		return false
	}
	_, after, _ = bytes.Cut(after, []byte("\n"))
	above := strings.Split(string(before[:start]), "\n")
	slices.Reverse(above)
	return namesRoot(above) || namesRoot(strings.Split(string(after), "\n"))
}

// namesRoot reports whether one of the items that begin a text names such a file.
func namesRoot(lines []string) bool {
	for _, line := range lines {
		if !isItem(line) {
			return false
		}
		parts := strings.Split(line, "`")
		for i := 1; i < len(parts); i += 2 {
			isWhole := i == 1 && len(parts) == 3 && strings.Trim(parts[0]+parts[2], " \t-*\r") == ""
			switch name := parts[i]; {
			case name == "AGENTS.md", name == ".git", name == ".gitignore", name == ".editorconfig",
				isWhole && len(name) > 2 && name[0] == '.' && !strings.ContainsAny(name, "/ ") && !strings.HasPrefix(name, ".env"):
				return true
			}
		}
	}
	return false
}

func isItem(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
}
