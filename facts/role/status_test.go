package role_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		text string // the name is in brackets
		want role.Status
	}{
		{"Read `[a.md]` first.", 0},
		{"Read `[a.md]` (coming soon).", role.Absent},
		{"Read `[a.md]` (see below, planned for May).", 0},
		{"`[a.md]` — planned", role.Absent},
		{"- `[a.md]` — planned maintenance and how to announce it", role.Absent},
		{"- `[a.md]` — future features", 0},
		{"There is no `[a.md]`.", role.Absent},
		{"There is no limit. See `[a.md]`.", 0},
		{"There is no `/setup:python`,\n`/setup:existing`, or `[/setup:javascript]`.", role.Absent},
		{"There is no `limit`. See\n`[a.md]`.", 0},
		{"`[a.md]` does not exist any more.", role.Absent},
		{"See `[a.md]`. It does not exist in old releases.", 0},
		{"Save the summary as `[a.md]`.", role.Made},
		{"Create the summary with `[a.py]`.", 0},
		{"内容を生成 `[a.md]`", role.Made},
		{"Name it after the topic, such as `[a.md]`.", role.Sample},
		{"Read a guide (e.g. `b.md`, `[a.md]`).", role.Sample},
		{"Read `[a.md]` from that skill.", role.Owned},
		{"`tea-shop` → `[a.md]`", role.Owned},
		{"the `pie-chart`\nskill (its `[a.md]`)", role.Owned},
		{"Follow the repository's rules in `[a.md]`.", role.OfUser},
		{"Is there a `[a.md]`?", role.Told},
		{"Check if `[a.md]` exists.", role.Conditional},
		{"If the file `[a.md]` is present, read it.", role.Conditional},
		{"If the list is long, read `[a.md]`. It exists.", 0},
		{"Read `[a.md]` — fail if missing.", role.Conditional},
		{"Read `[a.md]`. Report it if missing.", 0},
		{"`[a.md]` が存在する場合", role.Conditional},
		{"the `pie-chart` skill's `[a.md]`", role.Owned},
		{"`pie-chart` スキルの `[a.md]` を読む", role.Owned},
		{"このスキルの `[a.md]` を読む", 0},
		{"Copy `b.example.json` to `[a.json]` and edit it.", role.Made},
		{"The helper can be extracted to `[a.ts]` if it grows.", role.Made},
		{"Write a summary. Then read `[a.md]`.", 0},
		{"# Generate the index\n./[a.sh] --all", 0},
		{"## 2026-05-01: `[a.md]`", role.Told},
		{"`[a.md]` - **Created**", role.Told},
	} {
		start, end := strings.IndexByte(c.text, '['), strings.IndexByte(c.text, ']')
		source := strings.NewReplacer("[", "", "]", "").Replace(c.text)
		if got := role.StatusOf([]byte(source), analysis.Range{Start: start, End: end - 1}); got != c.want {
			t.Errorf("StatusOf(%q) = %b, want %b", c.text, got, c.want)
		}
	}
}

func TestStatusIn(t *testing.T) {
	long := strings.Repeat("and so on ", 60)
	for text, want := range map[string]role.Status{
		"":                          0,
		"Scaffolds a folder":        0,
		"the OLD name":              role.Absent,
		"Do NOT run":                role.Discouraged | role.Negated,
		"if present":                role.Conditional | role.Negated,
		"部署流程不同":                    role.Negated,
		long + "deprecated " + long: role.Absent,
	} {
		if got := role.StatusIn(text); got != want {
			t.Errorf("StatusIn(%.40q) = %b, want %b", text, got, want)
		}
	}
}
