package load

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// These parsers correct differences between goldmark and cmark (GitHub), commonmark.js and markdown-it, which
// disagree about what is code.

// htmlParser starts an HTML block at a line that consists of </pre>, </script> or </style>; the block ends at
// the next empty line. goldmark parses such a line as a paragraph, and <pre/> as a block that ends at </pre>.
type htmlParser struct{ parser.BlockParser }

func (p htmlParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	switch {
	case !isOneTag(line):
		return p.BlockParser.Open(parent, reader, pc)
	case ast.IsParagraph(pc.LastOpenedBlock().Node):
		return nil, parser.NoChildren
	}
	node := ast.NewHTMLBlock(ast.HTMLBlockType7)
	reader.AdvanceToEOL()
	node.Lines().Append(segment)
	return node, parser.NoChildren
}

func isOneTag(line []byte) bool {
	line = bytes.TrimRight(bytes.TrimLeft(line, " "), " \t\r\n")
	name, closes := bytes.CutPrefix(line, []byte("</"))
	end := []byte(">")
	if !closes {
		name, end = bytes.TrimPrefix(line, []byte("<")), []byte("/>")
	}
	name, ok := bytes.CutSuffix(name, end)
	if !ok {
		return false
	}
	if closes {
		name = bytes.TrimRight(name, " \t")
	}
	switch strings.ToLower(string(name)) {
	case "pre", "script", "style":
		return true
	}
	return !closes && strings.EqualFold(string(name), "textarea")
}

// listParser continues an item with content that is indented to its text. After an empty item, goldmark takes
// a marker there for the next item, and ends the list of an inner list.
type listParser struct{ parser.BlockParser }

// emptyKey is set to an empty item followed by an empty line: nothing can be added to it.
var emptyKey = parser.NewContextKey()

func (p listParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, _ := reader.PeekLine()
	item, ok := node.LastChild().(*ast.ListItem)
	switch {
	case !ok:
	case util.IsBlank(line):
		if item.ChildCount() == 0 {
			pc.Set(emptyKey, item)
		}
	case pc.Get(emptyKey) != item || item.ChildCount() > 0:
		if indent, _ := util.IndentWidth(line, reader.LineOffset()); indent >= item.Offset {
			return parser.Continue | parser.HasChildren
		}
	}
	return p.BlockParser.Continue(node, reader, pc)
}

// listItemParser determines the column of a list item's text. If a tab follows the marker of an inner list,
// goldmark counts from the marker of the outer list. It parses the indented code in "- - \t~~~" as a fence.
type listItemParser struct{ parser.BlockParser }

func (p listItemParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	number, start := reader.Position()
	column := reader.LineOffset()
	node, state := p.BlockParser.Open(parent, reader, pc)
	item, ok := node.(*ast.ListItem)
	if !ok || state&parser.HasChildren == 0 {
		return node, state
	}
	marker := len(line) - len(bytes.TrimLeft(line, " ")) // its end
	for line[marker] >= '0' && line[marker] <= '9' {
		marker++
	}
	marker++
	width, blanks := util.IndentWidth(line[marker:], column+marker)
	if bytes.IndexByte(line[marker:marker+blanks], '\t') < 0 {
		return node, state
	}
	if width > 4 { // indented code
		width = 1
	}
	item.Offset = marker + width
	pos, padding := util.IndentPosition(line[marker:], column+marker, width)
	reader.SetPosition(number, start)
	reader.AdvanceAndSetPadding(marker+pos, padding)
	return node, state
}

// withoutCR replaces the CR of line ends by spaces, so that the length is the same: goldmark does not
// recognize a list item in "-\r\n".
func withoutCR(clean []byte) []byte {
	if bytes.IndexByte(clean, '\r') < 0 {
		return clean
	}
	return bytes.ReplaceAll(clean, []byte("\r\n"), []byte(" \n"))
}
