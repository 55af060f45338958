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
//   - warning elsewhere, in list items, and if only code is affected
//
// The number of fences can be even, so that no block stays open. A part of a file is reported if its fences pair when
// each fence with a language opens a block and each bare fence closes the innermost one. The blocks of a list item are
// read by themselves. A block of Markdown that contains a fence is reported even if its own end is missing.
//
// Not reported:
//   - fences that do not pair that way, see `markdown/unclosed-fence`
//   - blocks of bare fences inside other blocks, which look like the end of the outer block
//
// Fix: --unsafe-fixes writes a longer outer fence. No fix is offered if several bare fences follow the inner block, so that
// the end of the outer one is ambiguous, or if the fences after it do not pair.
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
	for _, r := range readings(pass.Document) {
		for i := range r.nestings {
			reportNesting(pass, &r.nestings[i])
		}
		for _, m := range r.mixed {
			if isMarkdown(m.fence.Info) && !r.unclosed {
				found := endsEarly(pass.Document, m.fence, m.inner)
				found.Severity, found.Effect = analysis.Warning, "the rest of the example is parsed as part of the file"
				pass.Report(found)
			}
		}
	}
	return nil
}

// endsEarly returns the finding for a block that ends at the fence of another one.
func endsEarly(d *analysis.Document, outer *analysis.Fence, inner fenceLine) analysis.Diagnostic {
	begins := "the inner block starts here"
	if inner.text == outer.Close {
		begins = "probably meant to start an inner block"
	}
	return analysis.Diagnostic{
		Range:   outer.Open,
		Message: fmt.Sprintf("code block ends early at line %d because it contains %s", d.LineOf(outer.Close.Start), shown(mark(inner))),
		Help:    "write a longer fence at both ends of the outer block",
		Related: []analysis.Related{{Location: d.At(inner.text), Message: begins}},
	}
}

func reportNesting(pass *analysis.Pass, n *nesting) {
	d := pass.Document
	found := endsEarly(d, n.outer, n.inner)
	if n.swallowsText(d) {
		found.Effect = "the rest of the block is parsed as text, and text after it as code"
	}
	if found.Effect == "" || d.File.Kind&(analysis.Skill|analysis.Agent|analysis.Command) == 0 || containerOf(n.outer.Node) != "file" {
		found.Severity = analysis.Warning
	}
	if edits := n.lengthened(); edits != nil {
		found.Help = ""
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: "write longer fences around blocks that contain fences", Uncovers: true, Edits: edits}}
	}
	pass.Report(found)
}
