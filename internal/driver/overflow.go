package driver

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	maxKept    = 10_000  // findings of one rule in one file; the rest is counted
	maxAcross  = 100_000 // findings of one workspace rule in all files
	maxOfLines = 100_000 // findings of one rule of lines in one file; after them it is not run any more
)

// A overflow counts findings that are too many to be kept. For those of one key, a rule or a file,
// stands the first of them, as severe as the worst: what is not listed must not make a run pass.
type overflow[K comparable] struct {
	first  []finding.Finding
	counts []int
	index  map[K]int
}

// takes counts a finding if there were others of its key.
func (r *overflow[K]) takes(key K, severity analysis.Severity) bool {
	i, ok := r.index[key]
	if ok {
		r.counts[i]++
		r.first[i].Severity = max(r.first[i].Severity, severity)
	}
	return ok
}

// full reports whether a rule of lines has found so much that it is not run any more: a finding may
// cost fifty times what a line costs that is right.
func (r *overflow[K]) full(key K) bool {
	i, ok := r.index[key]
	return ok && r.counts[i] >= maxOfLines
}

// begin counts the first finding of a key.
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

// findings returns a finding for each key, in the order in which they began.
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
