package manifest

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// Limits of a block.
const (
	mostInBlock  = 1 << 20 // bytes to store, as for a line
	mostLines    = 10_000  // lines
	mostInString = 100     // lines with an open string, whose closing quote may be missing
)

// Texts that several findings use.
const (
	skipped       = "readers skip the entry or stop here"
	stopAtBracket = "readers of JSON Lines stop at the bracket"
	oneObject     = "write one object per line, without brackets and commas around them"
)

// A block is a run of lines that may be one value, because brackets of the first line are still open. The value is an
// entry or a list of entries.
type block struct {
	problem *analysis.Problem // problem of the first line
	where   analysis.Location // from the first bracket to the end of the last line
	raw     []byte            // bytes from where.Range.Start on; nil for a list, or beyond the limit
	lines   int
	list    bool
	nesting nesting
}

// opens reports whether a line starts with an opening bracket.
func opens(source []byte) bool {
	text := bytes.TrimSpace(source)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

func newBlock(line *analysis.Line) *block {
	text := bytes.TrimLeft(line.Source, " \t\r")
	start := int(line.Offset) + len(line.Source) - len(text)
	b := &block{problem: line.Broken, list: text[0] == '[',
		where: line.Location(analysis.Range{Start: start, End: start})}
	b.add(line, text)
	return b
}

// add adds a line. text is its relevant part.
func (b *block) add(line *analysis.Line, text []byte) {
	b.lines++
	b.nesting.read(text)
	if b.list {
		return
	}
	if b.lines > 1 {
		b.raw = append(b.raw, '\n')
	}
	b.raw = append(b.raw, text...)
	if trimmed := bytes.TrimRight(line.Source, " \t\r"); len(trimmed) > 0 {
		end := int(line.Offset) + len(trimmed)
		b.where.Range.End = end
		b.where.End = line.Location(analysis.Range{Start: end, End: end}).Start
	}
}

func (b *block) hasRoom(line *analysis.Line) bool {
	return b.list || b.lines < mostLines && len(b.raw)+len(line.Source) < mostInBlock
}

// continues reports whether a line may belong to the block. A line that is an entry does not; the block is then truncated.
func (b *block) continues(line *analysis.Line) bool {
	switch {
	case b.list:
		between := b.nesting.depth() == 1 && !b.nesting.inString
		return between || line.Source[0] != '{' || line.Data.Get("id") == nil
	case !b.hasRoom(line):
		return false
	case b.nesting.inString:
		return b.lines < mostInString && !bytes.HasPrefix(line.Source, []byte(`{"`))
	case bytes.TrimLeft(line.Source, " \t")[0] != '{':
		return true
	case !b.nesting.allowsValue():
		return false
	}
	return line.Source[0] != '{' || line.Data.Get("id") == nil
}

// extend adds a line to the open block, and closes the block with its brackets.
func (l *lines) extend(line *analysis.Line) {
	b := l.block
	if b.list && b.nesting.depth() == 1 && !b.nesting.inString && l.addItem(line) {
		return
	}
	b.add(line, line.Source)
	if b.nesting.depth() > 0 {
		return
	}
	l.block = nil
	if b.list {
		l.add(b.wrapper(line))
	} else {
		l.add(b.multiline())
	}
}

// addItem adds a line directly inside a list of entries, and reports whether the line is complete. A comma after an entry
// belongs to the list.
func (l *lines) addItem(line *analysis.Line) bool {
	switch {
	case line.Data != nil:
		l.addWarnings(line)
		return true
	case jsontree.Incomplete(line.Broken.Cause), line.Broken.Cause == jsontree.Mismatch, bytes.TrimSpace(line.Source)[0] == ']':
		return false
	case line.Broken.Cause != jsontree.TwoValues:
		l.add(broken(line))
	}
	return true
}

// abandon reports the open block as truncated.
func (l *lines) abandon() {
	b := l.block
	if b == nil {
		return
	}
	l.block = nil
	where := b.where
	d := analysis.Diagnostic{Range: where.Range, Location: &where}
	switch {
	case b.list:
		d.Range.End, where.Range.End = d.Range.Start+1, d.Range.Start+1
		where.End = analysis.Position{Line: where.Start.Line, Column: where.Start.Column + 1}
		d.Message, d.Effect, d.Help = "unclosed JSON list", stopAtBracket, oneObject
	case b.lines == 1:
		d.Message, d.Effect, d.Help = "entry is cut off at the end of the line", skipped, "complete it, or delete the line"
	default:
		d.Message = fmt.Sprintf("entry is cut off on line %d", where.End.Line)
		d.Effect, d.Help = skipped, "complete it on one line, or delete the lines"
	}
	l.add(d)
}

// wrapper reports a list of entries that a line has just closed.
func (b *block) wrapper(line *analysis.Line) analysis.Diagnostic {
	where := b.where
	where.Range.End = where.Range.Start + 1
	where.End = analysis.Position{Line: where.Start.Line, Column: where.Start.Column + 1}
	end := int(line.Offset) + bytes.LastIndexAny(line.Source, "]}") + 1
	return analysis.Diagnostic{Range: where.Range, Location: &where,
		Message: "JSON list around the entries", Effect: stopAtBracket, Help: oneObject,
		Related: []analysis.Related{{Message: "end of the list", Location: line.Location(analysis.Range{Start: end - 1, End: end})}},
	}
}

// multiline reports an entry that spans several lines.
func (b *block) multiline() analysis.Diagnostic {
	where := b.where
	d := analysis.Diagnostic{Range: where.Range, Location: &where, Effect: "readers treat each line as an entry"}
	tree := jsontree.Parse(b.raw, where.Range.Start)
	if tree.Root != nil {
		d.Message = fmt.Sprintf("entry spans %d lines", b.lines)
		d.SuggestedFixes = []analysis.SuggestedFix{b.join(tree)}
		return d
	}
	if tree.Broken.Cause == jsontree.LineBreak {
		d.Message, d.Help = fmt.Sprintf("entry spans %d lines because of a line break in a string", b.lines), `write \n instead of the line break`
		return d
	}
	d.Help = "write the entry on one line"
	d.Message = fmt.Sprintf("entry spans %d lines and is invalid JSON (line %d: %s)",
		b.lines, where.Start.Line+bytes.Count(b.raw[:tree.Broken.Range.Start-where.Range.Start], []byte("\n")), tree.Broken.Message)
	return d
}

// join returns the fix that writes the block on one line. Line breaks occur only between tokens, where they have no meaning.
func (b *block) join(tree jsontree.Tree) analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Title: "write the entry on one line", Safe: true, Uncovers: true}
	base := b.where.Range.Start
	end := tree.Root.Range.End - base
	for at := 0; ; {
		n := bytes.IndexByte(b.raw[at:end], '\n')
		if n < 0 {
			break
		}
		from := len(bytes.TrimRight(b.raw[:at+n], " \t\r\n"))
		at = end - len(bytes.TrimLeft(b.raw[at+n:end], " \t\r\n"))
		fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: base + from, End: base + at}})
	}
	if tree.Broken != nil && tree.Broken.Fix != nil {
		fix.Edits = append(fix.Edits, tree.Broken.Fix.Edits...)
	}
	return fix
}
