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
			t.Errorf("%s: got value %q, want %q", key, got, text)
		}
		if got := source[m.KeyRange.Start:m.KeyRange.End]; strings.Trim(got, `"`) != key {
			t.Errorf("%s: got key %q", key, got)
		}
	}
	if d := tree.Root.Get("d"); d.Note&analysis.Timestamp == 0 {
		t.Errorf("date is not a timestamp: %+v", d)
	}
}

func TestBroken(t *testing.T) {
	tests := []struct {
		source, at, cause, message string
	}{
		{"prompt = Do this\n", "Do this", UnquotedText, `unquoted text "Do this"; write prompt = "…"`},
		{"prompt: \"Do\"\n", `prompt: "Do"`, MissingEquals, `":" used instead of "="; write prompt = "Do"`},
		{"prompt: Do\n", `prompt: Do`, MissingEquals, `":" used instead of "="; write prompt = "…"`},
		{"prompt = \"Do\nmore\"\n", `"`, OpenString, `unclosed string; add the closing ", or put """ around text of several lines`},
		{"a = 1\nprompt = \"\"\"\nDo\nx = 1\n", `"""`, OpenString, `unclosed string; add """ after its end`},
		{"prompt = '''\nDo\n", `'''`, OpenString, `unclosed string; add ''' after its end`},
		{`prompt = "C:\dir"`, `\d`, BadEscape, `invalid escape sequence "\d"; write \\ for a backslash, or put the text between '''`},
		{"prompt = \"\"\"\n\\s+\n\"\"\"", `\s`, BadEscape, `invalid escape sequence "\s"; write \\ for a backslash, or put the text between '''`},
		{"prompt =\n", "prompt =", MissingValue, `missing value for key "prompt"; add the value after "="`},
		{"prompt = “Do”\n", "“Do”", CurlyQuotes, `typographic quotes; use straight quotes (")`},
		{"---\ndescription: x\n---\nDo\n", "---", NoTOML, `file starts with YAML frontmatter; write the fields as "key = value", and the text as prompt = """…"""`},
		{"{\"prompt\": 1}", `{"prompt": 1}`, NoTOML, `file contains JSON; write prompt = "…" without braces`},
		{"Do this.\n", "Do this.", MissingEquals, `expected "key = value", found "Do this."; add a key and "=", or put """ around text of several lines`},
		{"a = 1\na = 2\n", "a", Twice, `duplicate key "a"; keep one of the two`},
		{"[a]\n[a]\n", "a", Twice, `duplicate table "a"; keep one of the two`},
		{"a = {}\n[a.b]\n", "a", Twice, `inline table "a" cannot be extended; keep one of the two`},
		{"[a.b]\n[a]\n[a]\n", "a", Twice, `duplicate table "a"; keep one of the two`},
		{"a = [1]\n[[a]]\n", "a", Twice, `duplicate table "a"; keep one of the two`},
		{"[x.a]\n[x]\na.b = 1\n", "a", Twice, `keys of "a" outside its table; keep one of the two`},
		{"[[x.a]]\n[x]\na.b = 1\n", "a", Twice, `"a" is a value, not a table; keep one of the two`},
		{"a = 1 b = 2\n", "b = 2", TextAfterValue, `unexpected "b = 2" after the value; write one key per line, and start comments with #`},
		{"a = [1,\n", "[", OpenBracket, `unclosed "["; add the closing bracket`},
		{"a = \"\"\"x\"\"\"\"", `""""`, TooNew, "quote directly before the closing \"\"\" requires TOML 1.0 (clients support 0.5); put a space or a line break between them"},
		{`a = "\e[1m"`, `\e`, TooNew, `escape sequence \e requires TOML 1.1 (clients support 0.5); write \u and four digits`},
		{"a = [1, 'x']", "'x'", TooNew, "array of mixed types requires TOML 1.0 (clients support 0.5); use values of one type"},
		{"a = {b = 1,\nc = 2}", "\n", TooNew, "inline table over several lines requires TOML 1.1 (clients support 0.5); write it on one line"},
		{"a = \"x\x01\"", "\x01", ControlChar, "control character; remove it"},
	}
	for _, tt := range tests {
		p := Parse([]byte(tt.source)).Broken
		if p == nil {
			t.Errorf("%q parses", tt.source)
			continue
		}
		if got := tt.source[p.Range.Start:p.Range.End]; got != tt.at || p.Cause != tt.cause || p.Message+"; "+p.Help != tt.message {
			t.Errorf("%q: %s at %q\n%s; %s\nwant %s at %q\n%s", tt.source, p.Cause, got, p.Message, p.Help, tt.cause, tt.at, tt.message)
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

// FuzzParse checks invariants for arbitrary bytes: no panic, ranges within the text, and a problem or limit for
// everything that is not parsed.
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
			if tree.Root != nil || tree.Broken.Cause == "" || tree.Broken.Message == "" || tree.Broken.Help == "" {
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
