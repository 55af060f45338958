package minhash_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/internal/minhash"
)

// TestMinima checks that signatures agree in as many values as sets share words.
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
			t.Errorf("%d words changed: %.2f of the values agree, and %.2f of the words", changed, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	got := minhash.Words("Use when you Deploy, deploy-ja or deploy!", 3)
	want := []uint32{minhash.Hash("deploy"), minhash.Hash("deploy-ja")}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d words, want %d", len(got), len(want))
	}
}
