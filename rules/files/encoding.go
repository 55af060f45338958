package files

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Encoding reports bytes and line endings that clients do not read as the author meant.
//
// Clients read UTF-8. Codex rejects a file with a single invalid byte, even in the body; others show a
// replacement character. Nearly all clients reject UTF-16, UTF-32 and NUL bytes in the frontmatter. With a
// byte order mark, Codex and Gemini CLI do not find the frontmatter. If the file's own dialect does not find
// it either, frontmatter/missing reports that instead.
//
// Hardly any client ends a line at a lone CR, so frontmatter with such lines is not found. Where CRLF and LF
// are mixed, values and lines differ from what an editor shows. Each kind of problem is reported once per
// file, at its first place.
//
// Severity:
//   - error for other encodings, invalid bytes, NUL bytes, and lone CRs in the frontmatter
//   - warning for byte order marks of skills, other lone CRs, and NUL bytes of references; info for other byte order marks: the client
//     of the file skips them
//   - info for a mix of CRLF and LF
//
// Not reported:
//   - CRLF in the whole file
//   - JSON, manifests and context files such as CLAUDE.md, except for UTF-16 and UTF-32; other rules check
//     them
//
// Fix: --fix deletes byte order marks and unifies line endings. Invalid bytes are never fixed, because
// only the author knows what they mean.
var Encoding = &analysis.Analyzer{
	Name:     "files/encoding",
	Doc:      "invalid encoding or mixed line endings",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Parsed | analysis.Context,

	Protected: true, // files in other encodings are not parsed

	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini 0.61.0, copilot 1.0.102, skills-ref 0.1.5", Checked: "2026-11-21"},
	Run: encoding,
}

// bom is U+FEFF in UTF-8.
const bom = "\xef\xbb\xbf"

func encoding(pass *analysis.Pass) error {
	d := pass.Document
	switch {
	case d.Encoding != analysis.UTF8:
		pass.Report(analysis.Diagnostic{Range: analysis.Range{End: min(2, len(d.Source))},
			Message: fmt.Sprintf("file is encoded in %s", d.Encoding), Effect: "clients read only UTF-8", Help: "save it as UTF-8"})
		return nil
	case d.Kind&(analysis.JSON&^analysis.Hooks|analysis.Context) != 0:
		return nil
	}
	if bytes.HasPrefix(d.Source, []byte(bom)) && !isMissingHeader(d) && d.StoredLink() == "" {
		reportMark(pass)
	}
	if reportInvalid(pass) || reportNUL(pass) {
		return nil // not a text with lines
	}
	reportLineEnds(pass)
	return nil
}

// isMissingHeader reports whether the client of the file's dialect finds no frontmatter because of the byte order mark,
// which another rule reports.
func isMissingHeader(d *analysis.Document) bool {
	if d.Header == nil || d.Header.State == analysis.HeaderNone {
		return false
	}
	rules := d.Rules()
	return rules != nil && rules.Header.BOM == "no header"
}

func reportMark(pass *analysis.Pass) {
	mark, effect := analysis.Range{End: len(bom)}, "some clients read it as part of the text"
	if h := pass.Document.Header; h != nil && h.State != analysis.HeaderNone {
		effect = "some clients do not find the frontmatter"
	}
	severity := analysis.Warning
	if h := pass.Document.Header; pass.Document.Kind != analysis.Skill || h == nil || h.State == analysis.HeaderNone {
		severity = analysis.Info // which models read, or the only client of the file skips
	}
	pass.Report(analysis.Diagnostic{
		Range:    mark,
		Severity: severity,
		Message:  "byte order mark at the start of the file",
		Effect:   effect,
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
	message := "NUL byte in the file"
	if n := bytes.Count(source, []byte{0}); n > 1 {
		message = fmt.Sprintf("%s NUL bytes in the file", quote.Count(n))
	}
	d := analysis.Diagnostic{Range: analysis.Range{Start: first, End: first + 1}, Message: message,
		Effect: "most clients reject frontmatter with a NUL byte", Help: "delete all NUL bytes"}
	if pass.Document.Kind == analysis.Reference {
		d.Severity, d.Effect = analysis.Warning, "git and grep take the file for a binary one"
	}
	pass.Report(d)
	return true
}
