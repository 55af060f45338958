package analysis

import "bytes"

// ScanPlaceholders returns the ranges of all {{NAME}} placeholders in a text, including braces: "{{",
// capitals, digits and "_", "}}". Similar syntax is skipped: template languages ({{ x }}, {{x}}, {{#if}},
// {{.X}}, {{{X}}}), ${{ }} of workflows, arguments of LaTeX commands.
func ScanPlaceholders(text []byte) []Range {
	var found []Range
	foreignEnd := -1 // end of the last placeholder of another language
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("{{"))
		if n < 0 {
			return found
		}
		start := at + n
		end := start + 2
		for end < len(text) && isNameByte(text[end], end == start+2) {
			end++
		}
		if end == start+2 || !bytes.HasPrefix(text[end:], []byte("}}")) {
			at = start + 1
			continue
		}
		at = end + 2
		if start == foreignEnd || isForeign(text[:start], text[at:]) {
			foreignEnd = at
		} else {
			found = append(found, Range{Start: start, End: at})
		}
	}
}

func isNameByte(c byte, first bool) bool {
	return c >= 'A' && c <= 'Z' || !first && (c == '_' || c >= '0' && c <= '9')
}

// isForeign reports whether a placeholder belongs to another language: there is a third brace, a dollar sign,
// or a LaTeX command of which it is an argument ("\n" is not one).
func isForeign(before, after []byte) bool {
	if len(after) > 0 && after[0] == '}' {
		return true
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch command := bytes.TrimRight(before, letters); {
	case len(before) == 0:
		return false
	case len(command) < len(before):
		return len(before)-len(command) > 1 && bytes.HasSuffix(command, []byte{'\\'})
	}
	return bytes.IndexByte([]byte(`{$\`), before[len(before)-1]) >= 0
}
