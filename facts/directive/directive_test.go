package directive_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/load"
)

func read(kind analysis.Kind, path, source string) (*analysis.Document, *directive.Directives) {
	d := load.Document(&analysis.File{Path: path, Rel: path, Kind: kind}, []byte(source), false)
	found := directive.In(d)
	if found == nil {
		found = &directive.Directives{}
	}
	return d, found
}

func text(d *analysis.Document, r analysis.Range) string {
	return string(d.Source[min(r.Start, len(d.Source)):min(r.End, len(d.Source))])
}

// format formats each directive and each invalid comment as one line.
func format(d *analysis.Document, found *directive.Directives) []string {
	var lines []string
	for _, one := range found.List {
		line := strings.TrimPrefix(one.Verb.String(), "skilllint-")
		for _, n := range one.Names {
			line += " " + n.Text
			if got := d.Text(n.Range); got != n.Text {
				line += fmt.Sprintf("@%q", got)
			}
		}
		if one.Reason != "" {
			line += " -- " + one.Reason
		}
		if one.Verb != directive.Enable {
			line += fmt.Sprintf(" %q", text(d, one.Effect))
		}
		lines = append(lines, line)
	}
	for _, s := range found.Invalid {
		lines = append(lines, fmt.Sprintf("invalid %q %s → %s", text(d, s.Word), s.Why, s.Right))
	}
	return lines
}

func TestMarkdown(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"nothing", "# A\n\nThe skilllint-disable of people.\n", nil},
		{"the next line", "<!-- skilllint-disable-next-line links/broken -- is made -->\n[a](b)\nc\n", []string{`disable-next-line links/broken -- is made "[a](b)\n"`}},
		{"after empty lines", "<!-- skilllint-disable-next-line a/b -->\n\n  \nx\n", []string{`disable-next-line a/b "x\n"`}},
		{"several names", "<!--skilllint-disable-next-line a/b,c/*,  d-->\nx", []string{`disable-next-line a/b c/* d "x"`}},
		{"several lines", "<!-- skilllint-disable-next-line\n  a/b,\n  c -- a reason\n  of two lines -->\nx\n", []string{`disable-next-line a/b c -- a reason of two lines "x\n"`}},
		{"several directives", "<!-- skilllint-disable-next-line a -->\n<!-- skilllint-disable-next-line b -->\nx\n",
			[]string{`disable-next-line a "x\n"`, `disable-next-line b "x\n"`}},
		{"at the end", "x\n\n<!-- skilllint-disable-next-line a -->\n", []string{`disable-next-line a ""`}},
		{"no name", "<!-- skilllint-disable-next-line -- reason -->\nx\n", []string{`disable-next-line -- reason "x\n"`}},
		{"dashes in a reason", "<!-- skilllint-disable a -- b -- c --- d -->", []string{`disable a -- b -- c --- d ""`}},
		{"ranges", "a\n<!-- skilllint-disable a -->\nb\n<!-- skilllint-enable a -->\n", []string{`disable a "\nb\n<!-- skilllint-enable a -->\n"`, "enable a"}},
		{"the file", "---\nname: x\n---\n<!-- skilllint-disable-file a -- r -->\n", []string{`disable-file a -- r "---\nname: x\n---\n<!-- skilllint-disable-file a -- r -->\n"`}},
		{"in a list", "- a\n  <!-- skilllint-disable-next-line a -->\n  b\n", []string{`disable-next-line a "  b\n"`}},
		{"in a block quote", "> a\n>\n> <!-- skilllint-disable-next-line\n> a -- b\n> c -->\n>\n> b\n", []string{`disable-next-line a -- b c "> b\n"`}},
		{"in a line", "a <!-- skilllint-disable-next-line a -- b --> c\nd\n", []string{`disable-next-line a -- b "d\n"`}},
		{"in a table", "| a |\n|---|\n| b <!-- skilllint-disable-next-line a --> |\n| c |\n", []string{`disable-next-line a "| c |\n"`}},
		{"in HTML", "<div>\n<!-- skilllint-disable-next-line a -->\n<p>\n</div>\n", []string{`disable-next-line a "<p>\n"`}},
		{"not in code", "`<!-- skilllint-disable a -->`\n\n```\n<!-- skilllint-disable a -->\n```\n\n    <!-- skilllint-disable a -->\n", nil},
		{"not in frontmatter", "---\nname: x\n# <!-- skilllint-disable a -->\n---\n", nil},
		{"CRLF and byte order mark", "\ufeff<!-- skilllint-disable-next-line a -->\r\n\r\nb\r\nc\r\n", []string{`disable-next-line a "b\r\n"`}},
		{"other comments", "<!-- markdownlint-disable MD001 -->\n<!-- stylelint-disable a -->\n<!-- eslint-disable a -->\n<!-- prettier-ignore -->\n<!-- skilllint finds this odd -->\n<!-- skilllint-report -->\n", nil},
		{"invalid", "<!-- skilllint-disable-nextline a -->\n\n<!-- skillint-disable a -->\n\n<!-- Skilllint-Disable a -->\n\n<!-- skilllint: disable a -->\n\n<!-- skill-lint-enable a -->\n\n<!-- skilllint-ignore a -->\n\n<!-- skilllint ignore-file a -->\n\n<!-- skilllint_disable_file: a -->\n", []string{
			`invalid "skilllint-disable-nextline" unknown directive "skilllint-disable-nextline" → skilllint-disable-next-line`,
			`invalid "skillint-disable" unknown directive "skillint-disable" → skilllint-disable`,
			`invalid "Skilllint-Disable" unknown directive "Skilllint-Disable" → skilllint-disable`,
			`invalid "skilllint: disable" unknown directive "skilllint: disable" → skilllint-disable`,
			`invalid "skill-lint-enable" unknown directive "skill-lint-enable" → skilllint-enable`,
			`invalid "skilllint-ignore" unknown directive "skilllint-ignore" in Markdown → skilllint-disable-next-line`,
			`invalid "skilllint ignore-file" unknown directive "skilllint ignore-file" → skilllint-disable-file`,
			`invalid "skilllint_disable_file:" unknown directive "skilllint_disable_file:" → skilllint-disable-file`,
		}},
		{"unclosed", "<!-- skilllint-disable a\n\nb\n", []string{`invalid "" unclosed suppression comment → `}},
	}
	for _, test := range tests {
		d, found := read(analysis.Skill, "a/SKILL.md", test.source)
		if diff := cmp.Diff(test.want, format(d, found)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.name, test.source, diff)
		}
	}
}

// TestManyComments checks that the lines between comments and the line they apply to are read once.
func TestManyComments(t *testing.T) {
	const comment = "<!-- skilllint-disable-next-line a -->"
	for name, source := range map[string]string{
		"lines": strings.Repeat(comment+"\n", 900) + strings.Repeat("\n", 3<<20) + "x\n",
		"one":   strings.Repeat(comment, 900) + strings.Repeat("\n", 3<<20) + "x\n",
	} {
		began := time.Now()
		d, found := read(analysis.Skill, "a/SKILL.md", source)
		if len(found.List) != 900 || text(d, found.List[0].Effect) != "x\n" || text(d, found.List[899].Effect) != "x\n" {
			t.Errorf("%s: %d directives, the first applies to %q", name, len(found.List), text(d, found.List[0].Effect))
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
	}
}

func TestYAML(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"nothing", "name: a # the name\n", nil},
		{"on the line", "a: 1\nb: 2 # skilllint-ignore x/y -- r\nc: 3\n", []string{`ignore x/y -- r "b: 2 # skilllint-ignore x/y -- r\n"`}},
		{"of a list", "a: 1\nb: # skilllint-ignore x\n  - 1\n  - 2\nc: 3\n", []string{`ignore x "b: # skilllint-ignore x\n  - 1\n  - 2\n"`}},
		{"of an item", "a: 1\nb:\n  - 1 # skilllint-ignore x\n  - 2\nc: 3\n", []string{`ignore x "  - 1 # skilllint-ignore x\n"`}},
		{"of a key in an item", "a:\n  - b: 1 # skilllint-ignore x\n    c: 2\n", []string{`ignore x "  - b: 1 # skilllint-ignore x\n"`}},
		{"brackets", "a: 1\nb: [1, 2] # skilllint-ignore x\n", []string{`ignore x "b: [1, 2] # skilllint-ignore x\n"`}},
		{"brackets over lines", "a: 1\nb: [1,\n  2] # skilllint-ignore x\nc: 3\n", []string{`ignore x "b: [1,\n  2] # skilllint-ignore x\n"`}},
		{"brackets over lines, first", "a: [1,\n  2] # skilllint-ignore x\nb: 3\n", []string{`ignore x "a: [1,\n  2] # skilllint-ignore x\n"`}},
		{"brackets over lines, inside", "a:\n  b: [1,\n    2] # skilllint-ignore x\n  c: 3\n", []string{`ignore x "  b: [1,\n    2] # skilllint-ignore x\n"`}},
		{"block scalar", "a: 1\nb: | # skilllint-ignore x\n  # skilllint-ignore y\n  t\nc: 3\n", []string{`ignore x "b: | # skilllint-ignore x\n  # skilllint-ignore y\n  t\n"`}},
		{"quoted", "a: '# skilllint-ignore x'\nb: a# skilllint-ignore x\n", nil},
		{"above", "a: 1\n# skilllint-ignore x, y\nb:\n  - 1\nc: 3\n", []string{`ignore x y "b:\n  - 1\n"`}},
		{"above, twice", "a: 1\n# skilllint-ignore x\n# skilllint-ignore y\nb: 1\n", []string{`ignore x "b: 1\n"`, `ignore y "b: 1\n"`}},
		{"above an item", "a:\n  # skilllint-ignore x\n  - b: 1\n    c: 2\n", []string{`ignore x "  - b: 1\n    c: 2\n"`}},
		{"first", "# skilllint-ignore x\na: 1\nb: 2\n", []string{`ignore x "# skilllint-ignore x\na: 1\n"`}},
		{"first, on its line", "a: 1 # skilllint-ignore x\nb: 2\n", []string{`ignore x "a: 1 # skilllint-ignore x\n"`}},
		{"last", "a: 1\n# skilllint-ignore x\n", []string{`ignore x ""`}},
		{"broken", "a: 1\n# skilllint-ignore x\nb: c: d\n", []string{`ignore x "b: c: d\n"`}},
		{"invalid", "a: 1 # skillint-ignore x\nb: 2 # skilllint-disable-next-line x\n# skilllint: ignore x\nc: 3\n", []string{
			`invalid "skillint-ignore" unknown directive "skillint-ignore" → skilllint-ignore`,
			`invalid "skilllint-disable-next-line" unknown directive "skilllint-disable-next-line" in YAML → skilllint-ignore`,
			`invalid "skilllint: ignore" unknown directive "skilllint: ignore" → skilllint-ignore`}},
	}
	for _, test := range tests {
		for _, line := range []string{"\n", "\r\n"} {
			source := strings.ReplaceAll(test.source, "\n", line)
			want := slices.Clone(test.want)
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], `\n`, strings.Trim(fmt.Sprintf("%q", line), `"`))
			}
			d, found := read(analysis.Persona, "_persona_a.yaml", source)
			if diff := cmp.Diff(want, format(d, found)); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", test.name, source, diff)
			}
			d, found = read(analysis.Skill, "a/SKILL.md", "---"+line+source+"---"+line)
			if len(found.List)+len(found.Invalid) != len(want) {
				t.Errorf("%s in frontmatter: %q, want %q", test.name, format(d, found), want)
			}
		}
	}
}

// TestLimits checks the number of names in a file, and the first comment beyond the limit.
func TestLimits(t *testing.T) {
	source := strings.Repeat("<!-- skilllint-disable a -->\n", directive.Most) + "<!-- skilllint-disable b -->\n"
	d, found := read(analysis.Skill, "a/SKILL.md", source)
	if len(found.List) != directive.Most || d.Text(found.Unread) != "<!-- skilllint-disable b -->" {
		t.Errorf("%d directives; first beyond the limit: %q", len(found.List), d.Text(found.Unread))
	}
	_, found = read(analysis.Skill, "a/SKILL.md", "<!-- skilllint-disable "+strings.Repeat("a,", 2000)+" -->\n\n<!-- skilllint-disable b -->")
	if len(found.List) != 0 {
		t.Errorf("%d directives with %d names", len(found.List), len(found.List[0].Names))
	}
	_, found = read(analysis.Skill, "a/SKILL.md", "<!-- skilllint-disable "+strings.Repeat("ä", 500)+" -- "+strings.Repeat("ö ", 5000)+" -->")
	if one := found.List[0]; len(one.Names[0].Text) > 100 || len(one.Reason) > 500 {
		t.Errorf("name has %d bytes, reason has %d", len(one.Names[0].Text), len(one.Reason))
	}
}

func FuzzIn(f *testing.F) {
	for _, seed := range []string{"<!-- skilllint-disable-next-line a -- b -->\nc", "---\na: 1 # skilllint-ignore b\n---\n> <!-- skilllint-disable\n> x -->",
		"a: [b, # skilllint-ignore c\n d]", "<!-- skilllint-enable a,,b-->\r\r\n<!-- skilllint: off", "# skilllint-ignore x\n- - a: b # skill-lint ignore"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, as := range []struct {
			kind analysis.Kind
			path string
		}{{analysis.Skill, "a/SKILL.md"}, {analysis.Persona, "a.yaml"}} {
			d, found := read(as.kind, as.path, source)
			whole := analysis.Range{End: len(source)}
			last := 0
			for _, one := range found.List {
				at := one.At.Range
				if !whole.Contains(at) || one.Effect.Start < 0 || one.Effect.End > len(source)+1 || one.Effect.End < one.Effect.Start {
					t.Fatalf("%q: %+v", source, one)
				}
				if head := d.Text(at); !strings.HasPrefix(head, "<!--") && !strings.HasPrefix(head, "#") || !strings.Contains(head, one.Verb.String()) {
					t.Fatalf("%q: comment %q", source, head)
				}
				for _, n := range one.Names {
					if n.Range.Start < last || !at.Contains(n.Range) || !strings.HasPrefix(d.Text(n.Range), n.Text) || n.Text == "" || strings.Contains(n.Text, ",") {
						t.Fatalf("%q: name %q at %q", source, n.Text, d.Text(n.Range))
					}
					last = n.Range.End
				}
			}
			for _, s := range found.Invalid {
				if !whole.Contains(s.Comment) || !s.Comment.Contains(s.Word) && s.Word.Len() > 0 || s.Why == "" {
					t.Fatalf("%q: %+v", source, s)
				}
			}
		}
	})
}
