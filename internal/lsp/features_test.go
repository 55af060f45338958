package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestFeatures calls each feature over the protocol and checks that positions have the negotiated encoding.
func TestFeatures(t *testing.T) {
	text := good + "\n😀 See [b](../b/SKILL.md) and [more](#a).\n"
	dir := writeTree(t, map[string]string{
		"skills/a/SKILL.md": text,
		"skills/b/SKILL.md": strings.ReplaceAll(good, "name: a", "name: b"),
	})
	const can = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["rename"]}}}`
	c := start(t, dir, can)
	c.open(t, "skills/a/SKILL.md", 3, text)
	doc := map[string]any{"uri": c.uri("skills/a/SKILL.md")}
	at := func(line, character int) map[string]any {
		return map[string]any{"textDocument": doc, "position": Position{uint32(line), uint32(character)}, "context": map[string]any{"includeDeclaration": true}, "newName": "z"}
	}
	for _, test := range []struct {
		method string
		params map[string]any
		want   string
	}{
		{"textDocument/hover", at(2, 3), `"kind":"markdown"`},
		{"textDocument/completion", at(8, 13), `"items":[`},
		{"textDocument/definition", at(8, 15), `skills/b/SKILL.md"`},
		{"textDocument/references", at(1, 7), `[`},
		{"textDocument/prepareRename", at(1, 7), `"placeholder":"a"`},
		{"textDocument/rename", at(1, 7), `"version":3`},
		{"textDocument/documentLink", at(0, 0), `"start":{"line":8,"character":`},
		{"textDocument/documentSymbol", at(0, 0), `"selectionRange"`},
		{"textDocument/foldingRange", at(0, 0), `"kind":"region"`},
		{"textDocument/inlayHint", map[string]any{"textDocument": doc, "range": Range{End: Position{9, 0}}}, `[]`},
		{"workspace/symbol", map[string]any{"query": "b"}, `"name":"b"`},
	} {
		var got json.RawMessage
		c.call(t, test.method, test.params, &got)
		if !strings.Contains(string(got), test.want) {
			t.Errorf("%s: no %s in %s", test.method, test.want, got)
		}
	}
	c.open(t, ".skilllint.yaml", 1, "rules:\n  links/")
	var got json.RawMessage
	c.call(t, "textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri(".skilllint.yaml")}, "position": Position{1, 8}}, &got)
	if !strings.Contains(string(got), `"links/broken"`) {
		t.Errorf("completion in a configuration: %.300s", got)
	}
}
