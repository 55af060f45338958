package lsp

import (
	"context"
	"encoding/json"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
)

// Hover is what is known about a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// MarkupContent is a text with its format.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// markdown is the format of all texts.
const markdown = "markdown"

func (v *view) hover(f *analysis.File, p *TextDocumentPositionParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	return hoverOf(v.Hover(f, offset), v.text(f), v.encoding), nil
}

func hoverConfig(s *language.Snapshot, t *text, offset int, e encoding) any {
	return hoverOf(s.HoverConfig([]byte(t.content), offset), t, e)
}

func hoverOf(h *language.Hover, t *text, e encoding) any {
	if h == nil {
		return nil
	}
	r := t.rangeOf(h.Range, e)
	return &Hover{Contents: MarkupContent{markdown, h.Markdown}, Range: &r}
}

// rangeOf converts a range.
func (t *text) rangeOf(r analysis.Range, e encoding) Range {
	return Range{t.position(r.Start, e), t.position(r.End, e)}
}

// configurable returns a method about a position in a file of the workspace or in a configuration.
func configurable(answer func(*view, *analysis.File, *TextDocumentPositionParams) (any, error), inConfig func(*language.Snapshot, *text, int, encoding) any) method {
	inFile := feature(answer)
	return func(s *server, ctx context.Context, raw json.RawMessage) (any, error) {
		p := new(TextDocumentPositionParams)
		if json.Unmarshal(raw, p) != nil || !isConfig(p.TextDocument.URI) {
			return inFile(s, ctx, raw)
		}
		snapshot, t, offset := s.configuration(p.TextDocument.URI, p.Position)
		if snapshot == nil {
			return nil, nil
		}
		return inConfig(snapshot, t, offset, s.encoding), nil
	}
}
