package lsp

import "encoding/json"

// The types of the Language Server Protocol that the server uses, with the fields that it uses. TestProtocol compares them with
// the declarations of the reference implementation.

// Position is a line and a column of a document, counted from 0. Columns are in units of the negotiated encoding.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a half-open range in a document.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// TextDocumentIdentifier identifies a document.
type TextDocumentIdentifier struct {
	URI string `json:"uri"`
}

// VersionedTextDocumentIdentifier identifies a version of a document.
type VersionedTextDocumentIdentifier struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
}

// OptionalVersionedTextDocumentIdentifier identifies a document, and its version if it is open.
type OptionalVersionedTextDocumentIdentifier struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
}

// TextDocumentItem is an open document.
type TextDocumentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int32  `json:"version"`
	Text       string `json:"text"`
}

// InitializeParams starts a session.
type InitializeParams struct {
	Capabilities          ClientCapabilities `json:"capabilities"`
	RootURI               *string            `json:"rootUri"`
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders,omitempty"`
}

// WorkspaceFolder is a directory that is open in the editor.
type WorkspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// ClientCapabilities are the capabilities of the client.
type ClientCapabilities struct {
	General      GeneralClientCapabilities      `json:"general,omitzero"`
	TextDocument TextDocumentClientCapabilities `json:"textDocument,omitzero"`
	Workspace    WorkspaceClientCapabilities    `json:"workspace,omitzero"`
	Window       WindowClientCapabilities       `json:"window,omitzero"`
}

// GeneralClientCapabilities lists the position encodings of the client.
type GeneralClientCapabilities struct {
	PositionEncodings []string `json:"positionEncodings,omitempty"`
}

// TextDocumentClientCapabilities are capabilities for documents.
type TextDocumentClientCapabilities struct {
	CodeAction CodeActionClientCapabilities `json:"codeAction,omitzero"`
}

// CodeActionClientCapabilities are capabilities for code actions.
type CodeActionClientCapabilities struct {
	ResolveSupport ClientCodeActionResolveOptions `json:"resolveSupport,omitzero"`
	DataSupport    bool                           `json:"dataSupport,omitempty"`
}

// ClientCodeActionResolveOptions lists the properties that the client resolves later.
type ClientCodeActionResolveOptions struct {
	Properties []string `json:"properties"`
}

// WorkspaceClientCapabilities are capabilities for the workspace.
type WorkspaceClientCapabilities struct {
	Configuration         bool                                     `json:"configuration,omitempty"`
	DidChangeWatchedFiles DidChangeWatchedFilesClientCapabilities  `json:"didChangeWatchedFiles,omitzero"`
	DidChangeConfig       DidChangeConfigurationClientCapabilities `json:"didChangeConfiguration,omitzero"`
	WorkspaceEdit         WorkspaceEditClientCapabilities          `json:"workspaceEdit,omitzero"`
	InlayHint             InlayHintWorkspaceClientCapabilities     `json:"inlayHint,omitzero"`
}

// InlayHintWorkspaceClientCapabilities reports whether the client requests inlay hints again.
type InlayHintWorkspaceClientCapabilities struct {
	RefreshSupport bool `json:"refreshSupport,omitempty"`
}

// DidChangeWatchedFilesClientCapabilities reports whether the client watches files for the server.
type DidChangeWatchedFilesClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
}

// DidChangeConfigurationClientCapabilities reports whether the client reports changed settings.
type DidChangeConfigurationClientCapabilities struct {
	DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
}

// WorkspaceEditClientCapabilities are capabilities for edits of several documents.
type WorkspaceEditClientCapabilities struct {
	DocumentChanges    bool     `json:"documentChanges,omitempty"`
	ResourceOperations []string `json:"resourceOperations,omitempty"`
}

// WindowClientCapabilities are capabilities for the window.
type WindowClientCapabilities struct {
	ShowDocument     ShowDocumentClientCapabilities `json:"showDocument,omitzero"`
	WorkDoneProgress bool                           `json:"workDoneProgress,omitempty"`
}

// ShowDocumentClientCapabilities reports whether the client opens documents and pages.
type ShowDocumentClientCapabilities struct {
	Support bool `json:"support"`
}

// InitializeResult is the result of initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo is the name and version of the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities are the capabilities of the server.
type ServerCapabilities struct {
	PositionEncoding        string                  `json:"positionEncoding,omitempty"`
	TextDocumentSync        TextDocumentSyncOptions `json:"textDocumentSync"`
	CodeActionProvider      *CodeActionOptions      `json:"codeActionProvider,omitempty"`
	ExecuteCommandProvider  *ExecuteCommandOptions  `json:"executeCommandProvider,omitempty"`
	HoverProvider           bool                    `json:"hoverProvider,omitempty"`
	CompletionProvider      *CompletionOptions      `json:"completionProvider,omitempty"`
	DefinitionProvider      bool                    `json:"definitionProvider,omitempty"`
	ReferencesProvider      bool                    `json:"referencesProvider,omitempty"`
	RenameProvider          *RenameOptions          `json:"renameProvider,omitempty"`
	DocumentLinkProvider    *DocumentLinkOptions    `json:"documentLinkProvider,omitempty"`
	DocumentSymbolProvider  bool                    `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider bool                    `json:"workspaceSymbolProvider,omitempty"`
	FoldingRangeProvider    bool                    `json:"foldingRangeProvider,omitempty"`
	InlayHintProvider       bool                    `json:"inlayHintProvider,omitempty"`
	Workspace               *WorkspaceOptions       `json:"workspace,omitempty"`
}

// TextDocumentSyncOptions determines how the client reports changes of documents.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose,omitempty"`
	Change    int  `json:"change,omitempty"`
}

// incremental is the kind of synchronization in which changes are ranges.
const incremental = 2

// WorkspaceOptions are capabilities of the server for the workspace.
type WorkspaceOptions struct {
	WorkspaceFolders WorkspaceFoldersServerCapabilities `json:"workspaceFolders"`
}

// WorkspaceFoldersServerCapabilities reports whether the server supports several directories.
type WorkspaceFoldersServerCapabilities struct {
	Supported           bool `json:"supported,omitempty"`
	ChangeNotifications bool `json:"changeNotifications,omitempty"`
}

// DidOpenTextDocumentParams reports an opened document.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams reports changes of a document, in order.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// TextDocumentContentChangeEvent is one change. Without a range, the text replaces the whole document.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// DidCloseTextDocumentParams reports a closed document.
type DidCloseTextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidChangeWorkspaceFoldersParams reports opened and closed directories.
type DidChangeWorkspaceFoldersParams struct {
	Event WorkspaceFoldersChangeEvent `json:"event"`
}

// WorkspaceFoldersChangeEvent lists opened and closed directories.
type WorkspaceFoldersChangeEvent struct {
	Added   []WorkspaceFolder `json:"added"`
	Removed []WorkspaceFolder `json:"removed"`
}

// DidChangeWatchedFilesParams reports files that changed on the disk.
type DidChangeWatchedFilesParams struct {
	Changes []FileEvent `json:"changes"`
}

// FileEvent is a created, changed or deleted file.
type FileEvent struct {
	URI  string `json:"uri"`
	Type int    `json:"type"`
}

// fileChanged is the type of events about modified files.
const fileChanged = 2

// PublishDiagnosticsParams are the diagnostics of a document.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is a finding.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           int                            `json:"severity,omitempty"`
	Code               string                         `json:"code,omitempty"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source,omitempty"`
	Message            string                         `json:"message"`
	Tags               []int                          `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
	Data               json.RawMessage                `json:"data,omitempty"`
}

// The severities of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
	severityInfo    = 3
	severityHint    = 4
)

// tagUnnecessary marks text without effect, which editors fade out.
const tagUnnecessary = 1

// CodeDescription links to a page about a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation is another location that is related to a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// CodeActionOptions are the kinds of code actions.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds,omitempty"`
	ResolveProvider bool     `json:"resolveProvider,omitempty"`
}

// ExecuteCommandOptions are the commands of the server.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// LogMessageParams is a message for the log of the client.
type LogMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}
