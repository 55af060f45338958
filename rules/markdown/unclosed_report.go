package markdown

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// emptyBlock returns the finding for a block without code.
func (b *openBlock) emptyBlock() analysis.Diagnostic {
	if outer, inner, ok := b.cause(); ok {
		return b.early(outer, inner)
	}
	return analysis.Diagnostic{
		Range: b.fence.Open, Severity: analysis.Warning, Message: "code fence at the end of the " + b.container + " opens an empty block",
		Effect:         "no block is open there that it could close",
		SuggestedFixes: []analysis.SuggestedFix{b.removal()},
	}
}

// early returns the finding for the block that another fence closed, so that the last fence stays open.
func (b *openBlock) early(outer *analysis.Fence, inner analysis.Range) analysis.Diagnostic {
	severity, last := b.severity(), b.d.LineOf(b.fence.Open.Start)
	if b.lines() == 0 {
		severity = analysis.Warning
	}
	fix := b.removal()
	fix.Title = fmt.Sprintf("remove the last fence, in line %d", last)
	longer := strings.Repeat(string(outer.Char), outer.Length+1)
	return analysis.Diagnostic{
		Range: outer.Open, Severity: severity,
		Message: fmt.Sprintf("code block ends early at line %d because it contains fences", b.d.LineOf(outer.Close.Start)),
		Effect:  fmt.Sprintf("the fences after it pair differently, and the last one, in line %d, stays open", last),
		Help:    "open and close this block with " + shown(longer),
		Related: []analysis.Related{
			{Location: b.d.At(inner), Message: "parsed as code, not as an opening fence"},
			{Location: b.d.At(b.fence.Open), Message: "stays open"},
		},
		SuggestedFixes: []analysis.SuggestedFix{fix},
	}
}

func (b *openBlock) closingFix() analysis.SuggestedFix {
	return analysis.SuggestedFix{Title: "close the fence at the end of the " + b.container, Uncovers: true, Edits: []analysis.Edit{b.closing()}}
}

func (b *openBlock) removal() analysis.SuggestedFix {
	return analysis.SuggestedFix{Title: "remove the fence", Uncovers: true, Edits: []analysis.Edit{{Range: b.fence.Open}}}
}

// cause returns the block and the fence in it where the fences come out of step, if this one was probably meant to close
// a block that another fence closed before.
func (b *openBlock) cause() (outer *analysis.Fence, inner analysis.Range, ok bool) {
	if b.fence.Info != "" || b.container != "file" {
		return nil, inner, false
	}
	outer, inner = outOfStep(b.d)
	return outer, inner, outer != nil && outer.Open.Start <= b.fence.Open.Start
}
