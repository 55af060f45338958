package files

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// Encoding reports bytes that agents do not read as the text that was meant.
//
// Agents read UTF-8. Codex rejects a file with a single byte that is not, in the body too; others
// show a replacement character in its place. UTF-16, UTF-32 and, in a header, NUL are rejected by
// nearly all of them. A byte order mark keeps Codex and Gemini from finding the header; where the file's
// own dialect does not find it either, frontmatter/missing says so instead. A lone CR ends a line
// for hardly any agent: a header with such lines is none, which is an error; elsewhere, and where
// CRLF and LF are mixed, values and lines come out other than they look.
//
// Save the file as UTF-8 without mark, every line ended alike. Marks and line ends are fixed;
// bytes that are not UTF-8 never are, because only their author knows what they stand for. There
// is one finding of a sort in a file, at its first place, with the number of all.
//
// CRLF throughout is left alone, as agents read it. JSON, instructions as CLAUDE.md and settings, and manifests have rules of their own: of
// them, only UTF-16 and UTF-32 are reported here.
var Encoding = &analysis.Analyzer{
	Name:     "files/encoding",
	Doc:      "bytes or line ends that agents do not read as meant",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Parsed | analysis.Context,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0, copilot 1.0.102, skills-ref 0.1.5", Checked: "2026-11-21"},
	Run: encoding,
}

const jsonKinds = analysis.Plugin | analysis.Marketplace | analysis.Registry | analysis.Placeholders

// bom is U+FEFF in UTF-8.
const bom = "\xef\xbb\xbf"

func encoding(pass *analysis.Pass) error {
	d := pass.Document
	switch {
	case d.Encoding != analysis.UTF8:
		pass.Reportf(analysis.Range{End: min(2, len(d.Source))}, "file is encoded in %s; clients read only UTF-8", d.Encoding)
		return nil
	case d.Kind&(jsonKinds|analysis.Context) != 0:
		return nil
	}
	if bytes.HasPrefix(d.Source, []byte(bom)) && !isMissingHeader(d) {
		reportMark(pass)
	}
	if reportInvalid(pass) || reportNUL(pass) {
		return nil // what is no text has no lines
	}
	reportLineEnds(pass)
	return nil
}

// isMissingHeader reports whether the mark is why the file's own dialect finds no header, which
// is another rule's finding.
func isMissingHeader(d *analysis.Document) bool {
	if d.Header == nil || d.Header.State == analysis.HeaderNone {
		return false
	}
	rules := d.Rules()
	return rules != nil && rules.Header.BOM == "no header"
}

func reportMark(pass *analysis.Pass) {
	mark, effect := analysis.Range{End: len(bom)}, "which some readers take for a part of it"
	if h := pass.Document.Header; h != nil && h.State != analysis.HeaderNone {
		effect = "so some agents find no header in the file"
	}
	pass.Report(analysis.Diagnostic{
		Range:    mark,
		Severity: analysis.Warning,
		Message:  "a byte order mark stands before the text, " + effect + "; delete it",
		SuggestedFixes: []analysis.SuggestedFix{{Title: "delete the byte order mark", Safe: true, Uncovers: true,
			Edits: []analysis.Edit{{Range: mark}}}},
	})
}

func reportNUL(pass *analysis.Pass) bool {
	source := pass.Document.Source
	first := bytes.IndexByte(source, 0)
	if first < 0 {
		return false
	}
	others := ""
	if n := bytes.Count(source, []byte{0}); n > 1 {
		others = fmt.Sprintf(" (%d in the file)", n)
	}
	pass.Reportf(analysis.Range{Start: first, End: first + 1},
		"a NUL byte stands here%s; most agents reject a header that has one, and what a tool does with it differs; delete it", others)
	return true
}
