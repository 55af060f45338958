package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEdits compares random changes with those of a text that is copied for each, in texts that consist of several pieces.
func TestEdits(t *testing.T) {
	alphabet := []string{"a", "ä", "\u20ac", "\U0001f600", "\r", "\n", "\r\n", "\xff", "\xf0\x9f", "word ", strings.Repeat("x", 3000), strings.Repeat("é\n", 700)}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		some := func(n int) string {
			var b strings.Builder
			for range r.IntN(n) {
				b.WriteString(alphabet[r.IntN(len(alphabet))])
			}
			return b.String()
		}
		for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
			content := some(40)
			x := newEditor(content, e)
			for range 30 {
				plain := newText(content)
				position := func() Position {
					return Position{uint32(r.IntN(len(plain.starts) + 2)), uint32(r.IntN(1 + r.IntN(9000)))}
				}
				p, q := position(), position()
				start, end := plain.offset(p, e), plain.offset(q, e)
				if start > end {
					p, q, start, end = q, p, end, start
				}
				text := some(4)
				content = content[:start] + text + content[end:]
				if err := x.replace(Range{p, q}, text); err != nil {
					t.Fatalf("seed %d, %s: %v", seed, e, err)
				}
				if got := x.content(); got != content {
					t.Fatalf("seed %d, %s: %q at %v to %v: got %d bytes, want %d", seed, e, text, p, q, len(got), len(content))
				}
			}
		}
	}
}

// BenchmarkEdits changes 2,000 places of a line of 8 MB in one message.
func BenchmarkEdits(b *testing.B) {
	doc := &document{text: newText(strings.Repeat("é word ", 1<<20))}
	var changes []TextDocumentContentChangeEvent
	for i := range 2000 {
		at := Position{0, uint32(i * 3000)}
		changes = append(changes, TextDocumentContentChangeEvent{Range: &Range{at, at}, Text: "x"})
	}
	for b.Loop() {
		if _, err := doc.change(2, changes, utf16Units); err != nil {
			b.Fatal(err)
		}
	}
}
