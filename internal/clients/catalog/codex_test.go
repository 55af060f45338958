package catalog

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// lineOf returns a line in the format of codex.
func lineOf(name, description string) codexLine {
	return codexLine{"- " + name + ":", description, " (file: r0/" + name + "/SKILL.md)"}
}

func TestRenderCodex(t *testing.T) {
	// "- a: (file: r0/a/SKILL.md)" has 27 bytes with its line feed: 7 tokens, one byte less than their limit.
	for _, test := range []struct {
		name  string
		lines []codexLine
		limit int
		want  []string // the shown descriptions; "-": the skill is omitted
		cost  int
	}{
		{"no skill", nil, 1, nil, 0},
		{"within the limit", []codexLine{lineOf("a", "abcd")}, 8, []string{"abcd"}, 8},
		{"the space counts with the first character", []codexLine{lineOf("a", "abcde")}, 8, []string{"abcd"}, 8},
		{"name only", []codexLine{lineOf("a", "abcd")}, 7, []string{""}, 7},
		{"limit of 1", []codexLine{lineOf("a", "abcd"), lineOf("b", "x")}, 1, []string{"-", "-"}, 0},
		{"characters without additional cost", []codexLine{lineOf("ab", "abcdef")}, 9, []string{"abcdef"}, 9},
		{"one character each in turn", []codexLine{lineOf("a", "aaaaaaaaa"), lineOf("b", "bbbbbbbbb")}, 17, []string{"aaaaaaaa", "bbbb"}, 17},
		{"unused share of a short description", []codexLine{lineOf("a", "a"), lineOf("b", "bbbbbbbbb")}, 17, []string{"a", "bbbbbbbb"}, 17},
		{"characters of 3 bytes", []codexLine{lineOf("a", "漢字漢字")}, 8, []string{"漢"}, 8},
		{"characters of 4 bytes", []codexLine{lineOf("a", "🎉🎉🎉")}, 9, []string{"🎉🎉"}, 9},
		{"too expensive character", []codexLine{lineOf("a", "🎉"), lineOf("ab", "xyz")}, 15, []string{"", "xy"}, 15},
		{"short name after a long one", []codexLine{lineOf("a", "x"), lineOf(strings.Repeat("n", 50), "x"), lineOf("b", "x")}, 15, []string{"", "-", ""}, 14},
		{"equal names", []codexLine{lineOf("a", "one"), lineOf("a", "two")}, 15, []string{"one", ""}, 15},
	} {
		text := renderCodex(test.lines, test.limit)
		var got []string
		for i, n := range text.shown {
			if n < 0 {
				got = append(got, "-")
			} else {
				got = append(got, test.lines[i].description[:n])
			}
		}
		if !slices.Equal(got, test.want) || text.cost != test.cost {
			t.Errorf("%s: %q with cost %d, want %q with cost %d", test.name, got, text.cost, test.want, test.cost)
		}
	}
}

func TestSetState(t *testing.T) {
	long := strings.Repeat("字", 1_025)
	for _, test := range []struct {
		description string
		bytes       int // shown bytes of the description
		state       State
		shown, lost int
		reason      string // part of it
	}{
		{"abc", 3, Full, 3, 0, ""},
		{"abc", 2, Cut, 2, 1, "space in the list for 2 of the 3 characters"},
		{"abc", 0, NameOnly, 0, 3, "no space in the list for the description"},
		{"abc", -1, Omitted, 0, 3, "no space in the list, even without the description"},
		{long[:3*1_024], 3 * 1_024, Full, 1_024, 0, ""},
		{long, 3*1_021 + 3, Cut, 1_021, 4, "1,025 characters long, of which Codex shows 1,021"},
		{long, 3*1_021 + 1, Cut, 1_021, 4, "space in the list for 1,021 of"},
		{long, 3 * 1_000, Cut, 1_000, 25, "space in the list for 1,000 of"},
	} {
		text := codexText{lines: []codexLine{lineOf("a", capCodex(test.description))}, shown: []int{test.bytes}}
		item := Item{Description: test.description}
		text.setState(&item, 0)
		if item.State != test.state || item.Shown != test.shown || item.Lost != test.lost || !strings.Contains(item.Reason, test.reason) || (item.Reason == "") != (test.state == Full) {
			t.Errorf("%d bytes of %d characters: %s, %d shown, %d lost, %q", test.bytes, utf8.RuneCountInString(test.description), item.State, item.Shown, item.Lost, item.Reason)
		}
	}
}

// The costs of aliases are equal to codex's.
func TestAliases(t *testing.T) {
	scan := &codexScan{roots: []Root{{Path: "/a"}, {Path: "/unused"}, {Path: "/" + strings.Repeat("b", 200)}}}
	for _, test := range []struct {
		roots []int
		cost  int
		names map[int]string
	}{
		{[]int{0}, 0, map[int]string{0: "r0"}},
		{[]int{2, 0}, 22, map[int]string{0: "r0", 2: "r1"}}, // (310 + 14 + 213 + 3) / 4 - 113, rounded down
	} {
		var skills []codexSkill
		for _, root := range test.roots {
			skills = append(skills, codexSkill{root: root})
		}
		names, cost := scan.aliases(skills)
		if cost != test.cost || len(names) != len(test.names) {
			t.Errorf("roots %v: %v with cost %d, want %v with cost %d", test.roots, names, cost, test.names, test.cost)
		}
		for root, name := range test.names {
			if names[root] != name {
				t.Errorf("root %d is %q, want %q", root, names[root], name)
			}
		}
	}
}

func TestIsBetterThan(t *testing.T) {
	three := []codexLine{lineOf("a", "abc"), lineOf("b", "abc"), lineOf("c", "abc")}
	text := func(cost int, shown ...int) codexText { return codexText{lines: three, shown: shown, cost: cost} }
	for _, test := range []struct {
		name          string
		better, worse codexText
	}{
		{"more skills", text(9, 0, 0, 0), text(1, 3, 3, -1)},
		{"more of the descriptions", text(9, 3, 0, 1), text(1, 1, 1, 1)},
		{"cheaper", text(1, 1, 1, 1), text(2, 1, 1, 1)},
	} {
		if !test.better.isBetterThan(test.worse) || test.worse.isBetterThan(test.better) {
			t.Errorf("%s: not better", test.name)
		}
	}
	if same := text(1, 1, 1, 1); same.isBetterThan(same) {
		t.Error("list is better than itself")
	}
}

func TestManifestName(t *testing.T) {
	for source, want := range map[string]string{
		`{"name":"a"}`: "a", `{}`: "", `[]`: "", `["a"]`: "a", `{"name":" "}`: " ", `{"x":1,"name":"a"}`: "a", `{"Name":"a"}`: "", `{"n\u0061me":"a"}`: "a",
		`{"name":3}`: "!", `{"name":null}`: "!", `["a","b"]`: "!", `"a"`: "!", `null`: "!", `{"name":"a","name":"a"}`: "!", `{"name":"\ud800"}`: "!", `{"name":"a"} x`: "!",
		"\ufeff{}": "!", "": "!", "{\"name\":\"\xff\"}": "!", `{"name":"\ufffd"}`: "\ufffd",
	} {
		got, ok := manifestName([]byte(source))
		if !ok {
			got = "!"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// FuzzRenderCodex checks invariants of lists.
func FuzzRenderCodex(f *testing.F) {
	f.Add("a\x00one two\nb\x00漢字🎉\n", 12)
	f.Add("a\x00\nname\x00xxxxxxxxxxxxxxxxxxxxxx\na\x00é\xff", 19)
	f.Add("a\x00abc", 1)
	f.Fuzz(func(t *testing.T, input string, limit int) {
		if limit < 1 || limit > 1<<20 {
			return
		}
		var lines []codexLine
		for line := range strings.Lines(input) {
			name, description, _ := strings.Cut(line, "\x00")
			lines = append(lines, lineOf(name, capCodex(description)))
		}
		text := renderCodex(lines, limit)
		if text.cost > limit {
			t.Errorf("cost %d exceeds the limit %d", text.cost, limit)
		}
		cost, names := 0, 0
		for i, n := range text.shown {
			description := lines[i].description
			if n > len(description) || n > 0 && n < len(description) && utf8.ValidString(description) && !utf8.RuneStart(description[n]) {
				t.Errorf("line %d: invalid length %d of %q", i, n, description)
			}
			if n >= 0 {
				cost += codexCost(lines[i].bytes(n))
				names++
			}
		}
		if cost > text.cost {
			t.Errorf("lines cost %d, reported %d", cost, text.cost)
		}
		if again := renderCodex(lines, limit); again.text() != text.text() {
			t.Error("two calls return different texts")
		}
		if more := renderCodex(lines, limit+1); names == len(lines) && slices.Contains(more.shown, -1) {
			t.Error("a larger limit omits a skill")
		}
	})
}
