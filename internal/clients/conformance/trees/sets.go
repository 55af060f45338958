package trees

import "io/fs"

// A Set is trees whose recorded lists stand in one file.
type Set struct {
	Name   string
	Trees  []*Tree
	Others bool // the sentences are other people's, so that only their hashes may be recorded
}

// Sets returns all sets: our own, and where there is a corpus of real skills, trees of those.
func Sets(corpus fs.FS) ([]Set, error) {
	sets := []Set{
		{Name: "table", Trees: Table()},
		{Name: "made", Trees: Made("made", 1, 240)},
	}
	if corpus == nil {
		return sets, nil
	}
	real, err := Real(corpus)
	if err != nil {
		return nil, err
	}
	return append(sets, Set{"real", real, true}), nil
}
