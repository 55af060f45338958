package conformance

import "testing"

// TestRandom checks the reference values of SplitMix64 for the seed 1234567.
func TestRandom(t *testing.T) {
	r := NewRandom(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := r.Next(); got != want {
			t.Errorf("number %d: got %d, want %d", i, got, want)
		}
	}
}
