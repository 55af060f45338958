package minhash_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/internal/minhash"
)

// TestMinima checks that the share of equal values estimates the share of common words.
func TestMinima(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	a := make([]uint32, 1_000)
	for i := range a {
		a[i] = random.Uint32()
	}
	for _, changed := range []int{0, 100, 300} {
		b := slices.Clone(a)
		for i := range changed {
			b[i] = random.Uint32()
		}
		slices.Sort(a)
		both, all := minhash.Shared(a, slices.Sorted(slices.Values(b)))
		var x, y [512]uint32
		minhash.Minima(a, x[:])
		minhash.Minima(b, y[:])
		equal := 0
		for i := range x {
			if x[i] == y[i] {
				equal++
			}
		}
		if got, want := float64(equal)/float64(len(x)), float64(both)/float64(all); got < want-0.07 || got > want+0.07 {
			t.Errorf("%d words changed: %.2f of the values are equal, want %.2f as of the words", changed, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"Use when you Deploy, deploy-ja or deploy!":    {"deploy", "deploy-ja"},
		"-_. ...x.. Größe GRÖSSE\u0301 \xff日本語,1.2":    {"x", "größe", "grösse\u0301", "日本語", "1.2"},
		"Alpha—beta…ALPHA \u2014_gamma_\u00a0ÄB-\xffc": {"alpha", "beta", "gamma", "äb", "c"},
		"": nil,
	} {
		var hashes []uint32
		for _, word := range want {
			hashes = append(hashes, minhash.Hash(word))
		}
		slices.Sort(hashes)
		if got := minhash.Words(text, 100); !slices.Equal(got, hashes) {
			t.Errorf("%q: %d words, want %q", text, len(got), want)
		}
	}
	if got := minhash.Words("alpha beta gamma", 2); len(got) != 2 {
		t.Errorf("%d words, want 2", len(got))
	}
	want := []uint32{minhash.Hash("gamma"), minhash.Hash("alpha")}
	if got := minhash.Distinct("gamma the alpha, Gamma alpha beta", 4); !slices.Equal(got, want) {
		t.Errorf("%d, want %d: the repeated words are among the first four", got, want)
	}
}
