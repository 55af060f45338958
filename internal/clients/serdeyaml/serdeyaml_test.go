package serdeyaml

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// format formats a node for comparison: plain scalars bare, others quoted, tags in <>.
func format(n *Node) string {
	if n == nil {
		return "nothing"
	}
	tag := ""
	if n.Tag != "" {
		tag = "<" + n.Tag + ">"
	}
	var parts []string
	switch n.Form {
	case libyaml.Alias:
		return "*" + format(n.target)
	case libyaml.Scalar:
		if n.Plain {
			return tag + n.Text
		}
		return tag + strconv.Quote(n.Text)
	case libyaml.Sequence:
		for _, item := range n.Items {
			parts = append(parts, format(item))
		}
		return tag + "[" + strings.Join(parts, ", ") + "]"
	}
	for _, m := range n.Members {
		parts = append(parts, format(m.Key)+": "+format(m.Value))
	}
	return tag + "{" + strings.Join(parts, ", ") + "}"
}

// TestLoad covers texts that other YAML parsers parse differently.
func TestLoad(t *testing.T) {
	long := strings.Repeat("k", libyaml.MaxKey)
	tests := []struct{ name, text, want string }{
		{"nothing", "", "nothing"},
		{"comment alone", "# c\n", "nothing"},
		{"mapping", "a: b\nc: d", "{a: b, c: d}"},
		{"missing values", "a:\nb: ~", "{a: , b: ~}"},
		{"list at the column of its key", "a:\n- b\n- c\nd: e", "{a: [b, c], d: e}"},
		{"nested lists", "- - a\n  - b\n-\n  - c", "[[a, b], [c]]"},
		{"explicit key", "? a\n: b\n? c", "{a: b, c: }"},
		{"flow", "{a: b, c, ? d : e, [f]: g,}", "{a: b, c: , d: e, [f]: g}"},
		{"pair in a list", "[a: b, c]", "[{a: b}, c]"},
		{"question mark starts a key in a flow mapping", "{?a: b}", "{a: b}"},
		{"question mark starts no key in a block mapping", "?a: b", "{?a: b}"},
		{"JSON", `{"a":"b","c":["d"]}`, `{"a": "b", "c": ["d"]}`},
		{"multi-line plain scalar", "a: b\n  c\n\n  d", "{a: b c\nd}"},
		{"hash in a word", "a: C# b#c #d", "{a: C# b#c}"},
		{"colon in a word", "a: b:c", "{a: b:c}"},
		{"tab before a comment", "a: b\t# c", "{a: b}"},
		{"NEL is a line break", "a: b\u0085c: d", "{a: b, c: d}"},
		{"LS is kept", "a: \"b\u2028c\"", "{a: \"b\\u2028c\"}"},
		{"CR alone is a line break", "a: b\rc: d", "{a: b, c: d}"},
		{"single quotes", "'it''s  a\n b\n\n c'", `"it's  a b\nc"`},
		{"double quotes", `"\ta\x41é\U0001F600\/\N \` + "\n   z\"", `"\taAé😀/\u0085 z"`},
		{"literal", "|\n a\n  b\n\n c\n\n", `"a\n b\n\nc\n"`},
		{"literal without a last line break", "a: |\n b", `{a: "b"}`},
		{"folded", ">\n a\n b\n\n c\n  d\n e\n", `"a b\nc\n d\ne\n"`},
		{"folded keeps one line break for one empty line", ">\n a\n\n b\n", `"a\nb\n"`},
		{"keep and strip", "a: |+\n b\n\nc: |-\n d\n", `{a: "b\n\n", c: "d"}`},
		{"explicit indentation", "a: |2\n    b\n   c\n", `{a: "  b\n c\n"}`},
		{"comment directly after the block indicator", "|#c\n a", `"a"`},
		{"anchor and alias", "a: &x b\nc: *x", "{a: b, c: *b}"},
		{"anchor of an empty value", "a: &x\nb: *x", "{a: , b: *}"},
		{"redefined anchor", "a: &x 1\nb: &x 2\nc: *x", "{a: 1, b: 2, c: *2}"},
		{"redefined anchor takes the number of the next", "a: &x 1\nb: &x 2\nc: &y 3\nd: *x", "{a: 1, b: 2, c: 3, d: *3}"},
		{"tags", "a: !t b\nc: !!str d\ne: !<f> g\nh: ! i", "{a: <!t>b, c: <tag:yaml.org,2002:str>d, e: <f>g, h: <!>i}"},
		{"tag with an escape", "!a%41 b", "<!aA>b"},
		{"directives", "%YAML 1.2\n%TAG !e! tag:e,1:\n---\na: !e!x b\n...\n", "{a: <tag:e,1:x>b}"},
		{"value after the start marker", "--- a", "a"},
		{"end marker", "a: b\n...\n# c\n", "{a: b}"},
		{"BOM is a column", "\ufeffa: b", "{a: b}"},
		{"longest key", long + ": b", "{" + long + ": b}"},
		{"longest key in bytes", strings.Repeat("é", libyaml.MaxKey/2) + ": b", "{" + strings.Repeat("é", libyaml.MaxKey/2) + ": b}"},
		{"multi-line quoted value", "- 'a\n  b'", `["a b"]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Load(test.text)
			if got := format(n); err != nil || got != test.want {
				t.Errorf("%q\n got %s, %v\nwant %s", test.text, got, err, test.want)
			}
		})
	}
}

// TestLoadFails checks which texts libyaml rejects, and the offset at which it stops.
func TestLoadFails(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
	}{
		{"colon in a plain value", "a: b: c", 4},
		{"line without a colon", "a: b\nc", 5},
		{"line without a colon before another", "a: b\nc\nd: e", 5},
		{"unindented continuation line", "a: b\nc d", 5},
		{"only the first line indented", "  a: b\nc: d", 7},
		{"deeper than its siblings", "a: b\n  c: d", 8},
		{"tab as indentation", "a:\n\tb: c", 3},
		{"line with only a tab", "a: b\n\t\nc: d", 5},
		{"tab in a multi-line plain value", "a:\n  b\n\tc", 7},
		{"reserved @", "a: @b", 3},
		{"reserved backtick", "a: `b`", 3},
		{"percent at the start of a line", "%a: b", 0},
		{"unknown alias", "a: *b", 3},
		{"alias with invalid characters", "a: *b*", 3},
		{"text after a quoted value", "a: \"b\" c", 7},
		{"unclosed quote", "a: \"b", 3},
		{"unknown escape", `a: "\d"`, 4},
		{"escaped surrogate", `a: "\ud800"`, 4},
		{"text after a block indicator", "a: | b", 5},
		{"indentation of zero", "a: |0\n b", 4},
		{"unclosed list", "a: [b", 5},
		{"comma alone", "[,]", 1},
		{"colon before a bracket", "[a:]", 2},
		{"control character", "a: \x01", 3},
		{"DEL", "a: \x7f", 3},
		{"C1 character", "a: \u009b", 3},
		{"noncharacter", "a: \uffff", 3},
		{"second document", "a: b\n---\nc: d", 5},
		{"end marker first", "...\n", 0},
		{"directive without a start marker", "%YAML 1.2\na: b", 10},
		{"unknown directive", "%FOO\n---\na", 0},
		{"unknown version", "%YAML 2.0\n---\na", 6},
		{"unknown handle", "a: !e!x b", 3},
		{"value without a key", ": a", 0},
		{"list on the line of its key", "a: - b", 3},
		{"BOM shifts the first line", "\ufeffa: b\nc: d", 8},
		{"start marker in quotes", "a: \"b\n--- c\"", 6},
		{"key too long", strings.Repeat("k", libyaml.MaxKey+1) + ": b", libyaml.MaxKey + 1},
		{"key too long in bytes", strings.Repeat("字", 342) + ": b", 1026},
		{"key over two lines", "a\n b: c", 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Load(test.text)
			var failure *Error
			if !errors.As(err, &failure) {
				t.Fatalf("%q: %s, %v", test.text, format(n), err)
			}
			if failure.Offset != test.offset {
				t.Errorf("%q: %q at %d, want %d", test.text, failure.Message, failure.Offset, test.offset)
			}
		})
	}
}

func TestTooLarge(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", MaxBytes+1), strings.Repeat("[", variant.MaxDepth+1), strings.Repeat("- ", variant.MaxDepth+1)} {
		if _, err := Load(text); err != ErrTooLarge {
			t.Errorf("%.10q…: %v", text, err)
		}
	}
}

func TestStartOffsets(t *testing.T) {
	const text = "a: &x !t  'b c'\nd:\n  - e\n  - [f]\ng: h i  # j\n"
	root, err := Load(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range root.Members {
		got = append(got, text[m.Key.Start:][:1], text[m.Value.Start:][:3])
	}
	if want := "a|'b |d|- e|g|h i"; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
}
