package load

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/memtemp"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

func TestMarkers(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "- a": 1, "* a": 1, "+ a": 1, "-\ta": 1, "*\ta": 1, "+\t": 1, "> a": 1, ">>>": 3, "> > a": 2, ">\t> a": 2, "- - - a": 3, "- > * 1. a": 4,
		"-": 0, "*": 0, "+": 0, "-a": 0, "- -": 1, ", a": 0, ". a": 0, "= a": 0, "? a": 0, "a - b": 0, "> a > b": 1,
		"0. a": 1, "9. a": 1, "0) a": 1, "90)": 1, "123456789. a": 1, "1.2.3)": 3, "1": 0, "12": 0, "1a": 0, "1/": 0, "1* a": 0, "1-": 0, "/. a": 0, ":. a": 0,
		"1:. a": 0, "1/. a": 0, "- 1": 1, "> 1. - b": 3,
	} {
		if got := countMarkers([]byte(text)); got != want {
			t.Errorf("%q has %d markers, want %d", text, got, want)
		}
	}
}

func TestSlowLine(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		n    int
		why  string
	}{
		"empty":                       {"", 0, ""},
		"only spaces":                 {strings.Repeat(" ", 500), 0, ""},
		"maximum number":              {strings.Repeat("> ", 100) + "a", 100, ""},
		"above the maximum":           {strings.Repeat("> ", 101) + "a", 101, "more than 100 list"},
		"maximum indentation":         {strings.Repeat(" ", 400) + "- a", 1, ""},
		"deeper indentation":          {strings.Repeat(" ", 401) + "- a", 1, "more than 400 columns"},
		"tabs":                        {strings.Repeat("\t", 100) + "- a", 1, ""},
		"tabs and a space":            {strings.Repeat("\t", 100) + " - a", 1, "more than 400 columns"},
		"a space between tabs":        {"\t \t" + strings.Repeat("\t", 98) + "- a", 1, "more than 400 columns"},
		"indented text":               {strings.Repeat(" ", 500) + "a", 0, ""},
		"a character before a marker": {"!- a", 0, ""},
	} {
		n, why := slowLine([]byte(test.text))
		if n != test.n || (why == "") != (test.why == "") || !strings.Contains(why, test.why) {
			t.Errorf("%s: %d, %q; want %d, %q", name, n, why, test.n, test.why)
		}
	}
}

func TestGuardBlocks(t *testing.T) {
	frontmatter := "---\nname: a\n---\n"
	for name, test := range map[string]struct {
		text string
		want string // "": parsed
		at   string // text of the limit's range
	}{
		"maximum length":             {strings.Repeat("a", MaxMarkdown), "", ""},
		"above the maximum":          {strings.Repeat("a", MaxMarkdown-1) + "\nb", "Markdown text is 4,194,305 bytes long (limit 4,194,304)", ""},
		"maximum number of brackets": {strings.Repeat("[", 1_333), "", ""},
		"more brackets":              {strings.Repeat("[", 1_334), "Markdown text has 1,334 opening brackets", ""},
		"a slow line":                {"a\n" + strings.Repeat("> ", 101) + "x\nb\n", "more than 100 list", strings.Repeat("> ", 101) + "x"},
		"many lines with markers":    {strings.Repeat(strings.Repeat("> ", 100)+"x\n", 5_000), "too many list and quote markers", strings.Repeat("> ", 100) + "x"},
		"some lines with markers":    {strings.Repeat(strings.Repeat("> ", 10)+"x\n", 100), "", ""},
	} {
		clean := []byte(frontmatter + test.text)
		limit := guardBlocks(clean, len(frontmatter))
		switch {
		case (limit == nil) != (test.want == ""):
			t.Errorf("%s: %v", name, limit)
		case limit == nil:
		case !strings.Contains(limit.Message, test.want) || limit.Range.End <= limit.Range.Start || limit.Range.Start < len(frontmatter):
			t.Errorf("%s: %+v, want %q", name, limit, test.want)
		case test.at != "" && string(clean[limit.Range.Start:limit.Range.End]) != test.at:
			t.Errorf("%s: range is %.40q", name, clean[limit.Range.Start:limit.Range.End])
		}
	}
	if limit := guardBlocks([]byte("\n"+strings.Repeat("[", 1_400)), 0); limit == nil || limit.Range.End != 1 {
		t.Errorf("an empty first line: %+v", limit)
	}
}
