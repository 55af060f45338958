package lsp

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
)

// DocumentLinkOptions are the options of links. There are none.
type DocumentLinkOptions struct{}

// DocumentLink is a link that the client can open.
type DocumentLink struct {
	Range  Range  `json:"range"`
	Target string `json:"target,omitempty"`
}

func (v *view) documentLinks(f *analysis.File, _ *TextDocumentParams) (any, error) {
	links := []DocumentLink{}
	for _, l := range v.Links(f) {
		if to, ok := v.locationOf(l.Target); ok {
			links = append(links, DocumentLink{v.rangeOf(f, l.Range), to.URI})
		}
	}
	return links, nil
}

// DocumentSymbol is a heading or field of a document.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// The kinds of symbols.
const (
	symbolModule    = 2
	symbolClass     = 5
	symbolField     = 8
	symbolInterface = 11
	symbolFunction  = 12
	symbolString    = 15
)

func (v *view) documentSymbols(f *analysis.File, _ *TextDocumentParams) (any, error) {
	return v.symbols(f, v.Symbols(f)), nil
}

func (v *view) symbols(f *analysis.File, all []language.Symbol) []DocumentSymbol {
	converted := make([]DocumentSymbol, 0, len(all))
	for _, x := range all {
		s := DocumentSymbol{Name: x.Name, Detail: x.Detail, Kind: symbolField, Range: v.rangeOf(f, x.Range), SelectionRange: v.rangeOf(f, x.Selection)}
		if x.Kind == language.HeadingSymbol {
			s.Kind = symbolString
		}
		if len(x.Children) > 0 {
			s.Children = v.symbols(f, x.Children)
		}
		converted = append(converted, s)
	}
	return converted
}

// WorkspaceSymbolParams is a search for symbols.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// SymbolInformation is a skill, subagent or command of the workspace.
type SymbolInformation struct {
	Name     string   `json:"name"`
	Kind     int      `json:"kind"`
	Location Location `json:"location"`
}

func (s *server) workspaceSymbols(ctx context.Context, p *WorkspaceSymbolParams) (any, error) {
	all := []SymbolInformation{}
	for _, w := range s.all() {
		found, err := w.ask(ctx, func(v *view) (any, error) { return v.search(p.Query), nil })
		if err != nil {
			return nil, err
		}
		if list, ok := found.([]SymbolInformation); ok {
			all = append(all, list...)
		}
	}
	return all, nil
}

func (v *view) search(query string) []SymbolInformation {
	var found []SymbolInformation
	for _, x := range v.Search(query) {
		at, ok := v.locationOf(x.Location)
		if !ok {
			continue
		}
		kind := symbolModule
		switch x.Kind {
		case analysis.Agent:
			kind = symbolClass
		case analysis.Persona:
			kind = symbolInterface
		case analysis.Command:
			kind = symbolFunction
		}
		found = append(found, SymbolInformation{x.Name, kind, at})
	}
	return found
}

// FoldingRange is a range of lines that can be folded.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

func (v *view) foldingRanges(f *analysis.File, _ *TextDocumentParams) (any, error) {
	folds := []FoldingRange{}
	for _, x := range v.Folds(f) {
		fold := FoldingRange{StartLine: uint32(x.First - 1), EndLine: uint32(x.Last - 1)}
		if x.Region {
			fold.Kind = "region"
		}
		folds = append(folds, fold)
	}
	return folds, nil
}

// InlayHintParams are the parameters of a request for hints in a range.
type InlayHintParams struct {
	TextDocumentParams
	Range Range `json:"range"`
}

// InlayHint is a text that the client shows in a line.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft,omitempty"`
	Tooltip     string   `json:"tooltip,omitempty"`
}

// inlayHints returns the costs of sections if the settings of the client request them.
func (v *view) inlayHints(f *analysis.File, p *InlayHintParams) (any, error) {
	s := v.workspace.server
	s.mu.Lock()
	on := s.settings.InlayHints
	s.mu.Unlock()
	hints := []InlayHint{}
	t := v.text(f)
	if !on || t == nil {
		return hints, nil
	}
	within := analysis.Range{Start: t.offset(p.Range.Start, v.encoding), End: t.offset(p.Range.End, v.encoding)}
	for _, h := range v.Hints(f, within) {
		hints = append(hints, InlayHint{Position: t.position(h.Offset, v.encoding), Label: h.Text, PaddingLeft: true, Tooltip: h.Why})
	}
	return hints, nil
}
