package files

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
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
	places := ""
	if runs > 1 {
		places = fmt.Sprintf(" in %s places", quote.Count(runs))
	}
	pass.Report(analysis.Diagnostic{Range: first, Message: fmt.Sprintf("invalid UTF-8%s: %s", places, hex(source[first.Start:first.End])),
		Effect: "some clients reject the file, others show a replacement character", Help: "save it as UTF-8"})
	return true
}

// invalid returns the number of invalid bytes at the start of a text.
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

// hex formats bytes for a message, at most six.
func hex(text []byte) string {
	if len(text) == 1 {
		return fmt.Sprintf("byte %X", text)
	}
	shown := fmt.Sprintf("bytes % X", text[:min(6, len(text))])
	if len(text) > 6 {
		shown += fmt.Sprintf(" and %d more", len(text)-6)
	}
	return shown
}
