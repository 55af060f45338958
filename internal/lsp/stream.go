package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

const (
	maxMessage = 64 << 20 // bytes; a document of 16 MB is at most 4 times as long in JSON, except for control characters
	maxHeader  = 4 << 10  // bytes of all headers of a message
)

// A stream reads and writes messages with headers. Unlike the codec of jsonrpc2, it limits their size, and it answers invalid JSON
// with an error instead of closing the connection.
type stream struct {
	in    *bufio.Reader
	out   io.Writer
	close func() error
	idle  func() // waits until all messages are answered

	writing sync.Mutex

	mu     sync.Mutex
	failed error // the error that ended reading; nil at the end of the input
}

func newStream(in io.ReadCloser, out io.WriteCloser) *stream {
	return &stream{idle: func() {}, in: bufio.NewReaderSize(in, maxHeader), out: out, close: func() error { return errors.Join(in.Close(), out.Close()) }}
}

// Close closes both directions.
func (s *stream) Close() error { return s.close() }

// WriteObject writes a message.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	message := make([]byte, 0, len(body)+32)
	message = fmt.Appendf(message, "Content-Length: %d\r\n\r\n", len(body))
	s.writing.Lock()
	defer s.writing.Unlock()
	_, err = s.out.Write(append(message, body...))
	return err
}

// ReadObject reads the next valid message.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.read()
		if err != nil {
			s.fail(err)
			s.idle()
			return io.EOF // jsonrpc2 logs other errors itself
		}
		code, problem := -32700, "parse error"
		if json.Valid(body) {
			if err := json.Unmarshal(body, v); err == nil {
				return nil
			}
			code, problem = -32600, "invalid request"
		}
		if err := s.WriteObject(failure{Version: "2.0", Error: failureReason{code, problem}}); err != nil {
			return io.EOF
		}
	}
}

func (s *stream) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
}

// problem returns the error that ended reading, or nil at the end of the input.
func (s *stream) problem() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// A failure is the response to a message without a valid ID.
type failure struct {
	Version string        `json:"jsonrpc"`
	ID      *int          `json:"id"`
	Error   failureReason `json:"error"`
}

type failureReason struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// read reads the headers and the body of a message.
func (s *stream) read() ([]byte, error) {
	length, total := -1, 0
	for {
		line, err := s.in.ReadSlice('\n')
		if total += len(line); errors.Is(err, bufio.ErrBufferFull) || total > maxHeader {
			return nil, errors.New("message header is too long")
		}
		if err != nil {
			if total > 0 && errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		header := strings.TrimRight(string(line), "\r\n")
		if header == "" {
			break
		}
		name, value, ok := strings.Cut(header, ":")
		if !ok {
			return nil, errors.New("invalid message header: no colon")
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
			return nil, errors.New("invalid message header: Content-Length is not a number")
		}
	}
	switch {
	case length < 0:
		return nil, errors.New("invalid message header: no Content-Length")
	case length > maxMessage:
		return nil, fmt.Errorf("message of %d bytes exceeds the limit of %d", length, maxMessage)
	}
	body := &strings.Builder{}
	if _, err := io.CopyN(body, s.in, int64(length)); err != nil { // grows with the input, not with Content-Length
		return nil, io.ErrUnexpectedEOF
	}
	return []byte(body.String()), nil
}
