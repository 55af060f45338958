package yamltree

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

const frontmatter = "name: x\ndescription: Sorts mail.\n"

// generators write texts that may take a YAML parser more than linear time or memory.
var generators = []struct {
	name string
	text func(n int) string
}{
	{"nested brackets", func(n int) string {
		return frontmatter + "a: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n"
	}},
	{"open brackets", func(n int) string { return frontmatter + "a: " + strings.Repeat("[", n) + "\n" }},
	{"open braces", func(n int) string { return frontmatter + "a: " + strings.Repeat("{a: ", n) + "\n" }},
	{"brackets in braces", func(n int) string { return frontmatter + "a: " + strings.Repeat("{[a]: ", n) + "\n" }},
	{"dashes", func(n int) string { return frontmatter + "a:\n " + strings.Repeat(" -", n) + " b\n" }},
	{"deeper keys", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}},
	{"one key", func(n int) string { return frontmatter + strings.Repeat("k: v\n", n) }},
	{"keys", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: v\n", i)
		}
		return b.String()
	}},
	{"empty keys", func(n int) string { return frontmatter + strings.Repeat("? \n", n) }},
	{"keys in braces", func(n int) string { return frontmatter + "a: {" + strings.Repeat("b, ", n) + "}\n" }},
	{"directives", func(n int) string { return strings.Repeat("%TAG !a! tag:x\n", n) + frontmatter }},
	{"directives below", func(n int) string { return frontmatter + "---\n" + strings.Repeat("%TAG !a! tag:x\n", n) }},
	{"documents", func(n int) string { return strings.Repeat("---\n", n) }},
	{"comments", func(n int) string { return frontmatter + strings.Repeat("# a\n\nb: c # d\n", n) }},
	{"comments alone", func(n int) string { return frontmatter + strings.Repeat("# a\n\t\n", n) + "b: c\n" }},
	{"blanks", func(n int) string { return frontmatter + "a:" + strings.Repeat(" ", n) + "b: c\n" }},
	{"blank lines", func(n int) string { return frontmatter + "a: b" + strings.Repeat("\n ", n) + "b: c\n" }},
	{"digits", func(n int) string { return frontmatter + "a: " + strings.Repeat("9", n) + "\n" }},
	{"long key", func(n int) string { return frontmatter + strings.Repeat("k", n) + ": v\n" }},
	{"escapes", func(n int) string { return frontmatter + `a: "` + strings.Repeat(`\n`, n) + "\n" }},
	{"quotes", func(n int) string { return frontmatter + "a: '" + strings.Repeat("''", n) + "\nb: 'c\n" }},
	{"quotes on lines", func(n int) string { return frontmatter + strings.Repeat("a: 'b\n", n) }},
	{"colons", func(n int) string { return frontmatter + "a: " + strings.Repeat("b: ", n) + "\n" }},
	{"colons on lines", func(n int) string { return frontmatter + "a: b: c\n" + strings.Repeat("  d e\n", n) }},
	{"fields of fields", func(n int) string { return frontmatter + strings.Repeat("a: b: c\n", n) }},
	{"anchors", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: &a%d b\n", i, i)
		}
		return b.String()
	}},
	{"aliases", func(n int) string { return frontmatter + "a: &a [b]\nc: [" + strings.Repeat("*a, ", n) + "]\n" }},
	{"tags", func(n int) string { return frontmatter + "a: [" + strings.Repeat("!a b, ", n) + "]\n" }},
	{"long tag", func(n int) string { return frontmatter + "a: !" + strings.Repeat("%41", n) + " b\n" }},
	{"question marks", func(n int) string { return frontmatter + "a: [b" + strings.Repeat("?", n) + "]\n" }},
	{"indented text", func(n int) string { return frontmatter + "a: |\n" + strings.Repeat("  b\n", n) }},
	{"CJK", func(n int) string { return frontmatter + "a: " + strings.Repeat("値", n) + ": b\n" }},
	{"not UTF-8", func(n int) string { return frontmatter + "a: " + strings.Repeat("\xff", n) + "\n" }},
	{"separators", func(n int) string { return frontmatter + "a: b" + strings.Repeat("\u2028", n) + "c\n" }},
	{"bomb", func(n int) string {
		var b strings.Builder
		b.WriteString("a0: &a0 [b, b, b]\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i-1, i-1, i-1)
		}
		return b.String()
	}},
	{"merges", func(n int) string {
		var b strings.Builder
		b.WriteString("a0: &a0 {k: v}\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "a%d: &a%d\n  <<: [*a%d, *a%d]\n  k%d: v\n", i, i, i-1, i-1, i)
		}
		return b.String()
	}},
}

// TestGrowth checks that the bytes that Parse allocates grow linearly with the text, up to the limit. It compares
// texts of one and four times the length, because slices grow in steps.
func TestGrowth(t *testing.T) {
	const (
		largest = 60 << 10
		most    = 2.6 * 2.6
		ceiling = 64 << 20
	)
	for _, g := range generators {
		t.Run(g.name, func(t *testing.T) {
			n := 16
			for n < 1<<16 && len(g.text(2*n)) < largest {
				n *= 2
			}
			before, after := allocated(g.text(n/4)), allocated(g.text(n))
			if after > most*max(before, 1<<16) || after > ceiling {
				t.Errorf("%.0f bytes allocated for %d bytes of text, but %.0f for %d", before, len(g.text(n/4)), after, len(g.text(n)))
			}
		})
	}
}

// allocated returns the number of bytes that parsing a text allocates.
func allocated(text string) float64 {
	src := []byte(text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Parse(src, analysis.Range{End: len(src)})
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name, src, at string
		message       string
	}{
		{"bytes", frontmatter + strings.Repeat("# größe\n", 8000), "6553:1", "YAML is 80,033 bytes long (limit 65,536)"},
		{"bytes of one line", "a: " + strings.Repeat("größe", 12000), "1:46757", "84,003 bytes"},
		{"nodes", frontmatter + strings.Repeat("k: v\n", 997), "", ""},
		{"one node more", frontmatter + strings.Repeat("k: v\n", 996) + "k: [v, w]\n", "999:8", "more than 2,000 keys and values"},
		{"depth", "a: " + strings.Repeat("[", 63) + strings.Repeat("]", 63) + "\n", "", ""},
		{"one deeper", "a: " + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "\n", "1:67", "nested more than 64 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := Parse([]byte(tt.src), analysis.Range{End: len(tt.src)})
			if tt.at == "" {
				if tree.Root == nil {
					t.Fatalf("no root: %+v %+v", tree.Broken, tree.Limits)
				}
				return
			}
			if len(tree.Limits) != 1 || tree.Root != nil || tree.Broken != nil {
				t.Fatalf("limits %+v, problem %+v", tree.Limits, tree.Broken)
			}
			if at := position(tt.src, tree.Limits[0].Range.Start); at != tt.at || !strings.Contains(tree.Limits[0].Message, tt.message) {
				t.Errorf("at %s: %s; want %s: %s", at, tree.Limits[0].Message, tt.at, tt.message)
			}
		})
	}
}
