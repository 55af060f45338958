package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/language"
)

// A documentParams holds the parameters of a request about a document.
type documentParams interface{ document() string }

// feature returns a method that answers from the current content of the workspace. The result is null for files that are not
// checked.
func feature[P any, PP interface {
	*P
	documentParams
}](answer func(*view, *analysis.File, *P) (any, error)) method {
	return withParams(func(s *server, ctx context.Context, p *P) (any, error) {
		return s.askAbout(ctx, PP(p).document(), func(v *view) (any, error) {
			if f := v.file(PP(p).document()); f != nil {
				return answer(v, f, p)
			}
			return nil, nil
		})
	})
}

// askAbout answers a request about a document with its workspace. Without a workspace, the result is null.
func (s *server) askAbout(ctx context.Context, uri string, answer func(*view) (any, error)) (any, error) {
	path := pathOf(uri)
	if path == "" {
		return nil, nil
	}
	w := s.workspaceOf(realPath(path))
	if w == nil {
		return nil, nil
	}
	return w.ask(ctx, answer)
}

// atPosition returns a method like feature for requests at a position. Requests in a configuration file are answered by inConfig.
func atPosition(answer func(*view, *analysis.File, int) any, inConfig func(*view, *text, int) any) method {
	return withParams(func(s *server, ctx context.Context, p *TextDocumentPositionParams) (any, error) {
		if path := pathOf(p.TextDocument.URI); inConfig != nil && filepath.Base(path) == config.Name {
			w := s.workspaceOf(realPath(path))
			s.mu.Lock()
			doc := s.document(p.TextDocument.URI)
			s.mu.Unlock()
			if w == nil || doc == nil {
				return nil, nil
			}
			return w.askAlways(ctx, func(v *view) (any, error) { return inConfig(v, doc.text, doc.offset(p.Position, v.encoding)), nil })
		}
		return s.askAbout(ctx, p.TextDocument.URI, func(v *view) (any, error) {
			f := v.file(p.TextDocument.URI)
			if f == nil {
				return nil, nil
			}
			offset, ok := v.offset(f, p.Position)
			if !ok {
				return nil, nil
			}
			return answer(v, f, offset), nil
		})
	})
}

// features returns the methods of package language by name.
func features() map[string]method {
	return map[string]method{
		"textDocument/hover":          atPosition((*view).hover, (*view).hoverConfig),
		"textDocument/completion":     atPosition((*view).complete, (*view).completeConfig),
		"textDocument/definition":     atPosition((*view).definition, nil),
		"textDocument/prepareRename":  feature((*view).prepareRename),
		"textDocument/references":     feature((*view).references),
		"textDocument/rename":         feature((*view).rename),
		"textDocument/documentLink":   feature((*view).links),
		"textDocument/documentSymbol": feature((*view).symbols),
		"textDocument/foldingRange":   feature((*view).folds),
		"textDocument/inlayHint":      feature((*view).hints),
		"workspace/symbol":            withParams((*server).search),
	}
}

const markdown = "markdown"

func (v *view) hover(f *analysis.File, offset int) any {
	h := v.Hover(f, offset)
	if h == nil && v.hasFinding(f, offset) {
		h = v.HoverRole(f, offset)
	}
	if h == nil {
		return nil
	}
	r := v.rangeOf(f, h.Range)
	return &Hover{MarkupContent{markdown, h.Markdown}, &r}
}

// hasFinding reports whether a finding contains an offset.
func (v *view) hasFinding(f *analysis.File, offset int) bool {
	return slices.ContainsFunc(v.workspace.converted[f.Path].findings, func(x finding.Finding) bool {
		return x.Place.Range.Start <= offset && offset <= x.Place.Range.End
	})
}

func (v *view) hoverConfig(t *text, offset int) any {
	h := v.HoverConfig([]byte(t.content), offset)
	if h == nil {
		return nil
	}
	r := t.rangeOf(h.Range, v.encoding)
	return &Hover{MarkupContent{markdown, h.Markdown}, &r}
}

func (v *view) complete(f *analysis.File, offset int) any {
	return v.completions(v.text(f), v.Complete(f, offset))
}

func (v *view) completeConfig(t *text, offset int) any {
	return v.completions(t, v.CompleteConfig([]byte(t.content), offset))
}

// itemKinds are the kinds of completions in the protocol.
var itemKinds = map[language.ItemKind]int{
	language.KeyItem: 10, language.ValueItem: 12, language.ToolItem: 3, language.SkillItem: 9, language.AgentItem: 7, language.FileItem: 17,
	language.FolderItem: 19, language.AnchorItem: 18, language.PlaceholderItem: 6, language.RuleItem: 21,
}

func (v *view) completions(t *text, items []language.Item) *CompletionList {
	list := &CompletionList{Items: []CompletionItem{}}
	for i, item := range items {
		c := CompletionItem{Label: item.Label, Kind: itemKinds[item.Kind], Detail: item.Detail, SortText: fmt.Sprintf("%05d", i),
			TextEdit: &TextEdit{t.rangeOf(item.Range, v.encoding), item.Text}}
		if item.Text != item.Label {
			c.FilterText = item.Text
		}
		if item.Documentation != "" {
			c.Documentation = &MarkupContent{markdown, item.Documentation}
		}
		if item.Deprecated {
			c.Tags = []int{1}
		}
		list.Items = append(list.Items, c)
	}
	return list
}

// locations converts locations of the linter.
func (v *view) locations(all []analysis.Location) []Location {
	list := []Location{}
	for i := range all {
		if l, ok := v.locate(&all[i]); ok {
			list = append(list, l)
		}
	}
	return list
}

// locate converts a location. It returns false if the file does not exist.
func (v *view) locate(l *analysis.Location) (Location, bool) {
	if f := v.File(l.Path); f != nil {
		return v.location(f, l.Range), true
	}
	path := v.absPath(l.Path)
	return Location{URI: v.workspace.uri(v.documents, path)}, path != ""
}

func (v *view) definition(f *analysis.File, offset int) any {
	return v.locations(v.Definition(f, offset))
}

func (v *view) references(f *analysis.File, p *ReferenceParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	return v.locations(v.References(f, offset, p.Context.IncludeDeclaration)), nil
}

// prepareRename returns the range and text to rename. Editors show its error if nothing can be renamed.
func (v *view) prepareRename(f *analysis.File, p *TextDocumentPositionParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, errChanged
	}
	r, text, err := v.CanRename(f, offset)
	if err != nil {
		return nil, err
	}
	return &PrepareRenamePlaceholder{v.rangeOf(f, r), text}, nil
}

func (v *view) rename(f *analysis.File, p *RenameParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, errChanged
	}
	r, err := v.Rename(f, offset, p.NewName)
	if err != nil {
		return nil, err
	}
	b := v.newEdit()
	for _, e := range r.Edits {
		b.add(e.File, e.Range, e.Text)
	}
	for _, m := range r.Moves {
		root := v.roots[m.Tree].Dir
		uri := func(rel string) string {
			return v.workspace.uri(v.documents, filepath.Join(root, filepath.FromSlash(rel)))
		}
		b.moves = append(b.moves, RenameFile{"rename", uri(m.From), uri(m.To)})
	}
	return b.finish()
}

func (v *view) links(f *analysis.File, _ *TextDocumentParams) (any, error) {
	links := []DocumentLink{}
	for _, l := range v.Links(f) {
		if to, ok := v.locate(&l.Target); ok {
			target := to.URI
			if to.Range.Start != (Position{}) {
				target += fmt.Sprintf("#L%d", to.Range.Start.Line+1)
			}
			links = append(links, DocumentLink{v.rangeOf(f, l.Range), target})
		}
	}
	return links, nil
}

// symbolKinds are the kinds of symbols in the protocol.
var symbolKinds = map[language.SymbolKind]int{language.HeadingSymbol: 15, language.FieldSymbol: 8, language.FileSymbol: 1}

func (v *view) symbols(f *analysis.File, _ *TextDocumentParams) (any, error) {
	var convert func([]language.Symbol) []DocumentSymbol
	convert = func(all []language.Symbol) []DocumentSymbol {
		list := []DocumentSymbol{}
		for _, s := range all {
			list = append(list, DocumentSymbol{s.Name, s.Detail, symbolKinds[s.Kind], v.rangeOf(f, s.Range), v.rangeOf(f, s.Selection), convert(s.Children)})
		}
		return list
	}
	return convert(v.Symbols(f)), nil
}

func (v *view) folds(f *analysis.File, _ *TextDocumentParams) (any, error) {
	list := []FoldingRange{}
	for _, x := range v.Folds(f) {
		r := FoldingRange{StartLine: uint32(x.First - 1), EndLine: uint32(x.Last - 1)}
		if x.Region {
			r.Kind = "region"
		}
		list = append(list, r)
	}
	return list, nil
}

func (v *view) hints(f *analysis.File, p *InlayHintParams) (any, error) {
	list := []InlayHint{}
	if !v.settings.InlayHints {
		return list, nil
	}
	start, ok := v.offset(f, p.Range.Start)
	end, _ := v.offset(f, p.Range.End)
	if !ok {
		return list, nil
	}
	for _, h := range v.Hints(f, analysis.Range{Start: start, End: end}) {
		at := v.rangeOf(f, analysis.Range{Start: h.Offset, End: h.Offset})
		list = append(list, InlayHint{Position: at.Start, Label: h.Text, Tooltip: h.Why, PaddingLeft: true})
	}
	return list, nil
}

// search handles workspace/symbol.
func (s *server) search(ctx context.Context, p *WorkspaceSymbolParams) (any, error) {
	list := []WorkspaceSymbol{}
	for _, w := range s.allWorkspaces() {
		_, err := w.ask(ctx, func(v *view) (any, error) {
			for _, x := range v.Search(p.Query) {
				if l, ok := v.locate(&x.Location); ok && w.owns(v.absPath(x.Location.Path)) {
					list = append(list, WorkspaceSymbol{x.Name, symbolKind(x.Kind), l})
				}
			}
			return nil, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func symbolKind(k analysis.Kind) int {
	switch k {
	case analysis.Skill:
		return 2 // module
	case analysis.Command:
		return 12 // function
	}
	return 5 // class
}

// An edit collects the edits of several files.
type edit struct {
	view  *view
	files []*analysis.File
	ids   map[*analysis.File]OptionalVersionedTextDocumentIdentifier
	edits map[*analysis.File][]TextEdit
	moves []RenameFile
}

func (v *view) newEdit() *edit {
	return &edit{view: v, ids: map[*analysis.File]OptionalVersionedTextDocumentIdentifier{}, edits: map[*analysis.File][]TextEdit{}}
}

// use adds a file without edits.
func (b *edit) use(f *analysis.File) {
	if b.edits[f] == nil {
		b.files = append(b.files, f)
		b.edits[f] = []TextEdit{}
		b.ids[f] = OptionalVersionedTextDocumentIdentifier{URI: b.view.uri(f)}
		if doc := b.view.documents[b.view.path(f)]; doc != nil {
			b.ids[f] = OptionalVersionedTextDocumentIdentifier{b.view.uri(f), &doc.version}
		}
	}
}

func (b *edit) add(f *analysis.File, r analysis.Range, text string) {
	b.use(f)
	b.edits[f] = append(b.edits[f], TextEdit{b.view.rangeOf(f, r), text})
}

// finish returns the edits in a form that the client supports. Open documents have the version of the run, so that the client
// rejects the edits if they have changed.
func (b *edit) finish() (*WorkspaceEdit, error) {
	can := b.view.client.Workspace.WorkspaceEdit
	// Neovim lists resource operations but not document changes, although the former are possible only in the latter.
	if len(b.moves) > 0 && !slices.Contains(can.ResourceOperations, "rename") {
		return nil, errors.New("this editor cannot rename files for a language server")
	}
	if !can.DocumentChanges && len(b.moves) == 0 {
		e := &WorkspaceEdit{Changes: map[string][]TextEdit{}}
		for _, f := range b.files {
			e.Changes[b.ids[f].URI] = b.edits[f]
		}
		return e, nil
	}
	e := &WorkspaceEdit{DocumentChanges: []any{}}
	for _, f := range b.files {
		e.DocumentChanges = append(e.DocumentChanges, TextDocumentEdit{b.ids[f], b.edits[f]})
	}
	for _, m := range b.moves {
		e.DocumentChanges = append(e.DocumentChanges, m)
	}
	return e, nil
}

// external returns the edit of a file that is not checked.
func (b *edit) external(path string, e TextEdit) (*WorkspaceEdit, error) {
	f := &analysis.File{}
	b.files, b.edits[f] = append(b.files, f), []TextEdit{e}
	b.ids[f] = OptionalVersionedTextDocumentIdentifier{URI: b.view.workspace.uri(b.view.documents, path)}
	if doc := b.view.documents[path]; doc != nil {
		b.ids[f] = OptionalVersionedTextDocumentIdentifier{doc.uri, &doc.version}
	}
	return b.finish()
}
