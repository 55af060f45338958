package report

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	shownPerCause = 3 // places
	shownEqual    = 5 // causes with equal messages
)

// A foldKey is the same for causes with equal messages.
type foldKey struct {
	rule, message string
	severity      analysis.Severity
}

// A fold decides which findings are shown: the first of each cause with many places, and of causes with equal messages the first ones.
// The zero fold shows all.
type fold struct {
	causes map[*finding.Finding]finding.Cause // by the findings that are shown
	equal  map[foldKey]*struct{ total, seen int }
}

func newFold(findings []*finding.Finding, all bool) fold {
	if all {
		return fold{}
	}
	c := fold{map[*finding.Finding]finding.Cause{}, map[foldKey]*struct{ total, seen int }{}}
	show := func(cause finding.Cause) {
		c.causes[cause[0]] = cause
		key := equalTo(cause[0])
		if c.equal[key] == nil {
			c.equal[key] = &struct{ total, seen int }{}
		}
		c.equal[key].total++
	}
	for _, cause := range finding.Causes(findings) {
		if len(cause) > shownPerCause {
			show(cause)
			continue
		}
		for i := range cause {
			show(cause[i : i+1])
		}
	}
	return c
}

func equalTo(f *finding.Finding) foldKey { return foldKey{f.Rule, f.Message, f.Severity} }

// next reports whether the next finding is shown, which other findings have the same cause, and how many causes with an equal message
// are hidden after it. A single one is never hidden.
func (c fold) next(f *finding.Finding) (others finding.Cause, more int, shown bool) {
	if c.causes == nil {
		return nil, 0, true
	}
	cause := c.causes[f]
	if cause == nil {
		return nil, 0, false
	}
	if n := c.equal[equalTo(f)]; n.total > shownEqual+1 {
		if n.seen++; n.seen > shownEqual {
			return nil, 0, false
		}
		if n.seen == shownEqual {
			more = n.total - shownEqual
		}
	}
	return cause[1:], more, true
}
