package conformance

import (
	"bytes"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
)

func TestAgainst(t *testing.T) {
	entry := "<skill>\n<name>\na\n</name>\n<location>\n/t/project/.agents/skills/a/SKILL.md\n</location>\n</skill>\n"
	blocks := []Block{NewBlock("project/.agents/skills/a/SKILL.md", entry), {Path: "project/.agents/skills/b/SKILL.md", Error: "refused"}}
	withTags := func(s string) string { return "<available_skills>\n" + s + "</available_skills>\n" }
	longText := strings.Repeat("- a: A. (file: r0/a/SKILL.md)\n", 400)
	tests := []struct {
		name     string
		recorded List
		model    catalog.List
		want     string // the start of the difference
	}{
		{"same", List{Text: "a\nb\n"}, catalog.List{Text: "a\nb\n"}, ""},
		{"other line", List{Text: "a\nb\n"}, catalog.List{Text: "a\nc\n"}, "line 2 (client 3 lines, model 3)\n  client \"b\\n\"\n  model \"c\\n\""},
		{"missing line", List{Text: "a\nb\n"}, catalog.List{Text: "a\n"}, "line 2 (client 3 lines, model 2)\n  client \"b\\n\"\n  model \"\""},
		{"table", List{Text: "a\n", Table: "- `r0` = `/t`\n"}, catalog.List{Text: "a\n", Roots: []catalog.Root{{Path: "/s", Alias: "r0"}, {Path: "/t"}}}, "table of roots: line 1"},
		{"same table", List{Text: "a\n", Table: "- `r0` = `/t`\n"}, catalog.List{Text: "a\n", Roots: []catalog.Root{{Path: "/t", Alias: "r0"}}}, ""},
		{"long", NewList(longText, false), catalog.List{Text: longText}, ""},
		{"long, other", NewList(longText, false), catalog.List{Text: longText[:300] + "x" + longText[300:]}, "line 11 of 400 (client: 400)"},
		{"long, shorter", NewList(longText, false), catalog.List{Text: longText[:600]}, "line 21 of 20 (client: 400)"},
		{"others'", NewList("a\n", true), catalog.List{Text: "b\n"}, "line 1 of 1 (client: 1)"},
		{"failed", List{Error: "no"}, catalog.List{}, "no recorded list: no"},
		{"blocks", List{Blocks: blocks}, catalog.List{Text: withTags(entry)}, ""},
		{"no blocks", List{Blocks: []Block{}}, catalog.List{Text: withTags("")}, ""},
		{"other block", List{Blocks: blocks}, catalog.List{Text: withTags(strings.Replace(entry, "\na\n", "\nb\n", 1))}, "entry differs"},
		{"refused block", List{Blocks: blocks}, catalog.List{Text: withTags(entry + strings.ReplaceAll(entry, "/a/", "/b/"))}, "the client rejects"},
		{"unknown block", List{Blocks: blocks}, catalog.List{Text: withTags(strings.ReplaceAll(entry, "/a/", "/c/"))}, "no recorded entry"},
		{"omitted", List{Blocks: blocks}, catalog.List{Text: withTags("")}, "the model does not list /t/project/.agents/skills/a"},
		{"no frame", List{Blocks: blocks}, catalog.List{Text: entry}, "no skill list"},
	}
	for _, test := range tests {
		got := test.recorded.Against(test.model, "/t")
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestDifference(t *testing.T) {
	a := List{Text: "a\n", Table: "t\n"}
	for _, b := range []List{{Text: "b\n", Table: "t\n"}, {Text: "a\n"}, {Error: "no"}, NewList("a\n", true), {Blocks: []Block{{Path: "x"}}}} {
		if a.Same(b) || a.Difference(b) == "" {
			t.Errorf("%+v equals %+v: %q", b, a, a.Difference(b))
		}
	}
	if !a.Same(List{Text: "a\n", Table: "t\n"}) {
		t.Error("equal lists differ")
	}
}

func TestWriteReadLists(t *testing.T) {
	l := &Lists{Set: "made", Date: "2025-01-02", Programs: map[string]string{"codex": "@openai/codex 1"}, Trees: []TreeLists{
		{ID: "a", Sum: "1", Lists: map[string]List{"codex": {Text: "<n>\n"}, "agentskills": {Blocks: []Block{}}}},
		{ID: "b", Sum: "2", Lists: map[string]List{"codex": NewList("secret words\n", true)}},
	}}
	var first, second bytes.Buffer
	if err := l.Write(&first); err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(first.Bytes())
	back, err := ReadLists(&first)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Write(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(second.Bytes(), data) {
		t.Error("lists changed after reading and writing")
	}
	if back.Tree("a").Lists["agentskills"].Blocks == nil || back.Tree("b").Lists["codex"].Text != "" || back.Tree("c").ID != "" {
		t.Errorf("read: %+v", back)
	}
	if !back.Has("codex", "a", "1") || back.Has("codex", "a", "2") || back.Has("gemini", "a", "1") || back.Has("codex", "c", "") {
		t.Error("wrong result of Has")
	}
	if _, err := ReadLists(bytes.NewReader(data[:len(data)-12])); err == nil {
		t.Error("no error for a truncated recording")
	}
}
