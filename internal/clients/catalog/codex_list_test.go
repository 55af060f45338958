package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
)

// Roots are numbered in the order of scanning. Entries are sorted by scope, name and path.
func TestCodexRoots(t *testing.T) {
	files := map[string]string{
		"/p/.git/HEAD": "", "/p/sub/.codex/skills/b/SKILL.md": skill("b", "nearest"), "/p/.codex/skills/a/SKILL.md": skill("a", "outer"),
		"/h/.codex/skills/u/SKILL.md": skill("u", "user"), "/h/.agents/skills/a/SKILL.md": skill("a", "user too"), "/h/.codex/skills/.system/x/SKILL.md": skill("x", "none"),
		"/p/.agents/skills/z/SKILL.md": skill("z", "outer"), "/p/sub/.agents/skills/a/SKILL.md": skill("a", "twice"), "/p/.claude/skills/n/SKILL.md": skill("n", "never"),
	}
	inSub := func(r *catalog.Request) { r.Start = "/p/sub" }
	list := listOf(t, "codex", files, inSub)
	equal(t, "list", list.Text, `- a: outer (file: r1/a/SKILL.md)
- a: twice (file: r5/a/SKILL.md)
- b: nearest (file: r0/b/SKILL.md)
- z: outer (file: r4/z/SKILL.md)
- a: user too (file: r3/a/SKILL.md)
- u: user (file: r2/u/SKILL.md)
`)
	if len(list.Roots) != 6 || list.Roots[2] != (catalog.Root{Path: "/h/.codex/skills", Scope: "user", Alias: "r2"}) {
		t.Errorf("%+v", list.Roots)
	}
	delete(files, "/p/.git/HEAD")
	files["/p/.git/config"] = ""
	if list = listOf(t, "codex", files, inSub); strings.Contains(list.Text, "a: outer") || !strings.Contains(list.Text, "z: outer") {
		t.Errorf("repository without HEAD: %s", list.Text)
	}
}

func TestCodexWalk(t *testing.T) {
	const root = "/p/.agents/skills/"
	list := listOf(t, "codex", map[string]string{
		root + "SKILL.md": skill("root", "d"), root + "1/2/3/4/5/6/SKILL.md": skill("six", "d"), root + "1/2/3/4/5/6/7/SKILL.md": skill("seven", "d"),
		root + ".hidden/SKILL.md": skill("hidden", "d"), root + "node_modules/x/SKILL.md": skill("x", "d"), root + "lower/skill.md": skill("lower", "d"),
		root + "aa": "-> mm", root + "mm/SKILL.md": skill("mm", "d"), root + "zz": "-> mm", root + "mm/loop": "-> ..", root + "link/SKILL.md": "-> ../../../real.md",
		"/p/real.md": skill("real", "d"), root + "out": "-> ../../other/unnamed", "/p/other/unnamed/SKILL.md": "---\ndescription: d\n---\n",
		root + "tab\tbed/SKILL.md": skill("tab", "d"), root + `back\slash/SKILL.md`: skill("back", "d"), root + "bad\xff/SKILL.md": skill("bad", "d"),
		root + "broken/SKILL.md": "---\nname: broken\n---\n",
	}, nil)
	equal(t, "list", list.Text, `- back: d (file: r0/back/slash/SKILL.md)
- mm: d (file: r0/aa/SKILL.md)
- root: d (file: r0/SKILL.md)
- six: d (file: r0/1/2/3/4/5/6/SKILL.md)
- unnamed: d (file: r0/out/SKILL.md)
- x: d (file: r0/node_modules/x/SKILL.md)
`)
	lost := catalog.List{Items: list.Items[6:]}
	equal(t, "lost", states(lost), `gone seven /p/.agents/skills/1/2/3/4/5/6/7/SKILL.md 0 1 more than 6 levels below /p/.agents/skills, the limit of Codex
rejected broken /p/.agents/skills/broken/SKILL.md 0 0 missing field "description"
gone real /p/.agents/skills/link/SKILL.md 0 1 symbolic link to a file, which Codex does not follow`)
}

// A file in several roots has one entry, of the first root.
func TestCodexSameFile(t *testing.T) {
	list := listOf(t, "codex", map[string]string{"/p/skills/a/SKILL.md": skill("a", "d"), "/p/.agents/skills": "-> ../skills", "/p/.codex/skills": "-> ../skills",
		"/h/.agents/skills/b": "-> /p/skills/a"}, nil)
	equal(t, "list", list.Text, "- a: d (file: r0/a/SKILL.md)\n")
	if len(list.Roots) != 3 || list.Roots[0].Path != "/p/skills" || list.Roots[0].Alias != "r0" || list.Roots[1].Alias != "" {
		t.Errorf("%+v", list.Roots)
	}
}

func TestCodexLimits(t *testing.T) {
	const root = "/p/.agents/skills/"
	directories, entries := map[string]string{}, map[string]string{root + "zz/SKILL.md": skill("zz", "d"), root + "b/SKILL.md": skill("b", "d")}
	for i := range 2_000 {
		directories[fmt.Sprintf("%sd%04d/SKILL.md", root, i)] = skill("d", "d")
	}
	list := listOf(t, "codex", directories, func(r *catalog.Request) { r.Window = 872_000 })
	if n := strings.Count(list.Text, "\n"); n != 1_999 {
		t.Errorf("%d entries, want 1,999", n)
	}
	last := list.Items[len(list.Items)-1]
	if last.State != catalog.Omitted || last.Path != root+"d1999/SKILL.md" || last.Reason != "Codex reads only 2,000 directories per root directory, and reads others first" {
		t.Errorf("%+v", last)
	}
	for i := range 20_000 {
		entries[fmt.Sprintf("%sa/f%05d", root, i)] = ""
	}
	list = listOf(t, "codex", entries, nil)
	if list.Text != "" || len(list.Items) != 2 || list.Items[0].Reason != "Codex reads only 20,000 entries per root directory, and reads others first" {
		t.Errorf("%q %+v", list.Text, list.Items)
	}
}

func TestCodexPlugins(t *testing.T) {
	const root = "/p/.agents/skills/"
	list := listOf(t, "codex", map[string]string{
		root + "a/SKILL.md": skill("a", "d"), root + "b/SKILL.md": skill("b", "d"), root + "b/.codex-plugin/plugin.json": `{"name":"own"}`, root + "b/.claude-plugin/plugin.json": `{"name":"other"}`,
		root + "c/SKILL.md": skill("c", "d"), root + "c/.cursor-plugin/plugin.json": `{}`, root + "d/SKILL.md": skill("d", "d"), root + "d/.codex-plugin/plugin.json": "broken",
		root + "e/SKILL.md": skill("e", "d"), root + "e/.claude-plugin/plugin.json": `{"name":"` + strings.Repeat("x", 128) + `"}`,
		root + "l": "-> ../../plain/l", "/p/plain/l/SKILL.md": skill("l", "d"), "/p/.agents/.claude-plugin/plugin.json": `{"name":"above"}`,
	}, nil)
	equal(t, "list", list.Text, `- above:a: d (file: r0/a/SKILL.md)
- above:d: d (file: r0/d/SKILL.md)
- c:c: d (file: r0/c/SKILL.md)
- l: d (file: r0/l/SKILL.md)
- own:b: d (file: r0/b/SKILL.md)
`)
	if last := list.Items[5]; last.State != catalog.Rejected || last.Reason != "name with that of its plugin is 130 characters long (limit 129)" {
		t.Errorf("%+v", last)
	}
}

func TestCodexPolicy(t *testing.T) {
	for policy, excluded := range map[string]bool{
		"policy: {allow_implicit_invocation: false}": true, "policy: {allow_implicit_invocation: FALSE}": true, "policy: {allow_implicit_invocation: fAlse}": false,
		`policy: {allow_implicit_invocation: "false"}`: false, "policy: {allow_implicit_invocation: true}": false, "policy: {allow_implicit_invocation: ~}": false,
		"policy: {allow_implicit_invocation: !!str false}": true, "policy: {products: [chatgpt]}": true, "policy: {products: [CHATGPT, atlas]}": true, "policy: {products: [ChatGPT]}": false, "policy: {products: [codex, chatgpt]}": false,
		"policy: {products: []}": false, "policy: {products: [other]}": false, "policy: {products: [!chatgpt ~]}": true, "policy: {products: [!chatgpt x]}": false,
		"policy: {products: chatgpt}": false, "policy: {products: [chatgpt], products: [chatgpt]}": false, "policy: [false]": false, "policy:": false,
		"interface: {display_name: [a]}\npolicy: {products: [chatgpt]}": false, "interface: {other: [a]}\npolicy: {products: [chatgpt]}": true,
		"dependencies: {tools: [{type: 3}]}\npolicy: {products: [chatgpt]}": true, "dependencies: {tools: ~}\npolicy: {products: [chatgpt]}": false,
		"": false, "[]": false, "policy: {products: [chatgpt]": false, "policy: {products: [chatgpt]}\n# \xff": false, "- ~\n- ~\n- {products: [chatgpt]}": false,
	} {
		list := listOf(t, "codex", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("a", "d"), "/p/.agents/skills/a/agents/openai.yaml": policy}, nil)
		if got := list.Text == ""; got != excluded {
			t.Errorf("%s: excluded %v, want %v", policy, got, excluded)
		}
		if want := map[bool]string{true: "1 skill omitted: agents/openai.yaml disables implicit invocation"}[excluded]; strings.Join(list.Notes, "") != want || len(list.Items) == 0 != excluded {
			t.Errorf("%s: notes %q, items %v", policy, list.Notes, list.Items)
		}
	}
}

func TestCodexRequests(t *testing.T) {
	for _, test := range []struct {
		change func(*catalog.Request)
		limit  int
	}{
		{nil, 10_000}, {func(r *catalog.Request) { r.Window = 1 }, 1}, {func(r *catalog.Request) { r.Window = 99 }, 1}, {func(r *catalog.Request) { r.Window = 48_000 }, 960},
		{func(r *catalog.Request) { r.Window = 1_000_000 }, 17_440}, {func(r *catalog.Request) { r.MaxContextTokens = 900 }, 900}, {func(r *catalog.Request) { r.MaxContextTokens = 20_000 }, 10_000},
		{func(r *catalog.Request) { r.Window, r.MaxContextTokens = 1_000, 7 }, 7}, {func(r *catalog.Request) { r.Version = "0.171.0" }, 10_000},
	} {
		if list := listOf(t, "codex", nil, test.change); list.Limit != test.limit || list.Text != "" || list.Cost != 0 {
			t.Errorf("limit %d, want %d", list.Limit, test.limit)
		}
	}
	list := listOf(t, "codex", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("a", "d")}, func(r *catalog.Request) { r.Builtins, r.Home = true, "" })
	if n := strings.Count(list.Text, "\n"); n != 5 || !strings.HasSuffix(list.Text, "- a: d (file: r1/a/SKILL.md)\n") || list.Cost != 432+8 || list.Roots[0].Scope != "system" || list.Items[0].Path != "" {
		t.Errorf("cost %d of\n%s", list.Cost, list.Text)
	}
	if _, err := catalog.Lookup("codex").List(inMemory(nil), catalog.Request{Version: "0.1", Start: "/p", Project: "/p"}); err == nil || err.Error() != `unknown version "0.1" of codex: use codex@0.171` {
		t.Error(err)
	}
}
