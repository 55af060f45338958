// Package fence knows the fenced code blocks of a document, and which line closed each.
package fence

import (
	"sort"

	"github.com/skilllint/skilllint/analysis"
)

// Blocks are the fenced code blocks of a document, in the order of the file.
type Blocks []analysis.Fence

// Fact is computed from the loader's own record: goldmark's tree does not tell whether a block
// was closed or just ended with its container.
var Fact = analysis.NewFact("fence", "the fenced code blocks of a document, and what closed them",
	analysis.PerDocument, analysis.Markdown,
	func(p *analysis.Pass) (Blocks, error) { return p.Document.Fences, nil })

// At returns the block that holds an offset, its fences included, or nil.
func (b Blocks) At(offset int) *analysis.Fence {
	i := sort.Search(len(b), func(i int) bool { return b[i].Open.Start > offset }) - 1
	if i < 0 || offset >= b[i].End {
		return nil
	}
	return &b[i]
}
