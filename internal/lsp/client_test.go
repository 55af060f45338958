package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/rules"
	"github.com/sourcegraph/jsonrpc2"
)

// A client is the other end of a connection to a server in this process.
type client struct {
	t          *testing.T
	conn       *jsonrpc2.Conn
	dir        string
	published  chan PublishDiagnosticsParams
	logged     chan string
	progress   chan string
	registered chan json.RawMessage
	ended      chan error
	latest     map[string]PublishDiagnosticsParams
}

// options returns the options of the command, with all rules.
func options() Options {
	all := rules.All()
	var named = all[:0:0]
	for _, a := range all {
		if !a.IsFact() {
			named = append(named, a)
		}
	}
	return Options{Version: "v0.0.0", Page: func(rule string) string { return "https://example.test/" + rule },
		Request: lint.Request{Rules: named, Analyzers: append(all[:len(all):len(all)], config.Engines()...), Output: &safefile.Writer{}}}
}

// writeTree writes files and returns their directory.
func writeTree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// connect starts a server without initializing it.
func connect(t testing.TB, o Options) *client {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &client{published: make(chan PublishDiagnosticsParams, 10000), logged: make(chan string, 1000), progress: make(chan string, 1000), registered: make(chan json.RawMessage, 100),
		ended: make(chan error, 1), latest: map[string]PublishDiagnosticsParams{}}
	c.t, _ = t.(*testing.T)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { c.ended <- Serve(ctx, fromClient, toClient, o) }()
	c.conn = jsonrpc2.NewConn(ctx, newStream(fromServer, toServer), c, jsonrpc2.SetLogger(discardLogger{}))
	t.Cleanup(func() { c.conn.Close(); cancel(); <-c.ended })
	return c
}

func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p PublishDiagnosticsParams
		_ = json.Unmarshal(*req.Params, &p)
		c.published <- p
	case "window/logMessage":
		c.logged <- string(*req.Params)
	case "window/workDoneProgress/create", "$/progress":
		c.progress <- string(*req.Params)
	case "client/registerCapability":
		c.registered <- *req.Params
	}
	if !req.Notif {
		_ = conn.Reply(ctx, req.ID, nil)
	}
}

// start initializes a server for a directory.
func start(t testing.TB, dir string, capabilities string) *client {
	t.Helper()
	c := connect(t, options())
	c.dir = dir
	c.initialize(t, capabilities)
	return c
}

func (c *client) initialize(t testing.TB, capabilities string) InitializeResult {
	t.Helper()
	var result InitializeResult
	c.call(t, "initialize", map[string]any{"processId": nil, "capabilities": json.RawMessage(capabilities),
		"workspaceFolders": []any{map[string]any{"uri": uriOf(c.dir), "name": "w"}}}, &result)
	c.notify(t, "initialized", struct{}{})
	return result
}

func (c *client) call(t testing.TB, method string, params, result any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := c.conn.Call(ctx, method, params, result); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(t testing.TB, method string, params any) {
	t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) uri(name string) string {
	return uriOf(filepath.Join(c.dir, filepath.FromSlash(name)))
}

func (c *client) open(t testing.TB, name string, version int, text string) {
	t.Helper()
	c.notify(t, "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "markdown", "version": version, "text": text}})
}

func (c *client) change(t testing.TB, name string, version int, text string) {
	t.Helper()
	c.notify(t, "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text}}})
}

func (c *client) close(t testing.TB, name string) {
	t.Helper()
	c.notify(t, "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
}

// until waits until the diagnostics of a file satisfy a condition.
func (c *client) until(t testing.TB, name string, ok func(PublishDiagnosticsParams) bool) PublishDiagnosticsParams {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		if p, known := c.latest[c.uri(name)]; known && ok(p) {
			return p
		}
		select {
		case p := <-c.published:
			c.latest[p.URI] = p
		case <-deadline:
			t.Fatalf("no such diagnostics of %s: %+v", name, c.latest)
		}
	}
}

// codes returns the codes of diagnostics, which are names of rules.
func codes(p PublishDiagnosticsParams) []string {
	list := []string{}
	for _, d := range p.Diagnostics {
		list = append(list, d.Code)
	}
	return list
}

func version(n int32) func(PublishDiagnosticsParams) bool {
	return func(p PublishDiagnosticsParams) bool { return p.Version != nil && *p.Version == n }
}
