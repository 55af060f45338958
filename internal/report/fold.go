package report

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// shownEqual is how many findings of one rule and message are shown one by one where there are more of them.
const shownEqual = 5

// A foldKey is what equal findings have in common.
type foldKey struct {
	rule, message string
	severity      analysis.Severity
}

// folds counts equal findings, so that people see some of them and the number of the others. nil: all are shown.
type folds map[foldKey]*struct{ total, seen int }

// newFolds counts findings that are to be shown.
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

// next reports whether the next finding is shown, and how many equal ones it is the last one before. A single one
// more is shown.
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
