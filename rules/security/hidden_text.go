// Package security finds what makes a skill do other than its reader thinks.
package security

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// HiddenText reports text that a model reads and a reviewer does not see.
//
// Agents hand a model every byte of a skill. Bidirectional controls show a line in another order than it
// has; tag characters and rows of variation selectors spell words that show as nothing; so do long rows of
// zero-width characters. All of these are errors, in code too, where what is shown is not what runs. Few
// invisible characters, as they come along with what is copied, are an info, one for each kind in a file; a
// long row of one kind is a warning, and so are values whose escapes are read as such text. An entry of a
// manifest is read in the same way, but few characters count for nothing and nothing is mended. A comment
// of HTML, or a link reference definition, that tells a model to set its instructions aside, to take another
// task or to send secrets away is an error; one that tells it to keep something from the user, a warning.
//
// Delete what is hidden, or say it in the text. To show such a character, write its number: U+202E, \u202e.
// Of more than a thousand places in a file the others are counted.
//
// Left alone is what writing needs: joiners in emoji and in the scripts from Arabic to Mongolian, controls
// and marks of direction on lines with letters from right to left, selectors behind emoji and ideographs,
// flags, spaces of no width in Thai, Chinese or Japanese, soft hyphens, Hangul fillers in Korean; a few
// invisible characters in code, which may be about them; a mark at the start of a file; other comments.
//
// The rule reads the bytes of every file below a skill, as scripts and data, and of what clients read when they
// start, as CLAUDE.md, AGENTS.md, settings and MCP configuration, whatever their size. Of the files of a skill,
// few invisible characters count for nothing, and so do those of files that git calls binary: they have a NUL
// among their first 8,000 bytes.
var HiddenText = &analysis.Analyzer{
	Name:     "security/hidden-text",
	Doc:      "text that a model reads and nobody sees",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Parsed | analysis.Raw,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-22",
		Name: "Unicode 16: UAX #9, UTS #39, UTS #51; CVE-2021-42574 (Trojan Source)"},
	Run:   hiddenText,
	Lines: hiddenInLine,
}

func hiddenText(pass *analysis.Pass) error {
	d := pass.Document
	if d.Encoding != analysis.UTF8 || len(d.Source) == 0 {
		return nil
	}
	isResource := d.Kind == analysis.Resource
	var few leftovers
	var passages []passage
	var others analysis.Diagnostic
	scanInvisible(d.Source, func(p passage) {
		switch {
		case p.Sort == leftoverRun:
			few.add(p)
		case isResource && isChance(d.Source, p):
		case len(passages) < mostPassages:
			passages = append(passages, p)
		default:
			countMore(&others, p)
		}
	})
	isCode := inCode(d, len(passages), func(i int) analysis.Range { return analysis.Range{Start: passages[i].Start, End: passages[i].End} })
	unfixed := d.Part || isResource && len(passages) > 0 && !utf8.Valid(d.Source)
	for i, p := range passages {
		found := hidden(p, isResource || isCode(i))
		if unfixed {
			found.SuggestedFixes = nil
		}
		pass.Report(found)
	}
	if n := others.Measured; n > 0 {
		others.Message = fmt.Sprintf("this file hides text in %s, which are not listed", quote.Plural(n, "more place"))
		pass.Report(others)
	}
	if len(few.places) > 0 && !isResource && !d.Part && utf8.Valid(d.Source) { // else they may be half of something else
		few.report(pass)
	}
	escaped(pass)
	unrendered(pass)
	return nil
}

// mostPassages is how many passages of a file are told of each by itself; others are counted, at the first.
const mostPassages = 1000

func countMore(so *analysis.Diagnostic, p passage) {
	if so.Measured++; so.Measured == 1 {
		so.Range, so.About, so.Anywhere = analysis.Range{Start: p.Start, End: p.End}, analysis.Rest, true
	}
	so.Severity = max(so.Severity, severity(p))
}

// hidden is the finding of a passage that hides something. What is deleted in code may be what the code
// is about, so somebody has to look.
func hidden(p passage, isCode bool) analysis.Diagnostic {
	at := analysis.Range{Start: p.Start, End: p.End}
	found := analysis.Diagnostic{Range: at, Severity: severity(p), Message: said(p)}
	if p.Places != nil && len(p.Places) < p.Count {
		return found // a fix of so many edits is for nobody to read
	}
	fix := analysis.SuggestedFix{Title: "delete what is not seen", Safe: !isCode, Uncovers: true}
	for _, place := range p.Places {
		fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: place[0], End: place[1]}})
	}
	if p.Places == nil {
		fix.Edits = []analysis.Edit{{Range: at}}
	}
	found.SuggestedFixes = []analysis.SuggestedFix{fix}
	return found
}

// severity returns how bad a passage is that hides something.
func severity(p passage) analysis.Severity {
	if p.Sort == repeatedRun {
		return analysis.Warning
	}
	return analysis.Error
}

// said says what a passage hides.
func said(p passage) string {
	first := characterName(p.First)
	switch {
	case p.Sort == reorderingRun && p.Count == 1:
		return first + " shows this line in another order than a model reads it; delete it"
	case p.Sort == reorderingRun:
		return fmt.Sprintf("%s and %s show this line in another order than a model reads it; delete them",
			first, quote.Plural(p.Count-1, "more control"))
	case p.Sort == tagRun && p.Says != "":
		return fmt.Sprintf("%s that nobody sees, but a model can read as %s; delete them", quote.Plural(p.Count, "tag character"), quote.Text(p.Says))
	case p.Sort == tagRun:
		return fmt.Sprintf("%s, %s first, that nobody sees, but a model reads; delete them", quote.Plural(p.Count, "invisible character"), first)
	case p.Sort == selectorRun && p.Says != "":
		return fmt.Sprintf("%s in a row that nobody sees, and that stand for the bytes %s; delete them",
			quote.Plural(p.Count, "variation selector"), quote.Text(p.Says))
	case p.Sort == repeatedRun:
		return fmt.Sprintf("%s is here %d times in a row, which nobody sees, but a model reads; delete them", first, p.Count)
	}
	return fmt.Sprintf("%d invisible characters in a row, %s first, are long enough to hold text that nobody sees; delete them", p.Count, first)
}
