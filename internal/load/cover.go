package load

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// goldmark parses inline content after all blocks. Even without inline parsers, that creates a node for each
// line, which costs a third of the time and memory. While the document is parsed, a cover is its only child:
// it contains all blocks but claims to have none, so that goldmark skips them.
type cover struct{ ast.BaseBlock }

var kindCover = ast.NewNodeKind("Cover")

func (*cover) Kind() ast.NodeKind   { return kindCover }
func (*cover) FirstChild() ast.Node { return nil }
func (*cover) Dump(_ []byte, _ int) {}
func (c *cover) content() ast.Node  { return c.BaseBlock.FirstChild() }

// uncover moves the blocks from their covers into the document.
func uncover(root ast.Node) ast.Node {
	for child := root.FirstChild(); child != nil; {
		next := child.NextSibling()
		if c, ok := child.(*cover); ok {
			for block := c.content(); block != nil; {
				after := block.NextSibling()
				root.InsertBefore(root, c, block)
				block = after
			}
			root.RemoveChild(root, c)
		}
		child = next
	}
	return root
}

var coverKey = parser.NewContextKey() // true while a cover is open

// coverParser opens a cover at the first line, and a new one whenever all its blocks are closed: goldmark
// keeps little state between these lines.
type coverParser struct{}

func (coverParser) Trigger() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}

func (coverParser) Open(_ ast.Node, _ text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if pc.Get(coverKey) != nil {
		return nil, parser.NoChildren
	}
	pc.Set(coverKey, true)
	return &cover{}, parser.HasChildren
}

func (coverParser) Continue(_ ast.Node, reader text.Reader, pc parser.Context) parser.State {
	m, open := pc.Get(meterKey).(*meter), len(pc.OpenedBlocks())
	_, line := reader.PeekLine()
	m.at = line.Start
	if m.ctx.Err() != nil {
		panic(tooCostly{"analysis of the file stopped"})
	}
	m.spend(open*stepsPerBlock, "lists and quotes nested too deeply over too many lines")
	if open == 1 {
		pc.Set(coverKey, nil)
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

func (coverParser) Close(ast.Node, text.Reader, parser.Context) {}
func (coverParser) CanInterruptParagraph() bool                 { return false }
func (coverParser) CanAcceptIndentedLine() bool                 { return true }

func firstByte(source []byte, s text.Segment) byte {
	for i := s.Start; i < s.Stop; i++ {
		if c := source[i]; c != ' ' && c != '\t' && c != '\v' && c != '\f' {
			return c
		}
	}
	return 0
}
