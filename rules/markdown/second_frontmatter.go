package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

const maxFrontmatter = 60 // maximum lines of a second frontmatter

// reportSecondFrontmatter reports a body that begins with frontmatter, or consists of a code block that begins with it.
func reportSecondFrontmatter(pass *analysis.Pass) {
	d := pass.Document
	if d.Header == nil || d.Header.State != analysis.HeaderClosed {
		return
	}
	number := firstLine(d, d.LineOf(d.Header.Range.End))
	found := analysis.Diagnostic{About: "frontmatter", Message: "second frontmatter in the body",
		Effect: "clients ignore its fields, and models read it as text", Help: "merge it into the frontmatter, and delete it"}
	if fence := onlyFence(d); fence != nil {
		number = d.LineOf(fence.Open.Start) + 1
		found.Message = "body is one code block with a frontmatter of its own"
		found.Effect = "clients ignore its fields, and models read the instructions as an example"
		found.Help = "remove the fences, and merge the second frontmatter into the first one"
	}
	if number > d.LineCount() || !isFrontmatter(d, number) {
		return
	}
	found.Range = d.TrimLine(d.LineRange(number))
	pass.Report(found)
}

// firstLine returns the number of the first line after a line that is not empty.
func firstLine(d *analysis.Document, number int) int {
	for number++; number <= d.LineCount() && lineText(d, number) == ""; {
		number++
	}
	return number
}

// onlyFence returns the code block that is the whole body, or nil if there is other text.
func onlyFence(d *analysis.Document) *analysis.Fence {
	if len(d.Fences) == 0 {
		return nil
	}
	f := &d.Fences[0]
	for n := ast.Node(f.Node); n != nil; n = n.NextSibling() {
		if n != ast.Node(f.Node) {
			return nil
		}
	}
	if firstLine(d, d.LineOf(d.Header.Range.End)) != d.LineOf(f.Open.Start) {
		return nil
	}
	return f
}

// isFrontmatter reports whether frontmatter with a name or a description begins at a line.
func isFrontmatter(d *analysis.Document, number int) bool {
	if lineText(d, number) != "---" {
		return false
	}
	known := false
	for n := number + 1; n <= min(d.LineCount(), number+maxFrontmatter); n++ {
		line := strings.TrimRight(d.Text(d.LineRange(n)), " \t\r\n")
		if line == "---" {
			return known
		}
		key, _, colon := strings.Cut(line, ":")
		switch {
		case line == "" || strings.ContainsAny(line[:1], " \t-#"):
		case !colon || strings.ContainsAny(key, " \t"):
			return false
		case key == "name" || key == "description":
			known = true
		}
	}
	return false
}
