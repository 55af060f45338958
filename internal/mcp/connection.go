package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/skilllint/skilllint/analysis/quote"
)

// maxMessage limits the bytes of a message.
const maxMessage = 16 << 20

// A stream reads and writes messages of one line each. Unlike the stream of jsonrpc2, it limits the size of messages, and
// accepts batches.
type stream struct {
	in      io.ReadCloser
	out     io.WriteCloser
	decoder *json.Decoder
	left    int               // bytes that the current message may still have
	batch   []json.RawMessage // messages that were read but not returned
	answer  func()            // waits until all requests are answered
	failed  error             // why reading ended; nil at the end of the input
}

func newStream(in io.ReadCloser, out io.WriteCloser) *stream {
	s := &stream{in: in, out: out}
	s.decoder = json.NewDecoder(s)
	return s
}

// Read reads a part of a message, for the decoder.
func (s *stream) Read(b []byte) (int, error) {
	if s.left <= 0 {
		return 0, errors.New("message is larger than 16 MB")
	}
	n, err := s.in.Read(b[:min(len(b), s.left)])
	s.left -= n
	return n, err
}

// ReadObject reads the next message.
func (s *stream) ReadObject(v any) error {
	err := s.next(v)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	if err != nil {
		s.answer()
	}
	return err
}

func (s *stream) next(v any) error {
	for len(s.batch) == 0 {
		s.left = maxMessage
		var message json.RawMessage
		if err := s.decoder.Decode(&message); err != nil {
			return err
		}
		s.batch = []json.RawMessage{message}
		if message[0] == '[' {
			if err := json.Unmarshal(message, &s.batch); err != nil {
				return err
			}
		}
	}
	message := s.batch[0]
	s.batch = s.batch[1:]
	if json.Unmarshal(message, v) != nil {
		return errors.New("not a JSON-RPC message")
	}
	return nil
}

// WriteObject writes a message. jsonrpc2 writes one at a time.
func (s *stream) WriteObject(v any) error { return json.NewEncoder(s.out).Encode(v) }

// Close closes both directions.
func (s *stream) Close() error { return errors.Join(s.in.Close(), s.out.Close()) }

type discardLogger struct{}

func (discardLogger) Printf(string, ...any) {}

// A connection is a session with a client.
type connection struct {
	*server
	stream *stream

	initialized bool // only the goroutine that reads uses it
	calls       sync.WaitGroup
	mu          sync.Mutex
	cancels     map[jsonrpc2.ID]context.CancelFunc // of unanswered calls
}

// serve answers the messages of one client until the input or the context ends.
func (s *server) serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	c := &connection{server: s, stream: newStream(in, out), cancels: map[jsonrpc2.ID]context.CancelFunc{}}
	c.stream.answer = c.calls.Wait
	conn := jsonrpc2.NewConn(ctx, c.stream, c, jsonrpc2.SetLogger(discardLogger{}))
	<-conn.DisconnectNotify()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.stream.failed
}

// Handle answers a message: a call of a tool concurrently, all others in order.
func (c *connection) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	if req.Notif {
		c.notify(req)
		return
	}
	answer := func(result any, err error) {
		var reason *jsonrpc2.Error
		if errors.As(err, &reason) {
			_ = conn.ReplyWithError(ctx, req.ID, reason) // the reader detects a lost connection
		} else {
			_ = conn.Reply(ctx, req.ID, result)
		}
	}
	if req.Method != "tools/call" || !c.initialized {
		answer(c.request(req))
		return
	}
	call, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	c.cancels[req.ID] = cancel
	c.mu.Unlock()
	c.calls.Go(func() {
		defer cancel()
		if result, err := c.call(call, req); call.Err() == nil {
			answer(result, err)
		}
		c.mu.Lock()
		delete(c.cancels, req.ID)
		c.mu.Unlock()
	})
}

// notify handles a notification. A canceled call has no response.
func (c *connection) notify(req *jsonrpc2.Request) {
	var params struct {
		ID jsonrpc2.ID `json:"requestId"`
	}
	if req.Method != "notifications/cancelled" || req.Params == nil || json.Unmarshal(*req.Params, &params) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.cancels[params.ID]; cancel != nil {
		cancel()
	}
}

func failure(code int64, message string) error { return &jsonrpc2.Error{Code: code, Message: message} }

// request answers a request other than a call.
func (c *connection) request(req *jsonrpc2.Request) (any, error) {
	switch {
	case req.Method == "ping":
		return struct{}{}, nil
	case req.Method == "initialize" && !c.initialized:
		return c.initialize(req)
	case req.Method == "initialize":
		return nil, failure(jsonrpc2.CodeInvalidRequest, "session is already initialized")
	case !c.initialized:
		return nil, failure(jsonrpc2.CodeInvalidRequest, "session is not initialized")
	case req.Method == "tools/list":
		return map[string]any{"tools": c.tools}, nil
	}
	return nil, failure(jsonrpc2.CodeMethodNotFound, "unsupported method "+req.Method)
}

// versions are the versions of the protocol, the newest first. Sessions without HTTP are the same in all of them.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

func (c *connection) initialize(req *jsonrpc2.Request) (any, error) {
	var params struct {
		Version string `json:"protocolVersion"`
	}
	if req.Params == nil || json.Unmarshal(*req.Params, &params) != nil {
		return nil, failure(jsonrpc2.CodeInvalidParams, "invalid parameters")
	}
	if !slices.Contains(versions, params.Version) {
		params.Version = versions[0]
	}
	c.initialized = true
	return map[string]any{
		"protocolVersion": params.Version,
		"capabilities":    map[string]any{"tools": struct{}{}},
		"serverInfo":      map[string]any{"name": "skilllint", "title": "skilllint", "version": c.Version},
		"instructions":    instructions,
	}, nil
}

// call calls a tool. An error of the tool is a result, so that the model sees it.
func (c *connection) call(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	var params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if req.Params != nil {
		if err := json.Unmarshal(*req.Params, &params); err != nil {
			return nil, failure(jsonrpc2.CodeInvalidParams, "invalid parameters")
		}
	}
	i := slices.IndexFunc(c.tools, func(t tool) bool { return t.Name == params.Name })
	if i < 0 {
		return nil, failure(jsonrpc2.CodeInvalidParams, "unknown tool "+quote.Text(params.Name))
	}
	type content struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	result, err := c.tools[i].call(ctx, params.Arguments)
	if err != nil {
		return map[string]any{"content": []content{{"text", err.Error()}}, "isError": true}, nil
	}
	return map[string]any{"content": []content{{"text", string(result)}}, "structuredContent": result}, nil
}
