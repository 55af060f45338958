package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// A requirement is a MUST, MUST NOT or "required" of a specification that a rule checks, with files that break it.
type requirement struct {
	text  string // section of docs/specifications.md, and what it requires
	rule  string // that reports it
	files string // txtar; shorthand names are expanded by strictFiles
}

// Shorthands of frontmatter.
const (
	cleoSkill   = "---\nname: ct-work\ndescription: Works. Use for work.\n---\n# Work\n\n"
	cleoAgent   = "---\nname: worker\ndescription: Works.\nallowed_tools: [Bash]\n---\nAppend one line to MANIFEST.jsonl. Follow BASE-001 to BASE-007.\n\n"
	triagentTop = "-- skills/team/_persona_dev.yaml --\nname: dev\nskills: [look]\n-- skills/team/dev/look.md --\n"
)

// duyetbotSkill returns a skill of duyetbot with changed frontmatter and text.
func duyetbotSkill(change ...string) string {
	skill := "---\nname: look\ntype: custom\ndescription: Looks at things.\ntriggers: [seen]\n---\n# Look\n\nLook at the thing for as long as it takes, then write what you saw.\n"
	return "-- .claude/skills/look.md --\n" + strings.NewReplacer(change...).Replace(skill) + "-- .claude/skills/other.md --\n" +
		strings.ReplaceAll(skill, "look", "other")
}

var requirements = []requirement{
	// CLEO, subagent protocol.
	{"BASE-001: one line per entry", "protocol/manifest-write", "ct: ```bash\ncat >> {{MANIFEST_PATH}} << 'EOF'\n{\n  \"id\": \"T1-a\"\n}\nEOF\n```\n"},
	{"BASE-001: append, do not replace", "protocol/manifest-write", "ct: ```bash\necho '{\"id\":\"T1-a\"}' > {{MANIFEST_PATH}}\n```\n"},
	{"BASE-001: an entry for each output", "manifest/unlisted", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + "-- agent-outputs/T1-a.md --\n" + strictOutput + "-- agent-outputs/T2-b.md --\n" + strictOutput},
	{"BASE-002: no content in the response", "protocol/return", "ct: Append one line to `{{MANIFEST_PATH}}`.\n\n- Return the full report.\n"},
	{"BASE-003: complete the task", "protocol/sequence", "ct: ```bash\ncleo focus set T2\necho '{\"id\":\"T2-x\"}' >> {{MANIFEST_PATH}}\n```\n"},
	{"BASE-004: output before the entry", "protocol/sequence", "ct: ```bash\ncleo focus set T2\necho '{\"id\":\"T2-x\"}' >> {{MANIFEST_PATH}}\ncat > {{OUTPUT_DIR}}/T2-x.md << 'EOF'\n# X\nEOF\ncleo complete T2\n```\n"},
	{"BASE-004: the output exists", "manifest/file", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + strings.ReplaceAll(strictEntry, "T1-a", "T1-b") + "-- agent-outputs/T1-a.md --\n" + strictOutput},
	{"BASE-005: focus before the work", "protocol/sequence", "ct: ```bash\ncleo show T1\ncleo complete T1\n```\n"},
	{"Base Protocol: constraints are stated", "protocol/coverage", "-- agents/worker/AGENT.md --\n" + strings.Replace(cleoAgent, " Follow BASE-001 to BASE-007.", "", 1)},
	{"Lifecycle Phases: spawn with cleo-subagent", "protocol/role", "-- skills/manifest.json --\n{\"skills\": [{\"name\": \"ct-orchestrator\", \"version\": \"1.0.0\", \"path\": \"skills/ct-orchestrator\"}]}\n-- skills/ct-orchestrator/SKILL.md --\n---\nname: ct-orchestrator\ndescription: Spawns. Use for epics.\n---\n# Spawn\n\n```text\nTask(subagent_type=\"general-purpose\", prompt=\"x\")\n```\n"},
	{"Pre-Resolution Requirement: placeholders", "tokens/unresolved", "ct: Read {{TASKID}}.\n"},
	{"Pre-Resolution Requirement: other forms of a placeholder", "tokens/unresolved", "ct: Read {TASK_ID} first.\n"},
	{"Pre-Resolution Requirement: file references", "tokens/reference", "ct: @skills/_shared/missing.md\n"},
	{"Pre-Resolution Requirement: references in a subagent", "tokens/reference", "-- agents/worker/AGENT.md --\n" + cleoAgent + "@skills/ct-work/SKILL.md\n-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	{"Token Types: environment", "tokens/environment", "ct: Read the files in ${CLEO_ROOTS} first.\n"},
	{"Token Types: command", "tokens/command", "ct: Today is !` `.\n"},
	{"Output Files: name", "protocol/output-name", "ct: ```bash\ncleo focus set T2\ncat > {{OUTPUT_DIR}}/report.md << 'EOF'\n# X\nEOF\necho '{\"id\":\"T2-x\"}' >> {{MANIFEST_PATH}}\ncleo complete T2\n```\n"},
	{"Output File Structure: header", "manifest/output", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + "-- agent-outputs/T1-a.md --\n" + strings.Replace(strictOutput, "**Status**: complete\n", "", 1)},
	{"Output File Structure: sections", "markdown/required-section", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + "-- agent-outputs/T1-a.md --\n" + strings.Replace(strictOutput, "## Summary", "## Abstract", 1)},
	{"Manifest Entry Format: one line", "manifest/line", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + "\n" + strings.ReplaceAll(strictEntry, "T1-a", "T1-b") + "-- agent-outputs/T1-a.md --\n" + strictOutput + "-- agent-outputs/T1-b.md --\n" + strictOutput},
	{"Required Fields", "manifest/schema", "-- agent-outputs/MANIFEST.jsonl --\n" + strings.Replace(strictEntry, `"title":"A",`, "", 1) + "-- agent-outputs/T1-a.md --\n" + strictOutput},
	{"Required Fields: unique id", "manifest/duplicate-id", "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + strictEntry + "-- agent-outputs/T1-a.md --\n" + strictOutput},
	{"Key Findings: three to seven", "manifest/findings", "-- agent-outputs/MANIFEST.jsonl --\n" + strings.Replace(strictEntry, `"One","Two",`, "", 1) + "-- agent-outputs/T1-a.md --\n" + strictOutput},
	{"Partial Completion: populate the follow-ups", "manifest/followup", "-- agent-outputs/MANIFEST.jsonl --\n" + strings.Replace(strictEntry, `"complete"`, `"partial"`, 1) + "-- agent-outputs/T1-a.md --\n" + strings.Replace(strictOutput, ": complete", ": partial", 1)},
	{"Return Messages", "protocol/return", "ct: Append one line to `{{MANIFEST_PATH}}`.\n\nReturn only \"Work done, see the manifest.\"\n"},
	{"Conditional Protocols: seven types, in a skill", "frontmatter/schema", "ct: protocol"},
	{"Conditional Protocols: seven types, in the registry", "registry/schema", strings.Replace(strictRegistry, `"1.0.0",`, `"1.0.0", "protocol": "reserch",`, 1) + "-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	// CLEO, skill loading.
	{"4.3: not both injection methods", "deps/mixed-injection", "-- agents/worker/AGENT.md --\n" + strings.Replace(cleoAgent, "allowed", "skills: [ct-work]\nallowed", 1) + "## Skill Context\n\n### ct-work (v1.0.0)\n\nWork.\n" + strictRegistry + "-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	{"6.1: protocol", "budget/spawn", strictRegistry + "-- skills/_shared/subagent-protocol-base.md --\n" + strings.Repeat("words ", 1400) + "\n-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	{"6.1: all skills together", "budget/spawn", "-- agents/worker/AGENT.md --\n" + strings.Replace(cleoAgent, "allowed", "skills: [ct-work]\nallowed", 1) + strictRegistry + "-- skills/ct-work/SKILL.md --\n" + cleoSkill + strings.Repeat("words ", 10_400) + "\n"},
	{"3.1: one skill", "budget/skill", "ct: " + strings.Repeat("words ", 3_500) + "\n"},
	{"3.1: a skill and its references", "budget/references", "ct: Read references/a.md.\n-- skills/ct-work/references/a.md --\n# A\n\n" + strings.Repeat("words ", 10_400) + "\n"},
	{"8.3: an entry of the registry", "budget/metadata", strings.Replace(strictRegistry, `"1.0.0",`, `"1.0.0", "description": "`+strings.Repeat("words ", 80)+`",`, 1) + "-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	{"7.1: skills exist", "deps/missing", "-- agents/worker/AGENT.md --\n" + strings.Replace(cleoAgent, "allowed", "skills: [ct-wrok]\nallowed", 1) + strictRegistry + "-- skills/ct-work/SKILL.md --\n" + cleoSkill},
	{"8.1: the registry resolves", "registry/path", strictRegistry + "-- skills/ct-other/SKILL.md --\n" + strings.ReplaceAll(cleoSkill, "ct-work", "ct-other")},
	// duyetbot.
	{"Metadata Fields: required", "frontmatter/schema", duyetbotSkill("description: Looks at things.\n", "")},
	{"Metadata Fields: at least one trigger", "frontmatter/trigger", duyetbotSkill("[seen]", "[]")},
	{"Metadata Fields: type", "frontmatter/schema", duyetbotSkill("type: custom", "type: special")},
	{"Metadata Fields: types of values", "frontmatter/schema", duyetbotSkill("triggers:", "cacheable: maybe\ntriggers:")},
	{"Structure Validation: name", "frontmatter/schema", duyetbotSkill("name: look", "name: Look")},
	{"Structure Validation: version", "frontmatter/version", duyetbotSkill("triggers:", "version: one\ntriggers:")},
	{"Structure Validation: timeout", "frontmatter/schema", duyetbotSkill("triggers:", "timeout_ms: 500\ntriggers:")},
	{"Structure Validation: fences", "markdown/unclosed-fence", duyetbotSkill("Look at", "```text\nLook at")},
	{"Structure Validation: tools", "frontmatter/tool", duyetbotSkill("triggers:", "required_tools: [grep]\ntriggers:")},
	{"Markdown Parser: frontmatter", "frontmatter/missing", duyetbotSkill("---\nname: look\ntype: custom\ndescription: Looks at things.\ntriggers: [seen]\n---\n", "")},
	{"Registry: dependencies", "deps/missing", duyetbotSkill("triggers:", "dependencies: [nothing]\ntriggers:")},
	{"Sandboxing: no files outside of the directory", "links/escape", duyetbotSkill("Look at the thing", "Look at [it](/etc/secrets.md)")},
	// Triagent.
	{"Metadata: description", "frontmatter/schema", triagentTop + "---\nname: look\ndisplay_name: Look\n---\n# Look\n"},
	{"Metadata: lists", "frontmatter/schema", triagentTop + "---\nname: look\ndisplay_name: Look\ndescription: Looks.\ntriggers: seen\n---\n# Look\n"},
	{"Subagents: prompt", "frontmatter/schema", triagentTop + "---\nname: look\ndisplay_name: Look\ndescription: Looks.\n---\n# Look\n-- skills/team/_subagents/see.yaml --\nname: see\ndescription: Sees.\n"},
	{"Personas: skills exist", "deps/missing", strings.Replace(triagentTop, "[look]", "[lock]", 1) + "---\nname: look\ndisplay_name: Look\ndescription: Looks.\n---\n# Look\n"},
	// Progressive disclosure.
	{"Layer 1: name and description", "frontmatter/schema", "-- AGENTS.md --\nread_file(path)\n-- .myagent/skills/look/SKILL.md --\n---\nname: look\n---\n# Look\n\n## When to Use\n\nAlways.\n\n## Process\n\nLook.\n"},
}

const (
	strictRegistry = "-- skills/manifest.json --\n{\"$schema\": \"x\", \"_meta\": {\"schemaVersion\": \"1.1.0\", \"lastUpdated\": \"2026-01-20\", \"totalSkills\": 1}, \"skills\": [{\"name\": \"ct-work\", \"version\": \"1.0.0\", \"path\": \"skills/ct-work\"}]}\n"
	strictEntry    = `{"id":"T1-a","file":"T1-a.md","title":"A","date":"2026-03-02","status":"complete","agent_type":"research","topics":["x"],"key_findings":["One","Two","Three"],"actionable":true,"needs_followup":[],"linked_tasks":["T9","T1"]}` + "\n"
	strictOutput   = "# A\n\n**Task**: T1\n**Epic**: T9\n**Date**: 2026-03-02\n**Status**: complete\n\n---\n\n## Summary\n\nIt stalls. It restarts.\n\n## References\n\n- T9\n"
)

// strictFiles expands the shorthand for a skill of CLEO.
func strictFiles(files string) string {
	text, ok := strings.CutPrefix(files, "ct: ")
	if !ok {
		return files
	}
	skill := cleoSkill + text
	if text == "protocol" {
		skill = strings.Replace(cleoSkill, "---\n#", "protocol: reserch\n---\n#", 1)
	}
	return strictRegistry + "-- skills/ct-work/SKILL.md --\n" + skill
}

// TestStrict checks that what a protocol requires is an error in the strict profile, and reported in the tolerant one, too.
func TestStrict(t *testing.T) {
	for _, r := range requirements {
		for _, profile := range []string{"tolerant", "strict"} {
			var own []string
			found := lintProfile(t, profile, strictFiles(r.files))
			for _, f := range found {
				if f.Rule == r.rule && (profile == "tolerant" || f.Severity == analysis.Error) {
					own = append(own, f.Message)
				}
			}
			if len(own) == 0 {
				t.Errorf("%s: %s reports nothing in the %s profile", r.text, r.rule, profile)
				for _, f := range found {
					t.Log(f.Rule, f.Severity, f.Place.Path, f.Message)
				}
			}
		}
	}
}

// TestRecommended checks that recommendations stay what they are in the strict profile.
func TestRecommended(t *testing.T) {
	for name, r := range map[string]requirement{
		"BASE-007 is not stated":         {rule: "protocol/coverage", files: "-- agents/worker/AGENT.md --\n" + strings.Replace(cleoAgent, "BASE-007", "BASE-006", 1)},
		"task not linked":                {rule: "manifest/links", files: "-- agent-outputs/MANIFEST.jsonl --\n" + strings.Replace(strictEntry, `,"T1"]`, `]`, 1) + "-- agent-outputs/T1-a.md --\n" + strictOutput},
		"length of a text of duyetbot":   {rule: "markdown/empty-body", files: duyetbotSkill("Look at the thing for as long as it takes, then write what you saw.\n", "")},
		"limit of the specification":     {rule: "budget/skill", files: "-- .agents/skills/look/SKILL.md --\n---\nname: look\ndescription: Looks at things. Use when there are any.\n---\n# Look\n\n" + strings.Repeat("words ", 9_000) + "\n"},
		"long description":               {rule: "frontmatter/schema", files: strictRegistry + "-- skills/ct-work/SKILL.md --\n" + strings.Replace(cleoSkill, "Works.", strings.Repeat("Works. ", 200), 1)},
		"variable of another client":     {rule: "tokens/environment", files: "-- .claude/skills/look/SKILL.md --\n---\nname: look\ndescription: Looks at things. Use when there are any.\n---\n# Look\n\nRead ${CLAUDE_SKIL_DIR}/a.md.\n"},
		"reference in an output of CLEO": {rule: "tokens/reference", files: "-- agent-outputs/MANIFEST.jsonl --\n" + strictEntry + "-- agent-outputs/T1-a.md --\n" + strictOutput + "- @docs/guide.md\n"},
	} {
		found := lintProfile(t, "strict", r.files)
		for _, f := range found {
			if f.Rule == r.rule && f.Severity == analysis.Error {
				t.Errorf("%s: %s: %s", name, f.Rule, f.Message)
			}
		}
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Rule == r.rule }) {
			t.Errorf("%s: not reported", name)
		}
	}
}

func lintProfile(t *testing.T, profile, files string) []finding.Finding {
	t.Helper()
	archive, err := fixture.Parse([]byte("Requirement.\n\n-- .skilllint.yaml --\nprofile: " + profile + "\n" + files + "-- want --\n"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := fixture.Write(t.TempDir(), archive.Files)
	if err != nil {
		t.Fatal(err)
	}
	found, err := w.Lint(fixture.Options{Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
