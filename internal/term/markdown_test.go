package term

import (
	"slices"
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	page := "# links/broken\n\nReports `a b` and [the guide](guide.md) on\nseveral lines.\n\n- one: a long item of a list\n- two\n\n| key | type |\n|---|---|\n| `limit` | number |\n\n```yaml\nrules:\n  a: off\n```\n"
	plain := "links/broken\n\nReports `a b` and the\nguide on several lines.\n\n- one: a long item of a\n  list\n- two\n\nkey      type\n`limit`  number\n\n    rules:\n      a: off\n"
	if got := Markdown(page, 24, false); got != plain {
		t.Errorf("got\n%s\nwant\n%s", got, plain)
	}
	colored := Markdown(page, 24, true)
	for _, want := range []string{bold + "links/broken" + reset, cyan + "a b" + reset, "    " + dim + "rules:" + reset} {
		if !strings.Contains(colored, want) {
			t.Errorf("no %q in\n%s", want, colored)
		}
	}
}

func TestWrap(t *testing.T) {
	text := "one two three four five `six seven` eight nine ten"
	if got, want := Wrap(text, 24), []string{"one two three four five", "`six seven` eight nine", "ten"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Wrap(text, 0); len(got) != 1 || got[0] != text {
		t.Errorf("without a width: %q", got)
	}
}

func TestPatchColors(t *testing.T) {
	var b strings.Builder
	c := &patchColorer{w: &b}
	for _, part := range []string{"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--", " old\n+new\n same\n"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	want := bold + "diff --git a/x b/x" + reset + "\n" + bold + "--- a/x" + reset + "\n" + bold + "+++ b/x" + reset + "\n" +
		cyan + "@@ -1 +1 @@" + reset + "\n" + red + "-- old" + reset + "\n" + green + "+new" + reset + "\n same\n"
	if b.String() != want {
		t.Errorf("got %q\nwant %q", b.String(), want)
	}
}
