package yamltree

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// verdict summarizes the result of Parse.
func verdict(src string, tree Tree) string {
	at := func(r analysis.Range) string { return fmt.Sprintf("%s %q", position(src, r.Start), src[r.Start:r.End]) }
	var parts []string
	if tree.Broken != nil {
		parts = append(parts, at(tree.Broken.Range)+" "+tree.Broken.Cause)
	}
	for _, o := range tree.Warnings {
		parts = append(parts, at(o.Range)+" "+string(o.Kind))
	}
	for _, l := range tree.Limits {
		parts = append(parts, at(l.Range)[:12]+" limit")
	}
	return strings.Join(parts, ", ")
}

// TestVerdicts parses frontmatter that clients reject or repair. It must be accepted as by yaml.v3, or rejected with
// the position and cause that its author needs.
func TestVerdicts(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"y-tab-indent", "name: y\ndescription: Does a thing.\nmetadata:\n\tauthor: me\n", `4:1 "\t" tab-indent`},
		{"y-tab-line", "name: y\ndescription: Does a thing.\n\t\nlicense: MIT\n", `3:1 "\t" tab-indent`},
		{"y-colon", "name: y\ndescription: Use when: things happen\n", `2:22 ": " unquoted-colon`},
		{"y-colon-other", "name: y\ndescription: Does a thing.\nnote: a: b\n", `3:8 ": " unquoted-colon`},
		{"y-colon-desc-list", "name: y\ndescription: Use when: a\nallowed-tools:\n  - Read\n  - Write\n", `2:22 ": " unquoted-colon`},
		{"y-colon-end", "name: y\ndescription: Use this when:\n", `2:27 ":" unquoted-colon`},
		{"y-hash", "name: y\ndescription: Does C# and # this\n", ""},
		{"y-backtick", "name: y\ndescription: `tool` runs it\n", "2:14 \"`tool` runs it\" reserved-start"},
		{"y-bracket", "name: y\ndescription: [WIP] Does a thing\n", `2:14 "[WIP] Does a thing" reserved-start`},
		{"y-star", "name: y\ndescription: *Bold* text first\n", `2:14 "*Bold* text first" reserved-start`},
		{"y-bang", "name: y\ndescription: !important do a thing\n", `2:14 "!important" unknown-tag`},
		{"y-pipe-text", "name: y\ndescription: | piped text here\n", `2:14 "| piped text here" reserved-start`},
		{"y-dq-then-text", "name: y\ndescription: \"Quoted\" then text\n", `2:23 "then text" text-after-quote`},
		{"y-dq-escape", "name: y\ndescription: \"Line\\nTab\\tUni\\u00e9 \\\"q\\\"\"\n", ""},
		{"y-dq-bad-escape", "name: y\ndescription: \"Matches \\d+ digits\"\n", `2:23 "\\d" bad-escape`},
		{"y-dq-unclosed", "name: y\ndescription: \"Never closed\n", `2:14 "\"Never closed" unclosed-quote`},
		{"y-question", "name: y\ndescription: ? is it a key\n", `2:14 "? is it a key" reserved-start`},
		{"y-equals", "name: y\ndescription: =\n", ""},
		{"y-dup-name", "name: y\nname: y-b\ndescription: Does a thing.\n", `2:1 "name" duplicate-key`},
		{"y-dup-other", "name: y\nlicense: MIT\nlicense: BSD\n", `3:1 "license" duplicate-key`},
		{"y-key-case", "Name: y\nDescription: Does a thing.\n", ""},
		{"y-key-space", "name : y\ndescription : Does a thing.\n", ""},
		{"y-all-indented", "  name: y\n  description: Does a thing.\n", ""},
		{"y-literal", "name: y\ndescription: |\n  Line one\n  line two\n", ""},
		{"y-folded", "name: y\ndescription: >\n  Line one\n  line two\n", ""},
		{"y-folded-strip", "name: y\ndescription: >-\n  Line one\n  line two\n", ""},
		{"y-literal-two", "name: y\ndescription: |2\n    Line one\n  line two\n", ""},
		{"y-literal-colon", "name: y\ndescription: |\n  Use when: a\n  and # b\n", ""},
		{"y-literal-unindented", "name: y\ndescription: |\nLine one\n", `3:1 "Line one" block-indent`},
		{"y-plain-multi", "name: y\ndescription: Line one\n  line two\n  line three\n", ""},
		{"y-plain-multi-flush", "name: y\ndescription: Line one\nline two\n", `3:1 "line two" continuation`},
		{"y-dq-multi", "name: y\ndescription: \"Line one\n  line two \\\n  three\"\n", ""},
		{"y-block-empty", "name: y\ndescription: >\nlicense: MIT\n", ""},
		{"y-colon-folded-fallback", "name: y\ndescription: >-\n  Line one\n  line two\nnote: a: b\n", `5:8 ": " unquoted-colon`},
		{"y-anchor", "name: &n y\ndescription: Does a thing.\nmetadata:\n  id: *n\n", `1:7 "&n" anchor`},
		{"y-merge", "base: &b\n  description: Merged.\nname: y\n<<: *b\n", `1:7 "&b" anchor`},
		{"y-tag-custom", "name: y\ndescription: !thing Does a thing.\n", `2:14 "!thing" unknown-tag`},
		{"y-tag-unknown-field", "name: y\nfoo: !js/function 'x'\n", `2:6 "!js/function" unknown-tag`},
		{"y-bomb", "name: y\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n", `2:4 "&a" anchor, 6:5 "*d" bad-alias`},
		{"y-recursive", "name: y\na: &a [*a]\n", `2:4 "&a" anchor, 2:8 "*a" bad-alias`},
		{"y-directive", "%YAML 1.2\nname: y\n", `1:1 "%YAML 1.2" directive`},
		{"y-list-root", "- name: y\n- description: Does a thing.\n", ""},
		{"y-json-root", "{\"name\": \"y\", \"description\": \"Does a thing.\"}\n", ""},
		{"y-number-key", "name: y\n1: x\n", ""},
		{"y-no-colon-line", "name: y\ndescription: Does a thing.\nstray text\n", `3:1 "stray text" continuation`},
		{"y-flow-unclosed-before", "allowed-tools: [Read, Write\nname: y\ndescription: Does a thing.\n", `1:16 "[Read, Write" unclosed-flow`},
		{"y-deep", "name: y\nx: " + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "\n", `2:67 "[[[[[[ limit`},
		{"list below a value", "a: b\n- c\n", `2:1 "- c" list-below-value`},
		{"list in a list", "a:\n  - b\n c\n", `3:2 "c" continuation`},
		{"bad list indent", "a:\n   - b\n  - c\n", `3:3 "- c" bad-indent`},
		{"unclosed bracket", "a: [b\n", `1:4 "[b" unclosed-flow`},
		{"list and key", "- a\nb: c\n", `2:1 "b" list-indent`},
		{"an at", "@x\n", `1:1 "@x" reserved-start`},
		{"a backtick", "`x`\n", "1:1 \"`x`\" reserved-start"},
		{"a percent", "a: %x\n", `1:4 "%x" reserved-start`},
		{"a percent first", "%x\n", `1:1 "%x" directive`},
		{"stars", "**/*.ts\n", `1:1 "**/*.ts" reserved-start`},
		{"an alias", "*x\n", `1:1 "*x" unknown-alias`},
		{"a control character", "a: b\x01\n", `1:5 "\x01" control-character`},
		{"NUL", "a: \x00\n", `1:4 "\x00" control-character`},
		{"unclosed quote", "'a\nb: c\n", `1:1 "'a" unclosed-quote`},
		{"two documents", "a: b\n---\nc: d\n", `2:1 "---" second-document`},
		{"indented first line", "  a: b\nc: d\n", `1:3 "a" bad-indent`},
		{"a mapping as key", "{a: b}: c\n", `1:1 "{a: b}" non-string-key`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := Parse([]byte(tt.src), analysis.Range{End: len(tt.src)})
			if got := verdict(tt.src, tree); got != tt.want {
				t.Errorf("%q:\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

// TestCauses covers the causes, roughly in the order of detection. The fixtures of the rule cover the messages.
func TestCauses(t *testing.T) {
	tests := []struct{ src, want string }{
		{"name: x\ndescription: Use when: things happen\n", `2:22 ": " unquoted-colon`},
		{"name: x\ndescription: Does.\nnote: a: b\n", `3:8 ": " unquoted-colon`},
		{"description: Use when: a\nallowed-tools:\n  - Read\n", `1:22 ": " unquoted-colon`},
		{"description: Use this when:\nname: x\n", `1:27 ":" unquoted-colon`},
		{"name: x\ndescription: `tool` runs it\n", "2:14 \"`tool` runs it\" reserved-start"},
		{"description: [WIP] Does a thing\n", `1:14 "[WIP] Does a thing" reserved-start`},
		{"description: *Bold* text first\n", `1:14 "*Bold* text first" reserved-start`},
		{"description: **/*.ts\n", `1:14 "**/*.ts" reserved-start`},
		{"description: *foo\n", `1:14 "*foo" unknown-alias`},
		{"description: *foo bar\n", `1:14 "*foo bar" reserved-start`},
		{"description: !important: do\n", `1:14 "!important:" unknown-tag`},
		{"description: | piped text here\n", `1:14 "| piped text here" reserved-start`},
		{"description: >=1.0\n", `1:14 ">=1.0" reserved-start`},
		{"description: \"Quoted\" then text\n", `1:23 "then text" text-after-quote`},
		{"description: 'It's here'\n", `1:17 "'s here'" text-after-quote`},
		{"description: 'Don't do: x'\nname: y\n", `1:18 "'t do: x'" text-after-quote`},
		{"description: \"say \"hi\" now\"\n", `1:20 "hi\" now\"" text-after-quote`},
		{"description: \"Matches \\d+ digits\"\n", `1:23 "\\d" bad-escape`},
		{"description: \"Never closed\n", `1:14 "\"Never closed" unclosed-quote`},
		{"description: \"Never closed\nname: \"x\"\n", `1:14 "\"Never closed" unclosed-quote`},
		{"description: 'Never closed\nname: it's\nb: c\n", `1:14 "'Never closed" unclosed-quote`},
		{"description: 'tis\nname: x\n", `1:14 "'tis" unclosed-quote`},
		{"description: ? is it a key\n", `1:14 "? is it a key" reserved-start`},
		{"description: @foo bar\n", `1:14 "@foo bar" reserved-start`},
		{"description: %x foo\n", `1:14 "%x foo" reserved-start`},
		{"description: |\nLine one\nname: x\n", `2:1 "Line one" block-indent`},
		{"description: Line one\nline two\nname: x\n", `2:1 "line two" continuation`},
		{"name: y\ndescription: Does.\nstray text\n", `3:1 "stray text" continuation`},
		{"stray text\nname: y\n", `1:1 "stray text" continuation`},
		{"name:foo\ndescription: bar\n", `1:1 "name:" missing-space`},
		{"name: x\ndescription:foo bar\n", `2:1 "description:" missing-space`},
		{"name: x\ndescription：foo bar\n", `2:1 "description：" full-width-colon`},
		{"name: x\ndescription:\u00a0foo bar\n", `2:12 ":\u00a0" no-break-space`},
		{"metadata:\n\tauthor: me\n", `2:1 "\t" tab-indent`},
		{"metadata:\n  a: b\n\tauthor: me\n", `3:1 "\t" tab-indent`},
		{"tools:\n-\ta: b\n", `2:2 "\t" tab-indent`},
		{"description: a\n\tb\n", `2:1 "\t" tab-indent`},
		{"description: |\n\ttext\n", `2:1 "\t" tab-indent`},
		{"allowed-tools: [Read, Write\nname: y\ndescription: Does.\n", `1:16 "[Read, Write" unclosed-flow`},
		{"allowed-tools: [Read, Write\n", `1:16 "[Read, Write" unclosed-flow`},
		{"allowed-tools: {a: b\nname: y\n", `1:16 "{a: b" unclosed-flow`},
		{"tools: [a \"b\"]\n", ""},
		{"tools: [\"a\" b]\n", `1:13 "b" flow-separator`},
		{"tools: [a, , b]\n", `1:12 "," flow-separator`},
		{"tools: [a}\n", `1:8 "[a}" unclosed-flow`},
		{"tools: [what?]\n", ""},
		{"tools: a: [b]\n", `1:9 ": " unquoted-colon`},
		{"tools: - a\n  - b\n", `1:8 "- a" list-on-key-line`},
		{"tools: a\n- b\n", `2:1 "- b" list-below-value`},
		{"tools: \"x\"\n  - b\n", `2:3 "- b" list-below-value`},
		{"tools: \"x\"\n  b: c\n", `2:3 "b" indented-key`},
		{"denied:\n  - bash\n  dependencies:\n    - run-history\n  - log-index\ncacheable: true\n  max_retries: 3\n", `3:3 "dependencies" list-indent`},
		{"cacheable: true\n  max_retries: 3\ntimeout: 3\n", `2:3 "max_retries" indented-key`},
		{"tools:\n- a\n  deps: b\n", `3:3 "deps" list-indent`},
		{"tools:\n  - a\n    deps: b\n", `3:5 "deps" list-indent`},
		{"tools:\n    - a\n  deps: b\n", `3:3 "deps" bad-indent`},
		{"tools:\n  - name: a\n  value: b\n", `3:3 "value" list-indent`},
		{"a:\n    b: 1\n  c: 2\n", `3:3 "c" bad-indent`},
		{"  name: x\ndescription: y\n", `1:3 "name" bad-indent`},
		{"name: x\n---\nb: c\n", `2:1 "---" second-document`},
		{"%YAML 1.2\nname: x\n", `1:1 "%YAML 1.2" directive`},
		{"name: x\n: y\n", `2:1 ":" empty-key`},
		{"name: x\ndescription: a # c\n  more text\n", `3:3 "more text" continuation`},
		{"name: x\n# c\nd: e\u2028f\n", `3:5 "\u2028" line-separator`},
		{"name: x\ndescription: foo.\u2028Use when: x\n", ""},
		{"name: \"x\"\n  more\n", `2:3 "more" continuation`},
		{"name: x, b: c\n", `1:11 ": " unquoted-colon`},
		{"name: x\n]\n", `2:1 "]" reserved-start`},
		{"name: ]x\n", `1:7 "]x" reserved-start`},
		{"name: , x\n", `1:7 ", x" reserved-start`},
		{"description: Use: this, or\n  that: x\n  and more\nname: x\n", `1:17 ": " unquoted-colon`},
		{"description: Use when: a\n  more text\n  and more\nname: x\n", `1:22 ": " unquoted-colon`},
		{"description: Use when: a # not this\nname: x\n", `1:22 ": " unquoted-colon`},
		{"- Use when: a: b\n", `1:14 ": " unquoted-colon`},
		{"k1: v\nk2: \"a\": b\n", `2:8 ": b" text-after-quote`},
		{"a: b: c: d\n", `1:5 ": " unquoted-colon`},
		{"a: 'x' 'y'\n", `1:8 "'y'" text-after-quote`},
		{"a: \"b\\xZZ\"\n", `1:6 "\\x" bad-escape`},
		{"日本語: 値: 別\n", `1:7 ": " unquoted-colon`},
		{"a: é: b\r\nb: c\r\n", `1:5 ": " unquoted-colon`},
		{"a: http://x.y: z\n", `1:14 ": " unquoted-colon`},
		{"a: &b c d\n", `1:4 "&b" anchor`},
		{"a: & b\n", `1:4 "& b" reserved-start`},
		{"a: [b, c]: d\n", `1:4 "[b, c]: d" reserved-start`},
		{"? a b\n  c\nfoo\n", `3:1 "foo" continuation`},
		{"a: {{NAME}} foo\n", `1:4 "{{NAME}} foo" reserved-start`},
		{"a: {{NAME}}\n", `1:4 "{{NAME}}" non-string-key`},
		{"\"a\" b: c\n", `1:5 "b: c" text-after-quote`},
		{"a: b\n\"c\" d: e\n", `2:5 "d: e" text-after-quote`},
		{"a: -b\n- c\n", `2:1 "- c" list-below-value`},
		{"a: [b,\n  c\nd: e\n", `1:4 "[b," unclosed-flow`},
		{"a: [\n  b\n  c: d\n  e: f\n]\n", `3:4 ":" flow-separator`},
		{"a: '\nb: c\n", `1:4 "'" unclosed-quote`},
		{"-foo\n-bar\n", ""},
		{"a:\n  -foo\n  -bar\nb: c\n", ""},
		{"a:\n  - foo\n  -bar\nb: c\n", `3:3 "-bar" missing-space`},
		{"a: \"x\" # c\n  y\n", `2:3 "y" continuation`},
		{"name = x\ndescription = y\n", ""},
		{"  a: b\n  c: d\ne: f\n", `3:1 "e" bad-indent`},
		{"a: >\n    b\n  c\nd: e\n", `3:3 "c" block-indent`},
		{"a: |\n  b\n# c\n  d\ne: f\n", `4:3 "d" block-indent`},
		{"a: |\n#  b\n  c\nd: e\n", `3:3 "c" block-indent`},
		{"a:\n- b\n  - \"c\"\n", ""},
		{"a:\n- \"b\"\n  - c\n", `3:3 "- c" bad-indent`},
		{"a:\n  - \"b\n  - \"c\"\nd: e\n", `2:5 "\"b" unclosed-quote`},
		{"a: [\"b\"\nc: \"d\"\n", `1:4 "[\"b\"" unclosed-flow`},
		{"a:\n  b:c\n  d: e\n", `2:3 "b:" missing-space`},
		{"a:\n  b c\n  d: e\n", `2:3 "b c" continuation`},
		{"a:\n  - b:c\n    d: e\n", `2:5 "b:" missing-space`},
		{"a:\n  - b c\n    d: e\n", `3:5 "d" list-indent`},
		{"a: b\n   c: d\n", `2:4 "c" indented-key`},
		{"a: .nan\nb: -.INF\nc: 1e400\nd: -1e-401\ne: 1e-99999999999999999999\n",
			`1:4 ".nan" bad-number, 2:4 "-.INF" bad-number, 3:4 "1e400" bad-number, 4:4 "-1e-401" bad-number, 5:4 "1e-99999999999999999999" bad-number`},
		{"a: 1e308\nb: 1e-400\nc: .inf.\nd: 'a'\ne: '.nan'\nf: 99999999999999999999\ng: 1e\nh: +\ni: ..\nj: 1.2.3\nk: 1e5x\n", ""},
		{"a: b\nc\n  d: e\n", `2:1 "c" continuation`},
	}
	for _, tt := range tests {
		t.Run(strconv.Quote(tt.src), func(t *testing.T) {
			tree := Parse([]byte(tt.src), analysis.Range{End: len(tt.src)})
			if got := verdict(tt.src, tree); got != tt.want {
				t.Errorf("%q:\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

// TestPublishedFrontmatter checks the frontmatter of a published design document, in which a key is indented into the list
// above it.
func TestPublishedFrontmatter(t *testing.T) {
	found, err := filepath.Glob("../../../../shared/seeds/003*.txt")
	if err != nil || len(found) != 1 {
		t.Skip("../shared/seeds not found")
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	src := strings.ReplaceAll(string(data), "\r\n", "\n")
	start := strings.Index(src, "```yaml\n---\n") + len("```yaml\n---\n")
	end := start + strings.Index(src[start:], "\n---\n") + 1
	tree := Parse([]byte(src), analysis.Range{Start: start, End: end})
	if got, want := verdict(src, tree), `74:3 "dependencies" list-indent`; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if !strings.Contains(tree.Broken.Message, "indented into the list") || !strings.Contains(tree.Broken.Help, "column 1") {
		t.Errorf("message: %s; help: %s", tree.Broken.Message, tree.Broken.Help)
	}
}
