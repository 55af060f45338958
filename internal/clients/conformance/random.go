package conformance

// A Random is a generator of numbers. It gives the same ones for the same seed, which math/rand
// does not promise. The steps are SplitMix64's.
type Random struct{ state uint64 }

// New returns the generator of a seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Next returns a number of 64 bits.
func (r *Random) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1.
func (r *Random) Below(n int) int { return int(r.Next() % uint64(n)) }

// Percent is true p times of a hundred.
func (r *Random) Percent(p int) bool { return r.Below(100) < p }

// Pick returns one of some values.
func Pick[T any](r *Random, from []T) T { return from[r.Below(len(from))] }
