//go:build unix

package skilllint_test

import (
	"fmt"
	"strings"
	"testing"
)

// dataInputs are frontmatter, JSON, TOML and manifests.
var dataInputs = []hostileInput{
	// Frontmatter.
	{"unknown fields", 60 * kB, frontmatter(numbered("field%d: v\n"))},
	{"misspelled fields", 60 * kB, frontmatter(numbered("descriptio%d: v\n"))},
	{"duplicate fields", 60 * kB, frontmatter(repeated("k: v\n"))},
	{"metadata", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "metadata:\n"
		}
		return fmt.Sprintf("  k%d: v\n", i)
	})},
	{"frontmatter with tabs", 100 * kB, frontmatter(repeated("\tk: v\n"))},
	{"unclosed frontmatter", 300 * kB, file(skillFile, "---\nname: x\n", repeated("d: v\n"), "")},
	{"tools", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "allowed-tools:\n"
		}
		return fmt.Sprintf("  - Tool%d(a:*)\n", i)
	})},
	{"tools on a line", 100 * kB, file(skillFile, "---\n"+requiredFields+"allowed-tools: ", numbered("Grepp%d, "), "Read\n---\n\n# T\n\nDo.\n")},
	{"long description", 300 * kB, file(skillFile, "---\nname: x\ndescription: ", repeated("word "), "\n---\n\n# T\n\nDo.\n")},
	{"long name", 300 * kB, file(skillFile, "---\nname: ", repeated("a"), "\ndescription: d\n---\n\n# T\n\nDo.\n")},
	{"long key", 300 * kB, file(skillFile, "---\n"+requiredFields, repeated("k"), ": v\n---\n\n# T\n\nDo.\n")},
	{"long number", 300 * kB, file(skillFile, "---\n"+requiredFields+"token_budget: ", repeated("9"), "\n---\n\n# T\n\nDo.\n")},
	{"folded text", 300 * kB, file(skillFile, "---\nname: x\ndescription: >\n", repeated("  word\n"), "---\n\n# T\n\nDo.\n")},
	{"quoted text", 300 * kB, file(skillFile, "---\nname: x\ndescription: \"", repeated(`\u0061`), "\"\n---\n\n# T\n\nDo.\n")},
	{"quoted text over lines", 300 * kB, file(skillFile, "---\nname: x\ndescription: \"", repeated("a\n\n"), "\"\n---\n\n# T\n\nDo.\n")},
	{"aliases", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "metadata:\n  a: &a [z,z,z,z,z,z,z,z,z,z]\n"
		}
		return fmt.Sprintf("  b%d: [*a,*a,*a,*a]\n", i)
	})},
	{"YAML anchors", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "metadata:\n"
		}
		return fmt.Sprintf("  k%d: &a%d v\n", i, i)
	})},
	{"aliases of aliases", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "metadata:\n  a0: &a0 [z,z]\n"
		}
		return fmt.Sprintf("  a%d: &a%d [*a%d,*a%d]\n", i, i, i-1, i-1)
	})},
	{"merge keys", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "m0: &m0 {k: v}\n"
		}
		return fmt.Sprintf("m%d: &m%d\n  <<: [*m%d, *m%d]\n", i, i, i-1, i-1)
	})},
	{"flow sequences", 20 * kB, nested(skillFile, "---\n"+requiredFields+"metadata: ", "[", "", "]", "\n---\n\n# T\n\nDo.\n")},
	{"unclosed flow sequences", 100 * kB, file(skillFile, "---\n"+requiredFields+"metadata: ", repeated("["), "\n---\n\n# T\n\nDo.\n")},
	{"unclosed flow mappings", 100 * kB, file(skillFile, "---\n"+requiredFields+"metadata: ", repeated("{a: "), "\n---\n\n# T\n\nDo.\n")},
	{"flow items", 100 * kB, file(skillFile, "---\n"+requiredFields+"metadata: {k: [", repeated("a,"), "b]}\n---\n\n# T\n\nDo.\n")},
	{"nested YAML blocks", 100 * kB, frontmatter(func(i int) string {
		return strings.Repeat(" ", i%400) + fmt.Sprintf("k%d:\n", i)
	})},
	{"nested sequences", 100 * kB, frontmatter(func(i int) string {
		if i == 0 {
			return "metadata:\n "
		}
		return "- "
	})},
	{"explicit keys", 100 * kB, frontmatter(repeated("? \n"))},
	{"tag directives", 100 * kB, file(skillFile, "---\n", numbered("%%TAG !t%d! tag:x\n"), "---\n\n# T\n\nDo.\n")},
	{"YAML comments", 100 * kB, frontmatter(numbered("# c\nk%d: v # d\n\n"))},
	{"only comments", 300 * kB, frontmatter(repeated("# c\n"))},
	{"values with a colon", 100 * kB, frontmatter(numbered("k%d: a: b\n"))},
	{"suppressions in YAML", 100 * kB, frontmatter(numbered("k%d: v # skilllint-disable-line frontmatter/unknown-field\n"))},

	// JSON and TOML.
	{"registry entries", 200 * kB, file("skills/manifest.json", `{"skills":[`, numbered(`{"name":"ct-a%d","version":"1.0.0","path":"skills/a%d"},`), `{"name":"z","path":"z"}]}`)},
	{"duplicate registry entries", 200 * kB, file("skills/manifest.json", `{"skills":[`, repeated(`{"name":"a","path":"a"},`), `{"name":"z","path":"z"}]}`)},
	{"dependencies", 200 * kB, file("skills/manifest.json", `{"skills":[`, func(i int) string {
		return fmt.Sprintf(`{"name":"ct-a%d","version":"1.0.0","path":"skills/a%d","dependencies":["ct-a%d","ct-b%d"]},`, i, i, i+1, i)
	}, `{"name":"z","path":"z"}]}`)},
	{"dependencies of one skill", 200 * kB, file("skills/manifest.json", `{"skills":[{"name":"z","path":"z","dependencies":[`, numbered(`"ct-a%d",`), `"a"]}]}`)},
	{"triggers", 200 * kB, file("skills/manifest.json", `{"skills":[`, numbered(`{"name":"ct-a%d","version":"1.0.0","path":"skills/a%d","triggers":["write docs","write docs %d"]},`), `{"name":"z","path":"z"}]}`)},
	{"unknown members", 200 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"a"`, numbered(`,"nam%d":1`), `}]}`)},
	{"unknown members of entries", 200 * kB, file("skills/manifest.json", `{"skills":[`, numbered(`{"name":"ct-a%d","pth":"a","verson":1},`), `{"name":"z","path":"z"}]}`)},
	{"dispatch matrix", 200 * kB, file("skills/manifest.json", `{"_meta":{"schemaVersion":"1.0.0"},"dispatch_matrix":{"by_task_type":{`, numbered(`"t%d":"ct-a%d",`), `"z":"z"}},"skills":[{"name":"ct-a","path":"a"}]}`)},
	{"nested arrays", 20 * kB, nested("skills/manifest.json", `{"skills":`, "[", "", "]", "}")},
	{"unclosed arrays", 300 * kB, file("skills/manifest.json", `{"skills":`, repeated("["), "")},
	{"unclosed objects", 300 * kB, file("skills/manifest.json", ``, repeated(`{"a":`), "")},
	{"small values", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"a"}],"a":[`, repeated("0,"), "0]}")},
	{"empty objects", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"a"}],"a":[`, repeated("{},"), "0]}")},
	{"members", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"a"}]`, numbered(`,"%d":0`), "}")},
	{"duplicate members", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"a"}]`, repeated(`,"a":0`), "}")},
	{"JSON escapes", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"`, repeated(`\u0061`), `"}]}`)},
	{"surrogates", 300 * kB, file("skills/manifest.json", `{"skills":[{"name":"a","path":"`, repeated(`\ud800`), `"}]}`)},
	{"plugins", 200 * kB, file(".claude-plugin/marketplace.json", `{"name":"m","owner":{"name":"o"},"plugins":[`, numbered(`{"name":"p%d","source":"./p%d"},`), `{"name":"z","source":"./z"}]}`)},
	{"members of a plugin", 200 * kB, file(".claude-plugin/plugin.json", `{"name":"m"`, numbered(`,"descriptio%d":1`), `}`)},
	{"hooks", 200 * kB, file(".claude-plugin/hooks/hooks.json", `{"hooks":{"PreToolUse":[`, numbered(`{"matcher":"a%d","hooks":[{"type":"command","command":"a%d"}]},`), `{}]}}`)},
	{"list of placeholders", 200 * kB, file("skills/_shared/placeholders.json", `{"a":0`, numbered(`,"T%d":"a"`), `}`)},
	{"TOML tables", 200 * kB, file(".gemini/commands/a.toml", "prompt = \"a\"\n", numbered("[t%d]\na = 1\n"), "")},
	{"TOML keys", 200 * kB, file(".gemini/commands/a.toml", "prompt = \"a\"\n", numbered("k%d = 1\n"), "")},
	{"dotted TOML keys", 200 * kB, file(".gemini/commands/a.toml", "prompt = \"a\"\n", numbered("a.b.c%d.d = 1\n"), "")},
	{"long dotted key", 20 * kB, file(".gemini/commands/a.toml", "prompt = \"a\"\n", repeated("a."), "b = 1\n")},
	{"nested TOML arrays", 20 * kB, nested(".gemini/commands/a.toml", "a = ", "[", "", "]", "\n")},
	{"TOML array tables", 200 * kB, file(".gemini/commands/a.toml", "prompt = \"a\"\n", repeated("[[a]]\nb=1\n"), "")},
	{"fields of a subagent", 60 * kB, file(".claude/agents/a.md", "---\nname: a\ndescription: d\n", numbered("tols%d: v\n"), "---\n\nDo.\n")},
	{"skills of a subagent", 100 * kB, file(".claude/agents/a.md", "---\nname: a\ndescription: d\nskills:\n", numbered("  - a%d\n"), "---\n\nDo.\n")},
	{"tools of a subagent", 100 * kB, file(".claude/agents/a.md", "---\nname: a\ndescription: d\ntools: ", numbered("Grepp%d, "), "Read\n---\n\nDo.\n")},
	{"hooks of a subagent", 100 * kB, file(".claude/agents/a.md", "---\nname: a\ndescription: d\nhooks:\n  PreToolUse:\n", numbered("    - matcher: a%d\n      hooks:\n        - type: command\n          command: a\n"), "---\n\nDo.\n")},

	// Manifests.
	{"manifest lines", 500 * kB, file("out/MANIFEST.jsonl", "", numbered(`{"id":"T%d-a","file":"a%d.md","title":"t","date":"2026-02-03","status":"complete","agent_type":"research","topics":["a"],"key_findings":["a"],"actionable":true,"needs_followup":[]}`+"\n"), "")},
	{"duplicate manifest lines", 300 * kB, file("out/MANIFEST.jsonl", "", repeated(`{"id":"T1-a","file":"a.md","title":"t","date":"2026-02-03","status":"complete","agent_type":"research","topics":["a"],"key_findings":["a"]}`+"\n"), "")},
	{"manifest followups", 300 * kB, file("out/MANIFEST.jsonl", "", func(i int) string {
		return fmt.Sprintf(`{"id":"T%d-a","file":"a.md","title":"t","date":"2026-02-03","status":"complete","agent_type":"research","key_findings":["a"],"needs_followup":["T%d","T%d"],"linked_tasks":["T%d"]}`+"\n", i, i+1, 2*i, i)
	}, "")},
	{"invalid manifest lines", 200 * kB, file("out/MANIFEST.jsonl", "", repeated("{]\n"), "")},
	{"empty manifest lines", 500 * kB, file("out/MANIFEST.jsonl", "", repeated("\n"), "")},
	{"long manifest line", 5000 * kB, file("out/MANIFEST.jsonl", `{"id":"T1-a","title":"`, repeated("a"), `"}`+"\n")},
	{"members of a manifest line", 300 * kB, file("out/MANIFEST.jsonl", `{"id":"T1-a"`, numbered(`,"titl%d":0`), "}\n")},
	{"manifest entries over several lines", 300 * kB, file("out/MANIFEST.jsonl", "", numbered("{\n\"id\":\"T%d-a\",\n\"file\":\"a.md\"\n}\n"), "")},
	{"manifest entries on one line", 300 * kB, file("out/MANIFEST.jsonl", "", numbered(`{"id":"T%d-a","file":"a.md"}`), "\n")},
	{"unknown members of manifest lines", 300 * kB, file("out/MANIFEST.jsonl", "", numbered(`{"id":"T%d-a","fil":"a.md","titel":"t","stauts":"complet"}`+"\n"), "")},
}

// treeInputs are trees with many files.
var treeInputs = []hostileInput{
	{"skills", 60 * kB, files(numbered("skills/a%d/SKILL.md"), numbered("---\nname: a%d\ndescription: Formats %d. Use when needed.\n---\n\n# Title\n\nDo the work.\n"))},
	{"skills of one name", 60 * kB, files(numbered("p%d/skills/a/SKILL.md"), repeated("---\nname: a\ndescription: Formats reports. Use when needed.\n---\n\n# Title\n\nDo the work.\n"))},
	{"similar descriptions", 100 * kB, files(numbered("skills/a%d/SKILL.md"), numbered("---\nname: a%d\ndescription: Formats reports and tables of the yearly figures. Use when a report must be formatted %d.\n---\n\n# Title\n\nDo the work.\n"))},
	{"subagents", 60 * kB, files(numbered(".claude/agents/a%d.md"), numbered("---\nname: a%d\ndescription: Formats %d. Use when needed.\ntools: Grepp\n---\n\nDo the work.\n"))},
	{"subagents with unknown skills", 60 * kB, files(numbered(".claude/agents/a%d.md"), numbered("---\nname: a%d\ndescription: Formats %d. Use when needed.\nskills:\n  - skil-%d\n---\n\nDo the work.\n"))},
	{"references of a skill", 40 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("skills/x/references/a%d.md"), numbered("# A %d\n\n[b](a1.md#a-%d)\n"))(t, dir, n/2)
		body(numbered("[a](references/a%d.md#b)\n\n"))(t, dir, n/2)
	}},
	{"chain of references", 40 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("skills/x/references/a%d.md"), func(i int) string { return fmt.Sprintf("# A\n\n[b](a%d.md)\n", i+1) })(t, dir, n)
		writeData(t, dir, skillFile, []byte("---\n"+requiredFields+"---\n\n[a](references/a0.md)\n"))
	}},
	{"missing references", 40 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("skills/x/references/abc%d.md"), numbered("# A %d\n"))(t, dir, n/2)
		body(numbered("[a](references/abd%d.md)\n\n"))(t, dir, n/2)
	}},
	{"skills that mention skills", 60 * kB, files(numbered("skills/a%d/SKILL.md"), func(i int) string {
		return fmt.Sprintf("---\nname: a%d\ndescription: Formats %d. Use when needed.\ndependencies: [a%d]\n---\n\nUse the a%d skill.\n", i, i, i+1, i+1)
	})},
	{"registered skills", 100 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("skills/ct-a%d/SKILL.md"), numbered("---\nname: ct-a%d\ndescription: Formats %d. Use when needed.\n---\n\n# Title\n\nDo the work.\n"))(t, dir, n/2)
		file("skills/manifest.json", `{"_meta":{"schemaVersion":"1.0.0"},"skills":[`, numbered(`{"name":"ct-a%d","version":"1.0.0","path":"skills/ct-b%d"},`), `{"name":"z","path":"z"}]}`)(t, dir, n/2)
	}},
	{"plugins with skills", 60 * kB, func(t testing.TB, dir string, n int) {
		for i := range n / 200 {
			writeData(t, dir, fmt.Sprintf("p%d/.claude-plugin/plugin.json", i), fmt.Appendf(nil, `{"name":"p%d","version":"1.0.0"}`, i))
			writeData(t, dir, fmt.Sprintf("p%d/skills/a/SKILL.md", i), fmt.Appendf(nil, "---\nname: a\ndescription: Formats %d. Use when needed.\n---\n\nDo.\n", i))
		}
		file(".claude-plugin/marketplace.json", `{"name":"m","owner":{"name":"o"},"plugins":[`, numbered(`{"name":"p%d","source":"./p%d"},`), `{"name":"z","source":"./z"}]}`)(t, dir, n/4)
	}},
	{"references to skills of one name", 40 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("p%d/skills/a/SKILL.md"), repeated("---\nname: a\ndescription: Formats reports. Use when needed.\n---\n\nDo.\n"))(t, dir, n/2)
		file(".claude/agents/b.md", "---\nname: b\ndescription: d\nskills:\n", numbered("  - p%d:a\n"), "---\n\nDo.\n")(t, dir, n/2)
	}},
	{"skills of missing plugins", 40 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("p%d/skills/a%d/SKILL.md"), numbered("---\nname: a%d\ndescription: Formats reports. Use when needed.\n---\n\nDo.\n"))(t, dir, n/2)
		file(".claude/agents/b.md", "---\nname: b\ndescription: d\nskills:\n", numbered("  - q%d:a%d\n"), "---\n\nDo.\n")(t, dir, n/2)
	}},
	{"misspelled placeholders", 100 * kB, func(t testing.TB, dir string, n int) {
		writeData(t, dir, "skills/manifest.json", []byte(`{"_meta":{"schemaVersion":"1.0.0"},"skills":[{"name":"x","version":"1.0.0","path":"skills/x"}]}`))
		file("skills/_shared/placeholders.json", `{"tokens":{"a":0`, numbered(`,"TOKEN_%d":"a"`), `}}`)(t, dir, n/2)
		body(numbered("{{TOKEM_%d}}\n"))(t, dir, n/2)
	}},
	{"manifests", 60 * kB, files(numbered("o%d/MANIFEST.jsonl"), numbered(`{"id":"T%d-a","file":"a.md","title":"t"}`+"\n"))},
	{"configurations", 40 * kB, func(t testing.TB, dir string, n int) {
		for i := range n / 100 {
			writeData(t, dir, fmt.Sprintf("p%d/.skilllint.yaml", i), fmt.Appendf(nil, "rules:\n  links/broken: warning\n# %d\n", i))
			writeData(t, dir, fmt.Sprintf("p%d/skills/a/SKILL.md", i), []byte("---\nname: a\ndescription: Formats. Use when needed.\n---\n\n[a](b.md)\n"))
		}
	}},
	{"directories", 40 * kB, files(func(i int) string { return fmt.Sprintf("e/%d/%d/a.txt", i%100, i) }, repeated("0123456789abcdef"))},
	{"deep directories", 40 * kB, files(func(i int) string { return strings.Repeat("d/", i%300) + "skills/a/SKILL.md" },
		numbered("---\nname: a\ndescription: Formats %d. Use when needed.\n---\n\nDo.\n"))},
	{"files of a skill", 10 * kB, func(t testing.TB, dir string, n int) {
		files(numbered("skills/x/scripts/a%d.sh"), repeated("#!/bin/sh\n"))(t, dir, n)
		body(repeated("Do.\n"))(t, dir, 200)
	}},
	{"ignore patterns", 60 * kB, func(t testing.TB, dir string, n int) {
		file(".gitignore", "", numbered("/a%d/*/b\n"), "")(t, dir, n/2)
		files(numbered("skills/a%d/SKILL.md"), numbered("---\nname: a%d\ndescription: Formats %d. Use when needed.\n---\n\nDo.\n"))(t, dir, n/2)
	}},
}
