package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const good = "---\nname: a\ndescription: Sorts mail. Use when asked to sort mail.\n---\n# A\n\nSort it.\n"

func hasRule(rule string) func(PublishDiagnosticsParams) bool {
	return func(p PublishDiagnosticsParams) bool { return slices.Contains(codes(p), rule) }
}

func lacksRule(rule string) func(PublishDiagnosticsParams) bool {
	return func(p PublishDiagnosticsParams) bool { return !slices.Contains(codes(p), rule) }
}

// TestDiagnostics checks the diagnostics of open and closed files.
func TestDiagnostics(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"skills/a/SKILL.md": good,
		"skills/b/SKILL.md": "---\nname: b\ndescription: Reads news. Use when asked for news.\n---\n# B\n\nSee [it](../a/more.md).\n",
	})
	c := start(t, dir, "{}")
	p := c.until(t, "skills/b/SKILL.md", hasRule("links/broken"))
	d := p.Diagnostics[0]
	if d.Range != (Range{Position{6, 9}, Position{6, 21}}) || d.Severity != severityError || d.CodeDescription.Href != "https://example.test/links/broken" || p.Version != nil {
		t.Errorf("%+v", d)
	}
	c.open(t, "skills/a/more.md", 1, "# More\n")
	c.until(t, "skills/b/SKILL.md", lacksRule("links/broken"))
	c.until(t, "skills/a/more.md", version(1))
	c.close(t, "skills/a/more.md")
	c.until(t, "skills/b/SKILL.md", hasRule("links/broken"))
	c.open(t, "skills/b/SKILL.md", 7, "---\nname: b\ndescription: Reads news. Use when asked for news.\n---\n# B\n\n😀 [it](../a/more.md).\n")
	p = c.until(t, "skills/b/SKILL.md", version(7))
	if at := p.Diagnostics[0].Range.Start; at != (Position{6, 8}) {
		t.Errorf("%+v", at)
	}
	c.change(t, "skills/b/SKILL.md", 8, good)
	c.until(t, "skills/b/SKILL.md", func(p PublishDiagnosticsParams) bool { return version(8)(p) && hasRule("frontmatter/name-mismatch")(p) })
	c.call(t, "shutdown", nil, nil)
	c.notify(t, "exit", nil)
	err := <-c.ended
	c.ended <- err
	if err != nil {
		t.Error(err)
	}
}

// TestTruncation checks that text that a client truncates has a diagnostic in addition to the finding about the limit.
func TestTruncation(t *testing.T) {
	long := strings.Repeat("Sorts mail é. ", 120)
	dir := writeTree(t, map[string]string{
		".claude/skills/a/SKILL.md": "---\nname: a\ndescription: \"" + long + "\"\n---\n# A\n\nText.\n",
		"AGENTS.md":                 "# A\n\n" + strings.Repeat("More text.\n", 3200),
	})
	c := start(t, dir, "{}")
	for name, want := range map[string]Range{
		".claude/skills/a/SKILL.md": {Position{2, 14 + 1536}, Position{2, 14 + 120*14}},
		"AGENTS.md":                 {Position{2980, 5}, Position{3202, 0}},
	} {
		p := c.until(t, name, func(p PublishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })
		i := slices.IndexFunc(p.Diagnostics, func(d Diagnostic) bool { return slices.Equal(d.Tags, []int{tagUnnecessary}) })
		if i < 0 || p.Diagnostics[i].Range != want || p.Diagnostics[i].Severity != severityInfo {
			t.Errorf("%s: %+v, want %v", name, p.Diagnostics, want)
		}
	}
}

// TestFolders opens nested directories: the innermost reports the findings of a file. The client does not watch files here, so the
// server detects changes on the disk itself.
func TestFolders(t *testing.T) {
	broken := good + "\n[x](no.md)\n"
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": broken, "team/skills/b/SKILL.md": strings.Replace(broken, "name: a", "name: b", 1)})
	c := start(t, dir, "{}")
	inner := map[string]any{"uri": c.uri("team"), "name": "team"}
	folders := func(added, removed []any) {
		c.notify(t, "workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	c.until(t, "team/skills/b/SKILL.md", hasRule("links/broken"))
	folders([]any{inner}, []any{})
	c.call(t, "workspace/symbol", map[string]any{"query": ""}, nil)
	c.until(t, "team/skills/b/SKILL.md", hasRule("links/broken"))
	write(t, filepath.Join(dir, "team/skills/b/no.md"), "# No\n")
	c.until(t, "team/skills/b/SKILL.md", lacksRule("links/broken"))
	folders([]any{}, []any{map[string]any{"uri": c.uri(""), "name": "w"}})
	c.until(t, "skills/a/SKILL.md", lacksRule("links/broken"))
	folders([]any{}, []any{inner})
}

// TestMinSeverity checks that the settings determine the lowest severity, or else the configuration, with info as the default.
func TestMinSeverity(t *testing.T) {
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": good + "\n[b](../b/SKILL.md)\n", "skills/b/SKILL.md": strings.Replace(good, "name: a", "name: b", 1)})
	c := start(t, dir, "{}")
	p := c.until(t, "skills/a/SKILL.md", hasRule("links/escape"))
	if i := slices.Index(codes(p), "links/escape"); p.Diagnostics[i].Severity != severityHint {
		t.Errorf("%+v", p.Diagnostics)
	}
	settings := func(lowest string) {
		c.notify(t, "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"skilllint": map[string]any{"minSeverity": lowest}}})
	}
	settings("warning")
	c.until(t, "skills/a/SKILL.md", lacksRule("links/escape"))
	settings("")
	c.until(t, "skills/a/SKILL.md", hasRule("links/escape"))
	c.open(t, ".skilllint.yaml", 1, "min-severity: warning\n")
	c.until(t, "skills/a/SKILL.md", lacksRule("links/escape"))
	c.change(t, ".skilllint.yaml", 2, "min-severty: warning\n")
	c.until(t, ".skilllint.yaml", func(p PublishDiagnosticsParams) bool { return version(2)(p) && len(p.Diagnostics) == 1 })
}

// TestSettings checks that the server registers for changes of settings if the client supports it.
func TestSettings(t *testing.T) {
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": good})
	c := start(t, dir, `{"workspace":{"configuration":true,"didChangeConfiguration":{"dynamicRegistration":true}}}`)
	if got := string(<-c.registered); !strings.Contains(got, `"workspace/didChangeConfiguration"`) || strings.Contains(got, "didChangeWatchedFiles") {
		t.Error(got)
	}
}

// TestSingleFiles opens documents outside of open directories. Their repositories are linted, or the directory of a skill, until
// they are closed.
func TestSingleFiles(t *testing.T) {
	dir := writeTree(t, map[string]string{"repo/.git/HEAD": "ref: refs/heads/main\n", "repo/skills/b/SKILL.md": good, "alone/SKILL.md": good, "notes/README.md": "# Notes\n"})
	c := connect(t, options())
	c.dir = dir
	c.call(t, "initialize", map[string]any{"capabilities": map[string]any{}}, nil)
	c.notify(t, "initialized", struct{}{})
	c.open(t, "repo/AGENTS.md", 1, "# A\n\n[x](no.md)\n")
	c.until(t, "repo/AGENTS.md", hasRule("links/broken"))
	c.until(t, "repo/skills/b/SKILL.md", hasRule("frontmatter/name-mismatch"))
	c.open(t, "alone/SKILL.md", 1, good+"\n[x](no.md)\n")
	c.until(t, "alone/SKILL.md", hasRule("links/broken"))
	c.open(t, "notes/README.md", 1, "# Notes\n")
	c.close(t, "repo/AGENTS.md")
	c.until(t, "repo/skills/b/SKILL.md", func(p PublishDiagnosticsParams) bool { return len(p.Diagnostics) == 0 })
	if p, ok := c.latest[c.uri("notes/README.md")]; ok {
		t.Errorf("%+v", p)
	}
}
