package skilllint_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/sourcegraph/jsonrpc2"
)

// mcpSession starts `skilllint mcp` and a session with it. End closes the session.
func mcpSession(t *testing.T, cmd *exec.Cmd) (call func(method string, params, result any), end func()) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	conn := jsonrpc2.NewConn(t.Context(), jsonrpc2.NewPlainObjectStream(struct {
		io.Reader
		io.WriteCloser
	}{out, in}), jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) { return nil, nil }))
	call = func(method string, params, result any) {
		t.Helper()
		if err := conn.Call(t.Context(), method, params, result); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
	}
	call("initialize", map[string]any{"protocolVersion": "2025-06-18"}, nil)
	return call, func() {
		t.Helper()
		if err := errors.Join(conn.Close(), cmd.Wait()); err != nil || stderr.Len() > 0 {
			t.Errorf("the server ended with %v, standard error:\n%s", err, &stderr)
		}
	}
}

// An mcpResult is the result of a tool.
type mcpResult struct {
	IsError           bool
	Content           []struct{ Text string }
	StructuredContent json.RawMessage
}

// TestMCP calls a tool of `skilllint mcp`. A module in .ci does so with the client of the MCP SDK.
func TestMCP(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "skills", "deploy", "SKILL.md")
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte("---\nname: deploy\n---\n# Deploy\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"mcp"}, {"mcp", "--root", dir}} {
		cmd := exec.Command(build(t), args...)
		if len(args) == 1 {
			cmd.Dir = dir
		}
		call, end := mcpSession(t, cmd)
		var list struct{ Tools []any }
		if call("tools/list", nil, &list); len(list.Tools) != 5 {
			t.Fatalf("tools: %v", list)
		}
		var got mcpResult
		call("tools/call", map[string]any{"name": "lint", "arguments": map[string]any{"paths": []string{"skills"}}}, &got)
		var result struct {
			Errors   int
			Findings []struct{ Path, Message string }
		}
		if err := json.Unmarshal(got.StructuredContent, &result); got.IsError || err != nil || result.Errors != 1 || result.Findings[0].Path != "skills/deploy/SKILL.md" ||
			result.Findings[0].Message != `missing field "description"` {
			t.Errorf("%v: %v, %v", args, got, err)
		}
		end()
	}
}

// mcpConfigurations returns the client configurations in docs/agents.md: JSON and TOML.
func mcpConfigurations(t *testing.T) [2]string {
	t.Helper()
	page, err := os.ReadFile("docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	var found [2]string
	for i, language := range []string{"json", "toml"} {
		m := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```$").FindSubmatch(page)
		if m == nil {
			t.Fatalf("docs/agents.md has no %s block", language)
		}
		found[i] = string(m[1])
	}
	return found
}

// TestMCPPage checks that the configurations in docs/agents.md start the server.
func TestMCPPage(t *testing.T) {
	type server struct {
		Command string
		Args    []string
	}
	var forJSON struct{ MCPServers map[string]server }
	var forTOML struct {
		MCPServers map[string]server `toml:"mcp_servers"`
	}
	found := mcpConfigurations(t)
	if err := errors.Join(json.Unmarshal([]byte(found[0]), &forJSON), toml.Unmarshal([]byte(found[1]), &forTOML)); err != nil {
		t.Fatal(err)
	}
	want := server{"skilllint", []string{"mcp"}}
	for _, got := range []server{forJSON.MCPServers["skilllint"], forTOML.MCPServers["skilllint"]} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestMCPAgents connects clients to the server as docs/agents.md describes.
func TestMCPAgents(t *testing.T) {
	for _, client := range []struct {
		program, file string
		index         int
	}{{"gemini", ".gemini/settings.json", 0}, {"claude", ".mcp.json", 0}, {"codex", ".codex/config.toml", 1}} {
		t.Run(client.program, func(t *testing.T) {
			if _, err := exec.LookPath(client.program); err != nil {
				t.Skipf("%s is not installed", client.program)
			}
			dir := t.TempDir() // project and home directory
			name := filepath.Join(dir, filepath.FromSlash(client.file))
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(mcpConfigurations(t)[client.index]), 0o600)); err != nil {
				t.Fatal(err)
			}
			run := func(args ...string) string {
				cmd := exec.CommandContext(t.Context(), client.program, append([]string{"mcp"}, args...)...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "HOME="+dir, "GEMINI_CLI_TRUST_WORKSPACE=true", "PATH="+filepath.Dir(build(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("%s mcp %v: %v", client.program, args, err)
				}
				return string(out)
			}
			want := "Connected"
			switch client.program {
			case "claude": // servers in .mcp.json require approval
				if out := run("list"); !strings.Contains(out, "skilllint: skilllint mcp") {
					t.Errorf("the project's servers:\n%s", out)
				}
				run("add", "skilllint", "--", "skilllint", "mcp")
			case "codex": // connects only during a session
				want = "enabled"
			}
			if out := run("list"); !regexp.MustCompile(`(?m)^.*skilllint.*` + want).MatchString(out) {
				t.Errorf("%s does not connect:\n%s", client.program, out)
			}
		})
	}
}

func TestMCPErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args  []string
		input string
		want  string
	}{
		{[]string{"mcp"}, "hello\n", "standard input: "},
		{[]string{"mcp"}, strings.Repeat("[", 17<<20), "standard input: "},
		{[]string{"mcp", "--root", "missing"}, "", `--root "missing": no such file or directory`},
		{[]string{"mcp", "--root", "go.mod"}, "", "not a directory"},
		{[]string{"mcp", "skills"}, "", `unexpected argument "skills": mcp takes none`},
	} {
		cmd := exec.Command(build(t), test.args...)
		cmd.Stdin = strings.NewReader(test.input)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if cmd.ProcessState.ExitCode() != 2 || stdout.Len() > 0 || !strings.Contains(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: %v\n%s%s", test.args, err, &stdout, &stderr)
		}
	}
}

// TestMCPShutdown checks that the server exits when its client disconnects, and when it is interrupted.
func TestMCPShutdown(t *testing.T) {
	t.Parallel()
	for _, interrupt := range []bool{false, true} {
		if interrupt && runtime.GOOS == "windows" {
			continue
		}
		cmd := exec.Command(build(t), "mcp")
		cmd.Dir = t.TempDir()
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		_, err = in.Write([]byte(mcpInitialize))
		if line, readErr := bufio.NewReader(out).ReadString('\n'); err != nil || readErr != nil || !strings.Contains(line, `"serverInfo"`) {
			t.Fatalf("%q, %v, %v", line, err, readErr)
		}
		want := 0
		if interrupt {
			want, err = 130, cmd.Process.Signal(os.Interrupt)
		} else {
			err = in.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("interrupt %v: exit code %d, want %d", interrupt, got, want)
		}
		kill.Stop()
	}
}

// mcpInitialize starts a session.
const mcpInitialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"v0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
