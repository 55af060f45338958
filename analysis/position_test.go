package analysis_test

import (
	"bytes"
	"math/rand"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// TestPositionOfAny asks for places in an order of chance: none depends on what was asked before.
func TestPositionOfAny(t *testing.T) {
	source := []byte("a é 技能 😀\tb\r\nzwei\rdrei \xff\xe6\x8a vier\n\n\ufeff€€€€€€ end")
	random := rand.New(rand.NewSource(1))
	d := analysis.NewDocument(&analysis.File{}, source)
	for range 5000 {
		offset := random.Intn(len(source) + 1)
		if offset < len(source) && !utf8.RuneStart(source[offset]) {
			d.Position(offset) // its column means little, but must not spoil the next
			continue
		}
		if got, want := d.Position(offset), position(source, offset); got != want {
			t.Fatalf("offset %d: got %v, want %v", offset, got, want)
		}
	}
}

// position counts from the very beginning.
func position(source []byte, offset int) analysis.Position {
	line, start := 1, 0
	for i := range offset {
		if source[i] == '\n' || source[i] == '\r' && !bytes.HasPrefix(source[i+1:], []byte("\n")) {
			line, start = line+1, i+1
		}
	}
	return analysis.Position{Line: line, Column: 1 + utf8.RuneCount(source[start:offset])}
}

func BenchmarkPositionsOnOneLine(b *testing.B) {
	source := bytes.Repeat([]byte(`{"a":1},`), 200_000)
	for b.Loop() {
		d := analysis.NewDocument(&analysis.File{}, source)
		for at := 0; at < len(source); at += 80 {
			d.At(analysis.Range{Start: at, End: at + 7})
		}
	}
}
