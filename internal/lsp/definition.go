package lsp

import (
	"github.com/skilllint/skilllint/analysis"
)

// ReferenceParams are the parameters of a request for references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context ReferenceContext `json:"context"`
}

// ReferenceContext says whether the definition is one of the references.
type ReferenceContext struct {
	IncludeDeclaration bool `json:"includeDeclaration"`
}

func (v *view) definition(f *analysis.File, p *TextDocumentPositionParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	return v.locations(v.Definition(f, offset)), nil
}

func (v *view) references(f *analysis.File, p *ReferenceParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	return v.locations(v.References(f, offset, p.Context.IncludeDeclaration)), nil
}

// locations converts locations, except for those outside of the workspace.
func (v *view) locations(all []analysis.Location) []Location {
	converted := make([]Location, 0, len(all))
	for _, at := range all {
		if l, ok := v.locationOf(at); ok {
			converted = append(converted, l)
		}
	}
	return converted
}

// locationOf converts a location; false if it is outside of the workspace.
func (v *view) locationOf(at analysis.Location) (Location, bool) {
	if f := v.File(at.Path); f != nil {
		return v.location(f, at.Range), true
	}
	path := v.shown(at.Path)
	return Location{URI: v.workspace.uri(v.documents, path)}, path != ""
}
