package loader

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestCopilotHeader(t *testing.T) {
	const fields = "name: n\ndescription: d\n"
	testModel(t, copilot, []modelTest{
		{"plain", header("name: n", "description: d"), "n|d", "", ""},
		{"spaces after the delimiters", "---\u00a0\n" + fields + "---\t\v\r\n", "n|d", "", ""},
		{"space before the opening delimiter", " ---\n" + fields + "---\n", "-", "no-header", " ---"},
		{"space before the closing delimiter", "---\n" + fields + " ---\n", "-", "no-header", "---"},
		{"no line between the delimiters", "---\n---\nText\n", "the-dir|Text", "no-description", "---"},
		{"byte order mark", "\ufeff---\n" + fields + "---\n", "n|d", "", ""},
		{"two byte order marks", "\ufeff\ufeff---\n" + fields + "---\n", "-", "byte-order-mark", ""},
		{"invalid UTF-8", "---\nname: n\ndescription: a\xe2\x82b\xff\n---\n", "n|a\ufffdb\ufffd", "", ""},
		{"last line break", "---\nname: n\ndescription: |\n  a\n---\n", "n|a", "", ""},
		{"last line break before another key", "---\nname: n\ndescription: |\n  a\nx: y\n---\n", "n|a\n", "", ""},
		{"last line break before an empty line, CRLF", "---\r\nname: n\r\ndescription: |\r\n  a\r\n\r\n---\r\n", "n|a\n", "", ""},
		{"largest file", "---\n" + fields + "---\n" + strings.Repeat("x", copilotBytes-31), "n|d", "", ""},
		{"file too large", "---\n" + fields + "---\n" + strings.Repeat("x", copilotBytes-30), "-", "file-size", ""},
		{"list as frontmatter", "---\n- a\n---\nText\n", "the-dir|Text", "not-a-mapping", "---"},
		{"tag on the frontmatter", header("!t {name: n, description: d}"), "n|d", "", ""},
		{"colon in a value", header("name: n", "description: a: b"), "-", "syntax", ""},
		{"offset after invalid UTF-8", "---\nx: \xff\nname: n\nname: m\n---\n", "-", "syntax", "name"},
		{"key twice", header("name: n", "description: d", "x: 1", "x: 2"), "-", "syntax", "x"},
		{"deepest value", header("name: n", "description: d", "x: "+strings.Repeat("[", 126)+strings.Repeat("]", 126)), "n|d", "", ""},
		{"value nested too deep", header("name: n", "description: d", "x: "+strings.Repeat("[", 127)+strings.Repeat("]", 127)), "-", "depth", ""},
		{"recursive alias", header("name: n", "description: d", "x: &x [*x]"), "-", "syntax", "*x]"},
	})
}

func TestCopilotName(t *testing.T) {
	field := func(value string) string { return header("name: "+value, "description: d") }
	testModel(t, copilot, []modelTest{
		{"all characters", field("Aa0-_.:z"), "Aa0-_.:z|d", "", ""},
		{"spaces", field("a  b c"), "a-b-c|d", "name-form", "a  b c"},
		{"white space around", field(`"\t a\uFEFF"`), "a|d", "", ""},
		{"NEL is not white space", field(`"a\N"`), "-", "name-form", ""},
		{"tab inside", field(`"a\tb"`), "-", "name-form", ""},
		{"hyphen first", field("-a"), "-", "name-form", "-a"},
		{"non-ASCII letter", field("é"), "-", "name-form", "é"},
		{"64", field(strings.Repeat("a", 64)), strings.Repeat("a", 64) + "|d", "", ""},
		{"65", field(strings.Repeat("a", 65)), "-", "name-length", ""},
		{"spaces count", field("a" + strings.Repeat(" ", 63) + "b"), "-", "name-length", ""},
		{"empty", field("''"), "-", "no-name", ""},
		{"null", field("~"), "-", "no-name", "~"},
		{"number", field("5"), "-", "name-type", "5"},
		{"date", field("2024-01-01"), "2024-01-01|d", "", ""},
		{"yes", field("yes"), "yes|d", "", ""},
		{"own tag", field("!t a"), "a|d", "tag", ""},
		{"own tag, and another invalid field", header("name: !t a", "description: 42"), "-", "description-type", "42"},
		{"key with a tag", header("!t name: a", "description: d"), "the-dir|d", "", ""},
	})
}

func TestCopilotDescription(t *testing.T) {
	field := func(value string) string { return header("name: n", "description: "+value) }
	body := func(text string) string { return "---\nname: n\n---\n" + text }
	long := strings.Repeat("x", 1023)
	testModel(t, copilot, []modelTest{
		{"white space is kept", field(`"  a\n b "`), "n|  a\n b ", "", ""},
		{"empty", field("''"), "n|", "", ""},
		{"null", field(""), "-", "description-type", ""},
		{"number", field("42"), "-", "description-type", "42"},
		{"1,024 characters", field(strings.Repeat("字", 1024)), "n|" + strings.Repeat("字", 1024), "", ""},
		{"1,024 units", field(strings.Repeat("😀", 512)), "n|" + strings.Repeat("😀", 512), "", ""},
		{"1,026 units", field(strings.Repeat("😀", 513)), "-", "description-length", ""},
		{"three lines of the body", body("# T\n\n a\t b \n\n## U\n- c\n#d\n`e`\nf\n"), "n|a\t b - c `e`", "no-description", ""},
		{"body without text", body("# T\n"), "n|", "no-description", ""},
		{"body is truncated", body(long + "\ny z\n"), "n|" + long + " ", "no-description", ""},
		{"body is truncated before a surrogate pair", body(long + "😀\n"), "n|" + long, "no-description", ""},
	})
}

func TestCopilotTypes(t *testing.T) {
	tests := map[string]struct{ fine, wrong []string }{
		"allowed-tools":            {[]string{"x", "''", "[]", "[a, 'b']", "!t x"}, []string{"", "~", "5", "true", "{a: b}", "[a, 5]", "[[a]]"}},
		"disable-model-invocation": {[]string{"true", "False", "!t true", "!!bool 'true'"}, []string{"", "~", "yes", "'true'", "1", "[]"}},
		"user-invocable":           {[]string{"true"}, []string{"", "no", "0"}},
		"argument-hint":            {[]string{"", "~", "x", "'[a]'", "!t x", ".inf", "!!float -.INF"}, []string{"5", "1.5", "true", "[a]", "{a: b}", "[]"}},
		"compatibility":            {[]string{"", "5", "[a]", strings.Repeat("x", 2000)}, nil},
		"metadata":                 {[]string{"", "5", "[a]", "{a: {b: c}}"}, nil},
		"version":                  {[]string{"", "1.0", "[a]"}, []string{"18446744073709551616"}},
		"license":                  {[]string{"", "2"}, []string{"!!int x"}},
	}
	for field, values := range tests {
		for _, v := range values.fine {
			testModel(t, copilot, []modelTest{{field + "=" + v, header("name: n", "description: d", field+": "+v), "n|d", "", ""}})
		}
		for _, v := range values.wrong {
			cause := "field-type"
			if field == "version" || field == "license" {
				cause = "syntax"
			}
			testModel(t, copilot, []modelTest{{field + "=" + v, header("name: n", "description: d", field+": "+v), "-", cause, ""}})
		}
	}
}

// A missing name is replaced by that of the directory only if it is valid.
func TestCopilotDirectory(t *testing.T) {
	for directory, want := range map[string]string{
		"a b":                              `loads a-b: "d"`,
		strings.Repeat("a", copilotName):   `loads ` + strings.Repeat("a", copilotName) + `: "d"`,
		strings.Repeat("a", copilotName+1): "rejected no-name",
		"é":                                "rejected no-name",
	} {
		d := analysis.NewDocument(&analysis.File{Rel: directory + "/SKILL.md", Kind: analysis.Skill}, []byte(header("description: d")))
		if got := summary(copilot.Read(d)); got != want {
			t.Errorf("%s: %s, want %s", directory, got, want)
		}
	}
}
