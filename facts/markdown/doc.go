// Package markdown computes the parts of a Markdown document that several rule groups need: sections, HTML, the
// context of a position (text or code), and the examples that the text labels as wrong.
//
// Sections come from the syntax tree, so "#" in a fence, an HTML block or indented code does not start one, nor does a
// heading in a block quote or a list. HTML is parsed here because the standard parsers do not report the positions of
// attributes, and repair errors that rules are to report.
package markdown
