package driver

import (
	"fmt"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// maxTotal limits the findings of files that a run keeps before it reduces them: one costs up to 2 kB, and
// eight bytes of hostile frontmatter can cause one.
const maxTotal = 200_000

// shares are the limits per rule and file, which apply one after the other while the run has too many
// findings.
var shares = []int{maxKept, 1_000, 100, 10, 1}

// A share limits the findings of a run. Each file keeps, for each rule, the findings up to the first of
// shares with which the run has at most maxTotal; the others are counted. The result does not depend on the
// order of files, because the total only grows.
type share struct {
	most int // 0: maxTotal

	mu    sync.Mutex
	step  int // in shares
	total int
	large []*outcome // that may have more findings of a rule than the last of shares
}

// take applies the current share to a file.
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

// isFull reports whether files were reduced.
func (s *share) isFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.step > 0
}

// notices reports the limit for each file if it was lowered.
func (s *share) notices() []finding.Notice {
	if !s.isFull() {
		return nil
	}
	return []finding.Notice{{Message: fmt.Sprintf("too many findings: at most %d per rule and file are listed, the rest are counted", shares[s.step])}}
}

// isRest reports whether a finding counts others that are not listed.
func isRest(f *finding.Finding) bool { return f.About == analysis.Rest && f.Anywhere }

// shorten keeps a number of findings of each rule, and counts the others.
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
