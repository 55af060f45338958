package resolve

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A Resolution lists the unresolved parts of a payload.
type Resolution struct {
	FullyResolved    bool     `json:"fullyResolved"`
	UnresolvedCount  int      `json:"unresolvedCount"`  // length of UnresolvedTokens
	UnresolvedTokens []string `json:"unresolvedTokens"` // verbatim, each once, sorted
}

// A PayloadCheck is the result of checking a payload.
type PayloadCheck struct {
	Resolution Resolution
	Findings   []finding.Finding // one for each placeholder, at its first location; all are errors
}

// CheckPayload reports unresolved parts of a payload: {{NAME}}, also with spaces inside and in code, and
// @references to documents and !`commands` outside of code. It ignores examples that a heading, label or
// comment marks as bad, wrong or an anti-pattern. file is the path in locations.
func CheckPayload(text []byte, file string, d *schema.Dialect, c *analysis.Conventions) PayloadCheck {
	document := load.Document(&analysis.File{Path: file, Rel: file, Kind: analysis.Output, Dialect: d}, text, false)
	j := &checker{document: document, quoted: role.Of(document), seen: map[string]bool{}}
	for _, at := range placeholders(text) {
		name := string(bytes.TrimSpace(text[at.Start+2 : at.End-2]))
		if c.AllowsToken(name) || d != nil && d.Tokens != nil && slices.Contains(d.Tokens.Any, name) {
			continue
		}
		j.add(at, finding.Finding{Rule: "tokens/unresolved", Message: "unresolved placeholder ", Effect: literalEffect, Help: "replace it before the spawn"})
	}
	for _, ref := range link.ReferencesIn(document) {
		if ref.Sure {
			j.add(ref.Range, finding.Finding{Rule: "tokens/reference", Message: "unresolved file reference ", Effect: literalEffect, Help: "inline the file before the spawn"})
		}
	}
	for _, c := range placeholder.CommandsIn(document) {
		if c.Runs && !c.Kind.IsCode() {
			j.add(c.Range, finding.Finding{Rule: "tokens/command", Message: "command was not run: ", Effect: "the subagent sees the command instead of its output",
				Help: "insert its output before the spawn"})
		}
	}
	slices.Sort(j.tokens)
	sorting.By(j.findings, func(a, b finding.Finding) int { return a.Place.Range.Start - b.Place.Range.Start })
	return PayloadCheck{Findings: j.findings, Resolution: Resolution{
		FullyResolved: len(j.tokens) == 0, UnresolvedCount: len(j.tokens), UnresolvedTokens: append([]string{}, j.tokens...)}}
}

type checker struct {
	document *analysis.Document
	quoted   *role.Map
	seen     map[string]bool
	tokens   []string
	findings []finding.Finding
}

// literalEffect is the effect of unresolved text.
const literalEffect = "the subagent sees it literally"

const maxToken = 200 // bytes of a placeholder that are listed

// add reports a range whose text completes the message, once for each text.
func (j *checker) add(at analysis.Range, f finding.Finding) {
	text := j.document.Text(at)
	if len(text) > maxToken {
		text = text[:maxToken]
	}
	if j.seen[text] || j.quoted.IsWrong(at.Start) {
		return
	}
	j.seen[text] = true
	j.tokens = append(j.tokens, text)
	if len(j.findings) < maxFindings {
		f.Severity, f.Place = analysis.Error, finding.Place{Location: j.document.At(at)}
		f.Message += quote.Text(text)
		j.findings = append(j.findings, f)
	}
}

// placeholders returns the ranges of {{NAME}} in a text, also with spaces inside the braces, in order.
func placeholders(text []byte) []analysis.Range {
	found := analysis.ScanPlaceholders(text)
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("{{ "))
		if n < 0 {
			break
		}
		start := at + n
		inner := start + 2
		inner += len(text[inner:]) - len(bytes.TrimLeft(text[inner:], " "))
		at = inner
		length := bytes.Index(text[inner:min(len(text), inner+maxToken)], []byte("}}"))
		if length < 0 || !isToken(string(bytes.TrimRight(text[inner:inner+length], " "))) || bytes.HasSuffix(text[:start], []byte("$")) {
			continue
		}
		at = inner + length + 2
		found = append(found, analysis.Range{Start: start, End: at})
	}
	sorting.By(found, func(a, b analysis.Range) int { return a.Start - b.Start })
	return found
}

// isToken reports whether a name is valid in braces.
func isToken(name string) bool { return isName(name) && name[0] != '_' }
