package skilllint_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lspMessage returns a message of the language server protocol.
func lspMessage(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// lspResponses reads messages until all requests have a response. It returns the diagnostics by URI and the responses.
func lspResponses(r *bufio.Reader, requests int) (diagnostics map[string][]string, responses []string, err error) {
	diagnostics = map[string][]string{}
	for requests > 0 {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return nil, nil, err
		}
		length, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return nil, nil, err
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return nil, nil, err
		}
		var m struct {
			ID     int
			Method string
			Params struct {
				URI         string
				Diagnostics []struct {
					Code, Message string
					Severity      int
					Range         struct{ Start struct{ Line, Character int } }
				}
			}
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return nil, nil, err
		}
		if m.Method == "" {
			responses = append(responses, string(body))
			requests--
			continue
		}
		if m.Method == "textDocument/publishDiagnostics" {
			delete(diagnostics, m.Params.URI)
			for _, d := range m.Params.Diagnostics {
				message, _, _ := strings.Cut(d.Message, "\n")
				diagnostics[m.Params.URI] = append(diagnostics[m.Params.URI],
					fmt.Sprintf("%d:%d %s %s", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Code, message))
			}
		}
	}
	return diagnostics, responses, nil
}

// lspStart returns the first messages of a client. Its positions count characters, as those of findings do.
func lspStart(root string) string {
	return lspMessage(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{"general":{"positionEncodings":["utf-32"]}},"rootUri":"file://`+root+`"}}`) +
		lspMessage(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
}

const lspEnd = `{"jsonrpc":"2.0","id":99,"method":"shutdown"}`

// TestLSP starts `skilllint lsp` like an editor. Its diagnostics must equal the findings of `skilllint lint`.
func TestLSP(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"skills/a/SKILL.md":    "---\nname: b\ndescription: Sorts mail: all of it. Use when asked to sort mail.\n---\n# A\n\n😀 [x](no.md) {{X}}\n",
		"skills/b/SKILL.md":    "---\nname: b\nmodle: x\n---\n```\n",
		".claude/agents/c.md":  "---\nname: c\ndescription: Reviews. Use for reviews.\nskills: a, z\n---\n# C\n<!-- skilllint-disable-file deps/missing -->\n",
		"out/MANIFEST.jsonl":   "{\"id\":\"T1-a\",\"file\":\"gone.md\"}\n\n",
		"skills/manifest.json": `{"skills": [{"name": "gone", "path": "skills/gone"}]}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, code := lspSession(t, dir, lspMessage(lspEnd)+lspMessage(`{"jsonrpc":"2.0","method":"exit"}`))
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	lint := exec.Command(build(t), "--format", "json", "--min-severity", "info")
	lint.Dir = dir
	out, _ := lint.Output() // fails because of findings
	var report struct {
		Findings []struct {
			Path, Rule, Message string
			Range               struct{ Start struct{ Line, Column int } }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, f := range report.Findings {
		uri := "file://" + dir + "/" + f.Path
		want[uri] = append(want[uri], fmt.Sprintf("%d:%d %s %s", max(f.Range.Start.Line, 1), max(f.Range.Start.Column, 1), f.Rule, f.Message))
	}
	if len(want) < 4 || !maps.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	for _, end := range []string{"", lspMessage(`{"jsonrpc":"2.0","method":"exit"}`), "Content-Length: x\r\n\r\n"} {
		if _, code := lspSession(t, dir, end); code != 1 {
			t.Errorf("exit code %d after %q instead of shutdown, want 1", code, end)
		}
	}
}

// lspSession returns the diagnostics of a directory, and the exit code after the last messages.
func lspSession(t *testing.T, dir, end string) (map[string][]string, int) {
	t.Helper()
	cmd := exec.Command(build(t), "lsp")
	cmd.Dir = t.TempDir()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// The response to a request follows the diagnostics of the current content.
	if _, err := io.WriteString(in, lspStart(filepath.ToSlash(dir))+lspMessage(`{"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":"x"}}`)); err != nil {
		t.Fatal(err)
	}
	diagnostics, _, err := lspResponses(bufio.NewReader(out), 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, end); err != nil {
		t.Fatal(err)
	}
	in.Close()
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait() // callers check the exit code
	return diagnostics, cmd.ProcessState.ExitCode()
}
