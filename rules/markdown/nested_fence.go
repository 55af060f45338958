package markdown

import (
	"fmt"
	"github.com/skilllint/skilllint/analysis"
)

// NestedFence reports code blocks that end at the fence of a block they show.
//
// A block that shows Markdown with code in it needs a longer fence than the code. Otherwise the first inner
// fence that closes a block closes the outer one. From there on text is code and code is text: headings and
// instructions after it are no longer read as such.
//
// Severity:
//   - error in skills, subagents and commands if text after the block becomes code
//   - warning elsewhere, and if only code is affected
//
// The number of fences can be even, so that no block stays open. A file is reported if its fences
// pair when each fence with a language opens a block and each bare fence closes the innermost one.
//
// Not reported:
//   - fences in lists and block quotes
//   - files whose fences do not pair that way, see `markdown/unclosed-fence`
//   - blocks of bare fences inside other blocks, which look like the end of the outer block
//
// Fix: --unsafe-fixes writes a longer outer fence. If several bare fences follow the inner block, the end of the outer
// one is ambiguous, and no fix is offered.
var NestedFence = &analysis.Analyzer{
	Name:     "markdown/nested-fence",
	Doc:      "code block that ends at the fence of a block inside it",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, fenced code blocks", Checked: "2026-11-22"},
	Run:      nestedFence,
}

func nestedFence(pass *analysis.Pass) error {
	d := pass.Document
	n := readNesting(d)
	if n == nil {
		return nil
	}
	begins := "the inner block starts here"
	if n.inner.text == n.outer.Close {
		begins = "probably meant to start an inner block"
	}
	found := analysis.Diagnostic{
		Range:   n.outer.Open,
		Message: fmt.Sprintf("code block ends early at line %d because it contains %s", d.LineOf(n.outer.Close.Start), shown(mark(n.inner))),
		Related: []analysis.Related{{Location: d.At(n.inner.text), Message: begins}},
	}
	if n.swallowsText(d) {
		found.Effect = "the rest of the block is parsed as text, and text after it as code"
	}
	if found.Effect == "" || d.File.Kind&(analysis.Skill|analysis.Agent|analysis.Command) == 0 {
		found.Severity = analysis.Warning
	}
	if edits := n.lengthened(); edits != nil {
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: "write longer fences around blocks that contain fences", Uncovers: true, Edits: edits}}
	} else {
		found.Help = "write a longer fence at both ends of the outer block"
	}
	pass.Report(found)
	return nil
}
