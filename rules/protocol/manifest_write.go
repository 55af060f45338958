package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/protocol"
	"github.com/yuin/goldmark/ast"
)

// ManifestWrite reports commands that would damage the ledger.
//
// MANIFEST.jsonl is read line by line: one object on one line for each output (BASE-001). An entry
// over several lines is none to its readers, and ">" deletes all that other agents have appended.
// Such a command in a skill is run again and again. Reported are an append of what jq prints
// without -c; of an object over several lines of a here-document, a string or a variable; a
// redirection of an entry with ">", or a tee without -a; and an entry over several lines in a JSON
// block right below a sentence that says to append it to the ledger, which is a warning.
//
// Write the entry on one line, with jq -c, and append it with ">>".
//
// Left alone: several entries of one line each; jq -c, and jq -r with tojson; an unquoted variable,
// which the shell makes one line of; a ">" that empties the file, or stands behind a test for it;
// ledgers in folders for tests and temporary files; files that compute a new ledger from the old;
// and what the nearest heading, line or comment calls bad, wrong or an anti-pattern. Where only its
// content told whose skill it is, a finding is a warning.
var ManifestWrite = &analysis.Analyzer{
	Name:     "protocol/manifest-write",
	Doc:      "command that would damage the ledger: an entry over several lines, or \">\" for \">>\"",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    protocol.Kinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, manifest entry format and anti-patterns"},
	Requires: []*analysis.Analyzer{protocol.Fact.Analyzer},
	Run:      manifestWrite,
}

func manifestWrite(pass *analysis.Pass) error {
	t := protocol.Fact.Of(pass)
	for _, b := range t.Blocks {
		for _, s := range b.Steps {
			if !s.Bad {
				checkWrite(pass, t, s)
			}
		}
	}
	for i := range pass.Document.Fences {
		checkExample(pass, t, &pass.Document.Fences[i])
	}
	return nil
}

// severity returns what a command that damages the ledger is.
func severity(d *analysis.Document) analysis.Severity {
	if d.Guessed {
		return analysis.Warning
	}
	return analysis.Error
}

// checkWrite reports a step that writes the ledger, and not as it is to be written.
func checkWrite(pass *analysis.Pass, t *protocol.Text, s protocol.Step) {
	if s.Action != protocol.Append && s.Action != protocol.Overwrite || isTrial(s.Path) {
		return
	}
	d := pass.Document
	report := func(at analysis.Range, message string) {
		pass.Report(analysis.Diagnostic{Range: at, Severity: severity(d), Message: message})
	}
	if s.Action == protocol.Overwrite && s.Print.Entry && !s.Guard {
		report(s.At, deletion(d.Text(s.At))+" deletes every line that stands in "+t.Protocol.Ledger+" (BASE-001); append with >>, or tee -a")
	}
	const reader = ", and a reader of lines finds no entry in them (BASE-001); "
	switch s.Print.Pretty {
	case protocol.ByJQ:
		report(s.Print.At, "jq prints the entry over several lines"+reader+"write jq -c")
	case protocol.Here:
		report(entryIn(d, s.Print.At), "the here-document spreads the entry over several lines"+reader+"write the object on one line")
	case protocol.Literal:
		report(s.Print.At, "the command prints the entry over several lines"+reader+"write the object on one line")
	}
}

// deletion returns what deletes the lines of the ledger: the operator of a redirection, or tee.
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
	at.End = at.Start + len(strings.TrimRight(text[:protocol.ObjectEnd(text)], " \t\r\n"))
	return at
}

// isTrial reports whether a ledger is one for trying something out.
func isTrial(path string) bool {
	lower := strings.ToLower(path)
	for _, word := range []string{"tmp", "temp", "test", "fixture", "bats", "example", "sample"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// checkExample reports a JSON block with an entry over several lines, where the sentence above says
// to append it to the ledger.
func checkExample(pass *analysis.Pass, t *protocol.Text, f *analysis.Fence) {
	d := pass.Document
	if f.Info != "" && !strings.EqualFold(f.Info, "json") && !strings.EqualFold(f.Info, "jsonl") || t.Counter.Block(f) {
		return
	}
	paragraph := f.Node.PreviousSibling()
	if paragraph == nil || paragraph.Kind() != ast.KindParagraph && paragraph.Kind() != ast.KindTextBlock {
		return
	}
	lead := string(paragraph.Lines().Value(d.Source))
	if !saysAppend(lead, t.Protocol.Ledger, t.Protocol.LedgerToken) {
		return
	}
	lines := f.Node.Lines()
	if lines.Len() < 2 || strings.TrimSpace(string(lines.Value(d.Source))) == "" {
		return
	}
	at := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	if !protocol.Spans(string(lines.Value(d.Source))) {
		return
	}
	at = entryIn(d, at)
	pass.Report(analysis.Diagnostic{Range: at, Severity: analysis.Warning,
		Message: "the entry to append is shown over several lines, and appended so it is none to a reader of lines (BASE-001); show it on one line"})
}

// saysAppend reports whether a sentence says to append what follows it to the ledger.
func saysAppend(lead, ledger, token string) bool {
	lower := strings.ToLower(lead)
	if strings.Contains(lower, "readab") || strings.Contains(lower, "expanded") {
		return false
	}
	return strings.Contains(lower, "append") && (strings.Contains(lead, ledger) || strings.Contains(lead, token))
}
