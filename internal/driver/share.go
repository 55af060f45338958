package driver

import (
	"fmt"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// maxTotal is how many findings of files a run keeps before files have to make room for each other: one costs
// up to 2 kB, and eight bytes of a hostile header are enough for it.
const maxTotal = 200_000

// shares are how many findings of one rule a file may keep, as long as the run has too many.
var shares = []int{maxKept, 1_000, 100, 10, 1}

// A share makes room in a run that finds very much: of each rule each file keeps as many findings as the
// first of shares allows with which the run has no more than maxTotal, and the others are counted. That is so
// whatever the order in which files are done: a run that is not done has never more findings than one that is.
type share struct {
	most int // 0: maxTotal

	mu    sync.Mutex
	step  int // in shares
	total int
	large []*outcome // that may have more findings of a rule than the last of shares
}

// take lets a file have its share.
func (s *share) take(o *outcome) *outcome {
	if o == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o.shorten(shares[s.step])
	if s.total += len(o.findings); len(o.findings) > 1 {
		s.large = append(s.large, o)
	}
	most := s.most
	if most == 0 {
		most = maxTotal
	}
	for s.total > most && s.step < len(shares)-1 {
		s.step++
		for _, o := range s.large {
			s.total -= len(o.findings)
			o.shorten(shares[s.step])
			s.total += len(o.findings)
		}
	}
	return o
}

// isFull reports whether files had to make room.
func (s *share) isFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.step > 0
}

// notices says what a file may keep, if it is less than usual.
func (s *share) notices() []finding.Notice {
	if !s.isFull() {
		return nil
	}
	return []finding.Notice{{Message: fmt.Sprintf("too many findings: at most %d per rule and file are listed, the rest are counted", shares[s.step])}}
}

// isRest reports whether a finding counts others.
func isRest(f *finding.Finding) bool { return f.About == analysis.Rest && f.Anywhere }

// shorten leaves so many findings of each rule, and counts the others.
func (o *outcome) shorten(most int) {
	if len(o.findings) <= most {
		return
	}
	counts := map[*analysis.Analyzer]int{}
	for i := range o.findings {
		if f := &o.findings[i]; !isRest(f) {
			counts[f.Analyzer]++
		}
	}
	over := false
	for _, n := range counts {
		over = over || n > most
	}
	if !over {
		return
	}
	clear(counts)
	var more overflow[*analysis.Analyzer]
	var kept []finding.Finding
	for _, f := range o.findings {
		switch x := f.Analyzer; {
		case isRest(&f):
			more.add(x, f)
		case more.takes(x, f.Severity):
		case counts[x] == most:
			more.begin(x, f)
		default:
			counts[x]++
			kept = append(kept, f)
		}
	}
	o.findings = slices.Clip(append(kept, more.findings()...))
}
