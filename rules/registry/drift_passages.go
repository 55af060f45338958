package registry

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Two files are copies if fewestLines lines are in both, and these are mostCommon percent of the lines of the shorter one.
const (
	fewestLines = 8
	mostCommon  = 80
	maxHunk     = 20 // lines between two common lines that are compared
)

// A copiedLine is a line of a copy.
type copiedLine struct {
	at    analysis.Range
	text  string
	words []string // in lower case, without the names of clients
	name  string   // the first word, which names an entry of a list or table
	key   string   // the words; lines with the same key are equal
}

// A passage is a line that differs between two copies.
type passage struct {
	at    [2]analysis.Range
	text  [2]string
	newer int // 1: the first text plainly is a later state of the second one; -1: the reverse
}

// drifted are two copies and the passages in which they differ.
type drifted struct {
	files    [2]*analysis.File
	passages []passage
	only     [2]int // lines of each file that the other one lacks in any form
}

// compareCopies returns the passages in which two files differ, or none if they are not copies.
func compareCopies(a, b *analysis.File) drifted {
	first, second := linesOfCopy(a.Tree.Read(a.Rel, maxCopy)), linesOfCopy(b.Tree.Read(b.Rel, maxCopy))
	d := drifted{files: [2]*analysis.File{a, b}}
	anchors, common := commonLines(first, second)
	if common < fewestLines || common*100 < mostCommon*min(distinctKeys(first), distinctKeys(second)) {
		return d
	}
	i, j := 0, 0
	for _, at := range append(anchors, [2]int{len(first), len(second)}) {
		found := changed(first[i:at[0]], second[j:at[1]], [2]string{clientOf(a), clientOf(b)})
		d.passages = append(d.passages, found...)
		d.only[0] += at[0] - i - len(found)
		d.only[1] += at[1] - j - len(found)
		i, j = at[0]+1, at[1]+1
	}
	return d
}

func distinctKeys(lines []copiedLine) int {
	seen := map[string]bool{}
	for _, l := range lines {
		seen[l.key] = true
	}
	return len(seen)
}

// commonLines returns the lines that are once in each of two files, in the longest sequence that both have in this order, and the
// number of distinct lines that both have.
func commonLines(first, second []copiedLine) (anchors [][2]int, common int) {
	const several = -1
	index := func(lines []copiedLine) map[string]int {
		at := map[string]int{}
		for i, l := range lines {
			if _, again := at[l.key]; again {
				i = several
			}
			at[l.key] = i
		}
		return at
	}
	inFirst, inSecond := index(first), index(second)
	var pairs [][2]int
	for key, i := range inFirst {
		if j, both := inSecond[key]; both {
			if common++; i != several && j != several {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	sorting.By(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return increasing(pairs), common
}

// increasing returns the longest subsequence whose second numbers increase, by patience sorting.
func increasing(pairs [][2]int) [][2]int {
	var piles []int // the pair that ends the best sequence of each length
	before := make([]int, len(pairs))
	for n, p := range pairs {
		at, _ := slices.BinarySearchFunc(piles, p[1], func(top, j int) int { return pairs[top][1] - j })
		if before[n] = -1; at > 0 {
			before[n] = piles[at-1]
		}
		if at == len(piles) {
			piles = append(piles, n)
		} else {
			piles[at] = n
		}
	}
	var longest [][2]int
	if len(piles) > 0 {
		for n := piles[len(piles)-1]; n >= 0; n = before[n] {
			longest = append(longest, pairs[n])
		}
		slices.Reverse(longest)
	}
	return longest
}
