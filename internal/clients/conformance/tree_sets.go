package conformance

import "io/fs"

// A Set is trees whose recorded lists stand in one file.
type TreeSet struct {
	Name   string
	Trees  []*Tree
	Others bool // the sentences are other people's, so that only their hashes may be recorded
}

// Sets returns all sets: our own, and where there is a corpus of real skills, trees of those.
func TreeSets(corpus fs.FS) ([]TreeSet, error) {
	sets := []TreeSet{
		{Name: "table", Trees: TreeTable()},
		{Name: "made", Trees: MadeTrees("made", 1, 240)},
		{Name: "later", Trees: append(laterTable(), LaterTrees("later", 2, 90)...)},
	}
	if corpus == nil {
		return sets, nil
	}
	real, err := RealTrees(corpus)
	if err != nil {
		return nil, err
	}
	return append(sets, TreeSet{"real", real, true}), nil
}
