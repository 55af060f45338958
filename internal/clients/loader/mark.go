package loader

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// mostMarks bounds the search for a placeholder that is not an example.
const mostMarks = 20

// mark returns the first use of a placeholder. Text about placeholders, which shows them in code, does not
// count. The range is empty if there is none.
func (f *file) mark(mark string) analysis.Range {
	at, known := f.marks[mark]
	if !known {
		if f.marks == nil {
			f.marks = map[string]analysis.Range{}
		}
		at = f.findMark(mark)
		f.marks[mark] = at
	}
	return at
}

func (f *file) findMark(mark string) analysis.Range {
	body := f.doc.BodyStart()
	if mark == "{{" { // which its orchestrator replaces in code as well
		for _, r := range analysis.ScanPlaceholders(f.source) {
			if r.Start >= body {
				return r
			}
		}
		return analysis.Range{}
	}
	at := body
	for range mostMarks {
		n := bytes.Index(f.source[at:], []byte(mark))
		if n < 0 {
			break
		}
		start := at + n
		r := analysis.Range{Start: start, End: f.markEnd(start, mark)}
		if f.isUse(r, mark) {
			return r
		}
		at = start + len(mark)
	}
	return analysis.Range{}
}

// markEnd returns the end of the placeholder at an offset.
func (f *file) markEnd(start int, mark string) int {
	closing := byte(0)
	switch mark {
	case "!`":
		closing = '`'
	case "${CLAUDE_":
		closing = '}'
	}
	end := start + len(mark)
	if closing == 0 {
		return end
	}
	rest := f.source[end:f.lineAround(start).End]
	if n := bytes.IndexByte(rest, closing); n >= 0 {
		return end + n + 1
	}
	return start
}

func (f *file) isUse(r analysis.Range, mark string) bool {
	if r.Len() == 0 || r.Start > 0 && f.source[r.Start-1] == '\\' || f.inFence(r.Start) {
		return false
	}
	switch mark {
	case "!`":
		before := f.source[f.lineAround(r.Start).Start:r.Start]
		isApart := len(before) == 0 || strings.IndexByte(" \t", before[len(before)-1]) >= 0
		return isApart && r.Len() > len("!``") && !f.inSpan(r.Start)
	case "${CLAUDE_", "{baseDir}":
		if r.End < len(f.source) && f.source[r.End] == '/' {
			return true // a path in code is meant to be run
		}
	}
	return !f.inSpan(r.Start)
}

func (f *file) inFence(at int) bool {
	for _, fence := range f.doc.Fences {
		if fence.Open.Start <= at && at < fence.End {
			return true
		}
	}
	return false
}

// inSpan reports whether an offset is in a code span or an indented code block.
func (f *file) inSpan(at int) bool {
	if f.doc.Body == nil {
		return false
	}
	within := false
	_ = ast.Walk(f.doc.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline || n.Kind() == ast.KindFencedCodeBlock {
			return ast.WalkSkipChildren, nil
		}
		lines := n.Lines()
		if n.Type() != ast.TypeBlock || lines.Len() == 0 || lines.At(0).Start > at || lines.At(lines.Len()-1).Stop <= at {
			return ast.WalkContinue, nil
		}
		within = n.IsRaw() || slices.ContainsFunc(f.spans(n), func(r analysis.Range) bool {
			return r.Start <= at && at < r.End
		})
		return ast.WalkStop, nil
	})
	return within
}

// spans returns the code spans of a block. The result for the last block is kept, as a paragraph may have
// many placeholders, and megabytes.
func (f *file) spans(block ast.Node) []analysis.Range {
	if f.spanned != block {
		f.spanned, f.code = block, f.doc.CodeSpans(block)
	}
	return f.code
}
