package report

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints sarifFingerprints `json:"partialFingerprints,omitzero"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Flows        []sarifFlow       `json:"codeFlows,omitempty"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`

	Properties sarifTexts `json:"properties"`

	Suppressions *[]sarifSuppression `json:"suppressions,omitempty"` // of all results, if any result of the run is suppressed; otherwise nil
}

// sarifTexts are the parts of a message.
type sarifTexts struct {
	Message string `json:"message"`
	Effect  string `json:"effect,omitempty"`
	Help    string `json:"help,omitempty"`
}

// A sarifSuppression is a comment that suppresses a result.
type sarifSuppression struct {
	Kind          string        `json:"kind"`
	Justification string        `json:"justification,omitempty"`
	Location      sarifLocation `json:"location"`
}

type sarifFingerprints struct {
	LineHash string `json:"primaryLocationLineHash"`
	Own      string `json:"skilllint/v1,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
	Context  *sarifRegion  `json:"contextRegion,omitempty"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn"`
	EndLine     int        `json:"endLine"`
	EndColumn   int        `json:"endColumn"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifFix struct {
	Description sarifText       `json:"description"`
	Changes     []sarifChange   `json:"artifactChanges"`
	Properties  map[string]bool `json:"properties"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted *sarifText  `json:"insertedContent,omitempty"`
}

func writeResults(s *stream, r *finding.Report, q *quota, rules []sarifSource) error {
	index := make(map[string]int, len(rules))
	for i, rule := range rules {
		index[rule.name] = i
	}
	var hashes lineHashes
	separator := "\n"
	for _, f := range allFindings(r) {
		hash := hashes.value(f) // before the limit, so that omitted results do not change the hashes of others
		if f.Suppression == nil && !q.take(f.Severity) || f.Suppression != nil && !q.takeSuppressed() {
			continue
		}
		result := newResult(f, index[f.Rule], hash)
		if len(r.Suppressed) > 0 {
			result.Suppressions = newSuppressions(f)
		}
		s.raw(separator)
		if err := s.value(result); err != nil {
			return err
		}
		separator = ",\n"
	}
	return nil
}

// allFindings returns all findings of a report, including suppressed ones, in order.
func allFindings(r *finding.Report) []*finding.Finding {
	all := make([]*finding.Finding, 0, len(r.Findings)+len(r.Suppressed))
	next := 0
	for i := range r.Findings {
		for ; next < len(r.Suppressed) && precedes(&r.Suppressed[next], &r.Findings[i]); next++ {
			all = append(all, &r.Suppressed[next])
		}
		all = append(all, &r.Findings[i])
	}
	for ; next < len(r.Suppressed); next++ {
		all = append(all, &r.Suppressed[next])
	}
	return all
}

func precedes(a, b *finding.Finding) bool {
	return cmp.Or(strings.Compare(a.Place.Path, b.Place.Path), cmp.Compare(a.Place.Range.Start, b.Place.Range.Start),
		strings.Compare(a.Rule, b.Rule)) < 0
}

// newSuppressions returns the suppressions of a result; an empty list means that it is not suppressed.
func newSuppressions(f *finding.Finding) *[]sarifSuppression {
	list := []sarifSuppression{}
	if f.Suppression != nil {
		list = append(list, sarifSuppression{"inSource", f.Suppression.Reason, newLocation(&f.Suppression.At)})
	}
	return &list
}

func newResult(f *finding.Finding, rule int, hash string) *sarifResult {
	r := &sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: sarifLevel(f.Severity),
		Message:      sarifText{Text: messageText(sentences(f))},
		Properties:   sarifTexts{f.Message, f.Effect, helpOf(f)},
		Locations:    []sarifLocation{newLocation(&f.Place)},
		Fingerprints: sarifFingerprints{hash, f.Fingerprint},
	}
	for i := range f.Related[:min(len(f.Related), maxLocations)] {
		r.Related = append(r.Related, newRelated(&f.Related[i]))
	}
	if f.Flow && len(f.Related) > 0 {
		var flow sarifThreadFlow
		for i := range f.Related[:min(len(f.Related), maxSteps)] {
			flow.Locations = append(flow.Locations, sarifStep{newRelated(&f.Related[i])})
		}
		r.Flows = []sarifFlow{{[]sarifThreadFlow{flow}}}
	}
	for _, fix := range f.Fixes {
		if len(fix.Edits) == 0 {
			continue // SARIF cannot describe file modes and links
		}
		r.Fixes = append(r.Fixes, newFix(fix))
	}
	return r
}

// newLocation returns the location of a result with its source lines.
func newLocation(p *finding.Place) sarifLocation {
	region, context := newRegion(p)
	return sarifLocation{Physical: sarifPhysical{newArtifact(p.Path), region, context}}
}

// newRelated returns a related location.
func newRelated(r *finding.Related) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: newArtifact(r.Place.Path), Region: bareRegion(r.Place.Location)}}
	if r.Message != "" {
		l.Message = &sarifText{Text: messageText(r.Message)}
	}
	return l
}

// newRegion returns the region of a place with its text, and the context if its lines contain more text. Viewers without access to the
// source need them; GitHub does not.
func newRegion(p *finding.Place) (region, context *sarifRegion) {
	region = bareRegion(p.Location)
	count := region.EndLine - region.StartLine + 1
	if len(p.Excerpt) < count {
		return region, nil
	}
	lines := p.Excerpt[:count]
	for _, line := range lines[:count-1] {
		if len(line) >= cutLength {
			return region, nil
		}
	}
	first, last := max(1, p.ExcerptColumn), lines[count-1]
	offset := 1 // column of the first character of the last line
	if count == 1 {
		offset = first
	}
	text := strings.Join(lines, "\n")
	from, okFrom := byteOffset(lines[0], region.StartColumn-first)
	to, okTo := byteOffset(last, region.EndColumn-offset)
	if to += len(text) - len(last); !okFrom || !okTo || from > to {
		return region, nil
	}
	if from < to {
		region.Snippet = &sarifText{Text: text[from:to]}
	}
	if to-from < len(text) {
		context = &sarifRegion{StartLine: region.StartLine, StartColumn: first, EndLine: region.EndLine,
			EndColumn: offset + utf8.RuneCountInString(last), Snippet: &sarifText{Text: text}}
	}
	return region, context
}

func bareRegion(l analysis.Location) *sarifRegion {
	start, end := positions(l)
	return &sarifRegion{StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

// byteOffset returns the offset after the first n code points of a line. ok is false if the line is shorter.
func byteOffset(line string, n int) (offset int, ok bool) {
	for i := range line {
		if n == 0 {
			return i, true
		}
		n--
	}
	return len(line), n == 0
}

func newFix(fix finding.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: messageText(fix.Title)}, Properties: map[string]bool{"safe": fix.Safe}}
	changes := map[string]int{}
	for _, e := range fix.Edits {
		i, ok := changes[e.Location.Path]
		if !ok {
			i = len(out.Changes)
			changes[e.Location.Path] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: newArtifact(e.Location.Path)})
		}
		r := sarifReplacement{Deleted: *bareRegion(e.Location)}
		if e.Text != "" {
			r.Inserted = &sarifText{Text: e.Text}
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, r)
	}
	return out
}

// lineHashes turns the line hashes of findings, in the order of files and lines, into unique values for GitHub: "hash:n".
type lineHashes struct {
	path  string
	lines map[string][]int  // by hash, in order
	free  map[[2]string]int // smallest unused n by rule and hash
}

// value returns the value for a finding. If the hash has no ordinal, it is that of the line among the lines with findings and the same
// hash. Values are unique per rule: n is increased to the next unused one.
func (h *lineHashes) value(f *finding.Finding) string {
	lineHash := f.LineHash
	if lineHash == "" { // a finding about a name or a directory
		lineHash = fmt.Sprintf("%016x", pathHash(f))
	}
	if h.lines == nil || h.path != f.Place.Path {
		*h = lineHashes{f.Place.Path, map[string][]int{}, map[[2]string]int{}}
	}
	hash, ordinal, ok := strings.Cut(lineHash, ":")
	n, err := strconv.Atoi(ordinal)
	if !ok || err != nil {
		n = h.ordinal(hash, f.Place.Start.Line)
	}
	key := [2]string{f.Rule, hash}
	n = max(n, h.free[key])
	h.free[key] = n + 1
	return hash + ":" + strconv.Itoa(n)
}

// pathHash returns a hash that identifies a finding without a line.
func pathHash(f *finding.Finding) uint64 {
	hash := fnv.New64a()
	io.WriteString(hash, cmp.Or(f.Rel, f.Place.Path)+"\n"+f.About)
	return hash.Sum64()
}

func (h *lineHashes) ordinal(hash string, line int) int {
	lines := h.lines[hash]
	if len(lines) == 0 || lines[len(lines)-1] != line {
		lines = append(lines, line)
		h.lines[hash] = lines
	}
	return len(lines)
}
