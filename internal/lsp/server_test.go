package lsp

import (
	"slices"
	"strings"
	"testing"
)

const good = "---\nname: a\ndescription: Sorts mail. Use when asked to sort mail.\n---\n# A\n\nSort it.\n"

func has(rule string) func(PublishDiagnosticsParams) bool {
	return func(p PublishDiagnosticsParams) bool { return slices.Contains(codes(p), rule) }
}

func lacks(rule string) func(PublishDiagnosticsParams) bool {
	return func(p PublishDiagnosticsParams) bool { return !slices.Contains(codes(p), rule) }
}

// Closed files have diagnostics, too, and change with open documents.
func TestDiagnostics(t *testing.T) {
	dir := tree(t, map[string]string{
		"skills/a/SKILL.md": good,
		"skills/b/SKILL.md": "---\nname: b\ndescription: Reads news. Use when asked for news.\n---\n# B\n\nSee [it](../a/more.md).\n",
	})
	c := start(t, dir, "{}")
	p := c.until(t, "skills/b/SKILL.md", has("links/broken"))
	d := p.Diagnostics[0]
	if d.Range != (Range{Position{6, 9}, Position{6, 21}}) || d.Severity != severityError || d.CodeDescription.Href != "https://example.test/links/broken" || p.Version != nil {
		t.Errorf("%+v", d)
	}
	c.open(t, "skills/a/more.md", 1, "# More\n")
	c.until(t, "skills/b/SKILL.md", lacks("links/broken"))
	c.until(t, "skills/a/more.md", version(1))
	c.close(t, "skills/a/more.md")
	c.until(t, "skills/b/SKILL.md", has("links/broken"))
	c.open(t, "skills/b/SKILL.md", 7, "---\nname: b\ndescription: Reads news. Use when asked for news.\n---\n# B\n\n😀 [it](../a/more.md).\n")
	p = c.until(t, "skills/b/SKILL.md", version(7))
	if at := p.Diagnostics[0].Range.Start; at != (Position{6, 8}) {
		t.Errorf("%+v", at)
	}
	c.change(t, "skills/b/SKILL.md", 8, good)
	c.until(t, "skills/b/SKILL.md", func(p PublishDiagnosticsParams) bool { return version(8)(p) && has("frontmatter/name-mismatch")(p) })
	c.call(t, "shutdown", nil, nil)
	c.notify(t, "exit", nil)
	err := <-c.ended
	c.ended <- err
	if err != nil {
		t.Error(err)
	}
}

// What a client cuts off is marked, besides the finding about the limit.
func TestTruncation(t *testing.T) {
	long := strings.Repeat("Sorts mail é. ", 120)
	dir := tree(t, map[string]string{
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
