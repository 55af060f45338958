package security

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func found(text string) []passage {
	var all []passage
	scanInvisible([]byte(text), func(p passage) { all = append(all, p) })
	return all
}

var sorts = [...]string{"leftover", "reordering", "tags", "selectors", "hidden", "repeated"}

func shown(text string) string {
	var b strings.Builder
	for i, p := range found(text) {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s %+q %d", sorts[p.Kind], text[p.Start:p.End], p.Count)
		if p.Text != "" {
			fmt.Fprintf(&b, " says %q", p.Text)
		}
	}
	return b.String()
}

// tags returns text in tag characters.
func tags(text string) string {
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(0xE0000 + c)
	}
	return b.String()
}

// selectors returns the bytes of text in variation selectors.
func selectors(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < 16 {
			b.WriteRune(0xFE00 + rune(c))
		} else {
			b.WriteRune(0xE0100 + rune(c) - 16)
		}
	}
	return b.String()
}

func TestNeeded(t *testing.T) {
	tests := []struct{ name, text string }{
		{"ASCII", "plain text\r\nof two lines"},
		{"accents, dashes, spaces of all widths", "é — “quoted” … a\u00a0b\u2009c\u202fd\u3000e"},
		{"byte order mark at the start", "\ufeff# Title"},
		{"Persian, joiners", "می\u200cخواهم برنامه\u200cها را ببینم"},
		{"Arabic with direction marks and a letter mark", "مرحبا\u061c (3) world\u200f!"},
		{"Arabic, a word within an isolate", "استخدم \u2066npm install\u2069 أو \u2068git\u2069 هنا"},
		{"Arabic with embeddings", "\u202bمرحبا\u202c و \u202aC++\u202c"},
		{"Persian, a Latin word in an embedding", "برنامه \u202b«npm»\u202c را"},
		{"Arabic, unclosed embedding", "\u202bمرحبا"},
		{"English with a Hebrew word in an isolate", "the word \u2067שלום\u2069 means peace"},
		{"letter in an isolate in an embedding", "\u202b\u2066a\u2068ש\u2069\u2069\u202c"},
		{"Hebrew with a direction mark", "שלום\u200e, C#\u200e"},
		{"Hebrew accents", "בַּ\u034fֽ"},
		{"Hindi, conjuncts", "क्\u200dष श्र\u200cी हिन्\u200dदी"},
		{"Bengali, Sinhala, Malayalam", "র\u200d্য ශ්\u200dරී ന്\u200d"},
		{"Thai, breaks", "ภาษา\u200bไทย\u200bครับ"},
		{"Khmer and Burmese, breaks", "ភាសា\u200bខ្មែរ မြန်မာ\u200bစာ"},
		{"Japanese, an emphasis", "これは**「太字」**\u200bです。\u200b**次**も"},
		{"Japanese, variant of an ideograph", "葛\U000e0100城市 邊\U000e0112"},
		{"Chinese, variant of punctuation", "，\ufe00。\ufe01"},
		{"Korean, fillers", "가\u3164나 ᄀ\u1160 \u115fᅡ ﾡ\uffa0"},
		{"Mongolian", "ᠠ\u180bᠮ\u180eᠠ"},
		{"emoji", "⚠\ufe0f ☎\ufe0e ❤\ufe0f ℹ\ufe0f ™\ufe0f ‼\ufe0f ©\ufe0f 〰\ufe0f"},
		{"families", "👨\u200d👩\u200d👧\u200d👦 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥 👁\ufe0f\u200d🗨\ufe0f 🙂\u200d↔\ufe0f"},
		{"people", "🧑\u200d⚕\ufe0f 🧑🏿\u200d⚖\ufe0f 🏃\u200d♂\ufe0f\u200d➡\ufe0f"},
		{"keycaps", "1\ufe0f⃣ #\ufe0f⃣ *\ufe0f⃣"},
		{"flags", "🏴" + tags("gbeng\x7f") + "🏴" + tags("gbsct\x7f") + " 🏴" + tags("ustx\x7f") + " 🇩🇪"},
		{"slashed zero, variant of a symbol", "0\ufe00 ∩\ufe00"},
		{"soft hyphens", "Donau\u00addampf\u00adschiff"},
		{"escaped mention of a name", "@\u200bsomebody"},
		{"word joiner between punctuation", "C++\u2060/\u2060CLI"},
		{"formulas", "𝑓\u2061(x) ∑\u2062y"},
		{"music", "𝅘\U0001d173𝅥"},
		{"not UTF-8", "\xe2\x80 \xf3\xa0\x80 \xef\xbb \xe2\x80"},
	}
	for _, test := range tests {
		if got := shown(test.text); got != "" {
			t.Errorf("%s: %q: got %s", test.name, test.text, got)
		}
	}
}

func TestFound(t *testing.T) {
	word := strings.NewReplacer("0", "\u200b", "1", "\u200c").Replace
	tests := []struct{ name, text, want string }{
		{"override", "a\u202egnp.exe", `reordering "\u202e" 1`},
		{"closed override", "a \u202etxet\u202c b", `reordering "\u202etxet\u202c" 2`},
		{"Trojan Source, comment", "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */", `reordering "\u202e } \u2066if (isAdmin)\u2069 \u2066" 4`},
		{"Trojan Source, early return", "''' Subtract funds then \u2067''' ;return", `reordering "\u2067" 1`},
		{"each line separately", "\u202ea\n\u202eb", `reordering "\u202e" 1; reordering "\u202e" 1`},
		{"next to a Hebrew letter", "ש /*\u202e } \u2066if\u2069 */", `reordering "\u202e" 1`},
		{"right-to-left isolate without right-to-left letters", "a ש \u2067a; b\u2069", `reordering "\u2067a; b\u2069" 2`},
		{"embedding that an isolate ends", "a ש \u2066\u202bx\u2069", `reordering "\u202b" 1`},
		{"left-to-right override of Hebrew", "\u202dשלום\u202c", `reordering "\u202d\u05e9\u05dc\u05d5\u05dd\u202c" 2`},
		{"path copied on Windows", "open \u202aC:\\a.txt\u202c", `leftover "\u202a" 1; leftover "\u202c" 1`},
		{"value isolated by a program", "Hello \u2068World\u2069", `leftover "\u2068" 1; leftover "\u2069" 1`},
		{"tags", "a" + tags("ignore all") + "b", `tags "\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065\U000e0020\U000e0061\U000e006c\U000e006c" 10 says "ignore all"`},
		{"one tag", "\U000e0041", `tags "\U000e0041" 1 says "A"`},
		{"a language tag", "\U000e0001", `tags "\U000e0001" 1`},
		{"flag that contains words", "🏴" + tags("ignore\x7f"), `tags "\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065\U000e007f" 7 says "ignore"`},
		{"words after a flag", "🏴" + tags("gbeng\x7fhi\x7f"), `tags "\U000e0068\U000e0069\U000e007f" 3 says "hi"`},
		{"tags of a flag after a flag", "🏴" + tags("gbeng\x7fgbsct\x7f"), `tags "\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f" 6 says "gbsct"`},
		{"flag of a country without subdivision", "🏴" + tags("gb\x7f"), `tags "\U000e0067\U000e0062\U000e007f" 3 says "gb"`},
		{"flag of an invalid country", "🏴" + tags("g1eng\x7f"), `tags "\U000e0067\U000e0031\U000e0065\U000e006e\U000e0067\U000e007f" 6 says "g1eng"`},
		{"truncated flag", "🏴" + tags("gbe") + " ", `tags "\U000e0067\U000e0062\U000e0065" 3 says "gbe"`},
		{"bytes after an emoji", "😀" + selectors("hi!"), `selectors "\U000e0158\U000e0159\U000e0111" 3 says "hi!"`},
		{"bytes after an ideograph", "字" + selectors("hi!"), `selectors "\U000e0159\U000e0111" 2 says "i!"`},
		{"half bytes", "a" + selectors("\x01\x02\x01\x02\x01\x02\x01\x02"), `selectors "\ufe01\ufe02\ufe01\ufe02\ufe01\ufe02\ufe01\ufe02" 8 says "\x01\x02\x01\x02\x01\x02\x01\x02"`},
		{"bits", "a" + word("01101000") + "b", `hidden "\u200b\u200c\u200c\u200b\u200c\u200b\u200b\u200b" 8`},
		{"bits in Persian", "می" + word("01101000") + "خ", `hidden "\u200b\u200c\u200c\u200b\u200c\u200b\u200b\u200b" 7`},
		{"bits between emoji", "😀\ufe0f" + word("01101000") + "\u200d😀", `hidden "\u200b\u200c\u200c\u200b\u200c\u200b\u200b\u200b\u200d" 9`},
		{"one repeated character", "a" + strings.Repeat("\u200b", 9), `repeated "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b" 9`},
		{"zero-width space", "a \u200bb", `leftover "\u200b" 1`},
		{"within a word", "ig\u200bnore ig\u2060nore", `leftover "\u200b" 1; leftover "\u2060" 1`},
		{"byte order mark inside the text", "a\n\ufeff# b", `leftover "\ufeff" 1`},
		{"second byte order mark", "\ufeff\ufeffa", `leftover "\ufeff" 1`},
		{"unneeded direction mark", "a\u200e b", `leftover "\u200e" 1`},
		{"direction mark on another line than the letter", "שלום\na\u200e b", `leftover "\u200e" 1`},
		{"selector of a removed emoji", "## \ufe0f Title", `leftover "\ufe0f" 1`},
		{"joiner of a removed emoji", "👨\u200d", `leftover "\u200d" 1`},
		{"joiner only before an emoji", "a\u200d👩", `leftover "\u200d" 1`},
		{"repeated selector", "⚠\ufe0f\ufe0f", `leftover "\ufe0f" 1`},
		{"a line separator", "a\u2028b", `leftover "\u2028" 1`},
		{"a Hangul filler as a name", "const { a,\u3164} = b", `leftover "\u3164" 1`},
		{"musical symbol without music", "a\U0001d173b", `leftover "\U0001d173" 1`},
	}
	for _, test := range tests {
		if got := shown(test.text); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestIs compares the characters with the Unicode properties of the standard library.
func TestIs(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Zl, unicode.Zp) ||
			unicode.Is(unicode.Cf, r) && !unicode.In(r, unicode.Prepended_Concatenation_Mark) && (r < 0x13430 || r > 0x1345F) ||
			0xFFF0 <= r && r <= 0xFFF8 || 0xE0000 <= r && r <= 0xE0FFF
		if got := isInvisible(r); got != want {
			t.Errorf("Is(%U) = %t, want %t", r, got, want)
		}
	}
}

func TestName(t *testing.T) {
	tests := map[rune]string{
		'\u202e': "U+202E RIGHT-TO-LEFT OVERRIDE", '\u200b': "U+200B ZERO WIDTH SPACE", '\u2069': "U+2069 POP DIRECTIONAL ISOLATE",
		'\u00ad': "U+00AD SOFT HYPHEN", '\U000e0041': "U+E0041 TAG", '\ufe0f': "U+FE0F VARIATION SELECTOR", '\u206a': "U+206A",
		'\u2063': "U+2063 INVISIBLE SEPARATOR", '\u2029': "U+2029 PARAGRAPH SEPARATOR",
	}
	for r, want := range tests {
		if got := characterName(r); got != want {
			t.Errorf("Name(%U) = %q, want %q", r, got, want)
		}
	}
}

// FuzzScan checks the invariants of passages.
func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "a\u202eb\u2069", "🏴" + tags("gbeng\x7f"), "می\u200cخ", "👨\u200d👩", "\ufeff\ufeff", "a" + selectors("hi"), "\xe2\x80\xf3\xa0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range found(text) {
			if p.Start < 0 || p.End > len(text) || p.Start >= p.End || p.Count < 1 {
				t.Fatalf("%q: %+v", text, p)
			}
			places := p.Places
			if places == nil {
				places = [][2]int{{p.Start, p.End}}
			}
			for _, place := range places {
				for _, r := range text[place[0]:place[1]] {
					if !isInvisible(r) {
						t.Fatalf("%q: %+v contains %q, which is visible", text, p, r)
					}
				}
			}
			if r, _ := utf8.DecodeRuneInString(text[p.Start:]); r != p.First {
				t.Fatalf("%q: %+v begins with %U", text, p, r)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	texts := map[string]string{
		"ASCII":    strings.Repeat("Formats a report of the week, when somebody asks for one.\n", 1<<14),
		"dashes":   strings.Repeat("Formats a report — “weekly” — when somebody asks…\n", 1<<14),
		"Persian":  strings.Repeat("می\u200cخواهم برنامه\u200cها را ببینم\n", 1<<14),
		"one line": strings.Repeat("\u202b\u2066a\u200e", 1<<16),
		"openers":  strings.Repeat("\u202b", 1<<16) + strings.Repeat("\u2069\u202c", 1<<16),
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				scanInvisible([]byte(text), func(passage) {})
			}
		})
	}
}
