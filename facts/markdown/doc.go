// Package markdown provides what several rule groups read of a Markdown document: its sections, its HTML,
// where code ends and text begins, and the examples that the text itself calls wrong.
//
// Sections come from the syntax tree, so "#" in a fence, in an HTML block or in indented code starts none;
// nor does a heading in a block quote or a list. HTML is parsed here because the standard parsers do not report
// the positions of attributes, and repair what rules are to report.
package markdown
