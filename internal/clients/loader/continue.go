package loader

import (
	"strings"
)

// continueCLI parses the text between the first two lines "---" as frontmatter, anywhere in the file.
var continueCLI = &Client{
	ID:      "continue",
	Title:   "Continue",
	Program: "@continuedev/cli",
	Version: "1.5.47",
	Source:  "cn with a local model server, its skills recorded",
	Checked: "2026-11-29",
	Grade:   Measured,
	Places:  []string{".continue/skills/", ".claude/skills/", "~/.continue/skills/"},
	read: recipe{
		crlfToLF: true, frame: frameSplit,
		name:        textRule{onlyStrings: true},
		description: textRule{onlyStrings: true},
	}.read,
}

// frameSplit returns the text between the first two matches of /^---\s*$/m.
func frameSplit(text string) (start, end int, ok bool) {
	_, start, ok = NextDashes(text, 0)
	if !ok {
		return 0, 0, false
	}
	end, _, ok = NextDashes(text, start)
	return start, end, ok
}

// NextDashes returns the next line "---" at or after an offset, with the white space that follows.
func NextDashes(text string, from int) (start, end int, ok bool) {
	for at := from; ; {
		n := strings.Index(text[at:], "---")
		if n < 0 {
			return 0, 0, false
		}
		start = at + n
		at = start + 1
		if before := []rune(text[max(start-3, 0):start]); start > 0 && !isLineEnd(before[len(before)-1]) {
			continue
		}
		rest := text[start+3:]
		white := rest[:len(rest)-len(trimStart(rest))]
		if len(white) == len(rest) {
			return start, len(text), true
		}
		if last := strings.LastIndexFunc(white, isLineEnd); last >= 0 {
			return start, start + 3 + last, true
		}
	}
}
