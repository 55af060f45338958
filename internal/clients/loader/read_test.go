package loader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// loadSkill returns a skill in a directory "probe", in a dialect.
func loadSkill(t testing.TB, dialectName, source string) *analysis.Document {
	t.Helper()
	dialect := schema.Lookup(dialectName)
	if dialect == nil {
		t.Fatalf("unknown dialect %s", dialectName)
	}
	const path = "skills/probe/SKILL.md"
	return load.Document(&analysis.File{Path: path, Rel: path, Kind: analysis.Skill, Dialect: dialect}, []byte(source), false)
}

// summary returns a reading in one line: status, name, description, causes.
func summary(r Reading) string {
	out := string(r.Status)
	if r.Status == Loads || r.Status == Partial {
		out += fmt.Sprintf(" %s: %q", r.Name, r.Description)
	}
	for _, reason := range r.Reasons {
		out += " " + reason.Cause
	}
	return out
}

type reading struct{ source, want string }

func checkReadings(t *testing.T, a *Client, tests []reading) {
	t.Helper()
	for _, test := range tests {
		d := loadSkill(t, "agentskills", test.source)
		if got := summary(a.Read(d)); got != test.want {
			t.Errorf("%s reads %q as\n  %s, want\n  %s", a.ID, test.source, got, test.want)
		}
	}
}

// header returns a skill with these lines as frontmatter.
func header(lines ...string) string { return "---\n" + strings.Join(lines, "\n") + "\n---\n\nBody.\n" }

const (
	name        = "name: probe"
	description = "description: Folds paper."
)

func TestOpencode(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	checkReadings(t, opencode, []reading{
		{header(name, description), fine},
		{"\ufeff" + header(name, description), fine},
		{"\ufeff\ufeff" + header(name, description), "rejected no-header"},
		{"--- \n" + name + "\n" + description + "\n---", fine},
		{"----\n" + name + "\n" + description + "\n---\n", "rejected no-header"},
		{"--- yml\n" + name + "\n" + description + "\n---\n", fine},
		{"---YAML\n" + name + "\n" + description + "\n---\n", fine},
		{"---toml\nname = \"probe\"\n---\n", "rejected language"},
		{"---json\n{\"name\": \"probe\", \"description\": \"Folds paper.\"}\n---\n", fine},
		{"---json\n{\"name\": \"probe\",}\n---\n", "rejected syntax"},
		{"---json\n[1]\n---\n", "rejected not-a-mapping"},
		{"---JSON\n{}\n---\n", "rejected language"},
		{"---js\n({name: 'probe'})\n---\n", "unknown language"},
		{"---\n" + name + "\n" + description, fine}, // never closed
		{"---", "rejected no-header"},
		{"---\n# nothing\n---\n", "rejected no-name"},
		{header("# why", name, description), fine},
		{header("#", "# x"), "rejected not-a-mapping"}, // gray-matter does not read a single # as a comment
		{"---json\n{\"name\": \"probe\", \"x\": \"" + strings.Repeat("x", jsyaml.MaxText) + "\"}\n---\n", "unknown too-large"},
		{header("- a"), "rejected not-a-mapping"},
		{header(name, description, "\tx: y"), fine},
		{header(name, "description:"), "rejected description-type"},
		{header(name, "description: 2024-05-06"), "rejected description-type"},
		{header(name), `partial probe: "" no-description`},
		{header("name: 7", description), "rejected name-type"},
		{header("name: __proto__", description), "rejected name-form"},
		{"--- yml\n" + name + "\n" + description + "\n---\nallowed-tools: Read\n", fine}, // after the frontmatter

		// repair of colons
		{header(name, "description: Folds: paper"), `loads probe: "Folds: paper"`},
		{header(name, "description:Folds: paper"), `partial probe: "" no-description`},
		{header(name, "description : Folds:"), `loads probe: "Folds:"`},
		{header(name, "description: Folds: paper", "  and more"), `loads probe: "Folds: paper\nand more"`},
		{header(name, "description: >", "  Folds", "note: a: b"), `loads probe: "Folds\n"`},
		{header(name, "description: >-", "  Folds", "my-note: a: b"), "rejected syntax"},
		{header(name, description, "x:", "  note: a: b"), "rejected syntax"},
		{header(name, "note: a: b", "  description: Folds"), `partial probe: "" no-description`},
		{header(name, "description: \"Folds\": paper"), "rejected syntax"},
		{"\ufeff" + header(name, "description: Folds: paper"), "rejected syntax"},
		{"---\r\n" + name + "\r\ndescription: Folds: paper\r\n---\r\n", `loads probe: "Folds: paper"`},
	})
}

func TestCodexLosses(t *testing.T) {
	checkReadings(t, codex, []reading{
		{header(name, "description: |", "  Folds", "  ---", "  paper"), `partial probe: "Folds" description-misread early-end`},
		{header(name, "description: Folds: it # well", "x: a: b # c"), `partial probe: "Folds: it" comment`},
	})
}

func TestGemini(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	checkReadings(t, gemini, []reading{
		{header(name, description), fine},
		{"\ufeff" + header(name, description), "rejected byte-order-mark"},
		{"--- \n" + name + "\n" + description + "\n---\n", "rejected no-header"},
		{"---\r\n" + name + "\r\n" + description + "\r\n---", fine},
		{"---\n" + name + "\n" + description + "\n---Body", fine},
		{"---\n" + name + "\n" + description + "\n ---\n", "rejected no-header"},
		{"---\n---\n" + name, "rejected no-header"},
		{"---\n---\n" + name + "\n" + description + "\n---\n", fine},
		{header(name), "rejected no-description"},
		{header("- a"), "rejected no-name no-description"},
		{header("name: a:b/c", description), `partial a-b-c: "Folds paper." name-form`},

		// fields read line by line
		{header(name, "description: Folds: paper"), `loads probe: "Folds: paper"`},
		{header(name, "description: Folds: paper", "  by: hand"), `loads probe: "Folds: paper by: hand"`},
		{header(name, "description: >-", "  Folds paper", "x: y: z"), `partial probe: ">- Folds paper" description-misread`},
		{header(name, "description: 'Folds paper'", "x: y: z"), `partial probe: "'Folds paper'" description-misread`},
		{header(name, "x: y: z", "description:", "  Folds", "  paper."), fine},
		{header(name, "x: y: z", "description: Folds", "  \u00a0paper"), `partial probe: "Folds" description-misread`},
		{header(name, "description: [Folds, paper]"), `partial probe: "[Folds, paper]" description-type`},
		{header(name, "description: ~"), `partial probe: "~" description-type`},
		{header(name, "description:"), `loads probe: ""`},
		{header("name: 7", description), `loads 7: "Folds paper."`},
		{header(name, "name: other", description), `partial other: "Folds paper." name-misread`},
		{header(name, description, "x: y: z", "meta:", "  name: inner"), `partial inner: "Folds paper." name-misread`},
		{header(name, "description: Folds: a\u2028b"), "rejected no-description"},
		{header(name, "description: !x Folds paper."), `loads probe: "!x Folds paper."`},
		{header(name, "description: \"Folds\x00paper\""), `loads probe: "\"Folds\x00paper\""`},
	})
}

func TestAgentSkills(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	long := strings.Repeat("x", 1024)
	checkReadings(t, agentskills, []reading{
		{header(name, description), fine},
		{"---\n" + name + "\n" + description + "---", `partial probe: "Folds paper." description-misread`},
		{"---" + name + "\n" + description + "\n---", fine},
		{"\ufeff" + header(name, description), "rejected byte-order-mark"},
		{"---\n" + name, "rejected no-header"},
		{"x\n" + header(name, description), "rejected no-header"},
		{header(name, "description: Folds --- paper"), `partial probe: "Folds" description-misread`},
		{header(name, "description: Folds: paper"), "rejected syntax"},
		{header("- a"), "rejected not-a-mapping"},
		{header("# nothing"), "rejected no-name no-description"},
		{header("name: other", description), "rejected name-directory"},
		{header(`name: "probe "`, description), fine},
		{header("name: Probe", description), "rejected name-form name-directory"},
		{header("name: 技能", description), "rejected name-directory"},
		{header("name: αβγ", description), "rejected name-form name-directory"},
		{header("name: ×÷", description), "rejected name-directory"},
		{header("name: x\u0365", description), "rejected name-directory"},
		{header("name: my--probe", description), "rejected name-form name-directory"},
		{header("name: ｐrobe", description), `loads ｐrobe: "Folds paper."`},
		{header("name: "+strings.Repeat("a", 65), description), "rejected name-length name-directory"},
		{header("name: true", description), "rejected name-type"},
		{header(name, "description: 42"), "rejected description-type"},
		{header(name, "description: "+long), `loads probe: "` + long + `"`},
		{header(name, "description: "+long+"x"), "rejected description-length"},
		{header(name, "description: |", "  "+long, "license: MIT"), "rejected description-length"}, // with its line break
		{header(name, description, "version: 1", "author: me"), "rejected unknown-field unknown-field"},
		{header(name, description, "compatibility: [a]"), "rejected field-type"},
		{header(name, description, "compatibility: "+long[:500]), fine},
		{header(name, description, "compatibility: "+long[:501]), "rejected field-length"},
		{header(name, description, "metadata: {a: {toString: b}}"), "rejected field-type"},
		{header(name, description, "metadata: [a]", "license: 2", "allowed-tools: 3"), fine},
	})
}

func TestTooLarge(t *testing.T) {
	d := loadSkill(t, "agentskills", header(name, "description: "+strings.Repeat("x", jsyaml.MaxText)))
	for _, a := range []*Client{opencode, gemini, agentskills} {
		if got := summary(a.Read(d)); got != "unknown too-large" {
			t.Errorf("%s reads frontmatter of 256 KiB as %.100s", a.ID, got)
		}
	}
}

func TestDecode(t *testing.T) {
	tests := []struct{ source, want string }{
		{"Café", "Café"},
		{"Caf\xe9 ole", "Caf\ufffd ole"},
		{"\xe2\x82", "\ufffd"},
		{"\xe2\x82x", "\ufffdx"},
		{"\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
		{"\xe0\x9f\xbf", "\ufffd\ufffd\ufffd"},
		{"\xf0\x8f\xbf\xbf", "\ufffd\ufffd\ufffd\ufffd"},
		{"\xc0\x80", "\ufffd\ufffd"},
		{"\xf0\x9f\x98", "\ufffd"},
		{"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"\ufeffx\xff", "\ufeffx\ufffd"},
		{"\ufffd\xff", "\ufffd\ufffd"},
	}
	for _, test := range tests {
		got := decode([]byte(test.source))
		if got != test.want {
			t.Errorf("decode(%q) = %q, want %q", test.source, got, test.want)
		}
		if at := encodedAt([]byte(test.source), len(got)); at != len(test.source) {
			t.Errorf("encodedAt(%q, %d) = %d, want %d", test.source, len(got), at, len(test.source))
		}
	}
	if at := encodedAt([]byte("a\xe9b"), len("a\ufffd")); at != 2 {
		t.Errorf("encodedAt = %d, want 2", at)
	}
}

// TestDirectory checks how the name of a skill's directory is determined.
func TestDirectory(t *testing.T) {
	at := func(path, rel, root string) string {
		tree := analysis.NewTree("")
		tree.RootName = root
		return newFile(analysis.NewDocument(&analysis.File{Path: path, Rel: rel, Tree: tree}, nil)).directory
	}
	tests := []struct{ path, rel, root, want string }{
		{"skills/a/SKILL.md", "skills/a/SKILL.md", "repo", "a"},
		{"SKILL.md", "skills/a/SKILL.md", "repo", "a"}, // run in the skill's directory
		{"SKILL.md", "SKILL.md", "a", "a"},             // run in the root
		{"a-2/SKILL.md", "SKILL.md", "a", "a"},         // a label
		{"SKILL.md", "SKILL.md", "", ""},               // a repository
		{"../x/SKILL.md", "SKILL.md", "", ""},
	}
	for _, test := range tests {
		if got := at(test.path, test.rel, test.root); got != test.want {
			t.Errorf("directory of %s (%s in %q): %q, want %q", test.path, test.rel, test.root, got, test.want)
		}
	}
	d := analysis.NewDocument(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(header("name: other", description)))
	if got := summary(agentskills.Read(d)); got != `loads other: "Folds paper."` {
		t.Errorf("skill in an unknown directory: %s", got)
	}
	d = load.Document(d.File, []byte(header("name: other", description)), false)
	if got := summary(claudeCode.Read(d)); got != `loads other: "Folds paper."` {
		t.Errorf("skill in an unknown directory: %s", got)
	}
	d = analysis.NewDocument(&analysis.File{Rel: "ｐrobe/SKILL.md"}, []byte(header(name, description)))
	if got := summary(agentskills.Read(d)); got != `loads probe: "Folds paper."` {
		t.Errorf("directory in full-width letters: %s", got)
	}
	d = analysis.NewDocument(&analysis.File{Rel: "SKILL.md"}, []byte(header(description)))
	if got := summary(codex.Read(d)); got != `loads skill: "Folds paper."` {
		t.Errorf("skill without a name in an unknown directory: %s", got)
	}
}
