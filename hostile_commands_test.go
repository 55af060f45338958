//go:build unix

package skilllint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	mdtext "github.com/yuin/goldmark/text"

	"github.com/skilllint/skilllint/internal/report"
)

// hostileValues are names, descriptions and titles that break output formats or their readers.
var hostileValues = []string{"a\nb", "::error::x", "##[error]x", "%0A%25", "]]>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
	"\x1b[31mred", "\u202eevil\u2066", "a|b", "`a``b```", "\\", "|\\|`|", "\ud7ff\\ud800", "\x01\x7f\u009b", "&amp;&#x41;&", "'\"", "[x](https://y)", "![i](https://y)",
	"@team #1 https://z www.z", "~~~~", "技能 🚀", "  blanks  ", "a:1:2: error: b", "\u2028\u2029", "\"></g><script>alert(1)</script>", "x]; click x \"javascript:alert(1)\"", strings.Repeat("long", 300),
	"a\r::error::x", "a\v::error::x", "a\f::error::x", "a\u0085::error::x", "a\u2028::error::x", "a\u2029\u00a0::error::x", "a\r##[error]x", "section_start:0:x\r\x1b[0Kx", "a\x1c::error::x"}

// hostileTree writes skills, a manifest and a registry in which every text is one of those values.
func hostileTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	quoted := func(v string) string {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	var manifest, registry strings.Builder
	for i, v := range hostileValues {
		q, base := quoted(v), strings.NewReplacer("/", "", "\x00", "").Replace(v)
		base = base[:min(len(base), 100)]
		for _, name := range []string{fmt.Sprintf("h%d", i), strings.TrimSpace(base) + "x"} {
			write("skills/"+name+"/SKILL.md", "---\nname: "+q+"\ndescription: "+q+"\nversion: "+q+"\ndependencies: ["+q+", h0]\nallowed-tools: ["+q+"]\n---\n# "+
				v+"\n\n["+v+"]("+v+".md) @"+v+" {{"+v+"}}\n\n```"+v+"\n")
		}
		fmt.Fprintf(&manifest, `{"id": %s, "file": %s, "title": %s, "date": %s, "status": %s, "agent_type": %s, "topics": [%s], "key_findings": [%s], "actionable": true, "needs_followup": [%s], "linked_tasks": [%s]}`+"\n",
			q, q, q, q, q, q, q, q, q, q)
		if i > 0 {
			registry.WriteString(",\n")
		}
		fmt.Fprintf(&registry, `{"name": %s, "path": %s, "version": %s, "description": %s, "tags": [%s], "capabilities": {"dispatch_triggers": [%s]}, "dependencies": [%s]}`, q, q, q, q, q, q, q)
	}
	write("agent-outputs/MANIFEST.jsonl", manifest.String())
	write("skills/manifest.json", `{"skills": [`+registry.String()+"]}\n")
	return dir
}

// TestHostileCommands runs every command that displays a tree, in every format, on a hostile tree in a CI job.
func TestHostileCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	dir := hostileTree(t)
	commands := []struct {
		command string
		formats []string // "": the command has no --format
	}{
		{"lint", report.Formats()}, {"manifest", report.Formats()}, {"lint --statistics", []string{"text"}}, {"lint --verbose", []string{"text"}},
		{"compat", []string{"text", "json", "markdown", "html"}}, {"budget", []string{"text", "json", "markdown"}},
		{"commands", []string{"text", "json"}}, {"graph", []string{"text", "dot", "mermaid", "json", "html"}}, {"files", []string{"text", "json"}}, {"load h0", []string{"text", "json"}},
		{"load h27 --agent triagent", []string{"text", "json"}}, {"load h28 --agent progressive", []string{"text", "json"}}, {"load h29 --agent triagent", []string{"text"}},
		{"load h30 --agent triagent", []string{"text"}}, {"load h31 --agent triagent", []string{"text"}}, {"load h34", []string{"text"}},
		{"catalog --agent opencode", []string{"text", "json"}}, {"catalog --agent codex", []string{"text", "json"}},
		{"manifest dispatch --title a|b", []string{"text"}}, {"init --dry-run", []string{""}},
		{"baseline --output b.jsonl", []string{""}}, {"lint --baseline b.jsonl --diff", []string{""}}, {"lint --diff --unsafe-fixes", []string{""}},
	}
	for _, c := range commands {
		for _, format := range c.formats {
			args := strings.Fields(c.command)
			if format != "" {
				args = append(args, "--format", format)
			}
			cmd := exec.Command(binary, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "CI=true")
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			var exit *exec.ExitError
			if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			what := strings.Join(args, " ")
			if code := cmd.ProcessState.ExitCode(); code < 0 || code > 1 {
				t.Errorf("%s: exit code %d: %s", what, code, stderr.String())
			}
			for name, out := range map[string][]byte{"output": stdout.Bytes(), "standard error": stderr.Bytes()} {
				if i := bytes.IndexFunc(out, forbidden); i >= 0 || !utf8.Valid(out) {
					t.Errorf("%s: control character in %s: %q", what, name, out[max(0, i-60):min(len(out), max(0, i)+60)])
				}
				if i := commandIn(out); i >= 0 && (format != "github" || name != "output") {
					t.Errorf("%s: CI command in %s: %q", what, name, out[max(0, i-60):min(len(out), i+60)])
				}
			}
			checkOutput(t, what, format, stdout.Bytes())
		}
	}
}

// checkOutput parses the output in the way that its readers do.
func checkOutput(t *testing.T, what, format string, out []byte) {
	t.Helper()
	switch format {
	case "json", "sarif", "gitlab", "rdjson":
		if !json.Valid(out) {
			t.Errorf("%s: invalid JSON: %.300s", what, out)
		}
	case "html":
		for _, element := range regexp.MustCompile(`<(script|img|svg|a)\b[^>]*>`).FindAllString(string(out), -1) {
			if !regexp.MustCompile(`^<(script( type="application/json" id="data")?|svg( (class|viewBox|role|tabindex|aria-label|xmlns|width|height|id|aria-hidden)="[^"]*")*|a( (class|id|href)="(#[^"]*|https://github.com/skilllint/[^"]*|[a-z -]*)")*)>$`).MatchString(element) {
				t.Errorf("%s: unexpected element %s", what, element)
			}
		}
		if open, closed := bytes.Count(out, []byte("<script")), bytes.Count(out, []byte("</script")); open > 2 || open != closed {
			t.Errorf("%s: %d <script> tags, %d </script> tags", what, open, closed)
		}
	case "markdown":
		_ = ast.Walk(goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(mdtext.NewReader(out)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			markup := ""
			switch n := n.(type) {
			case *ast.HTMLBlock:
				markup = string(n.Lines().Value(out))
			case *ast.RawHTML:
				markup = string(n.Segments.Value(out))
			case *ast.Image, *ast.AutoLink:
				t.Errorf("%s: unexpected %s", what, n.Kind())
			case *ast.Link:
				if !strings.HasPrefix(string(n.Destination), "https://github.com/skilllint/") {
					t.Errorf("%s: unexpected link to %s", what, n.Destination)
				}
			}
			if rest := regexp.MustCompile(`<!-- -->|</?(details|summary|code|br|sub)>|[^<>]`).ReplaceAllString(markup, ""); entering && rest != "" {
				t.Errorf("%s: unexpected markup %q", what, markup)
			}
			return ast.WalkContinue, nil
		})
	}
}
