package report

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// shownEqual is the number of equal findings that are shown before the others are folded.
const shownEqual = 5

// A foldKey is the same for equal findings.
type foldKey struct {
	rule, message string
	severity      analysis.Severity
}

// A folds counts equal findings to fold them. With nil, all are shown.
type folds map[foldKey]*struct{ total, seen int }

// newFolds counts the findings to show.
func newFolds(findings []*finding.Finding, all bool) folds {
	if all {
		return nil
	}
	counts := folds{}
	for _, f := range findings {
		key := keyOf(f)
		if counts[key] == nil {
			counts[key] = &struct{ total, seen int }{}
		}
		counts[key].total++
	}
	return counts
}

func keyOf(f *finding.Finding) foldKey { return foldKey{f.Rule, f.Message, f.Severity} }

// next reports whether the next finding is shown, and how many equal findings are hidden after it. A single finding is never hidden.
func (c folds) next(f *finding.Finding) (more int, shown bool) {
	n := c[keyOf(f)]
	if n == nil || n.total <= shownEqual+1 {
		return 0, true
	}
	if n.seen++; n.seen == shownEqual {
		more = n.total - shownEqual
	}
	return more, n.seen <= shownEqual
}
