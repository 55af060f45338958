package loader

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

const (
	whole  = "---\nname: probe\ndescription: Folds paper.\n---\n\nBody.\n"
	broken = "---\nname: probe\ndescription: Folds: paper\n---\n\nBody.\n"
)

func TestClaudeCode(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	checkReadings(t, claudeCode, []reading{
		{whole, fine},
		{"# Title\n\nFolds\npaper.\n\nMore.\n", fine},
		{header("license: MIT"), `loads probe: "Body."`},
		{header(name, "description: ~"), `loads probe: "Body."`},
		{"---\nlicense: MIT\n---\n# Title only\n", `loads probe: ""`},
		{broken, `partial probe: "Body." syntax`},
		{"\n" + whole, `partial probe: "Body." no-header`},
		{"\ufeff" + whole, "unknown byte-order-mark"},
		{"---\n" + name, "unknown no-header"},
		{header("- a"), "unknown not-a-mapping"},
		{header("name: other", description), `loads other: "Folds paper."`},
		{header("name: [a]", description), "unknown name-type"},
		{header(name, name, description), "unknown duplicate-key"},
		{header(name, "description: !x Folds"), "unknown tag"},
		{header(name, "description: "+strings.Repeat("字", 1000), "when_to_use: "+strings.Repeat("x", 537)),
			`partial probe: "` + strings.Repeat("字", 1000) + `" description-cut`},
		{header(name, "description: "+strings.Repeat("字", 1536)), `loads probe: "` + strings.Repeat("字", 1536) + `"`},
		{header(name, description, "context: fork", "hooks: {a: b}", "model: opus"), fine},
	})
	plugin := load.Document(&analysis.File{Path: "skills/x/SKILL.md", Rel: "skills/x/SKILL.md", Kind: analysis.Skill, Plugin: true,
		Dialect: schema.Lookup("claude-code")}, []byte(whole), false)
	if got := summary(claudeCode.Read(plugin)); got != fine {
		t.Errorf("skill of a plugin: %s, want the name of its frontmatter: %s", got, fine)
	}
}

func TestClaudeAPI(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	checkReadings(t, claudeAPI, []reading{
		{whole, fine},
		{broken, "rejected syntax"},
		{"Text.\n", "rejected no-header"},
		{header("name: other", description), `loads other: "Folds paper."`},
		{header("name: Probe", description), "rejected name-form"},
		{header("name: my--probe", description), "rejected name-form"},
		{header("name: "+strings.Repeat("a", 65), description), "rejected name-length"},
		{header("name: claude-probe", description), "rejected reserved-name"},
		{header("name: my-anthropic", description), "rejected reserved-name"},
		{header(name, "description: Folds <b>"), "rejected description-form"},
		{header(name, "description: "+strings.Repeat("x", 1025)), "rejected description-length"},
		{header(name, description, "version: 1"), "rejected unknown-field"},
		{header("description: ''"), "rejected no-name no-description"},
	})
}

func TestOthersDocumented(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	crlf := strings.ReplaceAll(whole, "\n", "\r\n")
	tests := []struct {
		client       *Client
		source, want string
	}{
		{cursor, whole, fine},
		{cursor, broken, "rejected syntax"},
		{cursor, header(name), "rejected no-description"},
		{cursor, header("name: other", description), `partial probe: "Folds paper." name-directory`},
		{cursor, header(name, description, "alwaysApply: true"), "rejected rule"},
		{cursor, header(name, "description: "+strings.Repeat("a", 1537)), `partial probe: "` + strings.Repeat("a", 1536) + `" description-cut`},
		{cleo, whole, fine},
		{cleo, crlf, fine},
		{cleo, "---\nname: probe\rdescription: Folds paper.\n---\n", "unknown line-ends"},
		{cleo, header(name, "description: Folds\x00paper."), "unknown encoding"},
		{cleo, broken, "rejected syntax"},
		{cleo, header("name: other", description), `partial other: "Folds paper." name-directory`},
		{progressive, whole, fine},
		{progressive, broken, "rejected syntax"},
		{progressive, header("description: [a]"), "rejected no-name description-type"},
		{progressive, "Text.\n", "rejected no-header"},
		{triagent, whole, fine},
		{triagent, broken, `partial SKILL: "" syntax`},
		{triagent, "Text.\n", `partial SKILL: "" no-header`},
		{triagent, header(name), `partial probe: "" no-description`},
		{triagent, header(name, description, "tools: Read", "tags: []"), fine + " field-type"},
		{triagent, header(name, description, "tools: ''"), fine},
		{duyetbot, whole, "rejected no-triggers no-type"},
		{duyetbot, header("type: mode", "triggers: [start]", name, description), fine},
		{duyetbot, header("type: mode", "triggers: [start]", "name: 7", description), `loads 7: "Folds paper."`},
		{duyetbot, header("type: modes", "triggers: [start]", name, description), "rejected field-value"},
		{duyetbot, header("type: mode", "triggers: [start]", "name: My  Probe", description), `partial my-probe: "Folds paper." name-form`},
		{duyetbot, "---\r\ntype: mode\r\n---\r\n", "rejected line-ends"},
		{duyetbot, "---\ntype: mode\n---", "rejected no-header"},
		{duyetbot, header("type: mode", "triggers: a: b"), "rejected syntax"},
	}
	for _, test := range tests {
		want := test.want
		if strings.HasPrefix(want, fine+" ") {
			want = "partial" + strings.TrimPrefix(want, "loads")
		}
		if got := summary(test.client.Read(loadSkill(t, "agentskills", test.source))); got != want {
			t.Errorf("%s reads %q as\n  %s, want\n  %s", test.client.ID, test.source, got, want)
		}
	}
}

// TestLaterEdition checks how CLEO's later packages treat a name that differs from the directory.
func TestLaterEdition(t *testing.T) {
	d := loadSkill(t, "cleo", header("name: other", description))
	d.Dialect = schema.Lookup("cleo").Later
	r := cleo.Read(d)
	if summary(r) != `partial other: "Folds paper." name-directory` || !strings.HasPrefix(r.Reasons[0].Effect, "lists the skill by this name") {
		t.Errorf("%s: %q", summary(r), r.Reasons[0].Effect)
	}
}

// TestAgents checks the metadata of clients that reports and pages show.
func TestAgents(t *testing.T) {
	known := map[string]bool{}
	for _, a := range Clients() {
		if a.ID == "" || a.Title == "" || a.Version == "" || a.Source == "" || len(a.Checked) != len("2026-01-31") || a.read == nil {
			t.Errorf("%s: missing or invalid metadata: %+v", a.ID, a)
		}
		if (a.Grade == Measured) != (a.Program != "") {
			t.Errorf("%s: grade %s with program %q", a.ID, a.Grade, a.Program)
		}
		if known[a.ID] || Lookup(a.ID) != a {
			t.Errorf("%s: Lookup does not return it, or duplicate ID", a.ID)
		}
		known[a.ID] = true
	}
	for _, e := range schema.Effects() {
		for _, id := range e.Read {
			if !known[id] {
				t.Errorf("effects.json: field %s: unknown client %s", e.Field, id)
			}
		}
	}
}
