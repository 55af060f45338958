// Package security reports hidden content of skills.
package security

import (
	"bytes"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// HiddenText reports text that models read but people do not see.
//
// Clients pass every byte of a skill to the model. Bidirectional controls show a line in another order than it
// has. Tag characters, variation selectors and long runs of zero-width characters can encode words that
// show as nothing. HTML comments and link reference definitions can contain instructions that a rendered file
// does not show.
//
// Delete the hidden text, or write it visibly. To write about such a character, use its number: U+202E, \u202e.
// Text in images, look-alike letters, and white text on a white background are not seen.
//
// Severity:
//   - error for controls that reorder a line, encoded text, and long runs of different invisible characters
//   - error for comments and definitions that tell a model to ignore its instructions, to take another task
//     or to send secrets
//   - warning for long runs of one invisible character, and for values whose escapes hide text
//   - warning for comments and definitions that tell a model to keep something from the user
//   - info for a few invisible characters, once per character and file
//
// The rule reads all files of a skill, including scripts and data, and the files that clients read when they
// start, such as CLAUDE.md, AGENTS.md, settings and MCP configuration. After a thousand places in a file,
// the others are counted.
//
// Not reported:
//   - characters that scripts need: joiners in emoji and in scripts from Arabic to Mongolian, direction
//     controls and marks on lines with right-to-left letters, selectors after emoji and ideographs, zero-width
//     spaces in Thai, Chinese or Japanese, soft hyphens, and Hangul fillers
//   - flags, and a byte order mark at the start of the file
//   - a few invisible characters in code, in manifests, in other files of a skill than Markdown, and in
//     binary files
//   - other comments
//
// Fix: --fix deletes invisible characters in text. --unsafe-fixes deletes those in quotation marks, code, scripts and
// data, and comments with instructions. Manifests are not changed, nor are strings and patterns of programs.
var HiddenText = &analysis.Analyzer{
	Name:     "security/hidden-text",
	Doc:      "text that models read but people do not see",
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
		case p.Kind == leftoverRun:
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
		at, inProgram := analysis.Range{Start: p.Start, End: p.End}, isResource || isCode(i)
		found := hidden(p, inProgram || inQuotation(d, at))
		if inProgram && isCharacterClass(d, at) {
			found.Severity = analysis.Info
		}
		switch {
		case unfixed:
			found.SuggestedFixes = nil
		case inProgram && isEnclosedInQuotes(d, at): // a string or a pattern of a program
			found.SuggestedFixes, found.Help = nil, "write the characters as escapes, or delete them"
		}
		pass.Report(found)
	}
	if n := others.Measured; n > 0 {
		others.Message = "hidden text in " + quote.Plural(n, "more place")
		others.Effect, others.Help = "models read it, but people do not see it", "delete it"
		pass.Report(others)
	}
	if len(few.places) > 0 && !isResource && !d.Part && utf8.Valid(d.Source) { // otherwise they may be parts of binary data
		few.report(pass)
	}
	reportEscapes(pass)
	reportUnrendered(pass)
	return nil
}

// isCharacterClass reports whether a passage is in the brackets of a regular expression, with ranges of invisible characters.
func isCharacterClass(d *analysis.Document, at analysis.Range) bool {
	line := d.LineRange(d.LineOf(at.Start))
	text := d.Source[at.Start:min(at.End, line.End)]
	open := bytes.LastIndexByte(d.Source[line.Start:at.Start], '[')
	return open >= 0 && bytes.IndexByte(d.Source[line.Start+open:at.Start], ']') < 0 && at.Start-line.Start-open < around &&
		bytes.IndexByte(d.Source[at.End:line.End], ']') >= 0 && bytes.Contains(text, []byte("-")) && !bytes.ContainsAny(text, " abcdefghijklmnopqrstuvwxyz")
}

// mostPassages limits the reported passages of a file. Further ones are counted in the first finding.
const mostPassages = 1000

func countMore(so *analysis.Diagnostic, p passage) {
	if so.Measured++; so.Measured == 1 {
		so.Range, so.About, so.Anywhere = analysis.Range{Start: p.Start, End: p.End}, analysis.Rest, true
	}
	so.Severity = max(so.Severity, severity(p))
}

// hidden returns the finding for a passage that hides text. In code and in quotation marks, its fix is unsafe, because the
// text may be about these characters.
func hidden(p passage, isSpecimen bool) analysis.Diagnostic {
	at := analysis.Range{Start: p.Start, End: p.End}
	found := hiddenFinding(at, p)
	if p.Places != nil && len(p.Places) < p.Count {
		return found // a fix would have too many edits to review
	}
	fix := analysis.SuggestedFix{Title: "delete the invisible characters", Safe: !isSpecimen, Uncovers: true}
	for _, place := range p.Places {
		fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: place[0], End: place[1]}})
	}
	if p.Places == nil {
		fix.Edits = []analysis.Edit{{Range: at}}
	}
	found.SuggestedFixes, found.Help = []analysis.SuggestedFix{fix}, ""
	return found
}

// severity returns the severity of a passage that hides text.
func severity(p passage) analysis.Severity {
	if p.Kind == repeatedRun {
		return analysis.Warning
	}
	return analysis.Error
}
