package behavior

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/markdown"
)

// isExample reports whether a block of code is one that the text calls an attack or wrong: by its heading, the
// sentence before it, or a comment in it.
func (t *textReader) isExample(content []byte, offset int) bool {
	if t.taught || t.whole || t.inBadExample(offset) {
		return true
	}
	before := strings.TrimSpace(string(t.before))
	if n := strings.LastIndex(strings.TrimRight(before, ".:*_ "), ". "); n >= 0 {
		before = before[n:]
	}
	if markdown.Teaches(before) || isLabelOf(before) && markdown.Warns(before) && !isCondition(before) {
		return true
	}
	for line := range bytes.Lines(content[:min(len(content), 64<<10)]) {
		text := bytes.TrimSpace(line)
		if (bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("<!--"))) && !bytes.HasPrefix(text, []byte("#!")) &&
			(markdown.Teaches(string(text)) || warnsStrictly(string(text))) {
			return true
		}
	}
	return false
}

// isCondition reports whether a label names a problem that the code solves: "If the server cannot write:".
func isCondition(text string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimLeft(text, ". *_\n")), "if ")
}

// isLabelOf reports whether a text introduces what follows.
func isLabelOf(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "*_ \n"), ":") || strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**")
}

// warnsStrictly reports whether a comment calls the next line wrong.
func warnsStrictly(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.Trim(text, "#/<!-* :")), " ")
	return strings.Contains(" never bad bad: wrong wrong: don't don’t avoid incorrect incorrect: ", " "+first+" ")
}
