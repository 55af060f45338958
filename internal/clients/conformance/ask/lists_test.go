package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// TestListClients checks that clients are asked for lists in the versions that the models support.
func TestListClients(t *testing.T) {
	for _, a := range listClients(agents) {
		model := catalog.Lookup(a.ID)
		if model == nil || len(model.Versions) == 0 || !strings.HasPrefix(a.Version+".", model.Versions[0]+".") {
			t.Errorf("%s %s does not match its model: %+v", a.ID, a.Version, model)
		}
	}
}

func TestParseCodexPrompt(t *testing.T) {
	tests := []struct{ name, text, list, table string }{
		{"none", "", "", ""},
		{"absolute", "<skills_instructions>\n## Skills\nText.\n### Available skills\n- a: A. (file: /t/a/SKILL.md)\n</skills_instructions>", "- a: A. (file: /t/a/SKILL.md)\n", ""},
		{"roots", "<skills_instructions>\n### Skill roots\n- `r0` = `/t`\n### Available skills\n- a: ### b (file: r0/a/SKILL.md)\n### How to use\nText.\n</skills_instructions>", "- a: ### b (file: r0/a/SKILL.md)\n", "- `r0` = `/t`\n"},
		{"empty", "<skills_instructions>\n### Available skills\n</skills_instructions>", "", ""},
	}
	for _, test := range tests {
		got := parseCodexPrompt(instructions([]any{1.0, map[string]any{"text": test.text}}))
		if got.text != test.list || got.table != test.table {
			t.Errorf("%s: list %q, table %q", test.name, got.text, got.table)
		}
	}
}

func TestScriptAnswers(t *testing.T) {
	answers := `{"id":"one","entries":[{"path":"/t/b","text":"B\n"},{"path":"/t/a","text":"A\n"}],"frame":["<\n","-",">\n"]}
{"id":"none","entries":[],"frame":["<\n","-",">\n"]}
{"id":"apart","entries":[{"path":"/t/b","text":"B\n"},{"path":"/t/a","text":"A\n"}]}
{"id":"none-apart","entries":[]}
{"id":"text","text":"<available_skills>\n</available_skills>\n"}
{"id":"broken","error":"no"}
`
	all, err := scriptAnswers(strings.NewReader(answers))
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"one": "<\nA\n-B\n>\n", "none": "", "text": "<available_skills>\n</available_skills>\n", "broken": ""} {
		if all[id].text != want {
			t.Errorf("%s: %q", id, all[id].text)
		}
	}
	if all["broken"].toList("/t", false).Error != "no" {
		t.Error("error of the program is not recorded")
	}
	recorded := all["apart"].toList("/t", false)
	if len(recorded.Blocks) != 2 || recorded.Blocks[0] != conformance.NewBlock("a", "A\n") || all["none-apart"].toList("/t", false).Blocks == nil {
		t.Errorf("separate entries: %+v, %+v", recorded, all["none-apart"])
	}
	if _, err := scriptAnswers(strings.NewReader("{")); err == nil {
		t.Error("no error for a truncated answer")
	}
}

func TestMerge(t *testing.T) {
	trees1 := []*conformance.Tree{{ID: "same"}, {ID: "changed", Window: 7}, {ID: "left-out", Without: []string{"opencode"}}}
	list := conformance.List{Text: "then"}
	lists := map[string]conformance.List{"opencode": list, "codex": list}
	before := &conformance.Lists{Programs: map[string]string{"codex": "codex 1", "opencode": "opencode 1"}, Trees: []conformance.TreeLists{
		{ID: "same", Sum: trees1[0].Sum(), Lists: lists}, {ID: "changed", Sum: "other", Lists: lists}, {ID: "left-out", Sum: trees1[2].Sum(), Lists: lists}}}
	now := &conformance.Lists{Programs: map[string]string{"codex": "codex 2"}}
	for _, tree := range trees1 {
		now.Trees = append(now.Trees, conformance.TreeLists{ID: tree.ID, Sum: tree.Sum(), Lists: map[string]conformance.List{"codex": {Text: "now"}}})
	}
	merge(now, before, conformance.TreeSet{Trees: trees1})
	if now.Programs["codex"] != "codex 2" || now.Programs["opencode"] != "opencode 1" {
		t.Errorf("programs %v", now.Programs)
	}
	var got []string
	for _, tree := range now.Trees {
		got = append(got, tree.Lists["codex"].Text+" "+tree.Lists["opencode"].Text)
	}
	if want := []string{"now then", "now ", "now "}; !slices.Equal(got, want) {
		t.Errorf("lists %q, want %q", got, want)
	}
}

func TestReportLists(t *testing.T) {
	of := func(sum string, texts ...string) *conformance.Lists {
		l := &conformance.Lists{Set: "made", Programs: map[string]string{"codex": "codex"}}
		for i, text := range texts {
			l.Trees = append(l.Trees, conformance.TreeLists{ID: string(rune('a' + i)), Sum: sum, Lists: map[string]conformance.List{"codex": {Text: text}}})
		}
		return l
	}
	var out strings.Builder
	in := &session{out: &out}
	if n := in.reportLists("codex", of("1", "x\n", "y\n"), of("1", "x\n", "z\n")); n != 1 || !strings.Contains(out.String(), "- b: ") || !strings.Contains(out.String(), "1 lists are unchanged, 1 changed, 0 have") {
		t.Errorf("%d changes:\n%s", n, out.String())
	}
	if n := in.reportLists("codex", of("1", "x\n"), of("2", "x\n")); n != 1 {
		t.Errorf("changed tree: got %d changes", n)
	}
}
