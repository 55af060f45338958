package placeholder

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Command is an inline command with its position.
type Command struct {
	Text  string         // as passed to a shell, with the line endings of the file
	Range analysis.Range // from "!" to the closing backtick; for a block, its opening line
	Inner analysis.Range // range of Text, except for a block in a list or block quote
	Block bool           // fenced block
	// Runs is set if clients that support commands run it: in a block, at the start of a line, or after white space.
	Runs bool
	Kind markdown.Context // context of "!", or of the block
}

// CommandFact computes the commands of a document, in order. Documents without commands, without "!`" and without
// a line that starts with "!", as malformed ones do, have no fact.
var CommandFact = analysis.NewFact("command", "the !`command`s of a file, and whether clients run them",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	func(pass *analysis.Pass) ([]Command, error) {
		if found := CommandsIn(pass.Document); len(found) > 0 || bytes.Contains(pass.Document.Source, []byte("!`")) || bytes.HasPrefix(pass.Document.Source, []byte{'!'}) || bytes.Contains(pass.Document.Source, []byte("\n!")) {
			return found, nil
		}
		return nil, analysis.ErrNoFact
	})

// CommandsIn returns the commands of a document outside of the frontmatter, in order.
func CommandsIn(d *analysis.Document) []Command {
	inline := ScanCommands(d.Source)
	ranges := make([]analysis.Range, len(inline))
	for i, c := range inline {
		ranges[i] = c.Range
	}
	kinds := markdown.ContextsOf(d, ranges)
	var found []Command
	next := 0
	for i, c := range inline {
		for ; next < len(d.Fences) && d.Fences[next].Open.Start < c.Range.Start; next++ {
			found = block(found, d, &d.Fences[next])
		}
		if c.Kind = kinds[i]; c.Kind != markdown.InHeader {
			found = append(found, c)
		}
	}
	for ; next < len(d.Fences); next++ {
		found = block(found, d, &d.Fences[next])
	}
	return found
}

// block adds the command of a fenced block whose info string begins with "!".
func block(found []Command, d *analysis.Document, f *analysis.Fence) []Command {
	if f.Char != '`' || f.Length != 3 || !strings.HasPrefix(f.Info, "!") {
		return found
	}
	c := Command{Range: f.Open, Block: true, Runs: true, Kind: markdown.InText}
	if lines := f.Node.Lines(); lines.Len() > 0 {
		c.Text = string(lines.Value(d.Source))
		c.Inner = analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	}
	return append(found, c)
}

// ScanCommands returns every !`command` of a text, also in code. A command ends on its line.
func ScanCommands(text []byte) []Command {
	var found []Command
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("!`"))
		if n < 0 {
			return found
		}
		start := at + n
		inner := start + 2
		if inner < len(text) && text[inner] == '`' { // a code span with two backticks, or the end of one
			for at = inner; at < len(text) && text[at] == '`'; at++ {
			}
			continue
		}
		length := bytes.IndexAny(text[inner:], "`\n")
		if length < 0 {
			return found
		}
		end := inner + length
		at = end
		if text[end] != '`' {
			continue
		}
		at++
		c := Command{Text: string(text[inner:end]), Range: analysis.Range{Start: start, End: at},
			Inner: analysis.Range{Start: inner, End: end}, Runs: markdown.StartsWord(text[:start])}
		if !c.Runs && text[end-1] == '!' { // `a!` or !`b`: clients find the second
			at = end - 1
			continue
		}
		found = append(found, c)
	}
}
