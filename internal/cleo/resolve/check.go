package resolve

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
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

// CheckPayload reports unresolved parts of a payload: {{NAME}}, also with spaces inside and in code, known names in other
// forms such as {{name}}, and @references to documents and !`commands` outside of code. It ignores examples that a heading, label or
// comment marks as bad, wrong or an anti-pattern. file is the path in locations.
func CheckPayload(text []byte, file string, d *schema.Dialect, c *analysis.Conventions) PayloadCheck {
	document := load.Document(&analysis.File{Path: file, Rel: file, Kind: analysis.Output, Dialect: d}, text, false)
	j := &checker{document: document, quoted: role.Of(document), seen: map[string]bool{}}
	for _, at := range analysis.ScanPlaceholders(text) {
		j.placeholder(at, string(text[at.Start+2:at.End-2]), d, c)
	}
	j.variants(text, d, c)
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

// placeholder reports a placeholder, unless its name represents any placeholder, or the configuration allows it.
func (j *checker) placeholder(at analysis.Range, name string, d *schema.Dialect, c *analysis.Conventions) {
	if c.AllowsToken(name) || d != nil && d.Tokens != nil && slices.Contains(d.Tokens.Any, name) {
		return
	}
	j.add(at, finding.Finding{Rule: "tokens/unresolved", Message: "unresolved placeholder ", Effect: literalEffect, Help: "replace it before the spawn"})
}

// variants reports placeholders with spaces inside the braces, and names of the dialect in other forms. In code, single braces
// may have another meaning.
func (j *checker) variants(text []byte, d *schema.Dialect, c *analysis.Conventions) {
	found := analysis.ScanPlaceholderVariants(text)
	ranges := make([]analysis.Range, len(found))
	for i, v := range found {
		ranges[i] = v.Range
	}
	for i, k := range markdown.ContextsOf(j.document, ranges) {
		v, name := found[i], ""
		if d != nil && d.Tokens != nil {
			name = d.Tokens.Meant(v.Key)
		}
		if name == "" && v.Spaced {
			name = strings.Trim(string(text[v.Range.Start:v.Range.End]), "{ }")
		}
		if name != "" && !(v.Single && k.IsCode()) {
			j.placeholder(v.Range, name, d, c)
		}
	}
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
