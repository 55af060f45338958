package lsp

// settings are what the user configures in the editor. What a repository decides is in its configuration.
type settings struct {
	InlayHints bool `json:"inlayHints"` // show the cost of skills and sections in tokens
}
