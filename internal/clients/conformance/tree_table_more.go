package conformance

import (
	"fmt"
	"path"
	"strings"
)

// moreRows cover details of the models.
var moreRows = []treeRow{
	{"policies-more", func(m *maker) {
		for i, policy := range morePolicies {
			m.tree.add(fmt.Sprintf("%s/q%02d/agents/openai.yaml", agents, i), policy)
			m.tree.add(fmt.Sprintf("%s/q%02d/SKILL.md", agents, i), m.file(fmt.Sprintf("q%02d", i), "Has a policy."))
		}
		for _, name := range []string{"openai.yml", "OpenAI.yaml", "openai.json"} {
			m.tree.add(path.Join(agents, "other-"+name, "agents", name), policies[0])
			m.tree.add(path.Join(agents, "other-"+name, "SKILL.md"), m.file("other-"+name, "Has a policy in another file."))
		}
		m.tree.exclude("opencode", "gemini", "agentskills") // they do not read these files
	}},
	{"plugins-more", func(m *maker) {
		for i, content := range morePlugins {
			at := fmt.Sprintf("%s/plugin-%02d", agents, i)
			m.tree.add(path.Join(at, pluginDirs[i%3], "plugin.json"), content)
			m.tree.add(path.Join(at, "s", "SKILL.md"), m.file(fmt.Sprintf("t%02d", i), "Belongs to a plugin."))
		}
		m.tree.Window = 871000
		m.tree.exclude("opencode", "gemini", "agentskills")
	}},
	{"plugin-first-unreadable", func(m *maker) {
		for i, contents := range [][]string{{"x", `{"name": "second"}`, `{"name": "third"}`}, {"", "{}", `{"name": "third"}`}, {`{"name": "", "x": 1}`, `{"name": "second"}`, ""}} {
			at := fmt.Sprintf("%s/k%d", agents, i)
			for j, dir := range pluginDirs {
				m.tree.add(path.Join(at, dir, "plugin.json"), contents[j])
			}
			m.tree.add(at+"/deep/s/SKILL.md", m.file(fmt.Sprintf("u%d", i), "Belongs to a plugin."))
		}
		m.tree.add(agents+"/outer/.claude-plugin/plugin.json", `{"name": "outer"}`)
		m.tree.add(agents+"/outer/inner/.claude-plugin/plugin.json", "x")
		m.tree.add(agents+"/outer/inner/s/SKILL.md", m.file("passed-over", "Belongs to the outer plugin."))
		m.tree.add(agents+"/outer/own/.claude-plugin/plugin.json", `{"name": "own"}`)
		m.tree.add(agents+"/outer/own/s/SKILL.md", m.file("nearest", "Belongs to the inner plugin."))
	}},
	{"plugin-is-skill", func(m *maker) {
		m.tree.add(agents+"/s/.claude-plugin/plugin.json", `{"name": "self"}`)
		m.tree.add(agents+"/s/SKILL.md", m.file("s", "Is the plugin's own folder."))
		m.tree.add(agents+"/.claude-plugin/plugin.json", `{"name": "root"}`)
		m.skills(2)
	}},
	{"long-names", func(m *maker) {
		m.tree.add(agents+"/p/.claude-plugin/plugin.json", fmt.Sprintf(`{"name": %q}`, strings.Repeat("p", 64)))
		for n := 62; n < 67; n++ {
			for i, sign := range []string{"a", "字", "é"} {
				m.tree.add(fmt.Sprintf("%s/l%d-%d/SKILL.md", agents, n, i), m.file(strings.Repeat(sign, n), "Has a long name."))
				m.tree.add(fmt.Sprintf("%s/p/l%d-%d/SKILL.md", agents, n, i), m.file("p"+strings.Repeat(sign, n-1), "Has a long name and a plugin."))
			}
		}
	}},
	{"repository-below", func(m *maker) {
		nestedRoots(m)
		m.tree.add(Project+"/a/b/.git/HEAD", "ref: refs/heads/main\n")
		m.tree.exclude("opencode") // it asks git, which does not accept the directory as a repository
	}},
	{"repository-is-file", func(m *maker) {
		nestedRoots(m)
		m.tree.add(Project+"/a/b/.git", "gitdir: ../../.git/worktrees/b\n")
		m.tree.exclude("opencode")
	}},
	{"repository-without-head", func(m *maker) {
		nestedRoots(m)
		m.tree.Git = false
		m.tree.add(Project+"/.git/config", "")
		m.tree.exclude("opencode")
	}},
	{"same-name-claude-agents", func(m *maker) {
		for _, root := range []string{".claude/skills", ".agents/skills", ".codex/skills"} {
			m.tree.add(path.Join(Project, root, "same/SKILL.md"), m.file("same", "Lies in "+root))
		}
		m.skills(2)
		m.tree.exclude("opencode") // which of the two it shows varies
	}},
	{"same-name-gemini", func(m *maker) {
		m.tree.Home = true
		for _, at := range []string{Home, Project} {
			for i, root := range []string{".gemini/skills", ".agents/skills"} {
				for _, name := range []string{"same", at, fmt.Sprint("both-", i)} {
					m.tree.add(path.Join(at, root, name, "SKILL.md"), m.file(name, "Lies in "+at+" "+root))
				}
			}
		}
		m.tree.exclude("opencode")
	}},
	{"same-name-home", func(m *maker) {
		m.tree.Home = true
		for _, root := range []string{Home + "/.agents/skills", agents} {
			m.tree.add(path.Join(root, "same/SKILL.md"), m.file("same", "Lies in "+root))
		}
	}},
	{"same-name-reached-twice", func(m *maker) {
		for _, name := range []string{"zz/one", "aa/two", "mm/three"} {
			m.tree.add(path.Join(Project, "library", name, "SKILL.md"), m.file("same", "Lies in "+name))
		}
		m.tree.add(agents+"/kk/SKILL.md", m.file("same", "Lies in the root."))
		m.tree.link(agents+"/a", "../../library/zz")
		m.tree.link(agents+"/m", "../../library/aa")
		m.tree.link(agents+"/z", "../../library/mm")
		m.tree.exclude("opencode", "gemini")
	}},
	{"same-name-in-scopes", func(m *maker) {
		m.tree.Home = true
		m.tree.Start = Project + "/below"
		for i, root := range []string{Home + "/.agents/skills", Home + "/.codex/skills", agents, Project + "/.codex/skills", Project + "/below/.agents/skills", Project + "/below/.codex/skills"} {
			m.tree.add(path.Join(root, "same/SKILL.md"), m.file("same", fmt.Sprintf("Lies in root %d.", i)))
			m.tree.add(path.Join(root, fmt.Sprint("own-", i), "SKILL.md"), m.file(fmt.Sprint("own-", i), "Is the only one."))
		}
		m.tree.exclude("opencode")
	}},
}

// morePolicies are unusual contents of agents/openai.yaml.
var morePolicies = []string{
	"policy:\n  products: [Codex]\n", "policy:\n  products: [ChatGPT]\n", "policy:\n  products: [CHATGPT]\n", "policy:\n  products: [ATLAS]\n", "policy:\n  products: [cHATGPT]\n", "policy:\n  products:\n    - chatgpt\n    - atlas\n", "policy:\n  products: [\"chatgpt\"]\n", "policy:\n  products: [chatgpt, chatgpt]\n", "policy:\n  products: null\n", "policy:\n  products: [null]\n", "policy:\n  products: [chatgpt, 7]\n", "policy:\n  products: {chatgpt: true}\n", "policy:\n  Products: [chatgpt]\n",
	"policy:\n  allow_implicit_invocation: False\n", "policy:\n  allow_implicit_invocation: FALSE\n", "policy:\n  allow_implicit_invocation: off\n", "policy:\n  allow_implicit_invocation: 0\n", "policy:\n  allow_implicit_invocation: ~\n", "policy:\n  allow_implicit_invocation: 'false'\n", "policy:\n  allow_implicit_invocation: !!bool false\n", "policy:\n  allow_implicit_invocation: !!str false\n", "policy:\n  allow_implicit_invocation: &a false\n", "policy:\n  allow_implicit_invocation: [false]\n", "policy:\n  allow-implicit-invocation: false\n", "policy:\n  allowImplicitInvocation: false\n",
	"\"policy\":\n  \"allow_implicit_invocation\": false\n", "{\"policy\": {\"allow_implicit_invocation\": false}}\n", "---\npolicy:\n  allow_implicit_invocation: false\n", "---\npolicy:\n  allow_implicit_invocation: false\n---\nmore: x\n", "policy:\n  allow_implicit_invocation: false\n...\n", "\ufeffpolicy:\n  allow_implicit_invocation: false\n", "policy:\r\n  allow_implicit_invocation: false\r\n", "policy:\n  allow_implicit_invocation: false\n# caf\xe9\n", "policy:\n  allow_implicit_invocation: false\n  allow_implicit_invocation: true\n", "policy:\n  allow_implicit_invocation: true\n  allow_implicit_invocation: false\n", "policy: [false]\n", "policy: [false, [chatgpt]]\n", "- policy\n", "[]\n", "policy: {}\n", "base: &b\n  allow_implicit_invocation: false\npolicy: *b\n", "base: &b\n  allow_implicit_invocation: false\npolicy:\n  <<: *b\n", "policy:\n  allow_implicit_invocation: false\nunknown: &x [*x]\n",
	"dependencies:\n  tools: []\npolicy:\n  allow_implicit_invocation: false\n", "dependencies: none\npolicy:\n  allow_implicit_invocation: false\n", "dependencies:\n  tools:\n    - type: mcp\n      value: x\npolicy:\n  allow_implicit_invocation: false\n", "dependencies:\n  tools:\n    - type: 7\npolicy:\n  allow_implicit_invocation: false\n", "dependencies:\n  tools:\n    - value: x\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  display_name: 7\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  display_name: [a]\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  brand_color: red\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  icon_small: 7\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  icon_small: {a: b}\npolicy:\n  allow_implicit_invocation: false\n", "interface: null\npolicy:\n  allow_implicit_invocation: false\n", "interface: []\npolicy:\n  allow_implicit_invocation: false\n", "interface: [a]\npolicy:\n  allow_implicit_invocation: false\n", "interface:\n  unknown: 1\npolicy:\n  allow_implicit_invocation: false\n",
	"policy:\n  allow_implicit_invocation: !!bool \"false\"\n", "policy:\n  allow_implicit_invocation: |-\n    false\n", "policy:\n  allow_implicit_invocation: !!int false\n", "policy:\n  allow_implicit_invocation: !thing false\n", "policy:\n  allow_implicit_invocation: !!null false\n", "policy:\n  allow_implicit_invocation: fAlse\n", "policy:\n  allow_implicit_invocation: !!str FALSE\n",
}

// morePlugins are unusual contents of plugin.json.
var morePlugins = []string{
	`["kit"]`, `["kit", "1.0"]`, `[7]`, `null`, `7`, `"kit"`, `true`, `{"name": "one", "name": "two"}`, "\ufeff" + `{"name": "kit"}`, "{\r\n  \"name\": \"kit\"\r\n}\r\n", `{"Name": "kit"}`, `{"name": "\u006bit"}`, `{"name": "kit"} more`, `{"name": "kit"}{}`, `// note` + "\n" + `{"name": "kit"}`, `{"name": ["kit"]}`, `{"name": {"a": 1}}`, `{"name": true}`, `{"name": "kit", "version": 7}`, `{"name": "kit", "skills": 7}`, `{"name": "kit", "skills": ["./a"]}`, `{"name": "kit", "skills": {"a": 1}}`, `{"name": "kit", "interface": 7}`, `{"name": "kit", "interface": {"displayName": 7}}`, `{"name": "kit", "hooks": 7}`, `{"name": "kit", "mcpServers": 7}`, `{"name": "kit", "mcpServers": "./mcp.json", "apps": 7}`, `{"name": "kit", "description": 7}`, `{"name": "kit", "description": null, "keywords": 7, "author": 7, "license": 7}`, `{"version": "1"}`, `{"name": "   "}`, `{"name": " "}`, `{"name": "tab\there"}`, `{"name": "caf` + "\xe9" + `"}`, `{"name": "a/b"}`, `{"name": "../x"}`, `{"name": "\ud800"}`, `{"name": ""}`, ` ` + "\n\t" + `{"name": "kit"}` + "\n\n", `{name: "kit"}`, `{'name': 'kit'}`, `{"name": "kit"`, `{"x": {"name": "deep"}}`, `{"x": 1e999, "name": "kit"}`, `{"x": 99999999999999999999, "name": "kit"}`,
}
