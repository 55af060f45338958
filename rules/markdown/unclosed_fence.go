package markdown

import (
	"cmp"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// UnclosedFence reports fenced code blocks that are not closed before their list item, block quote or
// file ends.
//
// All text down to there is parsed as code: headings, links and instructions in it have no effect. Only
// a line of its own closes a fence. It has the same character at least as often as the opening fence, no
// text after it, and less than four columns of indentation. "```sh" closes nothing, and neither do three
// backticks after four.
//
// A block that shows a fence needs a longer fence around it. Otherwise, the inner fence closes the block,
// and the last fence opens another one. Such a finding is at the outer block.
//
// Fences can be out of step although all of them pair: a closing fence without an opening one opens a block, and a block
// that is not closed ends with the next one. Such a block is reported if it contains the opening fence of another block. If
// all fences are bare, two blocks after each other are reported that contain headings, where the text between them looks
// like code.
//
// Severity:
//   - error in skills, subagents and commands if headings or sentences become code
//   - warning in other files and in list items, if only code is affected, and for an empty block
//   - info if a fence follows an HTML tag without an empty line: CommonMark parses it as HTML, models as a fence
//   - info for one finding in a reference of more than 5,000 lines or with many blocks that are out of step: such files are
//     collected by programs, and searched rather than read
//
// A block with more than 50 lines and text before the next one starts was never closed, unless it shows Markdown.
//
// Fences are parsed as in CommonMark. Those in comments, HTML blocks and indented code are text. A block that ends at
// the fence of another block inside it is reported by `markdown/nested-fence`.
//
// Not reported:
//   - an opening fence that a block only shows, without text before it
//   - files whose first lines are parsed as frontmatter with an unclosed block in it: "---" is a line between sections there
//   - a closing fence without an opening one, if a block before it may have ended early
//
// Fix: --unsafe-fixes corrects the line that was probably meant as the closing fence, closes the block at
// its end, or removes a fence that was probably left over.
var UnclosedFence = &analysis.Analyzer{
	Name:     "markdown/unclosed-fence",
	Doc:      "unclosed code fence",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, fenced code blocks", Checked: "2026-11-21"},
	Run:      unclosedFence,
}

func unclosedFence(pass *analysis.Pass) error {
	d := pass.Document
	explained := -1 // offset of a fence that was meant to close an earlier one
	if opensInFrontmatter(d) {
		return nil
	}
	html := readIgnoringHTML(d)
	if len(html.edits) > 0 && html.balanced && html.misread {
		html.report(pass)
		return nil
	}
	read := readings(d)
	var all []analysis.Diagnostic
	containers := byContainer(read)
	for i := range d.Fences {
		f := &d.Fences[i]
		if f.Closed || f.Open.Start == explained {
			continue
		}
		b := openBlock{d: d, fence: f, container: containerOf(f.Node)}
		cause, nested := causeOf(d, read, containers, f)
		if nested {
			continue // NestedFence reports the cause
		}
		c := b.closer()
		if c.outside {
			explained = c.line.Start
		}
		found := b.finding(c, cause)
		if end := b.separated(i); end != nil && c.why == "" {
			explained = end.Open.Start
			found = b.interrupted(end)
		}
		if len(html.edits) > 0 {
			found.SuggestedFixes = nil // the cause is ambiguous
			found.Help = cmp.Or(found.Help, "close it where the code ends, or remove it")
		}
		all = append(all, found)
	}
	all = append(all, mixedFindings(d, read, html)...)
	if found, ok := invertedFences(d); ok && len(all)+len(read)+len(html.edits) == 0 {
		all = append(all, found)
	}
	if isCollected(d, read) {
		all = summary(d, append(all, nestedFindings(d, read)...))
	}
	for _, found := range all {
		pass.Report(found)
	}
	return nil
}

func (b *openBlock) finding(c closer, cause *mixedBlock) analysis.Diagnostic {
	lines := b.lines()
	if lines == 0 && c.why == "" && cause == nil {
		return b.emptyBlock()
	}
	if c.why != "" {
		return b.unclosed(c, b.effect(lines))
	}
	if cause != nil {
		return b.early(*cause)
	}
	if b.container == "file" && endsBlock(b.d, b.fence) {
		return b.unopened(b.effect(lines))
	}
	found := analysis.Diagnostic{Range: b.fence.Open, Severity: b.severity(), Message: b.message(), Effect: b.effect(lines)}
	found.SuggestedFixes = b.fixes()
	if found.SuggestedFixes[0].Title == b.closingFix().Title {
		found.Help = fmt.Sprintf("close it with %s where the code ends", shorten(b.mark()))
	}
	return found
}

// severity returns the severity of a block that is not closed.
func (b *openBlock) severity() analysis.Severity {
	if b.d.File.Kind&(analysis.Skill|analysis.Agent|analysis.Command) != 0 && b.container == "file" && b.hasText() {
		return analysis.Error
	}
	return analysis.Warning
}

// fixes returns the fixes for a block without a probable closing fence, the most probable first. A bare fence before headings was
// probably meant to close a block that another fence has closed. Closing it at the end of the file would make the text code
// permanently.
func (b *openBlock) fixes() []analysis.SuggestedFix {
	closing := b.closingFix()
	if b.fence.Info != "" {
		return []analysis.SuggestedFix{closing}
	}
	if b.container == "file" && b.headed() {
		return []analysis.SuggestedFix{b.removal(), closing}
	}
	return []analysis.SuggestedFix{closing, b.removal()}
}
