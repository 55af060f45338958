package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	withoutResolve = `{"workspace":{"workspaceEdit":{"documentChanges":true}}}`
	withResolve    = `{"workspace":{"workspaceEdit":{"documentChanges":true}},"window":{"showDocument":{"support":true}},` +
		`"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}`
)

// applyEdit returns the text of a document after an edit.
func applyEdit(t *testing.T, a *CodeAction, uri, before string) string {
	t.Helper()
	if a.Edit == nil {
		t.Fatalf("%s: no edit", a.Title)
	}
	all := slices.Clone(a.Edit.Changes[uri])
	for _, change := range a.Edit.DocumentChanges {
		body, err := json.Marshal(change)
		if err != nil {
			t.Fatal(err)
		}
		var e TextDocumentEdit
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatal(err)
		}
		if e.TextDocument.URI == uri {
			all = append(all, e.Edits...)
		}
	}
	d := &document{text: newText(before)}
	for i := len(all) - 1; i >= 0; i-- { // backwards, because ranges refer to the original text
		next, err := d.change(0, []TextDocumentContentChangeEvent{{Range: &all[i].Range, Text: all[i].NewText}}, utf16Units)
		if err != nil {
			t.Fatal(err)
		}
		d = next
	}
	return d.content
}

// actionsAt returns the actions for a line by title.
func (c *client) actionsAt(t *testing.T, name string, line int, resolve bool, only ...string) map[string]*CodeAction {
	t.Helper()
	at := Range{Position{uint32(line), 0}, Position{uint32(line), 1000}}
	params := map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "range": at, "context": map[string]any{"diagnostics": []any{}, "only": only}}
	if only == nil {
		params["context"] = map[string]any{"diagnostics": []any{}}
	}
	var list []*CodeAction
	c.call(t, "textDocument/codeAction", params, &list)
	all := map[string]*CodeAction{}
	for _, a := range list {
		if resolve && a.Edit == nil && a.Command == nil {
			c.call(t, "codeAction/resolve", a, a)
		}
		all[a.Title] = a
	}
	return all
}

// TestCodeActions applies the edits of fixes, all safe fixes and suppressions to unsaved text.
func TestCodeActions(t *testing.T) {
	text := "---\nname: a\ndescription: Sorts mail: all of it. Use when asked to sort mail.\n---\n# A\n\n😀 See [more](references\\more.md), [x](no.md).\n"
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": good, "skills/a/references/more.md": "# More\n"})
	for name, capabilities := range map[string]string{"edits": withoutResolve, "resolved": withResolve} {
		t.Run(name, func(t *testing.T) {
			c := start(t, dir, capabilities)
			c.open(t, "skills/a/SKILL.md", 5, text)
			uri := c.uri("skills/a/SKILL.md")
			resolve := name == "resolved"
			line := c.actionsAt(t, "skills/a/SKILL.md", 6, resolve)
			if a := line["Suppress links/broken here"]; a == nil || applyEdit(t, a, uri, text) != strings.Replace(text, "\n😀", "\n<!-- skilllint-disable-next-line links/broken -->\n😀", 1) {
				t.Errorf("suppress: %v", line)
			}
			if a := line["Suppress links/broken here with a reason"]; a == nil || !strings.Contains(applyEdit(t, a, uri, text), "links/broken -- TODO: reason -->") {
				t.Errorf("suppress with a reason: %v", line)
			}
			if a := line["Explain links/broken"]; (a != nil) != resolve {
				t.Errorf("explain: %v", line)
			}
			all := c.actionsAt(t, "skills/a/SKILL.md", 0, resolve, "source.fixAll")
			a := all["Fix all safe problems"]
			if a == nil {
				t.Fatalf("fix all: %v", all)
			}
			fixed := strings.Replace(strings.Replace(text, "Sorts mail: all of it. Use when asked to sort mail.", `"Sorts mail: all of it. Use when asked to sort mail."`, 1), `references\more`, "references/more", 1)
			if got := applyEdit(t, a, uri, text); got != fixed {
				t.Errorf("fix all:\n%s\nwant\n%s", got, fixed)
			}
			if got := c.actionsAt(t, "skills/a/SKILL.md", 2, resolve, "quickfix"); len(got) == 0 || got["Fix all safe problems"] != nil {
				t.Errorf("quick fixes only: %v", got)
			}
			c.change(t, "skills/a/SKILL.md", 6, fixed)
			c.until(t, "skills/a/SKILL.md", func(p PublishDiagnosticsParams) bool {
				return version(6)(p) && slices.Equal(codes(p), []string{"links/broken"})
			})
			if got, err := os.ReadFile(filepath.Join(dir, "skills", "a", "SKILL.md")); err != nil || string(got) != good {
				t.Errorf("the file was written: %q, %v", got, err)
			}
		})
	}
}

// TestCodeActionVersion resolves an action after the document has changed, which is rejected.
func TestCodeActionVersion(t *testing.T) {
	text := good + "\n[x](no.md)\n"
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": text})
	c := start(t, dir, withResolve)
	c.open(t, "skills/a/SKILL.md", 1, text)
	a := c.actionsAt(t, "skills/a/SKILL.md", 8, false)["Suppress links/broken here"]
	if a == nil {
		t.Fatal("no action")
	}
	c.change(t, "skills/a/SKILL.md", 2, "\n"+text)
	if err := c.conn.Call(t.Context(), "codeAction/resolve", a, nil); err == nil || !strings.Contains(err.Error(), "-32801") {
		t.Errorf("error: %v", err)
	}
}

// TestAddKnown adds a placeholder to configurations.
func TestAddKnown(t *testing.T) {
	for _, test := range []struct{ before, after string }{
		{"", "tokens:\n  known: [X]\n"},
		{"rules: {}", "rules: {}\ntokens:\n  known: [X]\n"},
		{"tokens:\n  known: [A, B]\n", "tokens:\n  known: [A, B, X]\n"},
		{"tokens:\n  known:\n    - A\n    - B # b\nrules: {}\n", "tokens:\n  known:\n    - A\n    - B\n    - X # b\nrules: {}\n"},
		{"tokens: {known: ['A']}\n", "tokens: {known: ['A', X]}\n"},
		{"tokens: {allow: ['A']}\n", ""},
		{"tokens: {known: [X]}\n", ""},
		{"tokens: {known: []}\n", ""},
		{"tokens: [\n", ""},
	} {
		at, insertion, ok := addKnown(test.before, "X")
		if ok != (test.after != "") || ok && test.before[:at]+insertion+test.before[at:] != test.after {
			t.Errorf("%q: %d %q %v", test.before, at, insertion, ok)
		}
	}
}
