package loader

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
)

// A modelTest is a file with the expected outcome of a model.
type modelTest struct {
	name, source string
	want         string // "name|description"; "-" if rejected, "?" if unknown
	cause        string // of the only reason; empty if there are no reasons
	at           string // the text of that reason's range
}

func testModel(t *testing.T, a *Client, tests []modelTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const path = "skills/the-dir/SKILL.md"
			d := analysis.NewDocument(&analysis.File{Path: path, Rel: path}, []byte(test.source))
			o := a.read(newFile(d))
			got := "-"
			if o.unknown {
				got = "?"
			} else if o.loaded {
				got = o.name + "|" + o.description
			}
			if got != test.want {
				t.Errorf("%.200q\n got %.200q %v\nwant %.200q", test.source, got, o.reasons, test.want)
			}
			var cause, at string
			if len(o.reasons) > 0 {
				r := o.reasons[0]
				cause, at = r.Cause, test.source[r.Range.Start:r.Range.End]
			}
			if len(o.reasons) > 1 || cause != test.cause || test.at != "" && at != test.at {
				t.Errorf("%.200q: %d reasons, %q at %q, want %q at %q", test.source, len(o.reasons), cause, at, test.cause, test.at)
			}
		})
	}
}

func TestCodexHeader(t *testing.T) {
	const fields = "name: n\ndescription: d\n"
	testModel(t, codex, []modelTest{
		{"plain", header("name: n", "description: d"), "n|d", "", ""},
		{"spaces around the delimiters", " \t---\u00a0\n" + fields + "\u3000---\v\n", "n|d", "", ""},
		{"CRLF", "---\r\nname: n\r\ndescription: |\r\n  a\r\n  b\r\n---\r\n", "n|a b", "", ""},
		{"lone CR", "---\rname: n\r---\r", "-", "no-header", ""},
		{"closing delimiter without line break", "---\n" + fields + "---", "n|d", "", ""},
		{"four dashes", "---\n" + fields + "----\n", "-", "no-header", "---"},
		{"text after the opening delimiter", "--- #\n" + fields + "---\n", "-", "no-header", "--- #"},
		{"empty first line", "\n---\n" + fields + "---\n", "-", "no-header", ""},
		{"no line between the delimiters", "---\n---\n", "-", "no-header", "---"},
		{"comment only", "---\n# c\n---\n", "-", "no-description", "---"},
		{"byte order mark", "\ufeff---\n" + fields + "---\n", "-", "byte-order-mark", "\ufeff"},
		{"not UTF-8 in the body", "---\n" + fields + "---\n\xff\n", "-", "not-utf-8", "\xff"},
		{"ends at an indented delimiter", header("name: n", "description: |", "  a", "  ---", "  b"), "n|a", "", ""},
		{"too long", header("name: n", "description: d", "x: "+strings.Repeat("y", serdeyaml.MaxBytes)), "?", "too-large", ""},
		{"empty file", "", "-", "no-header", ""},
	})
}

func TestCodexFields(t *testing.T) {
	testModel(t, codex, []modelTest{
		{"white space", header(`name: " a  b "`, `description: "c\n\td\u00a0e"`), "a b|c d e", "", ""},
		{"numbers are kept as written", header("name: 1.50", "description: 0x1F"), "1.50|0x1F", "", ""},
		{"no name", header("description: d"), "the-dir|d", "", ""},
		{"null as name", header("name: ~", "description: d"), "the-dir|d", "no-name", "~"},
		{"empty name", header("name: '  '", "description: d"), "the-dir|d", "no-name", ""},
		{"quoted null", header("name: '~'", "description: d"), "~|d", "", ""},
		{"64 characters", header("name: "+strings.Repeat("😀", 64), "description: d"), strings.Repeat("😀", 64) + "|d", "", ""},
		{"65 characters", header("name: "+strings.Repeat("a", 65), "description: d"), "-", "name-length", strings.Repeat("a", 65)},
		{"list as name", header("name: [a]", "description: d"), "-", "name-type", "[a]"},
		{"null as description", header("name: n", "description: null"), "-", "no-description", ""},
		{"white space as description", header("name: n", "description: ' '"), "-", "no-description", ""},
		{"description in capitals", header("name: n", "Description: d"), "-", "no-description", ""},
		{"longest description", header("name: n", "description: "+strings.Repeat("字", 1024)), "n|" + strings.Repeat("字", 1024), "", ""},
		{"description too long", header("name: n", "description: "+strings.Repeat("x", 1025)), "n|" + strings.Repeat("x", 1025), "description-cut", ""},
		{"name twice", header("name: n", "name: m", "description: d"), "-", "syntax", "name"},
		{"other key twice", header("name: n", "description: d", "x: 1", "x: 2"), "n|d", "", ""},
		{"other types", header("name: n", "description: d", "allowed-tools: {a: [b]}", "license: 123456789012345678901234"), "n|d", "", ""},
		{"empty metadata", header("name: n", "description: d", "metadata:"), "n|d", "", ""},
		{"null as metadata", header("name: n", "description: d", "metadata: ~"), "-", "field-type", "~"},
		{"list as metadata", header("name: n", "description: d", "metadata: [a]"), "-", "field-type", "[a]"},
		{"short description twice", header("name: n", "description: d", "metadata: {short-description: a, short-description: b}"), "-", "syntax", "short-description"},
		{"list as short description", header("name: n", "description: d", "metadata:", "  short-description: []"), "-", "field-type", "[]"},
		{"list as key", header("name: n", "description: d", "[a]: b"), "-", "syntax", ""},
		{"own tag", header("name: n", "description: !important d"), "n|d", "tag", ""},
		{"standard tag", header("name: n", "description: !!str 5"), "n|5", "", ""},
		{"tag that contradicts the value", header("name: n", "description: !!null d"), "-", "syntax", ""},
		{"alias", header("name: &a n", "description: *a"), "n|n", "", ""},
		{"merge key", header("base: &b {description: d}", "<<: *b", "name: n"), "-", "no-description", ""},
		{"nested aliases", header("name: n", "description: d", "a: &a [x, x]", "b: &b [*a, *a]", "c: [*b, *b]"), "n|d", "", ""},
		{"list as frontmatter", header("- name: n"), "-", "syntax", ""},
		{"JSON as frontmatter", header(`{"name": "n", "description": "d"}`), "n|d", "", ""},
	})
}

func TestCodexRepair(t *testing.T) {
	field := func(value string) string { return header("name: n", "description: "+value) }
	testModel(t, codex, []modelTest{
		{"colon", field("Use when: x"), "n|Use when: x", "", ""},
		{"colon before a tab", field("Use when:\tx"), "n|Use when: x", "", ""},
		{"colon at the end", field("Use when:"), "-", "syntax", ""},
		{"two colons", field("a: b: c"), "n|a: b: c", "", ""},
		{"apostrophe", field("It's: x"), "n|It's: x", "", ""},
		{"bracket", field("[WIP] x"), "n|[WIP] x", "", ""},
		{"brace", field("{x} y"), "n|{x} y", "", ""},
		{"backtick", field("`x` y"), "n|`x` y", "", ""},
		{"at sign", field("@x y"), "n|@x y", "", ""},
		{"percent sign", field("%x: y"), "n|%x: y", "", ""},
		{"percent sign without a colon", field("%x y"), "-", "syntax", "%x"},
		{"asterisk", field("*x* y"), "-", "syntax", ""},
		{"asterisk with a colon", field("*x*: y"), "n|*x*: y", "", ""},
		{"ampersand", field("&x: y"), "n|&x: y", "", ""},
		{"quotation marks, then text", field(`"a" b`), "-", "syntax", ""},
		{"quoted text with a colon is unchanged", field(`"a": b`), "-", "syntax", ""},
		{"comment", field("a: b # c"), "n|a: b", "comment", "# c"},
		{"no comment", field("a: b#c"), "n|a: b#c", "", ""},
		{"preceding field", header("name: n", "x: a: b", "description: d"), "n|d", "", ""},
		{"field of a list item", header("name: n", "description: d", "x:", "  - k: a: b"), "n|d", "", ""},
		{"item of a list", header("name: n", "description: d", "x:", "  - a: b: c"), "n|d", "", ""},
		{"colon in quotation marks elsewhere", header("name: n", "description: a: b", `x: "c: d"`), "n|a: b", "", ""},
		{"block scalar is unchanged", header("name: n", "description: |", "  a: b: c", "x: a: b"), "n|a: b: c", "", ""},
		{"empty line in a block scalar", header("name: n", "description: |", "  a", "", "  b: c: d", "x: a: b"), "n|a b: c: d", "", ""},
		{"after a block scalar", header("x:", "  y: >", "    a: b: c", "  z: d: e", "name: n", "description: d"), "n|d", "", ""},
		{"multi-line value", header("name: n", "description: Use when: x", "  and y"), "-", "syntax", ""},
		{"CRLF", "---\r\nname: n\r\ndescription: a: b\r\n---\r\n", "n|a: b", "", ""},
		{"wrong types are retried", header("name: [a] b", "description: d"), "[a] b|d", "", ""},
		{"valid list is unchanged", header("name: n", "description: a: b", "tags: [a, b]"), "n|a: b", "", ""},
		{"repair is not enough", header("name: n", "description: a: b", "x: *y*"), "-", "syntax", ""},
		{"first error is reported", header("name: n", "description: a: b", "x: '"), "-", "syntax", ""},
		{"colon without white space in a URL", header("name: n", "description: http://x: y"), "n|http://x: y", "", ""},
	})
}

func TestRepairKeepsLines(t *testing.T) {
	const text = "a: b: c\r\n# d: e: f\nno colon\nk:v: w\n: x: y\nl: '\n"
	const want = "a: 'b: c'\n# d: 'e: f'\nno colon\nk:v: w\n: x: y\nl: '"
	if got, repairs := requote(text); got != want || len(repairs) != 2 {
		t.Errorf("%q, %d repairs", got, len(repairs))
	}
}

// FuzzRust checks that the models of clients in Rust do not panic, and that ranges are in the file.
func FuzzRust(f *testing.F) {
	f.Add([]byte(header("name: n", "description: a: b # c", "x: [")))
	f.Add([]byte("\ufeff---\r\nname: !t n\r\n---\r\n\xff# h\r\nx"))
	f.Add([]byte("---\nname: n\ndescription: |\n  a\n  ---\n---\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		const path = "skills/the-dir/SKILL.md"
		for _, a := range []*Client{codex, copilot} {
			o := a.read(newFile(analysis.NewDocument(&analysis.File{Path: path, Rel: path}, source)))
			if !o.loaded && len(o.reasons) == 0 {
				t.Errorf("%s: no reason for the rejection of %q", a.ID, source)
			}
			for _, r := range o.reasons {
				if r.Range.Start < 0 || r.Range.End < r.Range.Start || r.Range.End > len(source) {
					t.Errorf("%s: %q: range %v is invalid", a.ID, source, r.Range)
				}
			}
		}
	})
}
