package markdown

import (
	"fmt"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// emptyBlock returns the finding for a block without code.
func (b *openBlock) emptyBlock() analysis.Diagnostic {
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: analysis.Warning, Message: "code fence at the end of the " + b.container + " opens an empty block",
		Effect:         "no block is open there that it could close",
		SuggestedFixes: []analysis.SuggestedFix{b.removal()},
	}
}

// early returns the finding for the block that another fence closed, so that the last fence is not closed.
func (b *openBlock) early(m mixedBlock) analysis.Diagnostic {
	if found, ok := b.missingEnd(m); ok {
		return found
	}
	outer := m.fence
	severity, last := b.severity(), b.d.LineOf(b.fence.Open.Start)
	if b.lines() == 0 {
		severity = analysis.Warning
	}
	lengthen := strings.Repeat(string(outer.Char), outer.Length+1)
	return analysis.Diagnostic{
		Range: outer.Open, Severity: severity,
		Message: fmt.Sprintf("code block ends early at line %d because it contains fences", b.d.LineOf(outer.Close.Start)),
		Effect:  fmt.Sprintf("the fences after it pair differently, and the last one, in line %d, stays open", last),
		Help:    "open and close this block with " + shorten(lengthen),
		Related: []analysis.Related{
			{Location: b.d.At(m.inner.text), Message: "parsed as code, not as an opening fence"},
			{Location: b.d.At(b.fence.Open), Message: "stays open"},
		},
	}
}

func (b *openBlock) closingFix() analysis.SuggestedFix {
	return analysis.SuggestedFix{Title: "close the fence at the end of the " + b.container, Uncovers: true, Edits: []analysis.Edit{b.closing()}}
}

func (b *openBlock) removal() analysis.SuggestedFix {
	return analysis.SuggestedFix{Title: "remove the fence", Uncovers: true, Edits: []analysis.Edit{{Range: b.fence.Open}}}
}

// unclosed returns the finding for a block with a line that was probably meant to close it.
func (b *openBlock) unclosed(c closer, effect string) analysis.Diagnostic {
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: b.severity(), Message: b.message(), Effect: effect,
		Related: []analysis.Related{{Location: b.d.At(c.line), Message: "does not close it: " + c.why}},
		SuggestedFixes: []analysis.SuggestedFix{{Title: fmt.Sprintf("make line %d the closing fence", b.d.LineOf(c.line.Start)), Uncovers: true,
			Edits: []analysis.Edit{{Range: c.replaced, Text: c.text}}}},
	}
}

// separated returns the fence that was probably meant to close the block with the index i, in a list item, or nil: the next fence
// if it is bare and opens an empty block in another item.
func (b *openBlock) separated(i int) *analysis.Fence {
	if b.container != "list item" || i+1 == len(b.d.Fences) {
		return nil
	}
	next := &b.d.Fences[i+1]
	end := openBlock{d: b.d, fence: next}
	if next.Closed || next.Info != "" || next.Char != b.fence.Char || next.Length < b.fence.Length || end.lines() > 0 {
		return nil
	}
	return next
}

// interrupted returns the finding for a block in a list item that ends with the item, before its closing fence.
func (b *openBlock) interrupted(end *analysis.Fence) analysis.Diagnostic {
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: b.severity(), Message: b.message(), Effect: b.effect(b.lines()),
		Help:    fmt.Sprintf("indent all lines up to line %d like the list item", b.d.LineOf(end.Open.Start)),
		Related: []analysis.Related{{Location: b.d.At(end.Open), Message: "does not close it: the list item ends before it"}},
	}
}

// unopened returns the finding for a fence that was probably meant to close a block whose opening fence is missing. If the
// blocks before it are inverted, the first of them is the cause.
func (b *openBlock) unopened(effect string) analysis.Diagnostic {
	first := *b
	for f := previous(b.d, b.fence); f != nil && f.Closed && endsBlock(b.d, f) && opensBlock(b.d, fenceLine{text: f.Close}); f = previous(b.d, f) {
		first = openBlock{d: b.d, fence: f, container: b.container}
		effect = asCode(b.d.LineOf(f.Close.Start))
	}
	return analysis.Diagnostic{
		Range: first.fence.Open, Severity: first.severity(), About: "unopened", Message: "closing code fence has no opening fence", Effect: effect,
		Help: "open the block where the code starts, or remove the fence", SuggestedFixes: []analysis.SuggestedFix{first.removal()},
	}
}

// asCode describes text that is parsed as code.
func asCode(line int) string { return fmt.Sprintf("the text up to line %d is parsed as code", line) }

// previous returns the previous block in the same container, or nil.
func previous(d *analysis.Document, f *analysis.Fence) *analysis.Fence {
	i := sort.Search(len(d.Fences), func(i int) bool { return d.Fences[i].Open.Start >= f.Open.Start }) - 1
	if i < 0 || d.Fences[i].Node.Parent() != f.Node.Parent() {
		return nil
	}
	return &d.Fences[i]
}
