package conformance

import "io/fs"

// A TreeSet is a set of trees whose recorded lists are in one file.
type TreeSet struct {
	Name   string
	Trees  []*Tree
	Others bool // the texts are third-party content, so only their hashes may be recorded
}

// TreeSets returns all sets: the generated ones and, if there is a corpus of real skills, their trees.
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
