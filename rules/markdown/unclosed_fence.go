package markdown

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// UnclosedFence reports a fenced code block that nothing closes before its list item, quotation
// or file ends.
//
// Whoever reads the file as Markdown takes everything down to there for code: headings, links and
// instructions are none any more. A fence is closed by a line of its own that has the same mark at
// least as often, nothing behind it, and less than four columns of indentation. So "```sh" closes
// nothing, nor do three backticks a block that four have opened. A block that shows a fence needs
// a longer one around it; otherwise the inner fence ends it, and the last one opens a block again.
//
// A fence in which nothing stands, as on the last line of a file, is a warning. Fences are read as
// CommonMark does: those in comments, HTML blocks and indented code are text, and counting marks
// tells nothing.
var UnclosedFence = &analysis.Analyzer{
	Name:     "markdown/unclosed-fence",
	Doc:      "fenced code block that is never closed",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Markdown,
	Source:   analysis.Source{Kind: analysis.Specification, Name: "CommonMark 0.31.2, fenced code blocks", Checked: "2026-11-21"},
	Run:      unclosedFence,
}

func unclosedFence(pass *analysis.Pass) error {
	d := pass.Document
	explained := -1 // offset of a fence that was meant to close an earlier one
	nested := readNesting(d) != nil
	for i := range d.Fences {
		f := &d.Fences[i]
		if f.Closed || f.Open.Start == explained {
			continue
		}
		b := openBlock{d: d, fence: f, container: containerOf(f.Node)}
		if nested && b.container == "file" {
			continue // NestedFence reports the cause
		}
		c := b.closer()
		if c.outside {
			explained = c.line.Start
		}
		pass.Report(b.finding(c))
	}
	return nil
}

func (b *openBlock) finding(c closer) analysis.Diagnostic {
	swallowed := b.swallowed()
	if swallowed == 0 && c.why == "" {
		return b.stray()
	}
	diagnostic := analysis.Diagnostic{Range: b.fence.Open}
	if c.why != "" {
		diagnostic.Message = fmt.Sprintf("%s is never closed, so %s; line %d was probably meant to close it, but %s",
			b.quoted(), b.consequence(swallowed), b.d.LineOf(c.line.Start), c.why)
		diagnostic.Related = []analysis.Related{{Location: b.d.At(c.line), Message: "probably meant to close it"}}
		diagnostic.SuggestedFixes = []analysis.SuggestedFix{{Title: "make that line close it", Uncovers: true,
			Edits: []analysis.Edit{{Range: c.replaced, Text: c.text}}}}
		return diagnostic
	}
	diagnostic.Message = fmt.Sprintf("%s is never closed, so %s; write %s on a line of its own where the code ends",
		b.quoted(), b.consequence(swallowed), shown(b.mark()))
	diagnostic.Related = b.cause()
	diagnostic.SuggestedFixes = b.fixes(len(diagnostic.Related) > 0)
	if b.fence.Info == "" {
		diagnostic.Message += ", or remove this fence if no code begins here"
	}
	return diagnostic
}

// fixes returns what may be done about a block that nothing looks meant to close, the likeliest
// first. A bare fence with headings behind it was nearly always meant to close a block that another
// fence ended before, and closing it at the end of the file would make code of the text for good.
func (b *openBlock) fixes(outOfStep bool) []analysis.SuggestedFix {
	closing := analysis.SuggestedFix{Title: "close the block at its end", Uncovers: true, Edits: []analysis.Edit{b.closing()}}
	if b.fence.Info != "" {
		return []analysis.SuggestedFix{closing}
	}
	if !outOfStep {
		if b.container == "file" && b.headed() {
			return []analysis.SuggestedFix{b.removal(), closing}
		}
		return []analysis.SuggestedFix{closing, b.removal()}
	}
	return []analysis.SuggestedFix{b.removal()}
}

// stray returns the finding for a block in which nothing stands.
func (b *openBlock) stray() analysis.Diagnostic {
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: analysis.Warning,
		Message: fmt.Sprintf("%s opens a code block in which nothing stands; remove it, or close the block with %s", b.quoted(), shown(b.mark())),
		Related: b.cause(), SuggestedFixes: []analysis.SuggestedFix{b.removal()},
	}
}

func (b *openBlock) removal() analysis.SuggestedFix {
	return analysis.SuggestedFix{Title: "remove the fence", Uncovers: true, Edits: []analysis.Edit{{Range: b.fence.Open}}}
}

// cause returns where the fences of the file came out of step, if this one looks like the end of
// a block that another one ended before.
func (b *openBlock) cause() []analysis.Related {
	if b.fence.Info != "" || b.container != "file" {
		return nil
	}
	outer, inner := outOfStep(b.d)
	if outer == nil || outer.Open.Start > b.fence.Open.Start {
		return nil
	}
	return []analysis.Related{
		{Location: b.d.At(outer.Open), Message: "the fences may be out of step from here: a block that shows fences needs a longer one"},
		{Location: b.d.At(inner), Message: "this looks like the start of a block, but stands inside one"},
	}
}
