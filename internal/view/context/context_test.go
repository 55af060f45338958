package context

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/startup"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/view/viewtest"
)

// sample returns the contexts of all clients in a repository that has every kind of part.
func sample(t *testing.T, file string) *Report {
	t.Helper()
	files := map[string][]byte{"/p/.git/HEAD": []byte("ref: refs/heads/main\n")}
	for at, text := range map[string]string{
		"AGENTS.md":                       "# Rules\n\nRun the tests.\n" + viewtest.Hostile + "\n",
		"CLAUDE.md":                       "@AGENTS.md @docs/missing.md\nUse plans.\n",
		"GEMINI.md":                       "@AGENTS.md\n",
		"api/AGENTS.md":                   strings.Repeat("One line of a long text about the API.\n", 1000),
		"api/v1/CLAUDE.md":                "Only here.\n",
		".github/copilot-instructions.md": "For Copilot.\n",
		".claude/skills/deploy/SKILL.md":  "---\nname: deploy\ndescription: Deploys. Use when asked to deploy.\n---\n",
		".agents/skills/deploy/SKILL.md":  "---\nname: deploy\ndescription: Deploys. Use when asked to deploy.\n---\n",
		".claude/agents/reviewer.md":      "---\nname: reviewer\ndescription: Reviews changes.\n---\nReview.\n",
		".opencode/agents/reviewer.md":    "---\ndescription: Reviews changes.\n---\nReview.\n",
		".claude/commands/ship.md":        "---\ndescription: Ships it.\n---\nShip.\n",
		".gemini/commands/ship.toml":      "description = \"Ships it.\"\nprompt = \"Ship.\"\n",
		".mcp.json":                       `{"mcpServers": {"files": {"command": "x"}}}`,
		".claude/rules/" + "x.md":         "---\npaths: \"**/*.ts\"\n---\nNo any.\n",
		"api/opencode.json":               `{"mcp": {"files": {"type": "local"}}}`,
		".codex/config.toml":              "[mcp_servers.files]\ncommand = \"x\"\n",
	} {
		files["/p/"+at] = []byte(text)
	}
	from := clientfs.FromMap("/p/api", "/p", files, nil)
	r := &Report{}
	for _, c := range startup.Clients() {
		x, err := Collect(c, from, file, tokenizer.O200k)
		if err != nil {
			t.Fatal(err)
		}
		r.Contexts = append(r.Contexts, x)
	}
	return r
}

func TestFormats(t *testing.T) {
	r := sample(t, "/p/api/v1/x.ts")
	var text, page, json bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(&json)
	if err := escape.EncodeJSON(w, "", r.JSON()); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	viewtest.Golden(t, "text.txt", text.String())
	for name, got := range map[string]string{"text": text.String(), "page": page.String(), "json": json.String()} {
		if strings.ContainsAny(got, "\x1b\u202e") || name == "page" && strings.Contains(got, "<b>") {
			t.Errorf("%s contains unescaped hostile text", name)
		}
	}
	for _, want := range []string{"Context at start-up", "Run the tests.", "reviewer"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// TestSums checks that the tokens of the parts add up to those of the report.
func TestSums(t *testing.T) {
	for _, x := range sample(t, "").Contexts {
		sum := x.Tokens(Instructions) + x.Tokens(SkillList) + x.Tokens(Subagents) + x.Tokens(Commands)
		if sum != x.Tokens("") || x.later() != 0 {
			t.Errorf("%s: %d of %d tokens, %d later", x.Client.ID, sum, x.Tokens(""), x.later())
		}
		whole, parts := tokenizer.O200k([]byte(x.Text)), x.Tokens(Instructions)
		if parts < whole-2*len(x.Parts) || parts > whole+20*len(x.Parts) { // tokens are not split at the boundaries of parts
			t.Errorf("%s: the instructions have %d tokens, their parts %d", x.Client.ID, whole, parts)
		}
	}
}
