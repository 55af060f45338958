package markdown

import "github.com/skilllint/skilllint/analysis"

// opensInFrontmatter reports whether the parsed frontmatter ends inside a code block, because the first line of the file is a
// thematic break and the next one is in the block.
func opensInFrontmatter(d *analysis.Document) bool {
	open := false
	for number := 1; number <= d.LineCount(); number++ {
		line := d.LineRange(number)
		if line.Start >= d.BodyStart() {
			break
		}
		if l, ok := readFence(d, line, 0); ok && l.indent == 0 {
			open = !open
		}
	}
	return open
}
