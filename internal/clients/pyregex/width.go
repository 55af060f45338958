package pyregex

// widest is what counts as without end.
const widest = 1 << 62

// An expr is what is known of a part of a pattern.
type expr struct {
	least, most uint64 // characters that it can take
	empty       bool   // it matches the empty string
}

var (
	oneCharacter = expr{least: 1, most: 1}
	noCharacter  = expr{empty: true}
)

// then returns one part and another behind it.
func (e expr) then(other expr) expr {
	return expr{min(e.least+other.least, widest), min(e.most+other.most, widest), e.empty && other.empty}
}

// or returns the choice between two parts.
func (e expr) or(other expr) expr {
	return expr{min(e.least, other.least), max(e.most, other.most), e.empty || other.empty}
}

// times returns a part that is repeated.
func (e expr) times(least, most uint64) expr {
	r := expr{product(e.least, least), product(e.most, most), e.empty || least == 0}
	if most == without && e.most > 0 {
		r.most = widest
	}
	return r
}

func product(a, b uint64) uint64 {
	if a != 0 && b > widest/a {
		return widest
	}
	return a * b
}

// A kind is what a quantifier may find before it.
type kind uint8

const (
	nothing  kind = iota
	anchor        // ^, $, \b and the like
	repeated      // something with a quantifier
	atom
)

// A sequence is the items of a part so far; the last one is apart, as a quantifier may follow.
type sequence struct {
	before expr
	last   expr
	kind   kind
}

func (s *sequence) add(item expr, k kind) {
	s.before, s.last, s.kind = s.before.then(s.last), item, k
}
