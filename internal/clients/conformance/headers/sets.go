package headers

import "io/fs"

// A Set is cases whose recorded answers stand in one file.
type Set struct {
	Name   string
	Cases  []Case
	Others bool // the sentences are other people's, so that only their hashes may be recorded
}

// Sets returns all sets: our own, and where there is a corpus of real skills, its skills and what
// slips make of them.
func Sets(corpus fs.FS) ([]Set, error) {
	sets := []Set{
		{Name: "table", Cases: Table()},
		{Name: "made", Cases: Made("made", 1, 4000)},
	}
	if corpus == nil {
		return sets, nil
	}
	real, err := Real(corpus)
	if err != nil {
		return nil, err
	}
	return append(sets,
		Set{"real", real, true},
		Set{"slips", Slipped(real, "slips", 2, 2000), true}), nil
}
