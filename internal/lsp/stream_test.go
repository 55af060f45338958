package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// serve returns the output and the error of the server for an input.
func serve(t testing.TB, input string) (string, error) {
	t.Helper()
	out := &output{}
	done := make(chan error, 1)
	go func() { done <- Serve(context.Background(), io.NopCloser(strings.NewReader(input)), out, options()) }()
	select {
	case err := <-done:
		return out.String(), err
	case <-time.After(time.Minute):
		t.Fatalf("the server does not return after %.200q", input)
		return "", nil
	}
}

// An output is a buffer with a Close method.
type output struct{ bytes.Buffer }

func (*output) Close() error { return nil }

func message(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestMalformed sends malformed input, which is answered with an error or ends the connection.
func TestMalformed(t *testing.T) {
	first := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	for _, test := range []struct{ name, input, answer, err string }{
		{"empty input", "", "", "without shutdown"},
		{"invalid JSON", message("{"), `"code":-32700`, ""},
		{"empty object", message("{}"), `"code":-32600`, ""},
		{"a number", message("1"), `"code":-32600`, ""},
		{"a batch", message(`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`), `"code":-32600`, ""},
		{"not initialized", message(`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`), `"code":-32002`, ""},
		{"an unknown method", first + message(`{"jsonrpc":"2.0","id":2,"method":"x"}`), `"code":-32601`, ""},
		{"invalid parameters", first + message(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":[]}`), `"code":-32602`, ""},
		{"null parameters", first + message(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":null}`), `"id":2,"result":null`, ""},
		{"initialized twice", first + first, `"code":-32600`, ""},
		{"invalid notification", first + message(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":7}`), `"id":1`, ""},
		{"an unknown response", first + message(`{"jsonrpc":"2.0","id":99,"result":null}`), `"id":1`, ""},
		{"after shutdown", first + message(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`) + message(`{"jsonrpc":"2.0","method":"exit"}`), `"id":2,"result":null`, "none"},
		{"exit only", first + message(`{"jsonrpc":"2.0","method":"exit"}`), `"id":1`, "without shutdown"},
		{"no colon", "Content-Length\r\n\r\n", "", "no colon"},
		{"no length", "Content-Type: x\r\n\r\n", "", "no Content-Length"},
		{"invalid length", "Content-Length: -1\r\n\r\n", "", "not a number"},
		{"a huge length", "Content-Length: 9999999999\r\n\r\n", "", "exceeds the limit"},
		{"a long header", strings.Repeat("x", 10_000), "", "too long"},
		{"many headers", strings.Repeat("x: y\r\n", 10_000), "", "too long"},
		{"truncated body", "Content-Length: 100\r\n\r\n{}", "", "unexpected EOF"},
		{"truncated header", "Content-", "", "unexpected EOF"},
	} {
		answer, err := serve(t, test.input)
		if !strings.Contains(answer, test.answer) {
			t.Errorf("%s: %q, want %s", test.name, answer, test.answer)
		}
		if test.err == "none" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.err)
		}
	}
}

// FuzzServe sends arbitrary messages after a valid start.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x/SKILL.md","version":1,"text":"a"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x/SKILL.md","version":2},"contentChanges":[{"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"text":"b"}]}}`,
		`{"jsonrpc":"2.0","id":"x","method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///x/SKILL.md"}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///%00","type":9}]}}`,
		`{"jsonrpc":"2.0","id":3,"method":"codeAction/resolve","params":{"title":"x","data":{"uri":"file:///x"}}}`,
	} {
		f.Add(seed)
	}
	first := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	opened := message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x/SKILL.md","version":1,"text":"😀\r\né"}}}`)
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, "workspaceFolders") || strings.Contains(body, "didChangeWorkspaceFolders") {
			return // do not lint directories of the machine
		}
		answer, err := serve(t, first+opened+message(body))
		if !strings.Contains(answer, `"id":1`) || strings.Contains(answer, "internal error") || err != nil && !errors.Is(err, ErrProtocol) {
			t.Errorf("%q: %v", answer, err)
		}
	})
}

// FuzzPosition converts offsets of arbitrary texts to positions and back.
func FuzzPosition(f *testing.F) {
	f.Add("a😀é\r\nb\rc\n", uint8(3))
	f.Add("\xff\xfe\n", uint8(1))
	f.Fuzz(func(t *testing.T, content string, at uint8) {
		d := newText(content)
		for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
			offset := min(int(at), len(content))
			p := d.position(offset, e)
			back := d.offset(p, e)
			if d.position(back, e) != p {
				t.Errorf("%s: %q at %d: %v is %d, which is %v", e, content, offset, p, back, d.position(back, e))
			}
			if d.offset(Position{p.Line + 1000, 0}, e) != len(content) || d.offset(Position{p.Line, 1 << 31}, e) > len(content) {
				t.Errorf("%s: %q: a position after the end", e, content)
			}
		}
	})
}
