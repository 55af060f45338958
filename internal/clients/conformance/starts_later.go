package conformance

import (
	"path"
	"strings"
)

// startLater are trees for clients that were added later. The first clients are not asked about them.
var startLater = []startRow{
	{"pi-names", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "a/AGENTS.MD", "a/CLAUDE.md", "a/b/CLAUDE.MD", "a/b/agents.md", "a/b/c/AGENTS.md/x", "a/b/c/CLAUDE.md", "a/b/c/CLAUDE.MD")
		t.Start = Project + "/a/b/c"
	})},
	{"pi-home", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.add(Home+"/.pi/agent/AGENTS.md", "\ufeffHome.\n")
		t.add(Home+"/.pi/agent/CLAUDE.md", "Not read.\n")
		t.add(Home+"/.pi/AGENTS.md", "Not read.\n")
		t.instruct(Project)
	})},
	{"pi-home-link", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.link(Home+"/.pi/agent/AGENTS.md", "../../../project/AGENTS.md")
		t.instruct(Project)
	})},
	{"pi-override-empty", laterClientsOnly(func(t *Tree) {
		t.instruct(Project)
		t.add(Project+"/AGENTS.override.md", "")
	})},
	{"continue-names", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENT.md", "CODEX.md", "CLAUDE.md/x", "a/CODEX.md")
	})},
	{"continue-names-codex", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENT.md", "a/CODEX.md")
		t.Start = Project + "/a"
	})},
	{"continue-rules", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENTS.md")
		t.addRules(Project+"/.continue/rules", "")
		t.addNamed(".continue/rules/other.txt")
	})},
	{"continue-rules-only", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.add(Project+"/.continue/rules/a.md", "Rule of the project.\n")
		t.add(Project+"/a/.continue/rules/b.md", "\n  Rule of a.\n\n")
		t.add(Home+"/.continue/rules/a.md", "---\nname: own\n---\nRule of the home directory.\n")
		t.add(Home+"/.continue/rules/copy.md", "\n  Rule of a.\n\n")
		t.Start = Project + "/a"
	})},
	{"kilo-home", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		t.add(Home+"/.config/kilo/AGENTS.md", "Text of the home directory. {file:more.md} {env:NOTHING}|\n")
		t.add(Home+"/.config/kilo/more.md", "  More.\n\n")
		t.instruct(Project)
	})},
	{"kilo-home-missing", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.add(Home+"/.config/kilo/AGENTS.md", "Text of the home directory. {file:missing.md}|{file:~/more.md}|\n")
		t.add(Home+"/more.md", "More {file:x}.\n")
		t.addNamed("CLAUDE.md")
	})},
	{"kilo-rules", laterClientsOnly(func(t *Tree) {
		t.addNamed("AGENTS.md", ".kilo/rules/a.md", ".kilocode/rules/b.md", ".kilo/rules/sub/c.md", ".kilo/rules/d.txt", ".kilocoderules", ".kilo/rules-code/e.md", ".kilocode/rules-ask/f.md", ".kilocoderules-architect", "s/.kilo/rules/g.md")
		t.Start = Project + "/s"
	})},
	{"kilo-rules-root", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.addNamed("AGENTS.md", ".kilo/rules/a.md", ".kilocode/rules/a.md", ".kilocoderules", ".kilo/rules-code/e.md", ".kilocode/rules-ask/f.md", ".kilocoderules-architect", ".kilocode/rules-debug/e.md")
		t.add(Home+"/.kilo/rules/a.md", "Rule of ~/.kilo.\n")
		t.add(Home+"/.kilocode/rules/b.md", "Rule of ~/.kilocode.\n")
	})},
	{"kilo-config", laterClientsOnly(func(t *Tree) {
		opencodeConfig(`{"instructions": ["a.md", "opencode.md"]}`)(t)
		t.addNamed("opencode.md", "jsonc.md", "below.md", "inner.md")
		t.add(Project+"/kilo.json", `{"instructions": ["docs/b.md", "a.md", "missing.md"]}`)
		t.add(Project+"/kilo.jsonc", `{"instructions": ["jsonc.md"],} // comment`)
		t.add(Project+"/s/kilo.json", `{"instructions": ["below.md"]}`)
		t.add(Project+"/.kilo/kilo.json", `{"instructions": ["inner.md"]}`)
		t.add(Project+"/.kilocode/kilo.jsonc", `{"instructions": ["1.md"]}`)
	})},
	{"kilo-config-home", laterClientsOnly(func(t *Tree) {
		t.Home = true
		opencodeConfig(`{"instructions": ["~/more.md", "a.md"]}`)(t)
		t.add(Home+"/.config/kilo/kilo.json", `{"instructions": ["docs/b.md", "~/own.md"]}`)
		t.add(Home+"/.config/kilo/opencode.json", `{"instructions": ["1.md"]}`)
		t.add(Home+"/more.md", "More.\n")
		t.add(Home+"/own.md", "Own {env:NOTHING}.\n")
	})},
	{"kilo-config-order", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.Start = Project + "/s"
		for i, at := range []string{"home/.config/kilo/config.json", "home/.config/kilo/kilo.jsonc", "home/.kilo/kilo.json", "project/.kilo/kilo.json", "project/.kilo/kilo.jsonc", "project/.kilo/opencode.json",
			"project/s/.kilo/kilo.jsonc", "project/s/.kilocode/kilo.json", "project/s/.kilocode/opencode.jsonc", "project/s/kilo.jsonc", "project/s/kilo.json", "project/.opencode/opencode.json", "project/opencode.jsonc", "project/opencode.json"} {
			name := string(rune('a'+i)) + ".md"
			t.add(at, `{"instructions": ["`+name+`"]}`)
			t.addNamed(name)
		}
		t.addNamed("AGENTS.md", "s/.kilo/rules/x.md")
		t.add(Home+"/.kilo/rules/y.md", "Rule of the home directory.\n")
	})},
	{"kilo-references", laterClientsOnly(func(t *Tree) {
		t.instructWith(Project, "A {file:a.md} B {file: a.md} C {file:missing.md} D {file:docs/b.md}{file:./docs/../a.md} $A\n  // {file:a.md}\n${file:a.md} ${env:HOME} {file:a.md\n} {file:} {file:big.md}\n")
		t.addNamed("a.md", "docs/b.md")
		t.add(Project+"/big.md", "\ufeff {file:a.md}\u00a0\n\"quoted\"\n\n")
	})},
	{"kilo-references-outside", laterClientsOnly(func(t *Tree) {
		t.instructWith(Project, "A {file:../outside.md} B\n")
		t.add("outside.md", "Outside.\n")
		t.instruct(Project + "/a")
		t.Start = Project + "/a"
	})},
	{"kilo-environment", laterClientsOnly(func(t *Tree) {
		t.instructWith(Project, "A {env:HOME} B\n")
		t.instructWith(Project+"/a", "  // {env:HOME} in a comment\n")
		t.instructWith(Project+"/a/b", "In `{env:HOME}`.\n")
		t.Start = Project + "/a/b"
	})},
	{"qwen-names", laterClientsOnly(func(t *Tree) {
		for _, dir := range []string{"", "a", "a/b"} {
			t.instruct(path.Join(Project, dir))
			t.addNamed(path.Join(dir, "QWEN.md"))
		}
		t.addNamed(".qwen/QWEN.local.md", "a/.qwen/QWEN.local.md", "a/.qwen/AGENTS.md", "QWEN.local.md")
		t.Start = Project + "/a/b"
	})},
	{"qwen-local", laterClientsOnly(func(t *Tree) { t.addNamed(".qwen/QWEN.local.md") })},
	{"qwen-rules", laterClientsOnly(func(t *Tree) {
		t.instruct(Project)
		t.addRules(Project+"/.qwen/rules", "<!-- hidden -->")
		t.addRules(Project+"/a/.qwen/rules", "")
		t.Start = Project + "/a"
	})},
	{"qwen-rules-only", laterClientsOnly(func(t *Tree) { t.addNamed(".qwen/rules/a.md") })},
	{"qwen-home", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.instruct(Project)
		t.addNamed("QWEN.md", ".qwen/rules/p.md")
		for _, at := range []string{".qwen/QWEN.md", ".qwen/AGENTS.md", "QWEN.md", "AGENTS.md", ".qwen/rules/h.md"} {
			t.add(Home+"/"+at, "Home "+at+"\n@more.md @~/more.md\n")
		}
		t.add(Home+"/.qwen/more.md", "More.\n")
	})},
	{"qwen-home-link", laterClientsOnly(func(t *Tree) {
		t.Home = true
		t.instruct(Project)
		t.link(Home+"/.qwen/QWEN.md", "../../project/AGENTS.md")
		t.link(Project+"/QWEN.md", "AGENTS.md")
	})},
	{"qwen-code", laterClientsOnly(func(t *Tree) {
		imports("- `@a.md`\n- @a.md\n\n      @a.md in code\n\n  > ```\n  > @a.md\n  > ```\n\n> @a.md\n\n1. x\n   ~~~\n   @a.md\n   ~~~\n\n| `@a.md` | @a.md |\n|---|---|\n| `@a.md` | @a.md |\n\n<div>\n`@a.md`\n</div>\n\n**bold `@a.md` `** `@a.md\n")(t)
	})},
}

// addRules adds rules with different frontmatter to a directory. comment is part of their text.
func (t *Tree) addRules(dir, comment string) {
	for _, f := range [][2]string{
		{"a", ""}, {"b", "---\nname: Named\n---\n"}, {"c", "---\ndescription: Text.\nalwaysApply: true\n---\n"}, {"d", "---\nalwaysApply: false\n---\n"}, {"e", "---\nglobs: \"**/*.ts\"\n---\n"},
		{"f", "---\nglobs: \"*.ts\"\nalwaysApply: true\n---\n"}, {"g", "---\nregex: x\n---\n"}, {"h", "---\ninvokable: true\n---\n"}, {"i", "---\npaths: src/**\n---\n"}, {"j", "---\npaths: [src/**, \"*.md\"]\n---\n"},
		{"k", "---\npaths: []\n---\n"}, {"l", "---\n[\n---\n"}, {"m", "---\r\nname: x\r\n---\r\n"}, {"n", "---\nname: x\n"}, {"o", "\ufeff"}, {"sub/p", ""}, {"q", "---\n- list\n---\n"}, {"r", "---\n---\n"}, {"s", "---\nglobs: []\n---\n"}, {"t", "---\nalwaysApply: \"true\"\n---\n"},
	} {
		t.add(dir+"/"+f[0]+".md", f[1]+"Rule "+f[0]+". "+comment+"\n")
	}
	t.add(dir+"/empty.md", "---\nname: x\n---\n \n")
	t.add(dir+"/none.md", "")
}

func laterClientsOnly(fill func(*Tree)) func(*Tree) {
	return func(t *Tree) {
		fill(t)
		t.exclude("codex", "opencode", "gemini", "copilot")
		if !strings.HasPrefix(t.ID, "start-pi-") {
			t.exclude("pi")
		}
	}
}
