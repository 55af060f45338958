package tomltree

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

func TestParse(t *testing.T) {
	const source = "# c\nprompt = \"\"\"\nDo {{args}}.\n\"\"\"\r\n\"a b\" = 'x'\nn = 1_000\nb = true\nd = 2026-01-26\nl = [[1], [2], []]\n" +
		"t = { a.b = 'y', c = {} }\n[u.v]\nw.x = 1.5\n[u]\nk = inf\n[[m]]\ni = 1\n[[m]]\ni = 2\n[m.n]\no = 1\n"
	tree := Parse([]byte(source))
	if tree.Broken != nil || tree.Limits != nil {
		t.Fatalf("%+v", tree)
	}
	const want = `map[a b:x b:true d:2026-01-26 l:[[1] [2] []] m:[map[i:1] map[i:2 n:map[o:1]]] n:1000 prompt:Do {{args}}.
 t:map[a:map[b:y] c:map[]] u:map[k:inf v:map[w:map[x:1.5]]]]`
	if got := fmt.Sprint(tree.Root.JSON()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for key, text := range map[string]string{"prompt": "\"\"\"\nDo {{args}}.\n\"\"\"", "a b": "'x'", "n": "1_000", "l": "[[1], [2], []]", "t": "{ a.b = 'y', c = {} }"} {
		m := tree.Root.Member(key)
		if got := source[m.Value.Range.Start:m.Value.Range.End]; got != text {
			t.Errorf("%s: the value stands at %q, want %q", key, got, text)
		}
		if got := source[m.KeyRange.Start:m.KeyRange.End]; strings.Trim(got, `"`) != key {
			t.Errorf("%s: the key stands at %q", key, got)
		}
	}
	if d := tree.Root.Get("d"); d.Note&analysis.Timestamp == 0 {
		t.Errorf("a date is %+v", d)
	}
}

func TestBroken(t *testing.T) {
	tests := []struct {
		source, at, cause, message string
	}{
		{"prompt = Do this\n", "Do this", UnquotedText, `the text "Do this" has no quotation marks; write prompt = "…"`},
		{"prompt: \"Do\"\n", `prompt: "Do"`, MissingEquals, `a key stands before ":", where TOML has "="; write prompt = "Do"`},
		{"prompt: Do\n", `prompt: Do`, MissingEquals, `a key stands before ":", where TOML has "="; write prompt = "…"`},
		{"prompt = \"Do\nmore\"\n", `"`, OpenString, `the text that " opens does not end on its line; put """ around a text of several lines`},
		{"a = 1\nprompt = \"\"\"\nDo\nx = 1\n", `"""`, OpenString, `the text that """ opens is never closed; write """ behind its end`},
		{"prompt = '''\nDo\n", `'''`, OpenString, `the text that ''' opens is never closed; write ''' behind its end`},
		{`prompt = "C:\dir"`, `\d`, BadEscape, `"\d" means nothing in a text in double quotes; write \\ for a backslash, or put the text between '''`},
		{"prompt = \"\"\"\n\\s+\n\"\"\"", `\s`, BadEscape, `"\s" means nothing in a text in double quotes; write \\ for a backslash, or put the text between '''`},
		{"prompt =\n", "prompt =", MissingValue, `"prompt" has no value; write one behind "="`},
		{"prompt = “Do”\n", "“Do”", CurlyQuotes, `the quotation marks are none of TOML; write "…" with straight ones`},
		{"---\ndescription: x\n---\nDo\n", "---", NoTOML, `the file begins with "---" as Markdown and YAML do, and is no TOML; write prompt = """, the text, and """`},
		{"{\"prompt\": 1}", `{"prompt": 1}`, NoTOML, `the file is JSON and no TOML; write prompt = "…" without braces`},
		{"Do this.\n", "Do this.", MissingEquals, `"Do this." is no key with a value; write "key = value", or put """ around a text of several lines`},
		{"a = 1\na = 2\n", "a", Twice, `"a" is given twice; keep one of the two`},
		{"[a]\n[a]\n", "a", Twice, `"a" is defined a second time; keep one of the two`},
		{"a = {}\n[a.b]\n", "a", Twice, `"a" stands in braces, and nothing can be added to it; keep one of the two`},
		{"[a.b]\n[a]\n[a]\n", "a", Twice, `"a" is defined a second time; keep one of the two`},
		{"a = [1]\n[[a]]\n", "a", Twice, `"a" is defined a second time; keep one of the two`},
		{"[x.a]\n[x]\na.b = 1\n", "a", Twice, `"a" has a table of its own, and its keys belong there; keep one of the two`},
		{"[[x.a]]\n[x]\na.b = 1\n", "a", Twice, `"a" has a value, and no table can be below it; keep one of the two`},
		{"a = 1 b = 2\n", "b = 2", TextBehind, `"b = 2" stands behind a value; write one key on each line, and a comment behind #`},
		{"a = [1,\n", "[", OpenBracket, `what "[" opens is never closed; write its closing bracket`},
		{"a = \"\"\"x\"\"\"\"", `""""`, TooNew, "a quotation mark stands directly before the \"\"\" that closes the text, which the parsers that agents use do not take; put a blank or a line end between them"},
		{`a = "\e[1m"`, `\e`, TooNew, `the escape \e is not known to the parsers that agents use; write \u and four digits`},
		{"a = [1, 'x']", "'x'", TooNew, "a list holds values of several types, which the parsers that agents use do not take; write values of one type"},
		{"a = {b = 1,\nc = 2}", "\n", TooNew, "a table in braces goes on on another line, which the parsers that agents use do not take; write it on one line"},
		{"a = \"x\x01\"", "\x01", ControlChar, "TOML forbids this invisible character; delete it"},
	}
	for _, tt := range tests {
		p := Parse([]byte(tt.source)).Broken
		if p == nil {
			t.Errorf("%q parses", tt.source)
			continue
		}
		if got := tt.source[p.Range.Start:p.Range.End]; got != tt.at || p.Cause != tt.cause || p.Message != tt.message {
			t.Errorf("%q: %s at %q\n%s\nwant %s at %q\n%s", tt.source, p.Cause, got, p.Message, tt.cause, tt.at, tt.message)
		}
	}
}

func TestLimits(t *testing.T) {
	var keys strings.Builder
	for i := range 2 * maxValues {
		fmt.Fprintf(&keys, "k%d = 1\n", i)
	}
	for name, source := range map[string]string{
		"keys":   keys.String(),
		"dots":   strings.Repeat("a.", 500_000/2) + "a = 1",
		"lists":  "a = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"braces": "a = " + strings.Repeat("{a=", 5000) + "1" + strings.Repeat("}", 5000),
		"bytes":  strings.Repeat("# é\n", maxBytes/4),
		"line":   "a = '" + strings.Repeat("é", maxBytes),
	} {
		tree := Parse([]byte(source))
		if len(tree.Limits) != 1 || tree.Root != nil || tree.Broken != nil {
			t.Errorf("%s: root %v, broken %+v, limits %v", name, tree.Root != nil, tree.Broken, tree.Limits)
			continue
		}
		if r := tree.Limits[0].Range; r.Start < 0 || r.End > len(source) || r.Len() > longestShown || !utf8.ValidString(source[r.Start:r.End]) {
			t.Errorf("%s: limit at %v of %d", name, r, len(source))
		}
	}
}

// FuzzParse checks what holds for all bytes: no panic, ranges within the text, and something that is
// said for everything that is not read.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "a = 1\n[b.c]\nd = \"x\"\n[[e]]\n", "a.b = {c = [1, 'x'], d.e = 1979-05-27T07:32:00Z}", "p = \"\"\"\n\\u00e9 \\\n x\"\"\"", "a = “x”", "a: b",
		"---\na: b", "{}", "a = [", "a = {", "a = \"", "[", "[[", "a =", "=", "a = 1 b", "\ufeff", "\xff", "é = 1", "a = é", "a = '''é", "\"\\", "a = \"\\", "[a", "a.", "a = \r", " " + strings.Repeat("\x8b", 100)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		tree := Parse(source)
		check := func(what string, r analysis.Range) {
			if r.Start < 0 || r.Start > r.End || r.End > len(source) {
				t.Fatalf("%q: %s at %v", source, what, r)
			}
		}
		switch {
		case tree.Broken != nil:
			check("problem", tree.Broken.Range)
			if tree.Root != nil || tree.Broken.Cause == "" || !strings.Contains(tree.Broken.Message, "; ") {
				t.Fatalf("%q: %+v", source, tree.Broken)
			}
		case len(tree.Limits) > 0:
			check("limit", tree.Limits[0].Range)
		default:
			checkValue(t, check, tree.Root)
		}
	})
}

func checkValue(t *testing.T, check func(string, analysis.Range), v *analysis.Value) {
	check("value", v.Range)
	for _, item := range v.Items {
		checkValue(t, check, item)
	}
	for _, m := range v.Members {
		check("key", m.KeyRange)
		checkValue(t, check, m.Value)
	}
}
