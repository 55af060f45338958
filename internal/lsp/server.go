// Package lsp implements a server of the Language Server Protocol: diagnostics of open and closed files, code actions, and the
// features of package language.
//
// A [server] receives messages in order and records changes of documents at once. A [workspace] for each directory runs the linter
// in the background and answers requests about the result. It reads the same files as the command line, with open documents in
// place of files. It writes no files: changes are edits that the client applies.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/sourcegraph/jsonrpc2"
)

// Options configure a server.
type Options struct {
	Request lint.Request             // for all workspaces, without directories and paths
	Page    func(rule string) string // returns the URL of the page of a rule, or ""
	Version string                   // of the program
}

// ErrProtocol is returned if the client closed the connection without shutting the server down.
var ErrProtocol = errors.New("the connection was closed without shutdown")

// Codes of errors that jsonrpc2 does not define.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeRequestFailed    = -32803
	codeServerCancelled  = -32802
)

// responseTimeout is the time that the server waits for a response of the client.
const responseTimeout = time.Minute

// maxRequests limits the number of concurrent requests.
const maxRequests = 256

// A server is one connection.
type server struct {
	Options
	conn  *jsonrpc2.Conn
	ctx   context.Context // of the connection
	ended chan struct{}   // closed by exit

	answering sync.WaitGroup // requests

	mu         sync.Mutex
	phase      phase
	client     ClientCapabilities
	encoding   encoding
	settings   settings
	documents  documents
	workspaces []*workspace
	cancels    map[jsonrpc2.ID]context.CancelFunc
}

// A phase is a state of a connection.
type phase int

const (
	created phase = iota
	initialized
	shutDown
)

// Serve answers messages until the client disconnects. The error is nil after an orderly shutdown.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{Options: o, ctx: ctx, ended: make(chan struct{}), encoding: utf16Units, cancels: map[jsonrpc2.ID]context.CancelFunc{}}
	messages := newStream(in, out)
	messages.idle = s.idle
	ready := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, messages, readyHandler{ready, s}, jsonrpc2.SetLogger(discardLogger{}))
	close(ready)
	select {
	case <-s.conn.DisconnectNotify():
	case <-s.ended:
	}
	s.mu.Lock()
	orderly, all := s.phase == shutDown, s.workspaces
	s.phase, s.workspaces = shutDown, nil
	s.mu.Unlock()
	cancel()
	for _, w := range all {
		w.wait()
	}
	switch {
	case orderly:
		return nil
	case messages.problem() != nil:
		return messages.problem()
	}
	return ErrProtocol
}

// A readyHandler is a handler that waits until server.conn is set.
type readyHandler struct {
	ready <-chan struct{}
	*server
}

func (w readyHandler) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-w.ready
	w.handle(ctx, req)
}

type discardLogger struct{}

func (discardLogger) Printf(string, ...any) {}

// drainTimeout is the time that pending requests have after the end of the input.
const drainTimeout = 2 * time.Second

// idle waits until all requests are answered.
func (s *server) idle() {
	answered := make(chan struct{})
	go func() { s.answering.Wait(); close(answered) }()
	select {
	case <-answered:
	case <-time.After(drainTimeout):
	case <-s.ended:
	}
}

// handle handles a message: notifications, initialize and shutdown in order, other requests concurrently.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) {
	switch {
	case req.Notif:
		_, _ = s.callMethod(ctx, req) // a notification has no response
		return
	case req.Method == "initialize" || req.Method == "shutdown":
		s.answer(ctx, req)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	busy := len(s.cancels) >= maxRequests
	if !busy {
		s.cancels[req.ID] = cancel
	}
	s.mu.Unlock()
	if busy {
		cancel()
		s.reply(ctx, req.ID, nil, &jsonrpc2.Error{Code: codeServerCancelled, Message: "too many requests"})
		return
	}
	s.answering.Add(1)
	go func() {
		defer s.answering.Done()
		defer cancel()
		s.answer(ctx, req)
		s.mu.Lock()
		delete(s.cancels, req.ID)
		s.mu.Unlock()
	}()
}

func (s *server) answer(ctx context.Context, req *jsonrpc2.Request) {
	result, err := s.callMethod(ctx, req)
	s.reply(ctx, req.ID, result, err)
}

// reply sends a response. Its errors are ignored because the reader detects a lost connection.
func (s *server) reply(ctx context.Context, id jsonrpc2.ID, result any, err error) {
	if err == nil {
		_ = s.conn.Reply(ctx, id, result)
		return
	}
	var reason *jsonrpc2.Error
	switch {
	case errors.As(err, &reason):
	case errors.Is(err, context.Canceled):
		reason = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "request canceled"}
	default:
		reason = &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
	}
	_ = s.conn.ReplyWithError(ctx, id, reason)
}

// callMethod calls the method of a message, and turns a panic into an error.
func (s *server) callMethod(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError(r)
		}
	}()
	s.mu.Lock()
	now := s.phase
	s.mu.Unlock()
	switch {
	case req.Method == "exit":
		s.exit()
		return nil, nil
	case now == created && req.Method != "initialize":
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "server is not initialized"}
	case now == initialized && req.Method == "initialize", now == shutDown:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "unexpected request " + req.Method}
	}
	call, ok := methods()[req.Method]
	if !ok {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unsupported method " + req.Method}
	}
	params := json.RawMessage("{}")
	if req.Params != nil {
		params = *req.Params
	}
	return call(s, ctx, params)
}

func (s *server) exit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
	default:
		close(s.ended)
	}
}

// notify sends a notification.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

// log sends a message for the log of the client.
func (s *server) log(level int, message string) {
	s.notify("window/logMessage", LogMessageParams{Type: level, Message: message})
}

func panicError(r any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v; please report this bug", r)}
}

// rules returns the rules of the linter.
func (s *server) rules() []*analysis.Analyzer { return s.Request.Rules }
