package conformance

import "io/fs"

// A Set is cases whose recorded answers stand in one file.
type HeaderSet struct {
	Name   string
	Cases  []Header
	Others bool // the sentences are other people's, so that only their hashes may be recorded
}

// Sets returns all sets: our own, and where there is a corpus of real skills, its skills and what
// slips make of them.
func HeaderSets(corpus fs.FS) ([]HeaderSet, error) {
	sets := []HeaderSet{
		{Name: "table", Cases: HeaderTable()},
		{Name: "made", Cases: MadeHeaders("made", 1, 4000)},
	}
	if corpus == nil {
		return sets, nil
	}
	real, err := RealHeaders(corpus)
	if err != nil {
		return nil, err
	}
	return append(sets,
		HeaderSet{"real", real, true},
		HeaderSet{"slips", SlippedHeaders(real, "slips", 2, 2000), true}), nil
}
