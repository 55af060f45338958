// Package lsp is a server of the Language Server Protocol: diagnostics of open and closed files, code actions, and the
// features of package language.
//
// A [server] receives messages in order. Changes of documents are recorded at once; a [workspace] for each directory runs the
// linter on them in the background, and answers requests about the result. It reads the same files as the command line, with
// open documents in place of files, and writes none: changes are edits that the client applies.
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
	Request lint.Request             // of all workspaces, without directories and paths
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

// patience is how long the server waits for an answer of the client.
const patience = time.Minute

// maxRequests limits how many requests are answered at a time.
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

// A phase is a part of the life of a connection.
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
	s.conn = jsonrpc2.NewConn(ctx, messages, waiting{ready, s}, jsonrpc2.SetLogger(silent{}))
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

// A waiting is a handler that waits until the server knows its connection.
type waiting struct {
	ready <-chan struct{}
	*server
}

func (w waiting) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-w.ready
	w.handle(ctx, req)
}

type silent struct{}

func (silent) Printf(string, ...any) {}

// grace is how long requests are answered after the end of the input.
const grace = 2 * time.Second

// idle waits until all requests are answered.
func (s *server) idle() {
	answered := make(chan struct{})
	go func() { s.answering.Wait(); close(answered) }()
	select {
	case <-answered:
	case <-time.After(grace):
	case <-s.ended:
	}
}

// handle handles a message. Notifications, initialize and shutdown are handled in order, other requests concurrently.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) {
	switch {
	case req.Notif:
		_, _ = s.guarded(ctx, req) // there is nobody to tell
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
	result, err := s.guarded(ctx, req)
	s.reply(ctx, req.ID, result, err)
}

// reply answers a request. A lost connection is noticed by the reader.
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

// guarded calls the method of a message. A panic is an error of this message only.
func (s *server) guarded(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
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

func panicked(r any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v; please report this bug", r)}
}

// rules returns the rules that diagnostics may name.
func (s *server) rules() []*analysis.Analyzer { return s.Request.Rules }
