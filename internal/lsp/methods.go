package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/internal/discover"
	"github.com/sourcegraph/jsonrpc2"
)

// A method handles a message. The result of a notification is ignored.
type method func(s *server, ctx context.Context, params json.RawMessage) (any, error)

// withParams returns a method that decodes its parameters.
func withParams[P, R any](f func(*server, context.Context, *P) (R, error)) method {
	return func(s *server, ctx context.Context, raw json.RawMessage) (any, error) {
		params := new(P)
		if err := json.Unmarshal(raw, params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "invalid parameters: " + err.Error()}
		}
		return f(s, ctx, params)
	}
}

// notification returns a method for a notification.
func notification[P any](f func(*server, *P) error) method {
	return withParams(func(s *server, _ context.Context, params *P) (any, error) { return nil, f(s, params) })
}

// methods returns the methods by name.
var methods = sync.OnceValue(func() map[string]method {
	all := features()
	maps.Copy(all, actions())
	maps.Copy(all, map[string]method{
		"initialize":                          withParams((*server).initialize),
		"initialized":                         notification((*server).initialized),
		"shutdown":                            withParams((*server).shutdown),
		"$/cancelRequest":                     notification((*server).cancelRequest),
		"textDocument/didOpen":                notification((*server).didOpen),
		"textDocument/didChange":              notification((*server).didChange),
		"textDocument/didClose":               notification((*server).didClose),
		"workspace/didChangeConfiguration":    notification((*server).didChangeConfiguration),
		"workspace/didChangeWatchedFiles":     notification((*server).didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": notification((*server).didChangeWorkspaceFolders),
	})
	return all
})

// noParams holds the parameters or the result of a method that has none.
type noParams struct{}

func (s *server) initialize(_ context.Context, p *InitializeParams) (*InitializeResult, error) {
	s.mu.Lock()
	s.phase, s.client = initialized, p.Capabilities
	s.encoding = negotiate(p.Capabilities.General.PositionEncodings)
	s.mu.Unlock()
	s.configure(p.InitializationOptions)
	folders := p.WorkspaceFolders
	if len(folders) == 0 && p.RootURI != nil {
		folders = []WorkspaceFolder{{URI: *p.RootURI}}
	}
	for _, f := range folders {
		s.open(f)
	}
	return &InitializeResult{ServerInfo: ServerInfo{Name: "skilllint", Version: s.Version}, Capabilities: s.capabilities()}, nil
}

// capabilities returns the capabilities of the server for this client.
func (s *server) capabilities() ServerCapabilities {
	return ServerCapabilities{
		PositionEncoding:        string(s.encoding),
		TextDocumentSync:        TextDocumentSyncOptions{OpenClose: true, Change: incremental},
		CodeActionProvider:      &CodeActionOptions{CodeActionKinds: []string{quickFix, fixAll}, ResolveProvider: true},
		ExecuteCommandProvider:  &ExecuteCommandOptions{Commands: []string{explainCommand}},
		HoverProvider:           true,
		CompletionProvider:      &CompletionOptions{TriggerCharacters: []string{":", " ", ",", "\"", "-", "/", "#", "(", "@", "{"}},
		DefinitionProvider:      true,
		ReferencesProvider:      true,
		RenameProvider:          &RenameOptions{PrepareProvider: true},
		DocumentLinkProvider:    &DocumentLinkOptions{},
		DocumentSymbolProvider:  true,
		WorkspaceSymbolProvider: true,
		FoldingRangeProvider:    true,
		InlayHintProvider:       true,
		Workspace:               &WorkspaceOptions{WorkspaceFolders: WorkspaceFoldersServerCapabilities{Supported: true, ChangeNotifications: true}},
	}
}

// initialized starts the first runs. Before this notification, the client accepts no messages of the server.
func (s *server) initialized(*noParams) error {
	for _, w := range s.allWorkspaces() {
		w.start()
	}
	go s.register() // the reader must not wait for the response
	return nil
}

func (s *server) shutdown(context.Context, *noParams) (any, error) {
	s.mu.Lock()
	s.phase = shutDown
	all := s.workspaces
	s.workspaces = nil
	s.mu.Unlock()
	for _, w := range all {
		w.close()
	}
	return nil, nil
}

// A cancelParams identifies a request to cancel.
type cancelParams struct {
	ID jsonrpc2.ID `json:"id"`
}

func (s *server) cancelRequest(p *cancelParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[p.ID]; cancel != nil {
		cancel()
	}
	return nil
}

func (s *server) didOpen(p *DidOpenTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	if path == "" {
		return nil
	}
	doc := &document{uri: p.TextDocument.URI, path: realPath(path), version: p.TextDocument.Version, text: newText(p.TextDocument.Text)}
	s.mu.Lock()
	s.documents = s.documents.with(doc)
	s.mu.Unlock()
	s.openImplicitly(doc.path)
	s.notifyChanges(map[string]bool{doc.path: true})
	return nil
}

// openImplicitly opens the repository of a document that is outside all open directories. For a SKILL.md file outside repositories,
// it opens the directory of the file.
func (s *server) openImplicitly(path string) {
	dir, isRepository := discover.Repository(filepath.Dir(path), s.Request.Ceilings)
	if !isRepository {
		dir = filepath.Dir(path)
	}
	if s.workspaceOf(path) != nil || !isRepository && (filepath.Base(path) != "SKILL.md" || dir == filepath.Dir(dir)) {
		return
	}
	if w := s.open(WorkspaceFolder{URI: uriOf(dir)}); w != nil {
		w.implicit = true
		w.start()
	}
}

// closeImplicit closes the directory of a closed document if it was opened by openImplicitly and contains no other open document.
func (s *server) closeImplicit(path string) {
	w := s.workspaceOf(path)
	if w == nil || !w.implicit {
		return
	}
	for other := range w.documents() {
		if s.workspaceOf(other) == w {
			return
		}
	}
	s.remove(WorkspaceFolder{URI: uriOf(w.folder)})
}

func (s *server) didChange(p *DidChangeTextDocumentParams) error {
	s.mu.Lock()
	doc := s.document(p.TextDocument.URI)
	s.mu.Unlock()
	if doc == nil {
		return nil
	}
	// Only notifications change documents, and they are handled one after the other.
	next, err := doc.change(p.TextDocument.Version, p.ContentChanges, s.encoding)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.documents = s.documents.with(next)
	s.mu.Unlock()
	s.notifyChanges(map[string]bool{doc.path: false})
	return nil
}

func (s *server) didClose(p *DidCloseTextDocumentParams) error {
	s.mu.Lock()
	doc := s.document(p.TextDocument.URI)
	if doc != nil {
		s.documents = s.documents.without(doc.path)
	}
	s.mu.Unlock()
	if doc != nil {
		s.notifyChanges(map[string]bool{doc.path: true})
		s.closeImplicit(doc.path)
	}
	return nil
}

// document returns the open document of a URI, or nil. mu is held.
func (s *server) document(uri string) *document {
	for _, doc := range s.documents {
		if doc.uri == uri {
			return doc
		}
	}
	if path := pathOf(uri); path != "" {
		return s.documents[realPath(path)]
	}
	return nil
}

func (s *server) didChangeWorkspaceFolders(p *DidChangeWorkspaceFoldersParams) error {
	for _, f := range p.Event.Removed {
		s.remove(f)
	}
	for _, f := range p.Event.Added {
		if w := s.open(f); w != nil {
			w.start()
		}
	}
	for _, w := range s.allWorkspaces() { // files may belong to another workspace now
		w.changeAll()
	}
	return nil
}

// open adds a workspace for a directory. It returns nil if the directory cannot be opened or is already open.
func (s *server) open(f WorkspaceFolder) *workspace {
	path := pathOf(f.URI)
	if path == "" {
		return nil
	}
	dir, err := filepath.EvalSymlinks(path)
	if err != nil {
		s.log(severityWarning, "cannot open "+f.URI)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workspaces {
		if w.dir == dir {
			w.implicit = false
			return nil
		}
	}
	w := newWorkspace(s, path, dir)
	s.workspaces = append(s.workspaces, w)
	return w
}

// remove closes the workspace of a directory. Its diagnostics are removed before another workspace reports the same files.
func (s *server) remove(f WorkspaceFolder) {
	path := pathOf(f.URI)
	all := s.allWorkspaces()
	i := slices.IndexFunc(all, func(w *workspace) bool { return w.folder == path })
	if i < 0 {
		return
	}
	all[i].close()
	all[i].clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.workspaces = slices.Delete(all, i, i+1)
}

// allWorkspaces returns the workspaces.
func (s *server) allWorkspaces() []*workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.workspaces)
}

// notifyChanges reports changed paths to all workspaces. The value true means that a file may have been created, deleted or replaced, and
// therefore the directories above it, too.
func (s *server) notifyChanges(paths map[string]bool) {
	all := maps.Clone(paths)
	for path, moved := range paths {
		if to := targetOf(path); to != path {
			all[to] = moved || all[to] // a document that is open under the path of a link replaces the target
		}
		for dir := filepath.Dir(path); moved && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if _, known := all[dir]; !known {
				all[dir] = false
			}
		}
	}
	for _, w := range s.allWorkspaces() {
		w.change(all)
	}
}
