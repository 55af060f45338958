package links

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// isNested reports whether a link is in a block of code that ends too early, because a block inside it has the same fence.
// markdown/nested-fence reports the cause. A block around the whole file does not count.
func isNested(pass *analysis.Pass, l *link.Link) bool {
	p, _ := fence.Fact.At(pass.Store, l.From)
	return p != nil && slices.ContainsFunc(p.Problems, func(problem fence.Problem) bool {
		isNested := problem.Kind == fence.Nested || problem.Kind == fence.Short
		return isNested && problem.Open.Start > 0 && problem.Open.Start < l.At.Range.Start && l.At.Range.Start < problem.Close.End
	})
}
