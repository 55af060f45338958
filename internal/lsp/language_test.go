package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// at returns the parameters of a request at the first occurrence of mark in a text.
func (c *client) at(t *testing.T, name, text, mark string) map[string]any {
	t.Helper()
	before, _, ok := strings.Cut(text, mark)
	if !ok {
		t.Fatalf("no %q in the text", mark)
	}
	line := strings.Count(before, "\n")
	column := utf16Units.units(before[strings.LastIndexByte(before, '\n')+1:])
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": map[string]any{"line": line, "character": column}}
}

// resultOf returns the result of a request as JSON, without the directory of the workspace.
func (c *client) resultOf(t *testing.T, method string, params any) string {
	t.Helper()
	var result json.RawMessage
	c.call(t, method, params, &result)
	return strings.ReplaceAll(string(result), uriOf(c.dir), "")
}

const news = "---\nname: b\ndescription: Reads news. Use when asked for news.\ndependencies: [a]\n---\n# B\n\n😀 [it](../a/SKILL.md#a) and {{X}}\n"

const capabilities = `{"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["rename"]}}}`

// TestLanguage requests features over the protocol, also in unsaved text.
func TestLanguage(t *testing.T) {
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": good, "skills/b/SKILL.md": news, ".skilllint.yaml": "rules:\n  links/broken: error\n"})
	c := start(t, dir, capabilities)
	c.open(t, "skills/b/SKILL.md", 1, news)
	document := map[string]any{"textDocument": map[string]any{"uri": c.uri("skills/b/SKILL.md")}}
	for _, x := range []struct{ method, mark, want string }{
		{"textDocument/hover", "description", "What the skill does"},
		{"textDocument/hover", "it](", "null"},
		{"textDocument/hover", "../a/SKILL.md", `"range":{"end":{"character":23,"line":7},"start":{"character":8,"line":7}}`},
		{"textDocument/completion", "a]", `"label":"a"`},
		{"textDocument/completion", "SKILL.md", `"newText":"SKILL.md"`},
		{"textDocument/definition", "a]", `[{"uri":"/skills/a/SKILL.md","range":{"start":{"line":1,"character":6},"end":{"line":1,"character":7}}}]`},
		{"textDocument/definition", "SKILL.md#a", `[{"uri":"/skills/a/SKILL.md","range":{"start":{"line":4,"character":2},"end":{"line":4,"character":3}}}]`},
		{"textDocument/references", "a]", `{"uri":"/skills/b/SKILL.md","range":{"start":{"line":3,"character":15},"end":{"line":3,"character":16}}}`},
		{"textDocument/prepareRename", "a]", `{"range":{"start":{"line":3,"character":15},"end":{"line":3,"character":16}},"placeholder":"a"}`},
	} {
		got := normalizeJSON(t, c.resultOf(t, x.method, c.at(t, "skills/b/SKILL.md", news, x.mark)))
		if want := x.want; !strings.Contains(got, normalizePart(t, want)) {
			t.Errorf("%s at %q: %s, want %s", x.method, x.mark, got, want)
		}
	}
	for method, want := range map[string]string{
		"textDocument/documentLink":   `{"range":{"start":{"line":7,"character":8},"end":{"line":7,"character":23}},"target":"/skills/a/SKILL.md#L5"}`,
		"textDocument/documentSymbol": `"name":"dependencies"`,
		"textDocument/foldingRange":   `{"endLine":4,"kind":"region","startLine":0}`,
	} {
		if got := normalizeJSON(t, c.resultOf(t, method, document)); !strings.Contains(got, normalizePart(t, want)) {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
	if got := c.resultOf(t, "workspace/symbol", map[string]any{"query": "b"}); !strings.Contains(got, `"name":"b"`) || strings.Contains(got, `"name":"a"`) {
		t.Errorf("symbols: %s", got)
	}
	c.open(t, ".skilllint.yaml", 1, "rules:\n  links/bro\nmin-severity: \n")
	if got := c.resultOf(t, "textDocument/completion", c.at(t, ".skilllint.yaml", "rules:\n  links/bro§", "§")); !strings.Contains(got, `"links/broken"`) {
		t.Errorf("completion of a rule: %s", got)
	}
}

// TestHoverOfFinding requests what the passage of a finding is for.
func TestHoverOfFinding(t *testing.T) {
	const name, text = ".claude/skills/c/SKILL.md", "---\nname: c\ndescription: Explains commands. Use when a command is written.\n---\n# C\n\nExample:\n\n```markdown\nStatus: !`git status`\n```\n"
	c := start(t, writeTree(t, map[string]string{name: text}), capabilities)
	c.open(t, name, 1, text)
	c.until(t, name, func(found PublishDiagnosticsParams) bool { return slices.Contains(codes(found), "tokens/command") })
	if got, want := c.resultOf(t, "textDocument/hover", c.at(t, name, text, "git status")), "**example** (role of this passage), by its introduction: `Example:`"; !strings.Contains(got, want) {
		t.Errorf("hover of a finding: %s, want %s", got, want)
	}
	if got := c.resultOf(t, "textDocument/hover", c.at(t, name, text, "Status:")); got != "null" {
		t.Errorf("hover without a finding: %s", got)
	}
}

// normalizeJSON returns JSON with sorted keys.
func normalizeJSON(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	sorted, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

// normalizePart returns JSON with sorted keys, or a part of JSON unchanged.
func normalizePart(t *testing.T, text string) string {
	t.Helper()
	if json.Valid([]byte(text)) {
		return normalizeJSON(t, text)
	}
	return text
}

// TestRename renames a skill: the edit changes open and closed documents, then moves the directory. Clients that do not support
// this get an error.
func TestRename(t *testing.T) {
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": good, "skills/b/SKILL.md": news})
	c := start(t, dir, capabilities)
	c.open(t, "skills/b/SKILL.md", 3, news)
	params := c.at(t, "skills/b/SKILL.md", news, "a]")
	params["newName"] = "sort-mail"
	got := c.resultOf(t, "textDocument/rename", params)
	want := `{"documentChanges":[` +
		`{"textDocument":{"uri":"/skills/a/SKILL.md","version":null},"edits":[{"range":{"start":{"line":1,"character":6},"end":{"line":1,"character":7}},"newText":"sort-mail"}]},` +
		`{"textDocument":{"uri":"/skills/b/SKILL.md","version":3},"edits":[{"range":{"start":{"line":3,"character":15},"end":{"line":3,"character":16}},"newText":"sort-mail"},` +
		`{"range":{"start":{"line":7,"character":11},"end":{"line":7,"character":12}},"newText":"sort-mail"}]},` +
		`{"kind":"rename","oldUri":"/skills/a","newUri":"/skills/sort-mail"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	plain := start(t, dir, "{}")
	if err := plain.conn.Call(t.Context(), "textDocument/rename", params, nil); err == nil || !strings.Contains(err.Error(), "cannot rename files") {
		t.Errorf("error: %v", err)
	}
	params["newName"] = "Sort Mail"
	if err := c.conn.Call(t.Context(), "textDocument/rename", params, nil); err == nil || !strings.Contains(err.Error(), "lowercase") {
		t.Errorf("error: %v", err)
	}
}
