package conformance

// A Random is a SplitMix64 generator. Unlike math/rand, it guarantees the same numbers for the same seed.
type Random struct{ state uint64 }

// NewRandom returns a generator with a seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Next returns a random 64-bit number.
func (r *Random) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1.
func (r *Random) Below(n int) int { return int(r.Next() % uint64(n)) }

// Percent returns true with a probability of p percent.
func (r *Random) Percent(p int) bool { return r.Below(100) < p }

// Pick returns a random element.
func Pick[T any](r *Random, from []T) T { return from[r.Below(len(from))] }
