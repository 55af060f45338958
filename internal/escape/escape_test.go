package escape

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestString(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"ASCII", `a "b" \c [d]`, `a "b" \c [d]`},
		{"letters, CJK, emoji", "é 技能　🚀 हि", "é 技能　🚀 हि"},
		{"line ends and tab", "a\r\n\tb", `a\r\n\tb`},
		{"terminal colour", "\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"NUL and DEL", "\x00\x7f", `\x00\x7f`},
		{"C1 control sequence introducer", "\u009b31m", `\u009b31m`},
		{"bidirectional override", "a\u202eb\u2066", `a\u202eb\u2066`},
		{"Arabic letter mark", "\u061c", `\u061c`},
		{"line and paragraph separator", "\u2028\u2029", `\u2028\u2029`},
		{"zero width", "a\u200bb\u200c\u200d\ufeff\u2060", `a\u200bb\u200c\u200d\ufeff\u2060`},
		{"soft hyphen", "a\u00adb", `a\u00adb`},
		{"no-break space", "a\u00a0b", `a\u00a0b`},
		{"tag characters", "\U000e0041\U000e007f", `\U000e0041\U000e007f`},
		{"variation selectors that choose a style", "⚠\ufe0f ☎\ufe0e", "⚠ ☎"},
		{"variation selectors that hide bytes", "\ufe0f a\ufe00\U000e0101\ufe0f\ufe0f", `\ufe0f a\ufe00\U000e0101\ufe0f\ufe0f`},
		{"fillers without a glyph", "\u3164\uffa0\u115f\u2800\u034f", `\u3164\uffa0\u115f\u2800\u034f`},
		{"private use and unassigned", "\ue000\U000f0000\u0378", `\ue000\U000f0000\u0378`},
		{"invalid UTF-8", "a\xff\xc3(\xed\xa0\x80", `a\xff\xc3(\xed\xa0\x80`},
		{"replacement character in the text", "\ufffd", "\ufffd"},
	}
	for _, test := range tests {
		if got := String(test.text); got != test.want {
			t.Errorf("%s: String(%q) = %s, want %s", test.name, test.text, got, test.want)
		}
	}
}

// TestEveryCharacter escapes characters alone, after a letter and before a letter. The result is the character or an escape that Go
// decodes to it. It must equal that of Cells, which has no fast path.
func TestEveryCharacter(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) || r > 0x3100 && r%97 != 0 && r>>12 != 0xF && r>>12 != 0xE0 { // most others are letters
			continue
		}
		got := String(string(r))
		if seen := got == string(r); seen != Printable(r) || seen && !strconv.IsGraphic(r) {
			t.Errorf("%U is shown as %q", r, got)
		}
		if back, err := strconv.Unquote(`"` + got + `"`); Printable(r) == (got != string(r)) || err != nil && got != `\` && got != `"` || err == nil && back != string(r) {
			t.Errorf("%U is shown as %s, which is %q", r, got, back)
		}
		for _, text := range []string{string(r), "a" + string(r), string(r) + "a"} {
			shown, columns := "", 0
			for _, c := range Cells(text) {
				shown += c.Text
				columns += c.Width
			}
			if got := String(text); got != shown || Width(text) != columns {
				t.Errorf("%q is shown as %q in %d columns, want %q in %d", text, got, Width(text), shown, columns)
			}
		}
	}
}

func TestWidth(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"", 0}, {"abc", 3}, {"é", 1}, {"e\u0301", 1}, {"技能", 4}, {"🚀", 2}, {"ｱ", 1}, {"Ａ", 2},
		{"⚠\ufe0f", 1}, {"\t", 2}, {"\u202e", 6}, {"\U000e0041", 10}, {"\xff", 4}, {"🇩🇪", 2},
	}
	for _, test := range tests {
		if got := Width(test.text); got != test.want {
			t.Errorf("Width(%q) = %d, want %d", test.text, got, test.want)
		}
	}
}

func TestGuard(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"harmless", "a.md:1:2: error: see [x](y) ## title\n", "a.md:1:2: error: see [x](y) ## title\n"},
		{"command at the start", "::error::x\n", `\u003a:error::x` + "\n"},
		{"command after spaces", "a\n \t::set-env name=x::y\n", "a\n \t\\u003a:set-env name=x::y\n"},
		{"command after an ideographic space", "　::error::x\n", `　\u003a:error::x` + "\n"},
		{"command after other spaces", "\u00a0\u2003::error::x\n", "\u00a0\u2003" + `\u003a:error::x` + "\n"},
		{"letters that share bytes with spaces", "a\n\u6280: x\n\u00e3: x\n\xffa: x\n", "a\n\u6280: x\n\u00e3: x\n\xffa: x\n"},
		{"carriage return starts a line", "a\r::error::x\n", "a\r" + `\u003a:error::x` + "\n"},
		{"other characters that start a line", "a\v::b\f::c\x1c::d\x1d::e\x1e::f\u0085::g\u2028::h\u2029\u3000::i\n",
			"a\v\\u003a:b\f\\u003a:c\x1c\\u003a:d\x1d\\u003a:e\x1e\\u003a:f\u0085\\u003a:g\u2028\\u003a:h\u2029\u3000\\u003a:i\n"},
		{"line break after invalid UTF-8", "\xe2\u2028::a \xff\u2029::b", "\xe2\u2028\\u003a:a \xff\u2029\\u003a:b"},
		{"not a command inside a line", "a ::error::x\n", "a ::error::x\n"},
		{"legacy command anywhere", "a ##[error]x\n", `a ##\u005berror]x` + "\n"},
		{"more # characters", "####[group]\n", `####\u005bgroup]` + "\n"},
		{"other systems", "##vso[task.x] ##teamcity[y]\n", `##vso\u005btask.x] ##teamcity\u005by]` + "\n"},
		{"# characters after letters", "##a##[x]\n", `##a##\u005bx]` + "\n"},
		{"single # character", "#[a] ##a#[b] #[c]\n", "#[a] ##a#[b] #[c]\n"},
		{"first and last letters", "##azAZ[x] ##Z[x] ##A[x] ##z[x]\n", `##azAZ\u005bx] ##Z\u005bx] ##A\u005bx] ##z\u005bx]` + "\n"},
		{"other characters after ##", "##`[a] ##{[b] ##@[c] ##a1[d] ## a[e] ##\\[f]\n", "##`[a] ##{[b] ##@[c] ##a1[d] ## a[e] ##\\[f]\n"},
	}
	for _, test := range tests {
		var whole, bytewise strings.Builder
		if n, err := Guard(&whole).Write([]byte(test.text)); n != len(test.text) || err != nil {
			t.Errorf("%s: Write = %d, %v", test.name, n, err)
		}
		g := Guard(&bytewise)
		for i := range len(test.text) {
			if _, err := g.Write([]byte{test.text[i]}); err != nil {
				t.Error(err)
			}
		}
		if whole.String() != test.want || bytewise.String() != test.want {
			t.Errorf("%s: %q\n    whole %q\nbyte-wise %q\n     want %q", test.name, test.text, whole.String(), bytewise.String(), test.want)
		}
	}
}

func TestLines(t *testing.T) {
	tests := []struct{ name, text, terminal, log string }{
		{"plain", "- a: b\n- \u6f22\u5b57: \U0001f389\n", "", ""},
		{"empty", "", "", ""},
		{"no final line break", "no end\n\nhere", "", ""},
		{"a tab", "a\tb\n", "", ""},
		{"CR LF", "a\r\nb\r\n", `a\r` + "\n" + `b\r` + "\n", ""},
		{"an emoji with a joiner", "\U0001f469\u200d\U0001f4bb\n", "\U0001f469" + `\u200d` + "\U0001f4bb\n", ""},
		{"an emoji with a selector", "\u26a0\ufe0f\u00a0x\n", "\u26a0" + `\u00a0x` + "\n", ""},
		{"a word with a non-joiner", "a\u200cb\n", `a\u200cb` + "\n", ""},
		{"a command alone", "::x\n", "", `\u003a:x` + "\n"},
		{"a legacy command alone", "##[x]\n", "", `##\u005bx]` + "\n"},
		{"a byte order mark", "\ufeffa\n", `\ufeffa` + "\n", ""},
		{"control sequences", "\x1b[31mred\u009b0m\x07\n", `\x1b[31mred\u009b0m\x07` + "\n", `\x1b[31mred\u009b0m\x07` + "\n"},
		{"reordering", "a\u202eb\u2066\n", `a\u202eb\u2066` + "\n", `a\u202eb\u2066` + "\n"},
		{"not UTF-8", "a\xff\xe2\x80\n", `a\xff\xe2\x80` + "\n", `a\xff\xe2\x80` + "\n"},
		{"not UTF-8 at the end", "a\xe2\x80", `a\xe2\x80`, `a\xe2\x80`},
		{"commands", "::error::x\n##[group]\n", "", `\u003a:error::x` + "\n##" + `\u005bgroup]` + "\n"},
		{"a command after a no-break space", " \u00a0::error::x\n", ` \u00a0::error::x` + "\n", " \u00a0" + `\u003a:error::x` + "\n"},
		{"other characters that start a line", "a\r::b\v::c\f::d\x1c::e\u0085::f\u2028::g\u2029::h\n", `a\r::b\x0b::c\x0c::d\x1c::e\u0085::f\u2028::g\u2029::h` + "\n",
			`a\r::b\x0b::c\x0c::d\x1c::e\u0085::f\u2028::g\u2029::h` + "\n"},
		{"a section of GitLab", "section_start:0:x\r\x1b[0Kx\n", `section_start:0:x\r\x1b[0Kx` + "\n", `section_start:0:x\r\x1b[0Kx` + "\n"},
		{"a carriage return at the end", "a\r", `a\r`, `a\r`},
	}
	for _, test := range tests {
		for name, newLines := range map[string]func(io.Writer) *Lines{"terminal": Terminal, "log": Log} {
			want := map[string]string{"terminal": test.terminal, "log": test.log}[name]
			if want == "" {
				want = test.text
			}
			for _, size := range []int{1, 2, len(test.text) + 1} {
				var got strings.Builder
				l := newLines(&got)
				for part := range slices.Chunk([]byte(test.text), size) {
					if n, err := l.Write(part); n != len(part) || err != nil {
						t.Fatalf("%s: Write = %d, %v", test.name, n, err)
					}
				}
				escaped, err := l.Flush()
				if err != nil || got.String() != want || escaped != (want != test.text) {
					t.Errorf("%s, %s, %d bytes at a time: %q, escaped %v, %v; want %q", test.name, name, size, got.String(), escaped, err, want)
				}
			}
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	for name, w := range map[string]io.Writer{"guard": Guard(brokenWriter{}), "terminal": Terminal(brokenWriter{}), "log": Log(brokenWriter{})} {
		if n, err := w.Write([]byte("a\nb\n")); n != 0 || err != io.ErrClosedPipe {
			t.Errorf("%s: Write = %d, %v", name, n, err)
		}
	}
}

func TestMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a b": "a b", "a:b:": "a:b:", "a & <b> 'c' \"d\"": "a &amp; &lt;b&gt; &#39;c&#39; &#34;d&#34;", "##[x] ::y:::z": "##&#91;x] &#58;:y&#58;&#58;:z",
		"\x1b&\u202e": `\x1b&amp;\u202e`, "%(*=?]": "%(*=?]", "\u00e9": "\u00e9",
	} {
		if got := Markup(text); got != want {
			t.Errorf("Markup(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, r := range []rune{0, 0x1B, 0x7F, 0x80, 0x2028, 0xFEFF, 0xFFFF, 0x10000, 0x103FF, 0x10400, 0xE0041, unicode.MaxRune} {
		var back string
		if err := json.Unmarshal([]byte(`"`+JSON(r)+`"`), &back); err != nil || back != string(r) {
			t.Errorf("JSON(%U) = %s, which is %q, %v", r, JSON(r), back, err)
		}
	}
}

// FuzzString checks that logs and terminals get no dangerous characters.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a\n::b", "##[x]", "\x1b]8;;x\x07", "\u202e\u2066", "a\ufe0f\ufe0f", "\xe2\x80"} {
		f.Add(s)
	}
	command := regexp.MustCompile(`(?m)(^|[\r\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}])[\s\v\x{85}\pZ]*::|##[a-zA-Z]*\[`)
	f.Fuzz(func(t *testing.T, text string) {
		shown := String(text)
		for _, r := range shown {
			if !Printable(r) {
				t.Fatalf("String(%q) = %q, which contains %U", text, shown, r)
			}
		}
		if !utf8.ValidString(shown) {
			t.Fatalf("String(%q) = %q, which is not UTF-8", text, shown)
		}
		if cells := Cells(text); len(cells) != utf8.RuneCountInString(text) {
			t.Fatalf("%q has %d cells", text, len(cells))
		}
		var log strings.Builder
		if _, err := Guard(&log).Write([]byte(shown + "\n" + shown)); err != nil {
			t.Fatal(err)
		}
		if command.MatchString(log.String()) {
			t.Fatalf("%q reaches the log as %q, which is a command", text, log.String())
		}
		log.Reset()
		lines := Log(&log)
		if _, err := lines.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := lines.Flush(); err != nil {
			t.Fatal(err)
		}
		if sent := log.String(); command.MatchString(sent) || !utf8.ValidString(sent) || strings.ContainsFunc(strings.ReplaceAll(sent, "\r\n", "\n"), func(r rune) bool { return r != '\n' && r != '\t' && isControl(r) }) {
			t.Fatalf("%q reaches the log as %q", text, sent)
		}
	})
}
