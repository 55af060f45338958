package markdown

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
)

// isSentence reports whether a line looks like prose: at least four words, and punctuation at the end.
func isSentence(line []byte) bool {
	switch number := bytes.TrimLeft(line, "0123456789"); {
	case len(number) < len(line) && bytes.HasPrefix(number, []byte(".")):
		line = number[1:]
	case len(line) > 0 && (line[0] == '-' || line[0] == '*'):
		line = line[1:]
	}
	line = bytes.Trim(bytes.TrimPrefix(line, []byte(" ")), "*")
	if len(line) == 0 || line[0] != '`' && (line[0] < 'A' || line[0] > 'Z') || !bytes.ContainsRune([]byte(".:!?"), rune(line[len(line)-1])) {
		return false
	}
	return len(bytes.Fields(line)) >= 4 && !bytes.ContainsAny(line, "{}();=<>")
}

// hasText reports whether the block contains headings, fences or sentences, which were probably not meant as code.
func (b *openBlock) hasText() bool {
	afterBlank := false
	for _, segment := range b.code() {
		line := bytes.TrimRight(segment.Value(b.d.Source), " \t\r\n")
		if _, ok := readFence(b.d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding); ok {
			return true
		}
		if afterBlank && (isHeading(line) || isSentence(line) || isIntroduction(string(line))) {
			return true
		}
		afterBlank = len(line) == 0 || isHeading(line)
	}
	return false
}

// isHeading reports whether a line looks like a heading of level 2 or deeper. "# " begins a comment in many languages.
func isHeading(line []byte) bool {
	text := bytes.TrimLeft(line, "#")
	level := len(line) - len(text)
	return level >= 2 && level <= 6 && bytes.HasPrefix(text, []byte(" "))
}
