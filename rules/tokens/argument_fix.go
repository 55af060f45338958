package tokens

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// escape returns the help for amounts, and the fix that escapes them, or nil. A backslash in code would change the code in
// clients that replace nothing, so only code blocks that contain text are changed.
func (a *argumentCheck) escape() (help string, fix *analysis.SuggestedFix) {
	if a.rules.Escape == "" {
		return "rephrase it", nil
	}
	title := "escape the dollar sign (" + a.rules.Escape + "$)"
	fix = &analysis.SuggestedFix{Title: title, Safe: a.d.HasOnlyTarget(a.client.Name)}
	for _, v := range a.amounts {
		if v.Kind != markdown.InText {
			if fence := a.d.FenceAt(v.Range.Start); fence != nil && !isProse(fence.Info) {
				return "rephrase it, or " + title, nil
			}
			fix.Safe = false
		}
		fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1}, Text: a.rules.Escape + "$"})
	}
	return "", fix
}

// isProse reports whether a code block contains text, by its info string.
func isProse(info string) bool {
	switch language, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(info)), " "); language {
	case "", "text", "txt", "plain", "plaintext", "markdown", "md", "output":
		return true
	}
	return false
}

// enclose returns the fix that encloses the numbers of variables, which their languages allow and clients do not replace:
// $(1) in awk, ${1} in a shell. It is nil if a variable is in another language.
func (a *argumentCheck) enclose() *analysis.SuggestedFix {
	fix := &analysis.SuggestedFix{Title: "enclose the number"}
	for _, v := range a.code {
		text := enclosed(a.d, v)
		if text == "" {
			return nil
		}
		fix.Edits = append(fix.Edits, analysis.Edit{Range: v.Range, Text: text})
	}
	if len(fix.Edits) > 0 {
		fix.Title = "write " + fix.Edits[0].Text
	}
	return fix
}

func enclosed(d *analysis.Document, v placeholder.Variable) string {
	line := d.LineRange(d.LineOf(v.Range.Start))
	before := d.Text(analysis.Range{Start: max(line.Start, v.Range.Start-maxAround), End: v.Range.Start})
	fence := d.FenceAt(v.Range.Start)
	block := before
	if fence != nil {
		block = d.Text(analysis.Range{Start: max(fence.Open.End, v.Range.Start-maxBlock), End: v.Range.Start})
	}
	switch {
	case inAWK(before), inAWK(block):
		return "$(" + v.Name + ")"
	case fence == nil, v.Kind != markdown.InShell && strings.TrimSpace(fence.Info) != "", len(v.Name) != 1, strings.Count(before, "'")%2 == 1:
		return ""
	}
	return "${" + v.Name + "}"
}
