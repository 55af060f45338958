package markdown

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// UnclosedFence reports fenced code blocks that do not end where they were meant to: a fence is missing, or does not close its
// block.
//
// One wrong fence turns all later code into text and text into code: headings, links and instructions in it have no
// effect. Only a line of its own closes a fence. It has the same character at least as often as the opening fence, no
// text after it, and less than four columns of indentation, and it is not outside of the list item. "```sh" closes
// nothing, and neither do three backticks after four.
//
// The rule compares CommonMark's reading of the file with others that need a few repairs, such as one more closing fence,
// and prefers that in which code looks like code and text looks like text. It reports each repair as one finding, at
// the line to change. For a missing closing fence, this is the opening one. If no reading is clearly the best, the
// finding is at the first block that CommonMark reads differently than its author, and there is no fix.
//
// Severity:
//   - error in skills, subagents and commands if text is parsed as code, or code as text
//   - error in files of duyetbot, whose validator rejects a file with an unclosed block
//   - warning in other files, and if only a fence is misread
//   - info if a line of a block in a list item is not indented like the item, for a surplus fence before the last
//     paragraph of the file, and for a missing one at its end after code: models read the text as meant
//   - info if a fence follows an HTML tag without an empty line: CommonMark parses it as HTML, models as a fence
//   - info for one finding in a reference of more than 5,000 lines or with many such blocks: such files are collected by
//     programs, and searched rather than read
//
// Fences in comments, HTML blocks and indented code are text. A block that ends at the fence of another block inside it is
// reported by `markdown/nested-fence`.
//
// Not reported:
//   - fences that pair, also if both are in HTML or indented, and shorter fences in a block
//   - files whose first lines are parsed as frontmatter with an unclosed block in it: "---" is a line between sections there
//   - two missing fences, such as the end of a block and the start of the next one
//
// Fix: --unsafe-fixes corrects the fence. No fix is offered if another repair is as likely, or if what is missing is
// unknown: the language of an opening fence, or the end of code of several paragraphs.
var UnclosedFence = &analysis.Analyzer{
	Name:     "markdown/unclosed-fence",
	Doc:      "unclosed code fence",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, fenced code blocks", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{fence.Fact.Analyzer},
	Run:      unclosedFence,
}

func unclosedFence(pass *analysis.Pass) error { return reportFences(pass, false) }
