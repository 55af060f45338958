package oracle

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// A sample is a text with a name.
type sample struct{ name, text string }

// corpus returns the files of the corpus, or nil if it does not exist.
func corpus(t testing.TB) []sample {
	t.Helper()
	var samples []sample
	const root = "../../../shared/corpus"
	if _, err := os.Stat(root); err != nil {
		t.Log("corpus not found next to this checkout")
		return nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && utf8.Valid(data) && len(data) < 1<<20 {
			samples = append(samples, sample{path, string(data)})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// edges are texts that implementations often split differently.
var edges = []string{
	"", " ", "  ", "\n", "\r\n", "\r", "\t", "a", "\n        \n", "\n  \n  x", "a\n \n \n b", " \r\n \r\n", "\n\n\n", "x  \n\n  y", "\u00a0\u00a0a", " \u3000 b",
	"it's IT'S I'll I'LL we'Ve they'rE 'tis 'S 's x'sy x'lly don’t a'b a''s a'", "'s", "'ll", "x'", "x'l", "x'r", "x'r3",
	"McDonald fooBar FOOBar FOO fooBAR ABCdef ABC中文 中A中A文b", "中A", "A中", "中AB", "中ABc", "ʰAʰ", "Aʰ", "ǅa ǅ aǅ", "\u0301A", "\u0301\u0301", "a\u0301b", "(\u0301A", " \u0301A", "1\u0301A", "\u0301a", "\u0301's", "\u0301A's", "((\u0301abc", "A\u0301B", "A\u0301Bc",
	"1234567 1 12 123 1234 ١٢٣٤ ½¾ Ⅷ", "3.14159 1,000,000 v1.2.3", "// path/to\n//x\r\n/", "a/\n/\n/b", "!!!\n\n!!!", "***\n/\n***", " ***", "  ***", "\t***", "\t\tfoo", "  foo", "\n foo", " \n\tfoo",
	"<|endoftext|>", "<|endofprompt|> a <|fim_prefix|>", "👩‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "नमस्ते दुनिया", "สวัสดีชาวโลก", "مرحبا بالعالم", "שָׁלוֹם עולם", "こんにちは世界", "안녕하세요 세계", "Привет, МИР! Ёлка", "Ελληνικά", "Tiếng Việt có dấu", "ﬁn ſtrange Kelvin",
	"\x00\x01\x7f", "a\x00b", "\u200b\u200d\u2060", "\U000e0041", "\ufffd\ufffd", "\U0010ffff", "𝒜𝓫𝒄", "𐐀𐐨", "ａｂＡＢ１２",
	strings.Repeat("a", 5000), strings.Repeat(" ", 5000), strings.Repeat(" ", 127) + "x", strings.Repeat(" ", 129), strings.Repeat("\n", 3000), strings.Repeat("ab", 2500), strings.Repeat("=", 3000), strings.Repeat("-", 97), strings.Repeat("中", 2000), strings.Repeat("👍", 500), strings.Repeat("é", 1000), strings.Repeat("A", 999) + "a", strings.Repeat("\u0301", 400), strings.Repeat("'s", 200), strings.Repeat("9", 1001),
	strings.Repeat("\r\n", 100) + strings.Repeat(" \n", 100),
}

// alphabets are the parts of generated texts: words, symbols and single characters.
var alphabets = [][]string{
	strings.Fields("the skill loads tokens when an agent reads references README SKILL.md myFunction HTTPServer getURL snake_case kebab-case CamelCase don't WE'LL it’s 42 1000000 0xFF"),
	{" ", "  ", "    ", "\t", "\n", "\r\n", "\r", "\n\n", "\n  \n", " \n", "\u00a0", "\u2003", "\u2028", "\u3000", "x", "A", "'s", "/", "#", "1"},
	strings.Split("'’`\"!?.,;:()[]{}<>|/\\@#$%^&*-_=+~ \nabZ", ""),
	strings.Split("abcdefghijklmnopqrstuvwxyz", ""),
	strings.Split("aAbBzZ'sStTlLvVeErRmMdD 1", ""),
	strings.Split("的一是不了人我在有他这为之大来以个中上们技能加载器，。！？ A a1", ""),
	strings.Split("こんにちは世界スキルカタカナーー漢字 ｱｲｳ。、aA", ""),
	strings.Split("안녕하세요세계스킬 로드a\n", ""),
	strings.Split("абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁ -'", ""),
	strings.Split("ابتثجحخدذرزسشصضطظعغفقكلمنهوي ًٌٍَُِّْ١٢٣،؟", ""),
	strings.Split("अआइईउकखगघचछजटठडतथदधनपफबभमयरलवशषसह ािीुूेैोौ्ंः१२३", ""),
	strings.Split("กขคงจฉชซญดตถทนบปผพฟภมยรลวสหอฮ ะาิีึืุูเแโใไ่้๊๋์๑๒", ""),
	strings.Split("ǅǈǋǲʰʱˠªºªaAzZ\u0300\u0301\u0302\u0345\u20dd\u0e31 'sT", ""),
	strings.Split("👍🏽👩\u200d👧❤\ufe0f🇩🇪🎉🔥✨🙂 a\n", ""),
	strings.Fields("func main() { return nil } if err != nil { package import ( ) := == // TODO: /* */ <div> </div> {{TASK_ID}} ```bash ``` $HOME/.config https://example.test/a?b=c&d=e <|endoftext|> <|im_start|>"),
	strings.Split("0123456789abcdefABCDEF+/=", ""),
	strings.Split("½²³٣Ⅷ〇㊿0123456789., ", ""),
	strings.Split("\x00\x01\x02\x1b\x1c\x1f\x7f\u0080\u009f\u00ad\u200b\u2060\ufff9 a\n", ""),
}

// generated returns n texts, which depend only on the seed.
func generated(seed uint64, n int) []sample {
	r := rand.New(rand.NewPCG(seed, 7))
	samples := make([]sample, n)
	for i := range samples {
		samples[i] = sample{"generated", text(r)}
	}
	return samples
}

func text(r *rand.Rand) string {
	var b strings.Builder
	first, second := alphabets[r.IntN(len(alphabets))], alphabets[r.IntN(len(alphabets))]
	mixed, spaced, length := r.IntN(3) == 0, r.IntN(4) == 0, 1<<r.IntN(9)
	for range 1 + r.IntN(length) {
		switch from := first; {
		case r.IntN(40) == 0:
			b.WriteRune(anyRune(r))
		case mixed && r.IntN(2) == 0:
			from = second
			fallthrough
		default:
			for range 1 + r.IntN(2)*r.IntN(4) {
				b.WriteString(from[r.IntN(len(from))])
			}
		}
		if spaced {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// anyRune returns a random character that all implementations classify equally.
func anyRune(r *rand.Rand) rune {
	for {
		c := rune(r.IntN([]int{0x250, 0x3000, 0x10000, 0x30000}[r.IntN(4)]))
		if utf8.ValidRune(c) && agreed(c) {
			return c
		}
	}
}
