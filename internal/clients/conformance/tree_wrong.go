package conformance

import (
	"strings"
)

// invalidSkill returns a skill with frontmatter that some clients reject. Names are unique, because clients would keep
// a random one of two equal names.
func (m *maker) invalidSkill(name string) string {
	some := treeText(m.Random, latin, 10+m.Below(80))
	plainly := func(header string) string { return "---\n" + header + "\n---\n\nBody.\n" }
	named := "name: " + single(nil, name) + "\n"
	return Pick(m.Random, []func() string{
		func() string { return "# " + name + "\n\n" + some + "\n" },
		func() string { return "" },
		func() string { return "---\n" + named + "description: " + some + "\n\nBody.\n" },
		func() string { return "\ufeff" + plainly(named+"description: "+some) },
		func() string { return "\n" + plainly(named+"description: "+some) },
		func() string { return strings.ReplaceAll(plainly(named+"description: "+some), "\n", "\r\n") },
		func() string { return "--- \n" + named + "description: " + some + "\n---  \n\nBody.\n" },
		func() string { return plainly("description: " + some) },
		func() string { return plainly(strings.TrimSuffix(named, "\n")) },
		func() string { return plainly(named + "description:") },
		func() string { return plainly(named + "description: \"\"") },
		func() string { return plainly(named + "description: \"  \"") },
		func() string { return plainly(named + "description: 4040") },
		func() string { return plainly(named + "description: yes") },
		func() string { return plainly(named + "description: [" + some + "]") },
		func() string { return plainly(named + "description: Use when: " + some) },
		func() string { return plainly(named + "description: " + some + ":") },
		func() string { return plainly(named + "description: *" + some) },
		func() string { return plainly(named + "description: @" + some) },
		func() string { return plainly(named + "description: `" + some + "`") },
		func() string { return plainly(named + "description: [WIP] " + some) },
		func() string { return plainly(named + "description: \"" + some + "\" and more") },
		func() string { return plainly(named + "description: " + some + "\n\tand a tab") },
		func() string { return plainly(named + "description: " + some + "\nallowed-tools: *") },
		func() string { return plainly(named + "description: " + some + "\nmetadata: [a]") },
		func() string { return plainly(named + "description: " + some + "\ndescription: again") },
		func() string { return plainly(named + "description: >\n  " + some + "\n  ---\n  more") },
		func() string { return plainly(named + "description: " + some + " --- more") },
		func() string { return plainly(named + "description: Caf\xe9 " + some) },
		func() string { return plainly(named + "description: " + some + "\x00") },
		func() string {
			return plainly(named + "description: |\n\n  " + some + "\n\n    deep\n\n\nlicense: MIT")
		},
		func() string { return plainly(named + "description: \"" + some + "\\n\\tand \\\"more\\\"\"") },
		func() string { return plainly("Name: " + name + "\nDescription: " + some) },
		func() string { return plainly("- " + name + "\n- " + some) },
		func() string { return plainly("{name: " + single(nil, name) + ", description: " + some + "}") },
	})()
}

// policies are contents of agents/openai.yaml.
var policies = []string{
	"policy:\n  allow_implicit_invocation: false\n",
	"policy:\n  allow_implicit_invocation: true\n",
	"policy: {allow_implicit_invocation: false}\n",
	"policy:\n  allow_implicit_invocation: \"false\"\n",
	"policy:\n  allow_implicit_invocation: no\n",
	"policy:\n  products: [chatgpt]\n",
	"policy:\n  products: [chatgpt, codex]\n",
	"policy:\n  products: [CODEX]\n",
	"policy:\n  products: [Atlas]\n",
	"policy:\n  products: []\n",
	"policy:\n  products: [cursor]\n",
	"policy:\n  products: chatgpt\n",
	"policy:\n  products: [atlas, cursor]\n  allow_implicit_invocation: false\n",
	"policy: false\n",
	"interface:\n  display_name: Shown\n  short_description: Shown in short\n",
	"interface:\n  display_name: Shown\npolicy:\n  allow_implicit_invocation: false\n",
	"interface: none\npolicy:\n  allow_implicit_invocation: false\n",
	"interface:\n  default_prompt: [a]\npolicy:\n  allow_implicit_invocation: false\n",
	"unknown: field\npolicy:\n  allow_implicit_invocation: false\n  other: 1\n",
	"policy:\n  allow_implicit_invocation: false\npolicy:\n  products: [codex]\n",
	"",
	"policy:\n",
	"policy:\n\tallow_implicit_invocation: false\n",
	"# none\n",
}

// plugins are contents of plugin.json.
var plugins = []string{`{"name": "tools"}`, `{"name": "My Tools"}`, `{"name": ""}`, `{}`, `{"name": 7}`, `{"name": null}`, `{"name": "  padded  "}`, `{"name": "kit", "version": "1.0.0", "skills": "./skills"}`, `{"name": "kit",}`, `not json`, ``, `[]`, `{"name": "Ümläut"}`, `{"name": "a:b"}`, `{"name": "line\nfeed"}`,
	`{"name": "` + strings.Repeat("long-", 14) + `"}`, `{"name": "` + strings.Repeat("longer-", 20) + `"}`}

var pluginDirs = []string{".codex-plugin", ".claude-plugin", ".cursor-plugin"}
