package analysis

import "github.com/yuin/goldmark/ast"

// Leaves returns the blocks of Body with text and without nested blocks, in order: paragraphs, headings,
// table cells, code, HTML. The tree is walked once.
func (d *Document) Leaves() []ast.Node {
	if d.leaves == nil && d.Body != nil {
		d.leaves = appendLeaves(make([]ast.Node, 0, countLeaves(d.Body)), d.Body)
	}
	return d.leaves
}

func appendLeaves(leaves []ast.Node, parent ast.Node) []ast.Node {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch {
		case n.Type() != ast.TypeBlock:
		case isLeaf(n):
			leaves = append(leaves, n)
		default:
			leaves = appendLeaves(leaves, n)
		}
	}
	return leaves
}

func countLeaves(parent ast.Node) int {
	count := 0
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch {
		case n.Type() != ast.TypeBlock:
		case isLeaf(n):
			count++
		default:
			count += countLeaves(n)
		}
	}
	return count
}

func isLeaf(n ast.Node) bool {
	return n.Lines().Len() > 0 || n.Kind() == ast.KindHeading || n.Kind() == ast.KindHTMLBlock
}

// Around returns the range from the first byte of a leaf to its last, including text between its lines that
// is not part of it, such as quote markers.
func (d *Document) Around(leaf ast.Node) []byte {
	lines := leaf.Lines()
	if lines.Len() == 0 {
		return nil
	}
	return d.Source[lines.At(0).Start:lines.At(lines.Len()-1).Stop]
}
