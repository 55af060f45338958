package conformance

import "io/fs"

// A HeaderSet is a set of cases whose recorded answers are in one file.
type HeaderSet struct {
	Name   string
	Cases  []Header
	Others bool // the texts are third-party content, so only their hashes may be recorded
}

// HeaderSets returns all sets: the generated ones and, if there is a corpus of real skills, its skills with and
// without mistakes.
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
		HeaderSet{"slips", MutatedHeaders(real, "slips", 2, 2000), true}), nil
}
