package lsp

import "encoding/json"

// The types of code actions and commands.

// CodeActionParams are the parameters of textDocument/codeAction.
type CodeActionParams struct {
	TextDocumentParams
	Range   Range             `json:"range"`
	Context CodeActionContext `json:"context"`
}

// CodeActionContext lists the requested kinds of code actions.
type CodeActionContext struct {
	Only []string `json:"only,omitempty"`
}

// CodeAction is a change or command that the user can choose.
type CodeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind,omitempty"`
	Diagnostics []Diagnostic    `json:"diagnostics,omitempty"`
	IsPreferred bool            `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit  `json:"edit,omitempty"`
	Command     *Command        `json:"command,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

// The kinds of code actions.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.skilllint"
)

// Command is a command of the server.
type Command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments,omitempty"`
}

// explainCommand is the command that opens the page of a rule. Its argument is the name of the rule.
const explainCommand = "skilllint.explain"

// ExecuteCommandParams are the parameters of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// ShowDocumentParams identify a page to open.
type ShowDocumentParams struct {
	URI      string `json:"uri"`
	External bool   `json:"external,omitempty"`
}
