package conformance

import "path"

// startImports are trees with imports, which some clients expand.
var startImports = []startRow{
	{"import", imports("Before.\n@a.md\nBetween @docs/b.md and @./docs/../a.md after.\n@/nothing\n")},
	{"import-only", imports("@a.md")},
	{"import-missing", imports("@missing.md @docs/missing.md @a.md/x @docs @. @.. @/ @a.md. (@a.md) @a.md, @nobody me@a.md @@a.md @1.md @-a @~/a.md\n")},
	{"import-code", imports("`@a.md` and ``@a.md`` and `@a.md ` @a.md ` @a.md\n\n```\n@a.md\n```\n\n~~~\n@a.md\n~~~\n\n    @a.md\n\n@docs/b.md\n")},
	{"import-backticks", imports("``` @a.md `` @a.md ` @a.md\n@a.md `a``b```c @a.md ```` @a.md `\n````\n@a.md\n```\n@a.md\n")},
	{"import-spaces", imports("@docs/with space.md @docs/with\\ space.md \"@docs/with space.md\" @a.md#anchor @a.md?q @docs%2fb.md @docs/b%2Emd\n")},
	{"import-urls", imports("@https://example.com/a.md @http://example.com @file:///etc/hosts @a:b @mailto:x\n")},
	{"import-outside", func(t *Tree) {
		imports("@../outside/x.md @../../outside/x.md @docs/../../outside/x.md @out.md @outdir/x.md @%2e%2e/outside/x.md\n")(t)
		t.add("outside/x.md", "Outside.\n")
		t.link(Project+"/out.md", "../outside/x.md")
		t.link(Project+"/outdir", "../outside")
	}},
	{"import-links", func(t *Tree) {
		imports("@in.md @indir/b.md @broken.md @loop.md\n")(t)
		t.link(Project+"/in.md", "a.md")
		t.link(Project+"/indir", "docs")
		t.link(Project+"/broken.md", "nothing.md")
		t.link(Project+"/loop.md", "loop.md")
	}},
	{"import-self", imports("Self.\n@AGENTS.md @CLAUDE.md @GEMINI.md @.github/copilot-instructions.md @copilot-instructions.md\n")},
	{"import-cycle", func(t *Tree) {
		imports("@one.md\n@one.md\n")(t)
		t.add(Project+"/one.md", "One.\n@two.md\n")
		t.add(Project+"/two.md", "Two.\n@three.md @one.md\n")
		t.add(Project+"/three.md", "Three.\n@one.md @two.md @three.md\n")
	}},
	{"import-deep", func(t *Tree) {
		imports("@d/1.md\n")(t)
		at := "d"
		for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
			t.add(path.Join(Project, at, n+".md"), "Depth "+n+".\n@"+n+"/"+string(n[0]+1)+".md\n")
			at = path.Join(at, n)
		}
	}},
	{"import-nested", func(t *Tree) {
		imports("Root.\n@a.md\n")(t)
		t.instructWith(Project+"/s", "Sub.\n@../a.md @x.md @../docs/b.md\n")
		t.add(Project+"/s/x.md", "X.\n@../a.md\n")
		t.Start = Project + "/s"
	}},
	{"import-marks", func(t *Tree) {
		imports("\ufeff@mark.md\r\n@crlf.md\r\n\u00a0@a.md\v@a.md\f@a.md\u2028@a.md\n@bad.md\n@empty.md\n")(t)
		t.add(Project+"/mark.md", "\ufeffMark.\n")
		t.add(Project+"/crlf.md", "A\r\n@a.md\r\n")
		t.add(Project+"/bad.md", "a\xffb\n")
		t.add(Project+"/empty.md", "")
	}},
	{"import-without-git", func(t *Tree) {
		t.Git = false
		imports("@a.md @s/x.md\n")(t)
		t.instructWith(Project+"/s", "@../a.md @x.md\n")
		t.add(Project+"/s/x.md", "X.\n")
		t.Start = Project + "/s"
		t.exclude("opencode", "kilo", "pi", "qwen")
	}},
	{"import-home", func(t *Tree) {
		t.Home = true
		t.instructHome("Home %.\n@more.md @~/more.md @../outside.md\n")
		for _, at := range homeInstructions {
			t.add(Home+"/"+path.Dir(at)+"/more.md", "More of "+path.Dir(at)+".\n")
		}
		t.add(Home+"/outside.md", "In the home directory.\n")
		imports("@a.md @~/outside.md\n")(t)
	}},
	{"import-many", imports("@a.md @docs/b.md @a.md @docs/b.md\n@a.md\n@a.md\n\n# End\n")},
}

// imports returns a function that adds instruction files with a text, and files that they can import.
func imports(text string) func(*Tree) {
	return func(t *Tree) {
		t.instructWith(Project, text)
		t.addNamed("a.md", "docs/b.md", "docs/with space.md", ".github/a.md", ".github/docs/b.md", "1.md", "-a")
	}
}

// startClients are trees for files and settings of single clients.
var startClients = []startRow{
	{"codex-override", func(t *Tree) {
		t.instruct(Project)
		t.addNamed("AGENTS.override.md", "a/AGENTS.md")
		t.Start = Project + "/a"
	}},
	{"codex-override-empty", func(t *Tree) {
		t.instruct(Project)
		t.add(Project+"/AGENTS.override.md", "")
		t.add(Project+"/a/AGENTS.override.md/x", "")
		t.instruct(Project + "/a")
		t.Start = Project + "/a"
	}},
	{"codex-home-override", func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		t.add(Home+"/.codex/AGENTS.override.md", "Override.\n")
	}},
	{"codex-home-override-empty", func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		t.add(Home+"/.codex/AGENTS.override.md", "\n")
		t.addNamed("AGENTS.md")
	}},
	{"codex-config", func(t *Tree) {
		t.Home = true
		t.add(Home+"/.codex/config.toml", "project_doc_max_bytes = 30\nproject_doc_fallback_filenames = [\"GUIDE.md\", \"\"]\nproject_root_markers = [\".top\"]\n")
		t.addNamed("AGENTS.md", "a/.top", "a/GUIDE.md", "a/b/AGENTS.md", "a/b/GUIDE.md", "a/b/c/GUIDE.md")
		t.Start = Project + "/a/b/c"
	}},
	{"codex-config-project", func(t *Tree) {
		t.add(Project+"/.codex/config.toml", "project_doc_max_bytes = 30\nproject_doc_fallback_filenames = [\"GUIDE.md\"]\n")
		t.addNamed("GUIDE.md", "a/AGENTS.md")
		t.Start = Project + "/a"
	}},
	{"gemini-name", geminiSettings(`{"context": {"fileName": "AGENTS.md"}} // one`)},
	{"gemini-names", geminiSettings(`{"context": {"fileName": ["CLAUDE.md", "docs/b.md", "AGENTS.md"]}}`)},
	{"gemini-names-default", geminiSettings(`{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}`)},
	{"gemini-names-home", func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		t.add(Home+"/.gemini/settings.json", `{"context": {"fileName": "AGENTS.md"}}`)
		t.add(Home+"/.gemini/AGENTS.md", "Text of AGENTS.md.\n")
		t.instruct(Project)
	}},
	{"opencode-instructions", opencodeConfig(`{"instructions": ["docs/b.md", "missing.md", "docs/*.md", "./a.md", "AGENTS.md"]}`)},
	{"opencode-globs", opencodeConfig(`{"instructions": ["**/*.txt", "docs/**/*.md", "{a,1}.md", ".hidden/*.md"]} // comment`)},
	{"opencode-above", opencodeConfig(`{"instructions": ["../a.md", "../docs/*.md"]}`)},
	{"opencode-two", func(t *Tree) {
		opencodeConfig(`{"instructions": ["a.md"]}`)(t)
		t.add(Project+"/s/opencode.jsonc", `{"instructions": ["docs/b.md", "a.md"],}`)
		t.add(Project+"/.opencode/opencode.json", `{"instructions": ["1.md"]}`)
	}},
	{"opencode-home", func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		opencodeConfig(`{"instructions": ["~/more.md", "a.md"]}`)(t)
		t.add(Home+"/.config/opencode/opencode.json", `{"instructions": ["docs/b.md"]}`)
		t.add(Home+"/more.md", "More.\n")
	}},
	{"opencode-home-claude", func(t *Tree) {
		t.Home = true
		t.add(Home+"/.claude/CLAUDE.md", "Text of the home directory.\n")
		t.addNamed("CONTEXT.md", "a/CLAUDE.md")
		t.Start = Project + "/a"
	}},
	{"copilot-instructions", func(t *Tree) {
		for _, f := range [][2]string{{"all", "applyTo: \"**\""}, {"ts", "applyTo: \"**/*.ts\""}, {"two", "applyTo: \"**/*.ts,src/**\""}, {"list", "applyTo:\n  - \"*.md\"\n  - src/**"},
			{"none", "description: No pattern."}, {"described", "description: For tests.\napplyTo: \"tests/**\""}, {"sub/deep", "applyTo: \"**\""}} {
			t.add(Project+"/.github/instructions/"+f[0]+".instructions.md", "---\n"+f[1]+"\n---\nText of "+f[0]+".\n")
		}
		t.addNamed(".github/instructions/plain.instructions.md", ".github/instructions/other.md", "src/x.instructions.md", ".github/copilot-instructions.md")
		t.add(Project+"/.github/instructions/broken.instructions.md", "---\napplyTo: [\n---\nBroken.\n")
	}},
	{"copilot-nested", func(t *Tree) {
		for _, dir := range []string{"", "a", "a/b", "a/b/c"} {
			t.instruct(path.Join(Project, dir))
			t.add(path.Join(Project, dir, ".github/instructions/x.instructions.md"), "---\napplyTo: \"**\"\n---\nRule of /"+dir+".\n")
		}
		t.Start = Project + "/a/b"
	}},
	{"copilot-home", func(t *Tree) {
		t.Home = true
		t.instructHome("Text of %.\n")
		t.add(Home+"/.copilot/instructions/a.instructions.md", "---\napplyTo: \"**\"\n---\nHome rule.\n")
		t.add(Home+"/.copilot/AGENTS.md", "Home agents.\n")
		t.instruct(Project)
	}},
}

func geminiSettings(text string) func(*Tree) {
	return func(t *Tree) {
		t.add(Project+"/.gemini/settings.json", text)
		t.instruct(Project)
		t.addNamed("docs/b.md")
	}
}

func opencodeConfig(text string) func(*Tree) {
	return func(t *Tree) {
		t.add(Project+"/opencode.json", text)
		t.addNamed("AGENTS.md", "a.md", "1.md", "docs/b.md", "docs/a.md", "docs/sub/c.md", "x.txt", "docs/y.txt", ".hidden/h.md",
			"s/a.md", "s/docs/b.md", "s/docs/z.md", "s/z.txt", "s/t/u.txt")
		t.Start = Project + "/s"
	}
}
