package load

import (
	"context"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Blocks and inline content are parsed separately: all rules need headings and fences, but few need the links
// of a paragraph, and inline content is most of the cost. All workers share both parsers, which keep no state
// between calls.

// blockParser parses blocks only, with the extensions that affect blocks. linkify is omitted, as it is slow
// and bare URLs are not files.
var blockParser = sync.OnceValue(func() parser.Parser { return newBlockParser(util.Prioritized(coverParser{}, 0)) })

func newBlockParser(more ...util.PrioritizedValue) parser.Parser {
	blocks := []util.PrioritizedValue{
		util.Prioritized(headerParser{}, 1),
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(listParser{parser.NewListParser()}, 300),
		util.Prioritized(listItemParser{parser.NewListItemParser()}, 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(fenceRecorder{parser.NewFencedCodeBlockParser()}, 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(htmlParser{parser.NewHTMLBlockParser()}, 900),
		util.Prioritized(extension.NewFootnoteBlockParser(), 999),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	}
	return parser.NewParser(
		parser.WithBlockParsers(append(blocks, more...)...),
		parser.WithParagraphTransformers(
			util.Prioritized(meteredDefinitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(meteredTables{extension.NewTableParagraphTransformer()}, 200),
		),
	)
}

// inlineParser parses the inline content of one block from blockParser.
var inlineParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(oneBlock{}, 1)),
		parser.WithInlineParsers(inlineParsers()...),
	)
})

var (
	headerKey = parser.NewContextKey() // *analysis.Header, nil once it was consumed
	endKey    = parser.NewContextKey() // int, the end of the frontmatter
	fencesKey = parser.NewContextKey() // *fences
	blockKey  = parser.NewContextKey() // ast.Node, the block to parse
)

// parseMarkdown sets Body and Fences.
func parseMarkdown(ctx context.Context, d *analysis.Document, clean []byte) {
	limit := guardBlocks(clean, d.BodyStart())
	text, pc := withoutCR(clean), parser.NewContext()
	if limit == nil {
		limit = parseBlocks(ctx, d, text, pc)
	}
	if limit != nil {
		d.Limits = append(d.Limits, *limit)
		d.Body, d.Fences = scanLines(clean, d.BodyStart())
		d.SetInlines(clean, func(ast.Node) ast.Node { return ast.NewTextBlock() })
		return
	}
	p := &inlines{ctx: ctx, clean: text, blocks: pc}
	d.SetInlines(p.clean, p.parse)
	if p.probe(d); p.limit != nil {
		d.Limits = append(d.Limits, *p.limit)
	}
}

// parseBlocks sets Body and Fences, unless that is too expensive.
func parseBlocks(ctx context.Context, d *analysis.Document, clean []byte, pc parser.Context) *analysis.Limit {
	record, m := &fences{clean: clean}, newMeter(len(clean))
	m.ctx = ctx
	pc.Set(fencesKey, record)
	pc.Set(meterKey, m)
	if d.Header.State == analysis.HeaderClosed {
		pc.Set(headerKey, d.Header)
	}
	what := runMetered(func() { d.Body = uncover(blockParser().Parse(text.NewReader(clean), parser.WithContext(pc))) })
	if what != "" {
		return unparsed(clean, m.at, what)
	}
	d.Fences = record.list(d.Body)
	return nil
}

// A blockReader presents one letter to the block parser and the whole text to inline parsers. A reader of the
// whole text would scan everything before the block, for each block.
type blockReader struct {
	text.Reader
	source []byte
}

func (r blockReader) Source() []byte { return r.source }

// oneBlock is the only block parser of inlineParser: it opens the block in the context and consumes all
// input.
type oneBlock struct{}

func (oneBlock) Trigger() []byte { return nil }

func (oneBlock) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node := ast.NewTextBlock()
	node.SetLines(pc.Get(blockKey).(ast.Node).Lines())
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

func (oneBlock) Continue(ast.Node, text.Reader, parser.Context) parser.State { return parser.Close }
func (oneBlock) Close(ast.Node, text.Reader, parser.Context)                 {}
func (oneBlock) CanInterruptParagraph() bool                                 { return true }
func (oneBlock) CanAcceptIndentedLine() bool                                 { return true }

// headerParser consumes the frontmatter, so that it is not parsed as a thematic break or setext heading and
// all offsets are those of the file. It rejects unclosed frontmatter, which would include the body.
type headerParser struct{}

func (headerParser) Trigger() []byte { return []byte{'-'} }

func (headerParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	h, ok := pc.Get(headerKey).(*analysis.Header)
	if !ok {
		return nil, parser.NoChildren
	}
	if _, segment := reader.PeekLine(); segment.Start > h.Open.Start {
		return nil, parser.NoChildren
	}
	pc.Set(headerKey, nil)
	pc.Set(endKey, h.Range.End)
	return ast.NewHTMLBlock(ast.HTMLBlockType7), parser.NoChildren
}

func (headerParser) Continue(_ ast.Node, reader text.Reader, pc parser.Context) parser.State {
	_, segment := reader.PeekLine()
	if segment.Start >= pc.Get(endKey).(int) {
		return parser.Close
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close removes the block from the tree: the frontmatter is not part of the body.
func (headerParser) Close(node ast.Node, _ text.Reader, _ parser.Context) {
	node.Parent().RemoveChild(node.Parent(), node)
}

func (headerParser) CanInterruptParagraph() bool { return false }
func (headerParser) CanAcceptIndentedLine() bool { return true }
