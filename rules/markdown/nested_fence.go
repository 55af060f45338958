package markdown

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// NestedFence reports code blocks that end at the fence of a block they show.
//
// A block that shows Markdown with code in it needs a longer fence than the code. Otherwise the first inner
// fence that closes a block closes the outer one. From there on text is code and code is text: headings and
// instructions after it are no longer read as such.
//
// The fences of a file are paired as for `markdown/unclosed-fence`: in the most likely reading, the block ends at a later fence
// than in CommonMark.
//
// Severity:
//   - error in skills, subagents and commands if text is parsed as code, or code as text
//   - warning in other files
//
// Not reported:
//   - files of more than 5,000 lines or with many such blocks, where `markdown/unclosed-fence` reports one finding
//
// Fix: --unsafe-fixes writes a longer outer fence. No fix is offered if the end of the outer block is ambiguous.
var NestedFence = &analysis.Analyzer{
	Name:     "markdown/nested-fence",
	Doc:      "code block that ends at the fence of a block inside it",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, fenced code blocks", Checked: "2026-11-22"},
	Requires: []*analysis.Analyzer{fence.Fact.Analyzer},
	Run:      nestedFence,
}

func nestedFence(pass *analysis.Pass) error { return reportFences(pass, true) }
