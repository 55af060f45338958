package fixer

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/yuin/goldmark/ast"
)

// candidates returns the candidates for a group, the nearest first.
func (w *writer) candidates(g *group) [][]analysis.Edit {
	if g.whole {
		return nil
	}
	start := w.doc.LineRange(g.line).Start
	if content, ok := w.yaml(); ok && start < content.End {
		return w.yamlCandidates(g, content)
	}
	if w.doc.Body == nil {
		return nil
	}
	return w.markdownCandidates(g)
}

// yaml returns the range of YAML in the file, if any.
func (w *writer) yaml() (analysis.Range, bool) {
	if h := w.doc.Header; h != nil {
		return h.Content, h.State == analysis.HeaderClosed
	}
	return analysis.Range{End: len(w.source)}, w.doc.Body == nil
}

// lineOf returns the line before which the comment for a target is inserted: its own or, in YAML, that of its entry.
func (w *writer) lineOf(one target) int {
	d := w.doc
	at := min(one.At.Start, len(w.source))
	if content, ok := w.yaml(); ok && at < content.End {
		if at < content.Start {
			at = content.Start
		}
		if e := innermost(d.Data, at, d); e >= 0 {
			at = e
		}
	}
	return d.LineOf(at)
}

// innermost returns the start of the innermost entry, outside of flow collections, that contains an offset, or -1.
func innermost(v *analysis.Value, at int, d *analysis.Document) int {
	best := -1
	line := d.LineOf(at)
	visit := func(start, end int, v *analysis.Value) {
		if d.LineOf(start) <= line && at <= end {
			best = start
			if inner := innermost(v, at, d); inner >= 0 {
				best = inner
			}
		}
	}
	if v == nil || v.Style == analysis.Flow {
		return -1
	}
	for _, item := range v.Items {
		visit(item.Range.Start, item.Range.End, item)
	}
	for _, m := range v.Members {
		if !m.Merged {
			visit(m.KeyRange.Start, max(m.KeyRange.End, m.Value.Range.End), m.Value)
		}
	}
	return best
}

func (w *writer) yamlCandidates(g *group, content analysis.Range) [][]analysis.Edit {
	line := w.doc.LineRange(g.line)
	indent := w.source[line.Start : line.Start+len(w.text(g.line))-len(bytes.TrimLeft(w.text(g.line), " "))]
	comment := "# " + directive.Ignore.String() + " " + strings.Join(g.rules(), ", ") + w.reason + w.lineBreak()
	start := content.Start
	if start == 0 && bytes.HasPrefix(w.source, []byte("\ufeff")) {
		start = len("\ufeff")
		indent = bytes.TrimPrefix(indent, []byte("\ufeff"))
	}
	candidates := [][]analysis.Edit{{insert(max(start, line.Start), string(indent)+comment)}}
	if line.Start > start {
		candidates = append(candidates, []analysis.Edit{insert(start, comment)})
	}
	return candidates
}

func insert(at int, text string) analysis.Edit {
	return analysis.Edit{Range: analysis.Range{Start: at, End: at}, Text: text}
}

func (w *writer) text(line int) []byte {
	r := w.doc.LineRange(line)
	return w.source[r.Start:r.End]
}

// lineBreak returns the most frequent line break of the file.
func (w *writer) lineBreak() string {
	if crlf := bytes.Count(w.source, []byte("\r\n")); 2*crlf > bytes.Count(w.source, []byte("\n")) {
		return "\r\n"
	}
	return "\n"
}

func (w *writer) html(verb directive.Verb, rules []string) string {
	reason := w.reason
	if verb == directive.Enable {
		reason = ""
	}
	return "<!-- " + verb.String() + " " + strings.Join(rules, ", ") + reason + " -->"
}

func (w *writer) markdownCandidates(g *group) [][]analysis.Edit {
	start := w.doc.LineRange(g.line).Start
	comment := w.html(directive.NextLine, g.rules())
	var candidates [][]analysis.Edit
	addLine := func(prefix string) {
		candidates = append(candidates, []analysis.Edit{insert(start, prefix+comment+w.lineBreak())})
	}
	text := w.text(g.line)
	prefix := string(text[:len(text)-len(bytes.TrimLeft(text, " \t>"))])
	addLine(prefix)
	if g.line > 1 && w.doc.LineRange(g.line-1).Start >= w.doc.BodyStart() {
		before := w.text(g.line - 1)
		if inside := continuationPrefix(before); inside != prefix {
			addLine(inside)
		}
		if trimmed := bytes.TrimRight(before, " \t"); len(bytes.Trim(trimmed, ">")) > 0 {
			at := w.doc.LineRange(g.line-1).Start + len(trimmed)
			candidates = append(candidates, []analysis.Edit{insert(at, " "+comment)})
		}
	}
	return append(candidates, w.pairCandidates(g)...)
}

// continuationPrefix returns the prefix of a line that continues another one: its quote markers, and spaces instead of list
// markers.
func continuationPrefix(line []byte) string {
	prefix := []byte{}
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '>':
			prefix = append(prefix, c)
			i++
		default:
			n := listMarkerLen(line[i:])
			if n == 0 {
				return string(prefix)
			}
			prefix = append(prefix, bytes.Repeat([]byte{' '}, n)...)
			i += n
		}
	}
	return string(prefix)
}

// listMarkerLen returns the length of a list marker with its space, or 0.
func listMarkerLen(text []byte) int {
	n := 0
	for n < len(text) && n < 9 && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	if n == len(text) || n > 0 && text[n] != '.' && text[n] != ')' || n == 0 && bytes.IndexByte([]byte("-+*"), text[0]) < 0 {
		return 0
	}
	n++
	if n < len(text) && text[n] == ' ' {
		return n + 1
	}
	return 0
}

// pairCandidates returns the candidates that enclose the group's block in a pair of comments.
func (w *writer) pairCandidates(g *group) [][]analysis.Edit {
	first, last := w.block(g.line)
	if first == 0 {
		return nil
	}
	start := w.doc.LineRange(first).Start
	end, open := w.doc.LineRange(last).End, ""
	if last < w.doc.LineCount() {
		end = w.doc.LineRange(last + 1).Start
	} else if end > 0 && w.source[end-1] != '\n' {
		open = w.lineBreak()
	} else {
		end = len(w.source)
	}
	nl := w.lineBreak()
	on, off := w.html(directive.Disable, g.rules()), w.html(directive.Enable, g.rules())
	return [][]analysis.Edit{
		{insert(start, on+nl), insert(end, open+off+nl)},
		{insert(start, on+nl+nl), insert(end, open+nl+off+nl)},
		{insert(start, nl+on+nl+nl), insert(end, open+nl+off+nl+nl)},
	}
}

// block returns the first and last line of the top-level block that contains a line, or zeros.
func (w *writer) block(line int) (first, last int) {
	var starts []int
	for n := w.doc.Body.FirstChild(); n != nil; n = n.NextSibling() {
		if at := w.startOf(n); at >= w.doc.BodyStart() {
			starts = append(starts, w.doc.LineOf(at))
		}
	}
	for i, start := range starts {
		end := w.doc.LineCount()
		if i+1 < len(starts) {
			end = starts[i+1] - 1
		}
		if start > line || line > end {
			continue
		}
		for end > line && len(bytes.TrimSpace(w.text(end))) == 0 {
			end--
		}
		return start, end
	}
	return 0, 0
}

// startOf returns the offset of the first text of a block, or -1.
func (w *writer) startOf(n ast.Node) int {
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		for _, fence := range w.doc.Fences {
			if fence.Node == f {
				return fence.Open.Start
			}
		}
	}
	if n.Type() == ast.TypeInline {
		return -1
	}
	if n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if at := w.startOf(child); at >= 0 {
			return at
		}
	}
	return -1
}

// fileCandidates returns the candidates for the whole file: a comment at the end or after the frontmatter. A YAML file has
// none.
func (w *writer) fileCandidates(rules []string) [][]analysis.Edit {
	if w.doc.Body == nil {
		return nil
	}
	comment, nl := w.html(directive.File, rules), w.lineBreak()
	open := ""
	if n := len(w.source); n > 0 && w.source[n-1] != '\n' {
		open = nl
	}
	candidates := [][]analysis.Edit{{insert(len(w.source), open+comment+nl)}, {insert(len(w.source), open+nl+comment+nl)}}
	if at := w.doc.BodyStart(); at > 0 {
		candidates = append(candidates, []analysis.Edit{insert(at, nl+comment+nl)}, []analysis.Edit{insert(at, nl+comment+nl+nl)})
	}
	return candidates
}
