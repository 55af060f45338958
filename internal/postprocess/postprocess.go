// Package postprocess processes the findings of a run. It applies severities and suppressions, sorts findings, computes
// fingerprints, and compares the findings with those of a base.
package postprocess

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A Policy returns the severity of a rule in a file. ok is false if the configuration does not set one. The file is nil for
// findings without an analyzed file.
type Policy func(*analysis.Analyzer, *analysis.File) (severity analysis.Severity, ok bool)

// Decide sets severities and fingerprints, and removes disabled, superseded and duplicate findings. The result is sorted by
// path, offset, rule and message. Decide modifies its argument.
func Decide(found []finding.Finding, policy Policy) []finding.Finding {
	decided, locks := found[:0], lockFiles{}
	for _, f := range found {
		f.State = stateOf(&f)
		if f.Severity = severityOf(f, policy); f.Severity > analysis.Info && isRetired(&f) || f.Severity == analysis.Warning && locks.restores(&f) {
			f.Severity = analysis.Info
		}
		if f.Severity != analysis.Off {
			decided = append(decided, f)
		}
	}
	decided = withoutSuperseded(decided)
	Sort(decided)
	decided = slices.CompactFunc(decided, func(a, b finding.Finding) bool { return compare(&a, &b) == 0 })
	fingerprint(decided)
	return decided
}

// withoutSuperseded removes findings that a more severe or more specific one supersedes.
func withoutSuperseded(found []finding.Finding) []finding.Finding {
	type key struct {
		path string
		analysis.Superseded
	}
	superseding := map[key]analysis.Severity{}
	for _, f := range found {
		for _, s := range f.Supersedes {
			k := key{f.Place.Path, s}
			superseding[k] = max(superseding[k], f.Severity)
		}
	}
	if len(superseding) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(f finding.Finding) bool {
		return superseding[key{f.Place.Path, analysis.Superseded{Rule: f.Rule, Range: f.Place.Range, Message: f.Message}}] > f.Severity ||
			superseding[key{f.Place.Path, analysis.Superseded{Rule: f.Rule}}] >= f.Severity
	})
}

// severityOf applies the configuration to the severity of a finding. The configuration cannot raise the severity of a finding
// that is less severe than its rule.
func severityOf(f finding.Finding, policy Policy) analysis.Severity {
	if f.Analyzer == analysis.Broken {
		return analysis.Error
	}
	configured, ok := policy(f.Analyzer, f.File)
	if !ok {
		return cmp.Or(f.Severity, analysis.Warning) // Off: the rule is off by default, but was enabled
	}
	own := f.Analyzer.Severity
	if f.File != nil && f.File.Strict {
		own = max(own, f.Analyzer.Strict)
		if f.Must {
			f.Severity = own
		}
	}
	if f.Severity != analysis.Off && f.Severity < own {
		return min(f.Severity, configured)
	}
	return configured
}

func compare(a, b *finding.Finding) int {
	if byPath := strings.Compare(a.Place.Path, b.Place.Path); byPath != 0 {
		return byPath
	}
	return cmp.Or(
		cmp.Compare(a.Place.Range.Start, b.Place.Range.Start),
		cmp.Compare(a.Place.Range.End, b.Place.Range.End),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
	)
}

// stateOf returns the hash of everything that a security finding depends on: what its rule reports, and the contents of all
// files that the rule read for it. It returns "" for other findings, and if a file is not known. It does not depend on the
// severity in the configuration.
func stateOf(f *finding.Finding) string {
	if f.Analyzer == nil || !f.Analyzer.IsSecurity() || f.File == nil {
		return ""
	}
	content := append([]byte(f.Message), 0, byte(f.Severity))
	for _, hash := range append([][sha256.Size]byte{f.File.Hash}, f.Evidence...) {
		if hash == [sha256.Size]byte{} {
			return ""
		}
		content = append(content, hash[:]...)
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// fingerprint sets the fingerprint of each finding: a hash of rule, path relative to the root, and content of its place; for
// security findings, also of their state. Equal findings are numbered in the order of the file, which stays the
// same when lines move.
func fingerprint(findings []finding.Finding) {
	seen := map[[sha256.Size]byte]int{}
	var content []byte
	for i := range findings {
		f := &findings[i]
		content = append(append(append(content[:0], f.Rule...), 0), cmp.Or(f.Rel, f.Place.Path)...)
		content = append(append(content, 0), f.Anchor...)
		if f.About != "" {
			content = append(append(content, 0), f.About...)
		}
		if f.State != "" {
			content = append(append(content, 1), f.State...)
		}
		sum := sha256.Sum256(content)
		n := seen[sum]
		seen[sum]++
		if n > 0 {
			sum = sha256.Sum256(append(sum[:], byte(n), byte(n>>8), byte(n>>16)))
		}
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

// Sort sorts findings by path, place, rule and message, as in reports.
func Sort(findings []finding.Finding) {
	order := make([]int, len(findings)) // moving findings is expensive
	for i := range order {
		order[i] = i
	}
	sorting.By(order, func(i, j int) int { return compare(&findings[i], &findings[j]) })
	for i := range order {
		for first, at := findings[i], i; order[at] != at; {
			from := order[at]
			order[at] = at
			if from == i {
				findings[at] = first
				break
			}
			findings[at], at = findings[from], from
		}
	}
}

// Count counts findings by severity.
func Count(findings []finding.Finding) (errors, warnings, infos int) {
	for i := range findings {
		switch findings[i].Severity {
		case analysis.Error:
			errors++
		case analysis.Warning:
			warnings++
		case analysis.Info:
			infos++
		}
	}
	return errors, warnings, infos
}
