package driver

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// No part of a token is shown, wherever a long line is cut.
func TestExcerptMasksTokens(t *testing.T) {
	token := "glpat-" + "x7Kq2mZr9LwTn4Vb8YcD"
	for before := range 2 * maxExcerpt {
		source := []byte("first\n" + strings.Repeat("a ", before/2) + "b" + strings.Repeat(" ", before%2) + " " + token + " " + strings.Repeat("c ", maxExcerpt))
		line := analysis.Range{Start: 6, End: len(source)}
		for _, start := range []int{6, 6 + before, len(source) - maxExcerpt} {
			texts, _ := excerpt(source, []analysis.Range{line}, start, 1)
			for _, text := range texts {
				if at := strings.Index(text, token[6:12]); at >= 0 {
					t.Fatalf("%d: %q shows a token", before, text)
				}
			}
		}
	}
}
