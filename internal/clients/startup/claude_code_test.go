package startup_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

// filesOf returns the files of a client that is started in /p/a, in the order of the text, and its other files.
func filesOf(client, file string, files map[string]string) (loaded, others string) {
	all := map[string][]byte{"/p/.git/HEAD": nil}
	links := map[string]string{}
	for at, text := range files {
		if to, ok := strings.CutPrefix(text, "->"); ok {
			links[path.Join("/p", at)] = to
		} else {
			all[path.Join("/p", at)] = []byte(text)
		}
	}
	r := startup.Request{Start: "/p/a", Project: "/p", Home: "/p/home", For: file}
	if _, ok := all["/p/a/x"]; !ok {
		all["/p/a/x"] = nil
	}
	in := startup.Lookup(client).Instructions(clientfs.FromMap(r.Start, r.Project, all, links), r)
	rel := func(at string) string { return strings.TrimPrefix(at, "/p/") }
	var order, rest []string
	for _, p := range append(in.Pieces, in.Later...) {
		if p.File >= 0 {
			order = append(order, rel(in.Files[p.File].Path))
		}
	}
	for _, f := range in.Files {
		if f.State != startup.Loaded {
			rest = append(rest, fmt.Sprintf("%s %s", rel(f.Path), f.State))
		}
	}
	return strings.Join(order, " "), strings.Join(rest, ", ")
}

func TestClaudeCode(t *testing.T) {
	for _, test := range []struct {
		name, file     string
		files          map[string]string
		loaded, others string
	}{
		{"order", "", map[string]string{"CLAUDE.md": "x", ".claude/CLAUDE.md": "x", ".claude/rules/r.md": "x", "CLAUDE.local.md": "x", "a/CLAUDE.md": "x", "a/b/CLAUDE.md": "x",
			"home/.claude/CLAUDE.md": "x", "home/.claude/rules/h.md": "x"},
			"home/.claude/CLAUDE.md home/.claude/rules/h.md CLAUDE.md .claude/CLAUDE.md .claude/rules/r.md CLAUDE.local.md a/CLAUDE.md", ""},
		{"agents", "", map[string]string{"AGENTS.md": "x", "a/AGENTS.md": "x", "a/.claude/AGENTS.md": "x"}, "AGENTS.md a/AGENTS.md a/.claude/AGENTS.md", ""},
		{"agents with CLAUDE.md", "", map[string]string{"AGENTS.md": "x", "a/CLAUDE.md": "x"}, "a/CLAUDE.md", "AGENTS.md omitted"},
		{"agents imported", "", map[string]string{"a/AGENTS.md": "x", "a/CLAUDE.md": "@AGENTS.md\nmore"}, "a/AGENTS.md a/CLAUDE.md", ""},
		{"agents linked", "", map[string]string{"a/AGENTS.md": "x", "a/CLAUDE.md": "->AGENTS.md"}, "a/CLAUDE.md", ""},
		{"imports", "", map[string]string{"a/CLAUDE.md": "@b.md @missing.md @nobody `@c.md`", "a/b.md": "@c.md", "a/c.md": "@CLAUDE.md @b.md"}, "a/c.md a/b.md a/CLAUDE.md", "a/missing.md missing"},
		{"hops", "", map[string]string{"a/CLAUDE.md": "@1.md", "a/1.md": "@2.md", "a/2.md": "@3.md", "a/3.md": "@4.md", "a/4.md": "@5.md", "a/5.md": "x"}, "a/4.md a/3.md a/2.md a/1.md a/CLAUDE.md", "a/5.md omitted"},
		{"outside", "", map[string]string{"a/CLAUDE.md": "@../b.md", "b.md": "x"}, "a/CLAUDE.md", "b.md omitted"},
		{"empty", "", map[string]string{"a/CLAUDE.md": "<!-- x -->\n"}, "", "a/CLAUDE.md empty"},
		{"paths", "", map[string]string{".claude/rules/ts.md": "---\npaths: \"**/*.ts\"\n---\nx"}, "", ".claude/rules/ts.md on-demand"},
		{"broken paths", "", map[string]string{".claude/rules/ts.md": "---\npaths: [\n---\nx"}, ".claude/rules/ts.md", ""},
		{"paths that apply", "/p/a/y.ts", map[string]string{".claude/rules/ts.md": "---\npaths: \"**/*.ts\"\n---\nx"}, ".claude/rules/ts.md", ".claude/rules/ts.md on-demand"},
		{"nested", "/p/a/b/c/y.ts", map[string]string{"a/CLAUDE.md": "x", "a/b/CLAUDE.md": "x", "a/b/c/AGENTS.md": "x", "a/d/CLAUDE.md": "x"},
			"a/CLAUDE.md a/b/CLAUDE.md a/b/c/AGENTS.md", "a/b/CLAUDE.md on-demand, a/b/c/AGENTS.md on-demand"},
		{"excludes", "", map[string]string{"CLAUDE.md": "x", "a/CLAUDE.md": "x", "a/.claude/settings.json": `{"claudeMdExcludes": ["/p/CLAUDE.md", "**/other/**"]}`}, "a/CLAUDE.md", "CLAUDE.md omitted"},
	} {
		loaded, others := filesOf("claude-code", test.file, test.files)
		if loaded != test.loaded || others != test.others {
			t.Errorf("%s:\nloaded %s\nwant   %s\nothers %s\nwant   %s", test.name, loaded, test.loaded, others, test.others)
		}
	}
}

// TestLater checks which instructions a client adds when it works on a file.
func TestLater(t *testing.T) {
	files := map[string]string{"AGENTS.md": "x", "GEMINI.md": "x", "a/b/AGENTS.md": "x", "a/b/GEMINI.md": "x", "a/b/c/AGENTS.md": "x", "a/b/c/GEMINI.md": "x"}
	for client, want := range map[string]string{
		"codex":    "AGENTS.md",
		"opencode": "AGENTS.md a/b/c/AGENTS.md a/b/AGENTS.md",
		"gemini":   "GEMINI.md a/b/GEMINI.md a/b/c/GEMINI.md",
	} {
		if loaded, _ := filesOf(client, "/p/a/b/c/y.ts", files); loaded != want {
			t.Errorf("%s: %s, want %s", client, loaded, want)
		}
	}
}

// TestCopilotInvisible checks which characters Copilot CLI removes, as measured on 2026-11-23.
func TestCopilotInvisible(t *testing.T) {
	files := map[string][]byte{"/p/.git/HEAD": nil, "/p/AGENTS.md": []byte("a\u00ad\u200b\u200d\u2065\u202e\u2066\ufeff\U000e0041\U000e0080b\u2000e\u0301")}
	in := startup.Lookup("copilot").Instructions(clientfs.FromMap("/p", "/p", files, nil), startup.Request{Start: "/p", Project: "/p"})
	if want := "<custom_instruction>\na\u200d\u2065\U000e0080b\u2002\u00e9\n</custom_instruction>"; in.Text() != want {
		t.Errorf("%q, want %q", in.Text(), want)
	}
}

// TestExplosion checks that an exponential number of imports is limited.
func TestExplosion(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		var b strings.Builder
		for j := range 200 {
			fmt.Fprintf(&b, "@%d.md ", j%30)
		}
		files[fmt.Sprintf("a/%d.md", i)] = b.String()
	}
	for _, name := range []string{"CLAUDE.md", "GEMINI.md"} {
		files["a/"+name] = files["a/0.md"]
	}
	for _, c := range startup.Clients() {
		filesOf(c.ID, "", files)
	}
}

// TestClaudePlugins checks the subagents and commands of a plugin of the repository's own marketplace that the settings enable: keys of
// plugin.json replace the default directories, and other plugins are not loaded.
func TestClaudePlugins(t *testing.T) {
	const agent = "---\nname: guard\ndescription: Guards.\n---\nGuard.\n"
	files := map[string][]byte{
		"/p/.git/HEAD":                       nil,
		"/p/.claude/settings.json":           []byte(`{"enabledPlugins": {"ops@acme": true, "off@acme": false, "far@other": true, "out@acme": true}}`),
		"/p/.claude-plugin/marketplace.json": []byte(`{"name": "acme", "plugins": [{"name": "ops", "source": "./ops"}, {"name": "off", "source": "./off"}, {"name": "out", "source": "../out"}, 1]}`),
		"/p/ops/.claude-plugin/plugin.json":  []byte(`{"name": "ops", "agents": ["./extra/guard.md", "../../x.md"]}`),
		"/p/ops/extra/guard.md":              []byte(agent),
		"/p/ops/agents/replaced.md":          []byte(agent),
		"/p/ops/commands/ship.md":            []byte("Ship.\n"),
		"/p/off/commands/off.md":             []byte("Off.\n"),
		"/p/far/commands/far.md":             []byte("Far.\n"),
	}
	r := startup.Request{Start: "/p", Project: "/p"}
	from := clientfs.FromMap(r.Start, r.Project, files, nil)
	var got []string
	agents, _ := startup.Lookup("claude-code").Subagents(from, r)
	commands, _ := startup.Lookup("claude-code").Commands(from, r)
	for _, e := range append(agents, commands...) {
		got = append(got, e.Name+" "+e.Path)
	}
	if want := "ops:guard /p/ops/extra/guard.md, ops:ship /p/ops/commands/ship.md"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
