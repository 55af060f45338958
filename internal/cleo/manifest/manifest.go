// Package manifest reads MANIFEST.jsonl, in which an orchestrator lists the outputs of its subagents: what its
// entries say, where their files are, and which Markdown files are outputs.
//
// Many files of that name are logs of another format, so a manifest counts only when enough of its lines
// look like entries. A directory with a manifest contains much else: notes, hand-overs, prompts, audits. A
// file counts as an output when it is named as outputs are and is right beside the manifest, or when it
// begins as they do, with a bold "Task:" line; and never beside a manifest of another format.
package manifest

import "github.com/skilllint/skilllint/analysis"

// Count counts the objects of a manifest.
type Count struct {
	Objects int
	Ours    int               // those with a "file" and one of "agent_type" and "key_findings"
	First   analysis.Location // of the first object's opening brace
}

// Counted is the count of a manifest.
var Counted = analysis.NewFold("ledger-count", "how many lines of a manifest look like the protocol's entries",
	analysis.Manifest, func(*analysis.Pass) *Count { return new(Count) }, count)

func count(pass *analysis.Pass, c *Count) error {
	v := pass.Line.Data
	if v == nil || v.Kind != analysis.Map {
		return nil
	}
	if c.Objects == 0 {
		c.First = pass.Line.Location(analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1})
	}
	c.Objects++
	if v.Get("file") != nil && (v.Get("agent_type") != nil || v.Get("key_findings") != nil) {
		c.Ours++
	}
	return nil
}

// Fact is whether a manifest holds the protocol's entries: at least every tenth looks like one, or
// the configuration says so.
var Fact = analysis.NewFact("ledger", "whether a manifest is the protocol's, not another ledger",
	analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (bool, error) {
		c := Counted.Of(p)
		if p.File.Extra != nil { // the configuration says what its lines are
			return false, nil
		}
		return p.File.Strict || p.File.Claimed || c.Ours > 0 && c.Ours*10 >= c.Objects, nil
	}, Counted.Analyzer)
