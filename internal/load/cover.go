package load

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// goldmark parses inline content after all blocks. Even without inline parsers, that creates a node for each
// line, which costs a third of the time and memory. While the document is parsed, a cover is its only child:
// it contains all blocks but claims to have none, so that goldmark skips them. Then it is the document.
type cover struct {
	ast.Document
	parsed bool
}

func (c *cover) FirstChild() ast.Node {
	if !c.parsed {
		return nil
	}
	return c.Document.FirstChild()
}

// uncover returns the document with all blocks.
func uncover(root ast.Node) ast.Node {
	c, ok := root.FirstChild().(*cover)
	if !ok {
		return root // there are no blocks
	}
	root.RemoveChild(root, c)
	c.parsed = true
	return c
}

var (
	coverKey = parser.NewContextKey() // *cover
	openKey  = parser.NewContextKey() // true while the cover is open
)

// coverParser opens the cover at the first line, and again whenever all its blocks are closed: goldmark
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
	if pc.Get(openKey) != nil {
		return nil, parser.NoChildren
	}
	pc.Set(openKey, true)
	c, _ := pc.Get(coverKey).(*cover)
	if c == nil {
		c = &cover{}
		pc.Set(coverKey, c)
	}
	return c, parser.HasChildren
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
		pc.Set(openKey, nil)
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
