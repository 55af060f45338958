package files_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/rules/files"
)

// TestSize checks that files and Markdown texts over the limit are reported, and those at the limit are not.
func TestSize(t *testing.T) {
	const header = "---\nname: a\n---\n"
	text := func(size int) string { return header + strings.Repeat("x", size-len(header)) }
	for _, c := range []struct {
		name, path, content, want string
	}{
		{"text at the limit", "skills/a/SKILL.md", text(load.MaxMarkdown + len(header)), ""},
		{"text over the limit", "skills/a/SKILL.md", text(load.MaxMarkdown + len(header) + 1), "Markdown text is"},
		{"file at the limit", "skills/a/SKILL.md", text(load.MaxText), "Markdown text is"},
		{"file over the limit", "skills/a/SKILL.md", text(load.MaxText + 1), "file is"},
		{"JSON at the limit", ".claude-plugin/plugin.json", `{"name":"a"}` + strings.Repeat(" ", load.MaxJSON-12), ""},
		{"JSON over the limit", ".claude-plugin/plugin.json", `{"name":"a"}` + strings.Repeat(" ", load.MaxJSON-11), "file is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			workspace, err := fixture.Write(t.TempDir(), []fixture.File{{Path: c.path, Data: []byte(c.content)}})
			if err != nil {
				t.Fatal(err)
			}
			found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{files.Size}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case c.want == "" && len(found) > 0:
				t.Errorf("got %q, want no findings", found[0].Message)
			case c.want != "" && (len(found) != 1 || !strings.Contains(found[0].Message, c.want) || found[0].Severity != analysis.Error):
				t.Errorf("%d findings %q, want one error with %q", len(found), messages(found), c.want)
			}
		})
	}
}

func messages(found []finding.Finding) []string {
	var all []string
	for _, f := range found {
		all = append(all, f.Message)
	}
	return all
}
