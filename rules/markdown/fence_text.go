package markdown

import (
	"bytes"
	"regexp"
	"sync"

	"github.com/skilllint/skilllint/analysis"
)

// sentence matches a line of prose: at least four words, and the end of a sentence.
var sentence = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([-*]|[0-9]+\.)? ?\**[A-Z` + "`" + `][^{}();=<>]*( [^{}();=<>]+){3,}[.:!?]\**$`)
})

// hasText reports whether the block holds headings, fences or sentences: what its author did not mean as code.
func (b *openBlock) hasText() bool {
	lines := b.fence.Node.Lines()
	afterBlank := false
	for i := range lines.Len() {
		segment := lines.At(i)
		line := bytes.TrimRight(segment.Value(b.d.Source), " \t\r\n")
		if _, ok := readFence(b.d, analysis.Range{Start: segment.Start, End: segment.Stop}, segment.Padding); ok {
			return true
		}
		if afterBlank && (isHeading(line) || sentence().Match(line)) {
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
