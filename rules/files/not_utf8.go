package files

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// reportInvalid reports the first run of bytes that are not UTF-8.
func reportInvalid(pass *analysis.Pass) bool {
	source := pass.Document.Source
	if utf8.Valid(source) {
		return false
	}
	first, runs := analysis.Range{}, 0
	for i := 0; i < len(source); {
		n := invalid(source[i:])
		if n == 0 {
			_, size := utf8.DecodeRune(source[i:])
			i += size
			continue
		}
		if runs++; runs == 1 {
			first = analysis.Range{Start: i, End: i + n}
		}
		i += n
	}
	pass.Reportf(first, "%s UTF-8%s; some agents reject the file, others show a replacement character; save it as UTF-8",
		hex(source[first.Start:first.End]), more(runs))
	return true
}

// invalid returns how many bytes at the start of text are not UTF-8.
func invalid(text []byte) int {
	n := 0
	for n < len(text) {
		if r, size := utf8.DecodeRune(text[n:]); r != utf8.RuneError || size > 1 {
			break
		}
		n++
	}
	return n
}

// hex shows bytes, at most six.
func hex(text []byte) string {
	if len(text) == 1 {
		return fmt.Sprintf("the byte %X is not", text)
	}
	shown := fmt.Sprintf("% X", text[:min(6, len(text))])
	if len(text) > 6 {
		shown += fmt.Sprintf(" and %d more", len(text)-6)
	}
	return "the bytes " + shown + " are not"
}

// more says at how many other places the same stands.
func more(places int) string {
	switch places {
	case 1:
		return ""
	case 2:
		return ", nor is what stands at 1 other place"
	}
	return fmt.Sprintf(", nor is what stands at %d other places", places-1)
}
