package driver

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	maxKept    = 10_000  // findings of one rule in one file; the rest are counted
	maxAcross  = 100_000 // findings of one workspace rule in all files
	maxOfLines = 100_000 // findings of one line rule in one file; then it stops
)

// An overflow counts findings beyond the limits. For each key, a rule or a file, it keeps the first finding
// with the highest severity, because unlisted findings must not make a run pass.
type overflow[K comparable] struct {
	first  []finding.Finding
	counts []int
	index  map[K]int
}

// takes counts a finding if its key has others.
func (r *overflow[K]) takes(key K, severity analysis.Severity) bool {
	i, ok := r.index[key]
	if ok {
		r.counts[i]++
		r.first[i].Severity = max(r.first[i].Severity, severity)
	}
	return ok
}

// full reports whether a line rule has found so much that it stops: a finding may cost fifty times as much as
// a valid line.
func (r *overflow[K]) full(key K) bool {
	i, ok := r.index[key]
	return ok && r.counts[i] >= maxOfLines
}

// begin adds the first finding of a key.
func (r *overflow[K]) begin(key K, f finding.Finding) {
	if r.index == nil {
		r.index = map[K]int{}
	}
	r.index[key] = len(r.first)
	f.Related, f.Fixes = nil, nil
	r.first, r.counts = append(r.first, f), append(r.counts, 1)
}

// add counts what a finding counts.
func (r *overflow[K]) add(key K, f finding.Finding) {
	if !r.takes(key, f.Severity) {
		r.begin(key, f)
	}
	r.counts[r.index[key]] += f.Measured - 1
}

// findings returns a finding for each key, in order of their first findings.
func (r *overflow[K]) findings() []finding.Finding {
	for i := range r.first {
		f := &r.first[i]
		least := ""
		if r.counts[i] >= maxOfLines && f.File != nil && f.Analyzer.RunsPerLine(f.File.Kind) {
			least = "at least "
		}
		f.About, f.Anywhere, f.Anchor, f.Measured = analysis.Rest, true, "", r.counts[i]
		f.Message = fmt.Sprintf("%s%d more findings of %s in this file", least, r.counts[i], f.Rule)
		f.Effect, f.Help = "", ""
	}
	return r.first
}
