package load

import (
	"bytes"
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// goldmark is slower than linear if it searches for a missing end, walks over all open elements, or fills
// up table rows. A meter counts these steps and stops the parser if they exceed a multiple of the
// text's length. This keeps the cost of a file, and of a run, linear.
type meter struct {
	left  int // steps
	cells int // cells of tables
	at    int // offset of the current line or paragraph
	ctx   context.Context
}

const (
	leastSteps    = 4096 // minimum for a file and for a paragraph
	stepsPerByte  = 16
	stepsPerBlock = 2  // for each block that a line continues
	stepsPerLine  = 32 // for each line of a code span
	leastCells    = 1_000
	bytesPerCell  = 2   // "|a" is a cell
	maxDelimiters = 100 // characters of one

	mostDelimiters = 100_000 // in a paragraph
)

// newMeter returns a meter for a text.
func newMeter(length int) *meter {
	return &meter{left: leastSteps + stepsPerByte*length, cells: leastCells + length/bytesPerCell, ctx: context.Background()}
}

// tooCostly is the panic value that stops a parser.
type tooCostly struct{ what string }

// spend counts steps before they are taken.
func (m *meter) spend(steps int, what string) {
	if m.left -= steps; m.left < 0 {
		panic(tooCostly{what})
	}
}

// runMetered runs a parser and returns why it was stopped, or "".
func runMetered(parse func()) (what string) {
	defer func() {
		if r := recover(); r != nil {
			stopped, ok := r.(tooCostly)
			if !ok {
				panic(r)
			}
			what = stopped.what
		}
	}()
	parse()
	return ""
}

var meterKey = parser.NewContextKey() // *meter of blocks, *inlineMeter

// meteredTables counts the cells of a table before they are created, by the columns of its delimiter row.
type meteredTables struct{ parser.ParagraphTransformer }

func (t meteredTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	columns, source := 0, reader.Source()
	for i := 1; i < node.Lines().Len(); i++ {
		line := node.Lines().At(i)
		switch firstByte(source, line) {
		case '|', '-', ':':
			row := bytes.Trim(source[line.Start:line.Stop], " \t\r\n")
			row = bytes.TrimSuffix(bytes.TrimPrefix(row, []byte{'|'}), []byte{'|'})
			columns = max(columns, 1+bytes.Count(row, []byte{'|'}))
		}
	}
	if columns == 0 {
		return // no line is a delimiter row
	}
	m := pc.Get(meterKey).(*meter)
	m.at = node.Lines().At(0).Start
	if m.cells -= columns * node.Lines().Len(); m.cells < 0 {
		panic(tooCostly{"table with too many empty cells"})
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// meteredDefinitions counts the cost of a paragraph's link reference definitions: each moves all following
// lines and searches them for the end of its title.
type meteredDefinitions struct{ parser.ParagraphTransformer }

func (t meteredDefinitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, source := node.Lines(), reader.Source()
	if lines.Len() == 0 || firstByte(source, lines.At(0)) != '[' {
		return
	}
	m, end := pc.Get(meterKey).(*meter), lines.At(lines.Len()-1).Stop
	m.at = lines.At(0).Start
	for i := range lines.Len() {
		line := lines.At(i)
		text := bytes.TrimRight(source[line.Start:line.Stop], " \t\r\n")
		if firstByte(source, line) == '[' && bytes.Contains(text, []byte("]:")) {
			m.spend(lines.Len()/8, "paragraph with too many link definitions")
		}
		if n := len(text); n > 0 && bytes.ContainsAny(text, `"'(`) && bytes.IndexByte([]byte(`"')`), text[n-1]) < 0 {
			m.spend(end-line.Start, "paragraph with too many unclosed link definitions")
		}
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// An inlineMeter counts the steps of parsing the inline content of a block. The emphasis parser calls it to
// match delimiters.
type inlineMeter struct {
	meter
	end        int   // end of the block
	lines      int   // lines of the block
	open       []int // offsets of brackets
	delimiters int
}

func meterOf(pc parser.Context) *inlineMeter { return pc.Get(meterKey).(*inlineMeter) }

// spendRest counts a search through the rest of the block.
func (m *inlineMeter) spendRest(block text.Reader, what string) {
	line, at := block.Position()
	m.spend(m.end-at.Start+m.lines-line, what)
}

const brackets, backticks, marks = "too many brackets", "too many backticks", "too many emphasis marks"

// meteredSpans counts searches for the end of a code span.
type meteredSpans struct{ parser.InlineParser }

func (p meteredSpans) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	node := p.InlineParser.Parse(parent, block, pc)
	if _, isText := node.(*ast.Text); isText {
		m := meterOf(pc)
		number, _ := block.Position()
		m.spend(stepsPerLine*(m.lines-number), backticks) // each line became a node
		m.spendRest(block, backticks)
	}
	return node
}

// meteredLinks counts the cost of a closing bracket: the parser walks over the link's content and searches
// for the end of the destination.
type meteredLinks struct{ parser.InlineParser }

func (p meteredLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, at := block.PeekLine()
	m := meterOf(pc)
	switch n := len(m.open); {
	case line[0] == '[' || line[0] == '!' && len(line) > 1 && line[1] == '[':
		m.open = append(m.open, at.Start)
	case line[0] == ']' && n > 0:
		m.spend(at.Start-m.open[n-1], brackets)
		m.open = m.open[:n-1]
		node := p.InlineParser.Parse(parent, block, pc)
		if len(line) > 1 && line[1] == '(' && node != nil {
			return node
		}
		number, _ := block.Position()
		m.spend((m.lines-number)/4, brackets) // the label is searched from the last line
		if len(line) > 1 && (line[1] == '(' || line[1] == '[') && node == nil {
			m.spendRest(block, brackets)
		}
		return node
	}
	return p.InlineParser.Parse(parent, block, pc)
}

func (p meteredLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	p.InlineParser.(parser.CloseBlocker).CloseBlock(parent, block, pc)
}

// emphasis is goldmark's emphasis parser, except that very long delimiters, and those that can neither open
// nor close, as in snake_case, are text.
type emphasis struct{}

func (emphasis) Trigger() []byte { return []byte{'*', '_'} }

func (emphasis) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	m := meterOf(pc)
	before := block.PrecendingCharacter()
	line, at := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, m)
	d.Segment = at.WithStop(at.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	if !d.CanOpen && !d.CanClose || d.OriginalLength > maxDelimiters {
		return ast.NewTextSegment(d.Segment)
	}
	if m.delimiters++; m.delimiters > mostDelimiters {
		panic(tooCostly{marks}) // each takes a kilobyte until the paragraph ends
	}
	pc.PushDelimiter(d)
	return d
}

func (m *inlineMeter) IsDelimiter(b byte) bool       { return b == '*' || b == '_' }
func (m *inlineMeter) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

// CanOpenCloser is called for each open delimiter, the last first. Delimiters that do not match stay in the
// list, and later calls walk over them.
func (m *inlineMeter) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	m.spend(1, marks)
	if opener.Char != closer.Char {
		return false
	}
	if opener.CalcComsumption(closer) == 0 {
		m.spend(m.delimiters, marks)
	}
	return true
}

// inlines parses the inline content of a document's blocks.
type inlines struct {
	ctx    context.Context
	clean  []byte
	blocks parser.Context // context of the block parser, with the link definitions
	limit  *analysis.Limit
}

// parse returns the inline content of a block, or nil if it is too expensive.
func (p *inlines) parse(block ast.Node) ast.Node {
	lines := block.Lines()
	if block.IsRaw() || lines == nil || lines.Len() == 0 || p.ctx.Err() != nil {
		return ast.NewTextBlock()
	}
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	m := &inlineMeter{meter: *newMeter(end - start), end: end, lines: lines.Len()}
	pc := inlineContext{parser.NewContext(), p.blocks}
	pc.Set(meterKey, m)
	pc.Set(blockKey, block)
	var root ast.Node
	what := runMetered(func() {
		root = inlineParser().Parse(blockReader{text.NewReader([]byte{'x'}), p.clean}, parser.WithContext(pc))
	})
	switch {
	case what != "":
		if p.limit == nil {
			p.limit = &analysis.Limit{Range: lineAt(p.clean, start).text,
				Message: what + " in one paragraph", Effect: "its links and code spans were not checked"}
		}
		return ast.NewTextBlock()
	case root.FirstChild() == nil:
		return ast.NewTextBlock()
	}
	return root.FirstChild()
}

// probe parses expensive blocks immediately, so that the limit is part of the document before rules run.
// Other blocks are safe: each step starts at a special character and is no longer than the block.
func (p *inlines) probe(d *analysis.Document) {
	for _, block := range d.Leaves() {
		lines := block.Lines()
		if block.IsRaw() || lines == nil || lines.Len() == 0 {
			continue
		}
		content := p.clean[lines.At(0).Start:lines.At(lines.Len()-1).Stop]
		n := 0
		for _, mark := range []byte("[]`*_") {
			n += bytes.Count(content, []byte{mark})
		}
		if budget := leastSteps + stepsPerByte*len(content); 3*n*len(content) > budget || n*n*n > budget {
			d.Inlines(block)
		}
	}
}

// An inlineContext is the context of one block with the definitions of the document. goldmark stores failed
// searches in it, which are valid for one block only.
type inlineContext struct {
	parser.Context
	blocks parser.Context
}

func (c inlineContext) Reference(label string) (parser.Reference, bool) {
	return c.blocks.Reference(label)
}

func inlineParsers() []util.PrioritizedValue {
	return []util.PrioritizedValue{
		util.Prioritized(meteredSpans{parser.NewCodeSpanParser()}, 100),
		util.Prioritized(meteredLinks{parser.NewLinkParser()}, 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewRawHTMLParser(), 400),
		util.Prioritized(emphasis{}, 500),
	}
}
