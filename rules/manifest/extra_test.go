package manifest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

func BenchmarkExtra(b *testing.B) {
	extra, err := schema.NewExtra("s.json", []byte(`{"required":["id","at"],"properties":{"id":{"type":"string"},
		"n":{"type":"integer"},"who":{"enum":["red","blue"]},"at":{"type":"string","format":"date-time"}}}`))
	if err != nil {
		b.Fatal(err)
	}
	for name, line := range map[string]string{
		"right": `{"id":"A%d","at":"2026-01-30T10:00:00Z","n":1,"who":"red"}`, "wrong": `{"n":"x","who":%d}`} {
		b.Run(name, func(b *testing.B) {
			var text strings.Builder
			for i := range b.N {
				fmt.Fprintf(&text, line+"\n", i)
			}
			f := &analysis.File{Kind: analysis.Manifest, Extra: extra}
			pass := analysis.NewPass(context.Background(), Schema, nil, func(analysis.Diagnostic) {})
			pass.File = f
			b.ResetTimer()
			_, err := load.Lines(strings.NewReader(text.String()), f, func(l *analysis.Line) error {
				pass.Line = l
				return checkEntry(pass)
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
