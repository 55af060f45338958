package lsp

import (
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
	"github.com/sourcegraph/jsonrpc2"
)

// RenameOptions says that renames can be prepared.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider,omitempty"`
}

// RenameParams are the parameters of a rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRenameResult is what is renamed.
type PrepareRenameResult struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// RenameFile renames a file or a directory.
type RenameFile struct {
	Kind   string `json:"kind"`
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

// refused returns the error for a place that cannot be renamed, which editors show.
func refused(err error) error {
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
}

func (v *view) prepareRename(f *analysis.File, p *TextDocumentPositionParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	r, old, err := v.CanRename(f, offset)
	if err != nil {
		return nil, refused(err)
	}
	return &PrepareRenameResult{v.rangeOf(f, r), old}, nil
}

func (v *view) rename(f *analysis.File, p *RenameParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	x, err := v.Rename(f, offset, p.NewName)
	if err != nil {
		return nil, refused(err)
	}
	return v.workspaceEdit(x)
}

// workspaceEdit converts a rename: edits of documents, then moves.
func (v *view) workspaceEdit(x *language.Rename) (any, error) {
	can := v.workspace.server.client.Workspace.WorkspaceEdit
	if len(x.Moves) > 0 && (!can.DocumentChanges || !slices.Contains(can.ResourceOperations, "rename")) {
		return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: "the editor cannot rename directories; rename the skill with another one"}
	}
	byURI, order := map[string][]TextEdit{}, []*analysis.File(nil)
	for _, e := range x.Edits {
		uri := v.uri(e.File)
		if byURI[uri] == nil {
			order = append(order, e.File)
		}
		byURI[uri] = append(byURI[uri], TextEdit{v.rangeOf(e.File, e.Range), e.Text})
	}
	if !can.DocumentChanges {
		return map[string]any{"changes": byURI}, nil
	}
	changes := make([]any, 0, len(order)+len(x.Moves))
	for _, f := range order {
		id := OptionalVersionedTextDocumentIdentifier{URI: v.uri(f)}
		if doc := v.documents[v.path(f)]; doc != nil {
			id.Version = &doc.version
		}
		changes = append(changes, TextDocumentEdit{id, byURI[id.URI]})
	}
	for _, m := range x.Moves {
		at := func(rel string) string {
			return v.workspace.uri(v.documents, filepath.Join(v.roots[m.Tree].Dir, filepath.FromSlash(rel)))
		}
		changes = append(changes, RenameFile{"rename", at(m.From), at(m.To)})
	}
	return map[string]any{"documentChanges": changes}, nil
}
