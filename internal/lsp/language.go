package lsp

import (
	"encoding/json"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/language"
)

// LanguageCapabilities are the features of package language that the server offers.
type LanguageCapabilities struct {
	HoverProvider           bool                 `json:"hoverProvider,omitempty"`
	CompletionProvider      *CompletionOptions   `json:"completionProvider,omitempty"`
	DefinitionProvider      bool                 `json:"definitionProvider,omitempty"`
	ReferencesProvider      bool                 `json:"referencesProvider,omitempty"`
	RenameProvider          *RenameOptions       `json:"renameProvider,omitempty"`
	DocumentLinkProvider    *DocumentLinkOptions `json:"documentLinkProvider,omitempty"`
	DocumentSymbolProvider  bool                 `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider bool                 `json:"workspaceSymbolProvider,omitempty"`
	FoldingRangeProvider    bool                 `json:"foldingRangeProvider,omitempty"`
	InlayHintProvider       bool                 `json:"inlayHintProvider,omitempty"`
}

// languageCapabilities returns what the server offers.
func languageCapabilities() LanguageCapabilities {
	return LanguageCapabilities{
		HoverProvider:           true,
		CompletionProvider:      &CompletionOptions{TriggerCharacters: []string{":", " ", "/", "#", "(", "{", "@", "-", "\"", ","}},
		DefinitionProvider:      true,
		ReferencesProvider:      true,
		RenameProvider:          &RenameOptions{PrepareProvider: true},
		DocumentLinkProvider:    &DocumentLinkOptions{},
		DocumentSymbolProvider:  true,
		WorkspaceSymbolProvider: true,
		FoldingRangeProvider:    true,
		InlayHintProvider:       true,
	}
}

// addLanguage adds the methods of the features.
func addLanguage(methods map[string]method) {
	methods["textDocument/hover"] = configurable((*view).hover, hoverConfig)
	methods["textDocument/completion"] = configurable((*view).complete, completeConfig)
	methods["textDocument/definition"] = feature((*view).definition)
	methods["textDocument/references"] = feature((*view).references)
	methods["textDocument/prepareRename"] = feature((*view).prepareRename)
	methods["textDocument/rename"] = feature((*view).rename)
	methods["textDocument/documentLink"] = feature((*view).documentLinks)
	methods["textDocument/documentSymbol"] = feature((*view).documentSymbols)
	methods["workspace/symbol"] = typed((*server).workspaceSymbols)
	methods["textDocument/foldingRange"] = feature((*view).foldingRanges)
	methods["textDocument/inlayHint"] = feature((*view).inlayHints)
	methods["workspace/didChangeConfiguration"] = noted((*server).didChangeConfiguration)
}

// isConfig reports whether a URI is that of a configuration of the linter.
func isConfig(uri string) bool { return filepath.Base(pathOf(uri)) == config.Name }

// configuration returns the open configuration at a URI and an offset in it, with what features need. A configuration
// that is being typed is mostly invalid, so nothing depends on a run.
func (s *server) configuration(uri string, p Position) (snapshot *language.Snapshot, text *text, offset int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.document(uri)
	if doc == nil {
		return nil, nil, 0
	}
	return &language.Snapshot{Facts: &language.Facts{}, Rules: s.rules()}, doc.text, doc.offset(p, s.encoding)
}

// settings are the settings of the client.
type settings struct {
	InlayHints bool `json:"inlayHints"`
}

// DidChangeConfigurationParams are changed settings.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// didChangeConfiguration reads the settings, in the section of the linter or without one.
func (s *server) didChangeConfiguration(p *DidChangeConfigurationParams) error {
	s.configure(p.Settings)
	return nil
}

// configure applies settings. Those of other types are ignored.
func (s *server) configure(raw json.RawMessage) {
	var sections struct {
		Skilllint *settings `json:"skilllint"`
		settings
	}
	if json.Unmarshal(raw, &sections) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if sections.Skilllint != nil {
		s.settings = *sections.Skilllint
	} else {
		s.settings = sections.settings
	}
}
