package loader

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// maxOccurrences limits the occurrences of a placeholder that are searched for one that is not an example.
const maxOccurrences = 20

// placeholder returns the first use of a placeholder, or an empty range. Placeholders in code are examples and do
// not count.
func (f *file) placeholder(placeholder string) analysis.Range {
	at, known := f.placeholders[placeholder]
	if !known {
		if f.placeholders == nil {
			f.placeholders = map[string]analysis.Range{}
		}
		at = f.findPlaceholder(placeholder)
		f.placeholders[placeholder] = at
	}
	return at
}

func (f *file) findPlaceholder(placeholder string) analysis.Range {
	body := f.doc.BodyStart()
	if placeholder == "{{" { // replaced in code as well
		for _, r := range analysis.ScanPlaceholders(f.source) {
			if r.Start >= body {
				return r
			}
		}
		return analysis.Range{}
	}
	at := body
	for range maxOccurrences {
		n := bytes.Index(f.source[at:], []byte(placeholder))
		if n < 0 {
			break
		}
		start := at + n
		r := analysis.Range{Start: start, End: f.placeholderEnd(start, placeholder)}
		if f.isUse(r, placeholder) {
			return r
		}
		at = start + len(placeholder)
	}
	return analysis.Range{}
}

// placeholderEnd returns the end of the placeholder that starts at an offset; start if it is not closed.
func (f *file) placeholderEnd(start int, placeholder string) int {
	closing := byte(0)
	switch placeholder {
	case "!`":
		closing = '`'
	case "${CLAUDE_":
		closing = '}'
	}
	end := start + len(placeholder)
	if closing == 0 {
		return end
	}
	rest := f.source[end:f.lineAround(start).End]
	if n := bytes.IndexByte(rest, closing); n >= 0 {
		return end + n + 1
	}
	return start
}

func (f *file) isUse(r analysis.Range, placeholder string) bool {
	if r.Len() == 0 || r.Start > 0 && f.source[r.Start-1] == '\\' || f.doc.FenceAt(r.Start) != nil {
		return false
	}
	switch placeholder {
	case "!`":
		before := f.source[f.lineAround(r.Start).Start:r.Start]
		isApart := len(before) == 0 || strings.IndexByte(" \t", before[len(before)-1]) >= 0
		return isApart && r.Len() > len("!``") && !f.inSpan(r.Start)
	case "${CLAUDE_", "{baseDir}":
		if r.End < len(f.source) && f.source[r.End] == '/' {
			return true // a path in code is used, not an example
		}
	}
	return !f.inSpan(r.Start)
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

// spans returns the code spans of a block. It caches the last result, because a paragraph may have megabytes
// and many placeholders.
func (f *file) spans(block ast.Node) []analysis.Range {
	if f.spanBlock != block {
		f.spanBlock, f.codeSpans = block, f.doc.CodeSpans(block)
	}
	return f.codeSpans
}
