package shell

import (
	"bytes"
	"unicode/utf8"
)

// hasPrompt reports whether a line starts with a prompt.
func hasPrompt(lines []line) bool {
	for _, l := range lines {
		if bytes.HasPrefix(l.text, []byte("$ ")) {
			return true
		}
	}
	return false
}

// keepInput clears the output in the lines of an interactive session. Without prompts, all lines are a script.
func keepInput(lines []line) {
	prompted := false
	for _, l := range lines {
		prompted = prompted || prompt(l.text) > 0
	}
	if !prompted {
		return
	}
	typing, open := false, false // in a command; its last line ends with a backslash
	for i := range lines {
		l := &lines[i]
		n := prompt(l.text)
		switch {
		case n > 0:
			typing = true
		case typing && bytes.HasPrefix(l.text, []byte("> ")):
			n = 2
		case !open:
			n = len(bytes.TrimRight(l.text, "\n"))
			typing = false
		}
		l.text, l.place = l.text[n:], l.place+n
		open = typing && bytes.HasSuffix(bytes.TrimRight(l.text, "\n"), []byte{'\\'})
	}
}

// prompt returns the length of the prompt at the start of a line: "$ ", "% ", or "name@host…$ ".
func prompt(line []byte) int {
	if bytes.HasPrefix(line, []byte("$ ")) || bytes.HasPrefix(line, []byte("% ")) {
		return 2
	}
	n := bytes.Index(line, []byte("$ "))
	if n > 0 && bytes.IndexByte(line[:n], '@') > 0 && !bytes.ContainsAny(line[:n], " \t\"'") {
		return n + 2
	}
	return 0
}

// maskPlaceholders replaces the brackets of <task-id> with letters, because a shell would parse them as redirections.
// A placeholder is a name directly between two brackets, unlike process substitution, here-documents and comparisons.
// It reports whether there are any.
func maskPlaceholders(text []byte) (changed bool) {
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '<')
		if n < 0 {
			return changed
		}
		start := at + n
		end := start + 1
		for end < len(text) && end-start < maxPlaceholder && isBracketed(text[end]) {
			end++
		}
		at = end
		if end > start+1 && end < len(text) && text[end] == '>' && isPlaceholder(text[start+1:end]) {
			changed = true
			for i := start; i <= end; i++ {
				if !isLetter(text[i]) && (text[i] < '0' || text[i] > '9') {
					text[i] = '_'
				}
			}
		}
	}
}

// isPlaceholder reports whether the text between brackets is that of a placeholder: words, or a range of numbers such as 1-7.
func isPlaceholder(text []byte) bool {
	first, last := text[0], text[len(text)-1]
	return last != ' ' && (isLetter(first) || first >= utf8.RuneSelf || first >= '0' && first <= '9' && bytes.IndexByte(text, ' ') < 0)
}

const maxPlaceholder = 60 // bytes

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isBracketed(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c >= utf8.RuneSelf || bytes.IndexByte([]byte(" _-./|:#,+"), c) >= 0
}
