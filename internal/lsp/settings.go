package lsp

import (
	"context"
	"encoding/json"

	"github.com/skilllint/skilllint/analysis"
)

// settings are preferences of the user, configured in the editor. Repositories have configuration files.
type settings struct {
	InlayHints  bool   `json:"inlayHints"`  // show the number of tokens of skills and sections
	MinSeverity string `json:"minSeverity"` // the lowest severity to report; "" for that of the configuration, or info
}

// lowest returns the lowest severity to report, or Off for that of the configuration.
func (s settings) lowest() analysis.Severity {
	switch s.MinSeverity {
	case "error":
		return analysis.Error
	case "warning":
		return analysis.Warning
	case "info":
		return analysis.Info
	}
	return analysis.Off
}

// configure applies settings, which may be in a section "skilllint". Invalid settings are ignored.
func (s *server) configure(raw json.RawMessage) {
	var sections struct {
		Skilllint *settings `json:"skilllint"`
		settings
	}
	if len(raw) == 0 || json.Unmarshal(raw, &sections) != nil {
		return
	}
	next := sections.settings
	if sections.Skilllint != nil {
		next = *sections.Skilllint
	}
	s.mu.Lock()
	changed, hints := s.settings != next, s.settings.InlayHints != next.InlayHints
	s.settings = next
	s.mu.Unlock()
	if hints && s.client.Workspace.InlayHint.RefreshSupport {
		go func() { _ = s.request("workspace/inlayHint/refresh", nil, nil) }() // the reader must not wait for the response
	}
	if changed {
		s.notifyChanges(nil)
	}
}

// DidChangeConfigurationParams are changed settings.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

func (s *server) didChangeConfiguration(p *DidChangeConfigurationParams) error {
	if s.client.Workspace.Configuration {
		go s.pullSettings() // the reader must not wait for the response
		return nil
	}
	s.configure(p.Settings)
	return nil
}

// ConfigurationParams request settings.
type ConfigurationParams struct {
	Items []ConfigurationItem `json:"items"`
}

// ConfigurationItem is a section of the settings.
type ConfigurationItem struct {
	Section string `json:"section,omitempty"`
}

// pullSettings asks the client for its settings.
func (s *server) pullSettings() {
	var answers []json.RawMessage
	if s.request("workspace/configuration", ConfigurationParams{[]ConfigurationItem{{source}}}, &answers) == nil && len(answers) == 1 {
		s.configure(answers[0])
	}
}

// RegistrationParams register for notifications.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// Registration registers for a notification.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// DidChangeWatchedFilesRegistrationOptions are the files to watch.
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers []FileSystemWatcher `json:"watchers"`
}

// FileSystemWatcher is a pattern of files to watch.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// register registers for changes of settings and files, if the client reports them on request only.
func (s *server) register() {
	var all []Registration
	if s.client.Workspace.DidChangeConfig.DynamicRegistration {
		all = append(all, Registration{ID: "settings", Method: "workspace/didChangeConfiguration", RegisterOptions: ConfigurationItem{source}})
	}
	if s.clientWatches() {
		all = append(all, Registration{ID: "files", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: DidChangeWatchedFilesRegistrationOptions{[]FileSystemWatcher{{"**/*"}}}})
	}
	if len(all) > 0 {
		_ = s.request("client/registerCapability", RegistrationParams{all}, nil)
	}
	if s.client.Workspace.Configuration {
		s.pullSettings()
	}
}

// clientWatches reports whether the client watches the files of its directories.
func (s *server) clientWatches() bool {
	return s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration
}

func (s *server) didChangeWatchedFiles(p *DidChangeWatchedFilesParams) error {
	paths := map[string]bool{}
	for _, e := range p.Changes {
		if path := pathOf(e.URI); path != "" {
			path = realPath(path)
			paths[path] = e.Type != fileChanged || paths[path]
		}
	}
	s.notifyChanges(paths)
	return nil
}

// request sends a request to the client and waits for the answer.
func (s *server) request(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(s.ctx, responseTimeout)
	defer cancel()
	return s.conn.Call(ctx, method, params, result)
}
