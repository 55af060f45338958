package resolve

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A Resolution is what a payload has left to resolve.
type Resolution struct {
	FullyResolved    bool     `json:"fullyResolved"`
	UnresolvedCount  int      `json:"unresolvedCount"`  // of UnresolvedTokens
	UnresolvedTokens []string `json:"unresolvedTokens"` // as they are written, each once, sorted
}

// A Judgement is what is to be said of a payload.
type Judgement struct {
	Resolution Resolution
	Findings   []finding.Finding // one for each token, at its first place; errors all
}

// Judge says what a payload has left to resolve: {{NAME}}, also with blanks in it, code included;
// @references to documents and !`commands` outside of code. Quoted examples are none: what a heading
// above, a label before or a comment calls bad, wrong or an anti-pattern. Places are in the text,
// under the path that is given.
func Judge(text []byte, file string, d *schema.Dialect, c *analysis.Conventions) Judgement {
	document := load.Document(&analysis.File{Path: file, Rel: file, Kind: analysis.Output, Dialect: d}, text, false)
	j := &judge{document: document, quoted: markdown.BadExamplesOf(document), seen: map[string]bool{}}
	for _, at := range placeholders(text) {
		name := string(bytes.TrimSpace(text[at.Start+2 : at.End-2]))
		if c.AllowsToken(name) || d != nil && d.Tokens != nil && slices.Contains(d.Tokens.Any, name) {
			continue
		}
		j.left(at, "tokens/unresolved", "%s was not replaced, so the agent reads the braces as they stand; resolve it before the spawn")
	}
	for _, ref := range link.ReferencesIn(document) {
		if ref.Sure {
			j.left(ref.Range, "tokens/reference", "%s was not inlined, and an agent cannot resolve it; put the file's text in its place before the spawn")
		}
	}
	for _, c := range placeholder.CommandsIn(document) {
		if c.Runs && !c.Kind.IsCode() {
			j.left(c.Range, "tokens/command", "%s was not run, so the agent reads the command instead of what it prints; put that in its place before the spawn")
		}
	}
	slices.Sort(j.tokens)
	sorting.By(j.findings, func(a, b finding.Finding) int { return a.Place.Range.Start - b.Place.Range.Start })
	return Judgement{Findings: j.findings, Resolution: Resolution{
		FullyResolved: len(j.tokens) == 0, UnresolvedCount: len(j.tokens), UnresolvedTokens: append([]string{}, j.tokens...)}}
}

type judge struct {
	document *analysis.Document
	quoted   markdown.BadExamples
	seen     map[string]bool
	tokens   []string
	findings []finding.Finding
}

const maxToken = 200 // bytes of a token that are listed

func (j *judge) left(at analysis.Range, rule, message string) {
	text := j.document.Text(at)
	if len(text) > maxToken {
		text = text[:maxToken]
	}
	if j.seen[text] || j.quoted.Has(at.Start) {
		return
	}
	j.seen[text] = true
	j.tokens = append(j.tokens, text)
	if len(j.findings) < maxFindings {
		j.findings = append(j.findings, finding.Finding{Rule: rule, Severity: analysis.Error,
			Message: fmt.Sprintf(message, quote.Text(text)), Place: finding.Place{Location: j.document.At(at)}})
	}
}

// placeholders returns the ranges of {{NAME}} in a text, also with blanks inside the braces, in order.
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

// isToken reports whether a name is one of a token in braces.
func isToken(name string) bool { return isName(name) && name[0] != '_' }
