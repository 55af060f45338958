package placeholder

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Command is what would be run, and where it stands.
type Command struct {
	Text  string         // as a shell would get it, with the line ends of the file
	Range analysis.Range // from "!" to the closing mark; of a block its opening line
	Inner analysis.Range // of Text, unless it is a block's in a list or quotation
	Block bool           // a fenced block
	// Runs is set where a loader that runs commands does: a block; else at a line's start, or behind
	// white space. Elsewhere it leaves the text as it is.
	Runs bool
	Kind markdown.Context // of the place of "!"; of a block, what it stands in
}

// CommandFact is the commands of a document, in order. There is none for a document without.
var CommandFact = analysis.NewFact("command", "the !`command`s of a file, and whether they stand where a loader runs them",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	func(pass *analysis.Pass) ([]Command, error) {
		if found := CommandsIn(pass.Document); len(found) > 0 {
			return found, nil
		}
		return nil, analysis.ErrNoFact
	})

// CommandsIn returns the commands of a document, in order. Those in the header are none.
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

// ScanCommands returns every !`command` of a text, code or not, wherever on a line it stands. A command ends
// on its line.
func ScanCommands(text []byte) []Command {
	var found []Command
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("!`"))
		if n < 0 {
			return found
		}
		start := at + n
		inner := start + 2
		if inner < len(text) && text[inner] == '`' { // a code span of two marks, or the end of one
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
		if !c.Runs && text[end-1] == '!' { // `a!` or !`b`: a loader finds the second, so the first is none
			at = end - 1
			continue
		}
		found = append(found, c)
	}
}
