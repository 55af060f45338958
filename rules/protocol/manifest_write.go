package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// ManifestWrite reports commands that damage MANIFEST.jsonl.
//
// The manifest is read line by line, with one object per line (BASE-001). Readers cannot parse an entry
// over several lines, and ">" deletes everything that other subagents have appended. A command in a skill
// runs again and again.
//
// Write the entry on one line, with jq -c, and append it with ">>".
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Severity:
//   - error for jq without -c, for an object over several lines of a here-document, string or variable, and
//     for ">" or tee without -a
//   - error for json.dumps with indent and JSON.stringify with spaces, if the code writes their result
//   - warning for a JSON block over several lines below a sentence that says to append it
//   - warning if the dialect of the skill was detected only from its content
//   - error for all of them in the strict profile
//
// Not reported:
//   - several entries with one line each; jq -c, and jq -r with tojson
//   - an unquoted variable, which the shell writes on one line
//   - ">" that empties the file, or follows a test for it
//   - manifests in directories for tests and temporary files
//   - commands that compute a new manifest from the old one
//   - examples under a heading, line or comment that calls them bad, wrong or an anti-pattern
var ManifestWrite = &analysis.Analyzer{
	Name:     "protocol/manifest-write",
	Doc:      "command that damages the manifest",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    stepKinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, manifest entry format and anti-patterns"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      manifestWrite,
}

func manifestWrite(pass *analysis.Pass) error {
	t := stepsFact.Of(pass)
	for _, b := range t.Blocks {
		for _, s := range b.Steps {
			if !s.Bad {
				checkWrite(pass, t, s)
			}
		}
	}
	for i := range pass.Document.Fences {
		checkExample(pass, t, &pass.Document.Fences[i])
		checkCalls(pass, t, &pass.Document.Fences[i])
	}
	return nil
}

// severity returns the severity of a command that damages the manifest.
func severity(d *analysis.Document) analysis.Severity {
	if d.Guessed {
		return analysis.Warning
	}
	return analysis.Error
}

// checkWrite reports a step that writes the manifest incorrectly.
func checkWrite(pass *analysis.Pass, t *Text, s Step) {
	if s.Action != Append && s.Action != Overwrite || isExample(s.Path) {
		return
	}
	d := pass.Document
	report := func(at analysis.Range, message, effect, help string) {
		pass.Report(analysis.Diagnostic{Range: at, Severity: severity(d), Must: true, Message: message, Effect: effect, Help: help})
	}
	if s.Action == Overwrite && s.Print.Entry && !s.Guard {
		report(s.At, deletion(d.Text(s.At))+" deletes all lines of "+t.Protocol.Ledger, "entries of other subagents are lost (BASE-001)", "append with >> or tee -a")
	}
	const oneLine = "write the object on one line"
	switch s.Print.Pretty {
	case ByJQ:
		report(s.Print.At, "jq prints the entry over several lines", unreadable, "use jq -c")
	case Here:
		report(entryIn(d, s.Print.At), "here-document writes the entry over several lines", unreadable, oneLine)
	case Literal:
		report(s.Print.At, "command prints the entry over several lines", unreadable, oneLine)
	}
}

// unreadable is the effect of an entry over several lines.
const unreadable = "readers of JSON Lines cannot parse it (BASE-001)"

// deletion returns the part of a command that deletes the lines of the manifest: the operator of a redirection, or tee.
func deletion(text string) string {
	if rest := strings.TrimLeft(text, "0123456789&>|"); len(rest) < len(text) {
		return quote.Text(text[:len(text)-len(rest)])
	}
	return "tee without -a"
}

// entryIn returns the object in a range of the file.
func entryIn(d *analysis.Document, at analysis.Range) analysis.Range {
	text := d.Text(at)
	n := max(strings.IndexByte(text, '{'), 0)
	text = text[n:]
	at.Start += n
	at.End = at.Start + len(strings.TrimRight(text[:objectEnd(text)], " \t\r\n"))
	return at
}

// isExample reports whether a manifest is for tests or examples.
func isExample(path string) bool {
	lower := strings.ToLower(path)
	for _, word := range []string{"tmp", "temp", "test", "fixture", "bats", "example", "sample"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
