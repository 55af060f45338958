package markdown

import (
	"fmt"
	"strings"

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
// each fence with a language opens a block and each bare fence closes the innermost one. If they do not, a bare fence
// opens a block inside one with a language if it follows a heading, a label or an empty line and text follows it. The
// blocks of a list item are read by themselves. A block of Markdown that contains a fence is reported even if its own
// end is missing.
//
// Not reported:
//   - fences that do not pair that way, and blocks that are never closed, see `markdown/unclosed-fence`
//   - blocks that contain bare blocks only, if no other block of the file is out of step
//   - files of more than 5,000 lines or with many such blocks, where `markdown/unclosed-fence` reports one finding
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
	read := readings(pass.Document)
	if isCollected(pass.Document, read) {
		return nil // UnclosedFence reports one finding
	}
	for _, found := range nestedFindings(pass.Document, read) {
		pass.Report(found)
	}
	return nil
}

func nestedFindings(d *analysis.Document, read []reading) []analysis.Diagnostic {
	var all []analysis.Diagnostic
	for _, r := range read {
		for i := range r.nestings {
			all = append(all, nestingFinding(d, &r.nestings[i]))
		}
		for _, m := range r.mixed {
			if isMarkdown(m.fence.Info) && !r.unclosed {
				found := endsEarly(d, m.fence, m.inner)
				found.Severity, found.Effect = analysis.Warning, "the rest of the example is parsed as part of the file"
				all = append(all, found)
			}
		}
	}
	return all
}

// endsEarly returns the finding for a block that ends at the fence of another block.
func endsEarly(d *analysis.Document, outer *analysis.Fence, inner fenceLine) analysis.Diagnostic {
	begins := "the inner block starts here"
	if inner.text == outer.Close {
		begins = "probably meant to start an inner block"
	}
	return analysis.Diagnostic{
		Range:   outer.Open,
		Message: fmt.Sprintf("code block ends early at line %d because it contains %s", d.LineOf(outer.Close.Start), shorten(mark(inner))),
		Help:    fmt.Sprintf("open and close the outer block with %s", shorten(strings.Repeat(string(outer.Char), max(outer.Length, inner.length)+1))),
		Related: []analysis.Related{{Location: d.At(inner.text), Message: begins}},
	}
}

func nestingFinding(d *analysis.Document, n *nesting) analysis.Diagnostic {
	found := endsEarly(d, n.outer, n.inner)
	if n.swallowsText(d) {
		found.Effect = "the rest of the block is parsed as text, and text after it as code"
	}
	if found.Effect == "" || d.File.Kind&(analysis.Skill|analysis.Agent|analysis.Command) == 0 || containerOf(n.outer.Node) != "file" {
		found.Severity = analysis.Warning
	}
	if edits := n.lengthenEdits(); edits != nil {
		found.Help = ""
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: "write longer fences around blocks that contain fences", Uncovers: true, Edits: edits}}
	}
	return found
}
