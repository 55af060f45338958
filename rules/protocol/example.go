package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"

	"github.com/yuin/goldmark/ast"
)

// checkExample reports a JSON block with an entry over several lines if the sentence before it instructs the subagent to append
// it to the manifest.
func checkExample(pass *analysis.Pass, t *Text, f *analysis.Fence) {
	d := pass.Document
	if f.Info != "" && !strings.EqualFold(f.Info, "json") && !strings.EqualFold(f.Info, "jsonl") || t.IsBad(f) {
		return
	}
	paragraph := f.Node.PreviousSibling()
	if paragraph == nil || paragraph.Kind() != ast.KindParagraph && paragraph.Kind() != ast.KindTextBlock {
		return
	}
	lead := string(paragraph.Lines().Value(d.Source))
	if !requestsAppend(lead, t.Protocol.Ledger, t.Protocol.LedgerToken) {
		return
	}
	lines := f.Node.Lines()
	if lines.Len() < 2 || strings.TrimSpace(string(lines.Value(d.Source))) == "" {
		return
	}
	at := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	if !spansLines(string(lines.Value(d.Source))) {
		return
	}
	at = entryIn(d, at)
	pass.Report(analysis.Diagnostic{Range: at, Severity: analysis.Warning, Must: true,
		Message: "example manifest entry spans several lines", Help: "write the example on one line",
		Effect: "subagents copy it to " + t.Protocol.Ledger + ", where each line must be one JSON object"})
}

// requestsAppend reports whether a sentence instructs the subagent to append the following block to the manifest.
func requestsAppend(lead, ledger, token string) bool {
	lower := strings.ToLower(lead)
	if strings.Contains(lower, "readab") || strings.Contains(lower, "expanded") {
		return false
	}
	return strings.Contains(lower, "append") && (strings.Contains(lead, ledger) || strings.Contains(lead, token))
}
