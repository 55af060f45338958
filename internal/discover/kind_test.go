package discover

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// walkLines walks a directory and returns a line for each file: path, kind, dialect, why. The dialect is followed by "?"
// if the content may change it.
func walkLines(t testing.TB, o Options) ([]string, *Found) {
	t.Helper()
	var lines []string
	found, err := Walk(context.Background(), o, func(in Input) {
		kind, dialect := in.File.Kind.String(), "-"
		if in.File.Dialect != nil {
			dialect = in.File.Dialect.Name
		}
		if in.Guess {
			dialect += "?"
		}
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %s", in.File.Path, kind, dialect, in.File.Why))
		file, err := in.Open()
		if err != nil {
			t.Errorf("open %s: %v", in.File.Path, err)
			return
		}
		file.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines, found
}

func paths(lines []string) []string {
	var out []string
	for _, l := range lines {
		path, _, _ := strings.Cut(l, " | ")
		out = append(out, path)
	}
	return out
}

// emptyFiles returns empty files with the paths in a list.
func emptyFiles(list string) map[string]string {
	files := map[string]string{}
	for _, p := range strings.Fields(list) {
		files[p] = ""
	}
	return files
}

// TestKinds creates a file of each kind and dialect, and similar files that are not recognized. It compares the result
// with testdata/kinds.txt.
func TestKinds(t *testing.T) {
	root := t.TempDir()
	tree := emptyFiles(kindTree)
	tree["cleo/skills/manifest.json"] = `{"skills": [{"name": "ct-x"}]}`
	writeTree(t, root, tree)
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	golden := filepath.Join("testdata", "kinds.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s\n(-update rewrites the file)", got, want)
	}
}

const kindTree = `
packages/skills-lock.json packages/apm.yml packages/server.json packages/.well-known/skills/index.json packages/.well-known/agent-skills/index.json packages/other/index.json
any/folder/SKILL.md any/lower/skill.md any/upper/SKILL.MD any/SKILLS.md any/folder/notes.md any/folder/deep/er/notes.md any/folder/README.md any/folder/nested/SKILL.md any/folder/nested/a.md any/folder/script.py
.agents/skills/common/SKILL.md .kiro/skills/other/SKILL.md bare/skills/x/SKILL.md bare/skills/lower/skill.md bare/skills/both/SKILL.md bare/skills/both/skill.md bare/skills/upper/SKILL.MD bare/skills/lower/references/skill.md
project/.claude/skills/x/SKILL.md project/.claude/skills/x/references/a.md project/.claude/skills/x/agents/openai.yaml project/.claude/skills/x/agents/other.yaml
project/.claude/skills/flat.md project/.claude/skills/modes/flat.md project/.claude/skills/README.md project/.claude/skills/examples/flat.md
project/.claude/agents/a.md project/.claude/agents/team/b.md project/.claude/agents/README.md project/.claude/agents/c.txt
project/.claude/commands/a.md project/.claude/commands/ns/b.md project/.claude/subagents/a.md project/.claude/subagents/deeper/b.md project/.claude/other/a.md
project/.codex/skills/x/SKILL.md project/.github/skills/x/SKILL.md project/.cursor/skills/x/SKILL.md project/.gemini/skills/x/SKILL.md
project/.opencode/skills/x/SKILL.md project/.opencode/skill/y/SKILL.md project/.openclaw/skills/x/SKILL.md
project/.github/agents/a.md project/.github/agents/sub/b.md project/.github/copilot-instructions.md project/copilot-instructions.md project/x.agent.md project/agent.md project/docs/y.instructions.md project/z.prompt.md project/z-prompt.md
project/.cursor/agents/a.md project/.cursor/commands/a.md project/.cursor/rules/a.mdc project/.cursor/rules/sub/b.mdc project/.cursor/rules/c.md project/d.mdc
project/.gemini/agents/a.md project/.gemini/commands/git/a.toml project/.gemini/commands/a.md project/a.toml
project/.opencode/agent/a.md project/.opencode/agents/sub/a.md project/.opencode/command/a.md project/.opencode/commands/sub/a.md
plugin/.claude-plugin/plugin.json plugin/.claude-plugin/marketplace.json plugin/.claude-plugin/other.json plugin/plugin.json plugin/.codex-plugin/plugin.json plugin/.cursor-plugin/plugin.json plugin/.agents/plugins/marketplace.json
plugin/skills/x/SKILL.md plugin/agents/a.md plugin/agents/sub/b.md plugin/agents/README.md plugin/commands/a.md plugin/commands/sub/b.md plugin/.agents/skills/x/SKILL.md plugin/sub/agents/a.md
plugin/hooks/hooks.json plugin/hooks/other.json project/hooks/hooks.json
rootplugin/.claude-plugin/plugin.json rootplugin/SKILL.md
teams/alpha/_persona_dev.yaml teams/alpha/_persona_dev.yml teams/alpha/dev/a.md teams/alpha/dev/_draft.md teams/alpha/dev/README.md teams/alpha/dev/deeper/b.md teams/alpha/core/c.md teams/alpha/notes.md teams/alpha/dev/mixed/SKILL.md
teams/alpha/_subagents/a.yaml teams/alpha/_subagents/b.yml teams/alpha/_subagents/c.md teams/core/d.md teams/core/_d.md teams/core/_subagents/x.yaml teams/beta/e.md lone/core/f.md
cleo/skills/manifest.json list/skills/manifest.json list/skills/one/SKILL.md cleo/skills/ct-x/SKILL.md cleo/skills/_shared/placeholders.json cleo/skills/_shared/base.md cleo/skills/_shared/README.md cleo/protocols/research.md cleo/protocols/README.md cleo/docs/protocols/a.md other/protocols/research.md cleo/skills/_shared/subagent-protocol-base.md list/skills/_shared/subagent-protocol-base.md other/_shared/subagent-protocol-base.md cleo/skills/_shared/other.json cleo/agents/one/AGENT.md cleo/agents/AGENT.md cleo/agents/examples/AGENT.md
cleo/out/MANIFEST.jsonl cleo/out/T1-a.md cleo/out/sub/T2-b.md cleo/out/README.md cleo/out/manifest.jsonl cleo/out/T3-c.txt
web/manifest.json tests/manifest.json other/skills/x/manifest.json
both/SKILL.md both/MANIFEST.jsonl both/a.md both/inner/MANIFEST.jsonl both/inner/b.md wide/MANIFEST.jsonl wide/skills/x/SKILL.md wide/skills/x/references/r.md wide/o.md
tests/skills/x/SKILL.md node_modules/x/SKILL.md any/folder/node_modules/y/SKILL.md .git/SKILL.md .hidden/SKILL.md
README.md AGENTS.md CLAUDE.md docs/guide.md
instructions/AGENTS.md instructions/AGENTS.override.md instructions/CLAUDE.local.md instructions/GEMINI.md instructions/agents.md instructions/.claude/CLAUDE.md instructions/.claude/rules/a.md instructions/.claude/rules/sub/b.md instructions/.claude/rules/c.txt
instructions/.cursorrules instructions/.windsurfrules instructions/.windsurf/rules/a.md instructions/.devin/rules/a.md instructions/file/.clinerules instructions/.clinerules/a.md instructions/.clinerules/sub/b.md instructions/rules/a.md
any/folder/AGENTS.md cleo/out/AGENTS.md plugin/agents/CLAUDE.md
project/.mcp.json project/mcp.json project/.cursor/mcp.json project/.vscode/mcp.json project/.vscode/settings.json project/.claude/settings.json project/.claude/settings.local.json project/.claude/other.json project/.gemini/settings.json project/.claude/output-styles/a.md project/output-styles/a.md
plugin/.cursor-plugin/marketplace.json plugin/.github/plugin/plugin.json plugin/.github/plugin/marketplace.json plugin/.plugin/plugin.json plugin/mcp.json plugin/.mcp.json plugin/output-styles/a.md plugin/commands/a.toml codexplugin/.codex-plugin/plugin.json codexplugin/.mcp.json
extension/gemini-extension.json extension/agents/a.md extension/agents/deep/a.md extension/commands/git/a.toml extension/commands/a.md shared/gemini-extension.json shared/.claude-plugin/plugin.json shared/agents/a.md shared/commands/a.toml shared/commands/a.md portable/plugin.json portable/mcp.json portable/skills/x/SKILL.md
any/folder/evals/evals.json any/folder/evals/trigger-eval.json any/folder/evals/other.json evals/evals.json
`
