package lsp

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
)

// A placed is the parameters of a request about a document, and maybe a position in it.
type placed interface{ document() string }

// TextDocumentParams are the parameters of a request about a document.
type TextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

func (p *TextDocumentParams) document() string { return p.TextDocument.URI }

// TextDocumentPositionParams are the parameters of a request about a position in a document.
type TextDocumentPositionParams struct {
	TextDocumentParams
	Position Position `json:"position"`
}

// feature returns a method that answers with the current content of the workspace. The answer is null for files that the
// linter does not check.
func feature[P any, PP interface {
	*P
	placed
}](answer func(*view, *analysis.File, *P) (any, error)) method {
	return typed(func(s *server, ctx context.Context, p *P) (any, error) {
		path := pathOf(PP(p).document())
		w := s.workspaceOf(realPath(path))
		if path == "" || w == nil {
			return nil, nil
		}
		return w.ask(ctx, func(v *view) (any, error) {
			f := v.file(PP(p).document())
			if f == nil {
				return nil, nil
			}
			return answer(v, f, p)
		})
	})
}
