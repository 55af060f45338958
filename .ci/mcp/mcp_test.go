// Package mcp tests `skilllint mcp` with the client of the MCP SDK. It is a module of its own, because the SDK has
// dependencies that the program does not need.
package mcp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestSession(t *testing.T) {
	root := t.TempDir()
	binary := filepath.Join(t.TempDir(), "skilllint")
	build := exec.Command("go", "build", "-o", binary, "./cmd/skilllint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(root, "SKILL.md"), []byte("---\nname: deploy\n---\n# Deploy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "v0"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: exec.Command(binary, "mcp", "--root", root)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Error(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 5 {
		t.Fatalf("tools: %v, %v", list, err)
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if !a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint || tool.InputSchema == nil || tool.OutputSchema == nil {
			t.Errorf("%s: %+v", tool.Name, tool)
		}
		arguments := map[string]any{}
		if tool.Name == "explain" {
			arguments["rule"] = "links/broken"
		}
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: arguments})
		if err != nil || got.IsError || len(got.Content) != 1 || !json.Valid([]byte(got.Content[0].(*sdk.TextContent).Text)) || got.StructuredContent == nil {
			t.Errorf("%s: %+v, %v", tool.Name, got, err)
		}
	}
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "lint", Arguments: map[string]any{"path": "x"}})
	if err != nil || !got.IsError {
		t.Errorf("invalid arguments: %+v, %v", got, err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "lnt"}); err == nil {
		t.Error("a tool that does not exist")
	}
	if err := session.Close(); err != nil { // fails if the exit code is not 0
		t.Error(err)
	}
}
