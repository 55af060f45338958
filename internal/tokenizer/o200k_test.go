package tokenizer

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/utf8replace"
)

// TestEncode compares with the output of gpt-tokenizer 4.0.0 and js-tiktoken 1.0.21. Module internal/oracle
// compares many more texts.
func TestEncode(t *testing.T) {
	tests := []struct {
		name, text string
		want       []int
	}{
		{"nothing", "", []int{}},
		{"words", "Hello, world! The agent loads skills.", []int{13225, 11, 2375, 0, 623, 11793, 29235, 7870, 13}},
		{"case", "McDonald fooBAR HTTPServer ABCdef", []int{41691, 38355, 30551, 61560, 21929, 6444, 33047, 1314}},
		{"letters without case end a word", "中A中A文b ʰAʰ ǅa", []int{1404, 32, 1404, 32, 4883, 65, 220, 134, 108, 32, 134, 108, 220, 131, 227, 64}},
		{"contractions", "it's I'LL we'Ve 'tis x'sy a'", []int{64190, 3413, 7454, 581, 6, 27493, 461, 109773, 1215, 885, 88, 261, 6}},
		{"a contraction in another letter", "it'ſ don’t", []int{278, 6, 70067, 1700, 1573}},
		{"marks", "a\u0301B (\u0301A \u0301\u0301 1\u0301A", []int{64, 13430, 33, 350, 13430, 32, 220, 13430, 13430, 220, 16, 13430, 32}},
		{"a mark before capitals", "\u0301ABC", []int{13430, 44197}},
		{"digits", "1234567 ½ ١٢٣٤ Ⅷ", []int{7633, 19354, 22, 220, 27124, 220, 46600, 53184, 81473, 98713, 220, 25371, 100}},
		{"punctuation includes line ends and slashes", "!!/\n\r//x */\n\n", []int{2618, 11124, 201, 393, 87, 5634}},
		{"a run of empty lines", "\n        \n", []int{20417}},
		{"empty lines", "\n  \n \r\n  x", []int{31835, 4568, 220, 1215}},
		{"spaces before words", "  x\t\ty \u00a0z\u3000 a", []int{220, 1215, 197, 32013, 220, 5310, 89, 1397, 261}},
		{"only spaces", "     ", []int{530}},
		{"special tokens are text", "<|endoftext|><|endofprompt|>", []int{27, 91, 419, 1440, 919, 91, 3784, 91, 419, 1440, 82467, 91, 29}},
		{"emoji", "👩\u200d👩\u200d👧\u200d👦👍🏽🇩🇪", []int{28823, 102, 2524, 28823, 102, 2524, 28823, 100, 2524, 28823, 99, 82514, 52622, 121, 55506, 102, 55506, 103}},
		{"scripts", "नमस\u094dत\u0947 สว\u0e31สด\u0e35 مرحبا שלום こんにちは 안녕 Привет", []int{998, 1637, 14681, 628, 6152, 187986, 21883, 2293, 60397, 26537, 173283, 220, 95839, 24497, 98931, 14917, 131903}},
		{"a byte order mark is white space", "a\ufeff\n\ufeff", []int{64, 61992, 5574}},
		{"U+0085 is not white space", "\u0085a \u0085", []int{126, 227, 64, 1322, 227}},
		{"newer than the tables of Go", "𮯰Ɤa𐵀\u1ace", []int{172, 106, 107, 108, 166, 253, 233, 64, 172, 238, 113, 222, 157, 104, 236}},
		{"unassigned, private", "\u0378\ue000\U0010ffff", []int{137, 116, 112593, 222, 176, 237, 123, 123}},
		{"control characters", "\u0000\u0001\u001b[0m", []int{188, 189, 215, 58, 15, 76}},
		{"long", strings.Repeat("a", 130), []int{117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 117525, 3545}},
		{"longest token", strings.Repeat(" ", 130) + "x", []int{72056, 220, 1215}},
		{"code", "if err := run(ctx); err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", []int{366, 2962, 3405, 2461, 14660, 2245, 2962, 1666, 4038, 405, 197, 1393, 18237, 26855, 568, 87, 25, 1851, 86, 672, 2962, 446, 197, 739}},
	}
	for _, test := range tests {
		got := Encode([]byte(test.text))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: Encode(%q) = %v, want %v", test.name, test.text, got, test.want)
		}
		if n := O200k([]byte(test.text)); n != len(test.want) {
			t.Errorf("%s: O200k(%q) = %d, want %d", test.name, test.text, n, len(test.want))
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"UTF-8", "aé中🙂\x00", "aé中🙂\x00"},
		{"bytes that start no character, each", "a\xff\x80b", "a\ufffd\ufffdb"},
		{"a truncated character, once", "\xf0\x9f\x98a\xe4\xb8", "\ufffda\ufffd"},
		{"overlong, each byte", "\xc0\xaf\xe0\x80\x80", "\ufffd\ufffd\ufffd\ufffd\ufffd"},
		{"surrogates, each byte", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
		{"too large, each byte", "\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"a truncated character before a valid one", "\xe4\xe4\xb8\xad", "\ufffd中"},
	}
	for _, test := range tests {
		if got, want := Encode([]byte(test.text)), Encode([]byte(test.want)); !slices.Equal(got, want) {
			t.Errorf("%s: Encode(%q) = %v, want %v", test.name, test.text, got, want)
		}
	}
}

// encodeNaively follows the definition: the tokens of a piece are its bytes, and the pair of the lowest rank is
// merged repeatedly.
func encodeNaively(text []byte) []int {
	ranks := vocabularyTexts().ranks
	ids := []int{}
	for len(text) > 0 {
		n := pieceLen(text)
		var parts []string
		for _, b := range text[:n] {
			parts = append(parts, string([]byte{b}))
		}
		text = text[n:]
		for {
			best, at := none, -1
			for i := range len(parts) - 1 {
				if id, ok := ranks[parts[i]+parts[i+1]]; ok && id < best {
					best, at = id, i
				}
			}
			if at < 0 {
				break
			}
			parts[at] += parts[at+1]
			parts = slices.Delete(parts, at+1, at+2)
		}
		for _, p := range parts {
			ids = append(ids, int(ranks[p]))
		}
	}
	return ids
}

// TestLong compares mergeShort and mergeLong with the definition, around the length at which merge switches.
func TestLong(t *testing.T) {
	for _, unit := range []string{"a", "ab", "abc", "ing", "Aa", "qz", "zq'", "中", "中文字", "👍", "é", "x\u0301", "=", "-=", " ", "the", "internationalization"} {
		for _, n := range []int{short - 1, short, short + 1, 2*short + 1, 1000} {
			text := []byte(strings.Repeat(unit, n/len(unit)+1)[:n])
			text = utf8replace.Text(text)
			if got, want := Encode(text), encodeNaively(text); !slices.Equal(got, want) {
				t.Errorf("%d bytes of %q: %v, want %v", n, unit, got, want)
			}
		}
	}
}

// TestLinear fails if encoding a long piece takes quadratic time, which would be minutes.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	O200k([]byte("load"))
	for _, unit := range []string{"a", " ", "\n", "=", "中", "aB", "qzxj", "\u0301", "A\u0301", "'", " \n ", "9"} {
		start := time.Now()
		O200k([]byte(strings.Repeat(unit, 1<<20/len(unit))))
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("1 MB of %q took %v", unit, took)
		}
	}
}

func TestTokensWithinBytes(t *testing.T) {
	for _, text := range []string{"", "a", "\x00\x01", "\xff\xfe\xff", "\u1ace\U00010d40", "zqxj"} {
		if n, most := O200k([]byte(text)), len(text); n > most {
			t.Errorf("%q has %d tokens, more than %d bytes", text, n, most)
		}
	}
}

// texts are the tokens of the vocabulary as text, by rank, and their ranks.
type texts struct {
	byRank []string
	ranks  map[string]uint32
}

// vocabularyTexts reads all slots of the table.
var vocabularyTexts = sync.OnceValue(func() texts {
	v := vocabulary(packed())
	all := texts{make([]string, tokens), map[string]uint32{}}
	for b := range single {
		all.byRank[v[b]] = string([]byte{byte(b)})
	}
	slot := make([]uint64, tokens)
	for i := range uint64(slots) {
		slot[v.slot(i)&idMask] = v.slot(i)
	}
	for id := uint64(single); id < tokens; id++ {
		all.byRank[id] = all.byRank[slot[id]>>(2*idBits)] + all.byRank[slot[id]>>idBits&idMask]
	}
	for id, text := range all.byRank {
		all.ranks[text] = uint32(id)
	}
	return all
})

// TestVocabulary checks that the table has each token once.
func TestVocabulary(t *testing.T) {
	all := vocabularyTexts()
	if len(all.ranks) != tokens {
		t.Errorf("%d different texts of %d tokens", len(all.ranks), tokens)
	}
	step := 1
	if testing.Short() {
		step = 10
	}
	for id := 0; id < tokens; id += step {
		m := merger{vocabulary: vocabulary(packed())}
		if got := m.merge([]byte(all.byRank[id])); len(got) != 1 || got[0] != uint32(id) {
			t.Errorf("Encode(%q) = %v, want %d", all.byRank[id], got, id)
		}
	}
}

func TestDense(t *testing.T) {
	tests := []struct {
		name, text string
		least      float64
		most       float64
	}{
		{"nothing", "", 0, 0},
		{"white space", " \n", 0, 0},
		{"English", "Read the file, then write it.", 0, 0},
		{"scripts with letters", "Загрузи файл, مرحبا, ทักษะ, é", 0, 0},
		{"ideographs", "读取文件，然后写入。", 1, 1},
		{"kana, hangul, emoji", "スキル 스킬 🎉", 1, 1},
		{"a half", "abc 中文字", 0.5, 0.5},
		{"one bullet of many characters", "• " + strings.Repeat("word ", 20) + "✅", 0, 0.05},
	}
	for _, test := range tests {
		if got := Dense([]byte(test.text)); got < test.least || got > test.most {
			t.Errorf("%s: Dense(%q) = %v, want %v to %v", test.name, test.text, got, test.least, test.most)
		}
	}
}

// FuzzEncode compares with the definition, and checks that the tokens decode to the text.
func FuzzEncode(f *testing.F) {
	for _, s := range []string{"", "Hello, world!", "\n  \n", "it's I'LL", "中A中", "(\u0301A", " \u00a0\u3000x", "\xff\xe4\xb8", "a/\n/\r", strings.Repeat("ab", 80)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 2000 {
			return
		}
		ids := Encode(text)
		clean := utf8replace.Text(text)
		var back []byte
		for _, id := range ids {
			back = append(back, vocabularyTexts().byRank[id]...)
		}
		if !bytes.Equal(back, clean) {
			t.Fatalf("%q: decoded to %q", text, back)
		}
		if n := O200k(text); n != len(ids) {
			t.Fatalf("%q: O200k returns %d, Encode %d tokens", text, n, len(ids))
		}
		if !utf8.Valid(clean) {
			t.Fatalf("%q: %q is not UTF-8", text, clean)
		}
		if want := encodeNaively(clean); !slices.Equal(ids, want) {
			t.Fatalf("%q: %v, want %v", text, ids, want)
		}
		if len(ids) > len(text) {
			t.Fatalf("%q: %d tokens, more than %d bytes", text, len(ids), len(text))
		}
	})
}

func BenchmarkO200k(b *testing.B) {
	long := "x"
	for len(long) < 1<<18 {
		long += "The skill reads `references/api.md`, runs 3 checks (see §2.1) and doesn't stop.\n\n- item: **value**\n\n```go\nfunc main() { run(os.Args[1:]) }\n```\n"
	}
	for _, bench := range []struct{ name, text string }{
		{"markdown", long},
		{"ideographs", strings.Repeat("这个技能会加载所有需要的参考文件，然后把结果写入清单。\n", 4000)},
		{"line", strings.Repeat("qzxjabth", 1<<15)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			text := []byte(bench.text)
			O200k(text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				O200k(text)
			}
		})
	}
}
