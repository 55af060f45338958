package oracle

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

const generatedTexts = 6_000

// agreed reports whether JavaScript, Go and Unicode 15 to 17 classify a character equally. Package tokenizer follows
// JavaScript, where U+FEFF is white space and U+0085 is not.
func agreed(c rune) bool {
	return c != '\ufeff' && c != '\u0085' && c != 'ʕ' && c != 'ſ' && (unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C))
}

func library(t testing.TB) *tiktoken.Tiktoken {
	t.Helper()
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	lib, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func samples(t testing.TB) []sample {
	all := corpus(t)
	for _, text := range edges {
		all = append(all, sample{"edge", text})
	}
	return append(all, generated(1, generatedTexts)...)
}

// TestIDs compares the ranks of all tokens.
func TestIDs(t *testing.T) {
	lib := library(t)
	wrong, bytes := 0, 0
	all := samples(t)
	for _, s := range all {
		if strings.ContainsFunc(s.text, func(c rune) bool { return !agreed(c) }) {
			continue
		}
		bytes += len(s.text)
		got, want := tokenizer.Encode([]byte(s.text)), lib.EncodeOrdinary(s.text)
		if !slices.Equal(got, want) {
			if wrong++; wrong <= 20 {
				t.Errorf("%s: %s", s.name, difference(lib, s.text, got, want))
			}
		}
	}
	t.Logf("%d texts, %d bytes, %d differences", len(all), bytes, wrong)
}

// difference describes the first difference between tokens.
func difference(lib *tiktoken.Tiktoken, text string, got, want []int) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	show := func(ids []int) string {
		b, _ := json.Marshal(lib.Decode(ids[i:min(i+3, len(ids))]))
		return string(b)
	}
	return show(got) + " instead of " + show(want) + " after " + lib.Decode(want[max(0, i-3):i])
}

// TestWrite writes texts and ranks for tokens.mjs to the file SKILLLINT_TOKENS, one line each.
func TestWrite(t *testing.T) {
	name := os.Getenv("SKILLLINT_TOKENS")
	if name == "" {
		t.Skip("SKILLLINT_TOKENS is not set")
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewEncoder(file)
	for _, s := range append(samples(t), disputed()...) {
		line := struct {
			Name string `json:"name"`
			Text string `json:"text"`
			IDs  []int  `json:"ids"`
		}{s.name, s.text, tokenizer.Encode([]byte(s.text))}
		if err := lines.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// disputed returns texts with characters that JavaScript and Go classify differently.
func disputed() []sample {
	var samples []sample
	for _, c := range "\ufeff\u0085ʕſ\u088f\u1ace\ua7cb\U00010d40\U0002ebf0\U000323b0" {
		for _, form := range []string{"_", "a_b", " _", "__", "A_a", "_#", "_\n", "\n_\n", "_---\nname: x\n", "#_#", "1_1", "x'_x", "_ _ x", "Ab_Cd"} {
			samples = append(samples, sample{"disputed", strings.ReplaceAll(form, "_", string(c))})
		}
	}
	return samples
}

func BenchmarkLibrary(b *testing.B) {
	lib := library(b)
	all := joined(b)
	b.SetBytes(int64(len(all)))
	for b.Loop() {
		lib.EncodeOrdinary(string(all))
	}
}

func BenchmarkOurs(b *testing.B) {
	all := joined(b)
	tokenizer.O200k(all)
	b.SetBytes(int64(len(all)))
	for b.Loop() {
		tokenizer.Encode(all)
	}
}

func joined(b *testing.B) []byte {
	var all []byte
	for _, s := range corpus(b) {
		all = append(all, s.text...)
	}
	if len(all) == 0 {
		b.Skip("corpus not found")
	}
	return all
}
