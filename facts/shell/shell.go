// Package shell parses the commands in the fenced blocks of a document. It never runs them.
//
// A block in documentation is seldom a pure script: it contains prompts, output, and placeholders such as
// <task-id> and {{TASK_ID}}. They are removed before parsing, and each line keeps its position. Blocks that still do
// not parse are ignored.
package shell

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
	"mvdan.cc/sh/v3/syntax"
)

// Limits of a document. The parser is recursive, so deep nesting needs stack. Real blocks are far below these limits.
const (
	maxBlock    = 32 << 10  // bytes of a block
	maxDocument = 256 << 10 // bytes of all blocks
	maxNesting  = 100       // nested brackets
)

// A Script is a fenced block of shell commands.
type Script struct {
	File  *syntax.File
	Fence *analysis.Fence
	Text  string // the parsed text

	written string // Text with the placeholders as written
	starts  []int  // offset of each line in Text
	places  []int  // offset of each line in the file
}

// Scripts returns the shell blocks of a document in order that contain a text, without those that do not parse or exceed a limit.
func Scripts(d *analysis.Document, containing string) []Script {
	var scripts []Script
	left := maxDocument
	for i := range d.Fences {
		f := &d.Fences[i]
		if !Is(f.Info) {
			continue
		}
		if left -= sizeOf(f); left < 0 {
			break
		}
		if !bytes.Contains(d.Source[f.Open.End:f.End], []byte(containing)) {
			continue
		}
		if b := blockOf(d, f); b.parsed() != nil {
			scripts = append(scripts, b.script)
		}
	}
	return scripts
}

// A block is a shell block that was read.
type block struct {
	script     Script
	hasPrompts bool
	isTooLarge bool
	isParsed   bool
	reader     *blockReader
}

// parsed returns the syntax tree of a block, or nil if it does not parse or exceeds a limit.
func (b *block) parsed() *syntax.File {
	if !b.isParsed {
		b.isParsed, b.isTooLarge = true, exceeds(b.script.Text, maxBlock, maxNesting)
		b.script.File = parseWith(b.reader.parserOf(language(b.script.Fence.Info)), b.script.Text, maxBlock, maxNesting)
	}
	return b.script.File
}

type blocksKey struct{}

// A blockReader reads the shell blocks of a document, each once.
type blockReader struct {
	Reader
	read map[*ast.FencedCodeBlock]*block
}

// blockOf returns a shell block. One without an info string is parsed as bash.
func blockOf(d *analysis.Document, f *analysis.Fence) *block {
	r := d.Derive(blocksKey{}, func() any { return &blockReader{read: map[*ast.FencedCodeBlock]*block{}} }).(*blockReader)
	b := r.read[f.Node]
	if b == nil {
		lines := linesOf(d, f)
		b = &block{hasPrompts: hasPrompt(lines), reader: r}
		if b.hasPrompts || language(f.Info) == "console" {
			keepInput(lines)
		}
		b.script = join(f, lines)
		r.read[f.Node] = b
	}
	return b
}

// Unclosed returns the shell blocks of a document that do not parse, maybe because of a quote or here-document, and exceed no
// limit, without sessions with prompts.
func Unclosed(d *analysis.Document) []Script {
	var scripts []Script
	left := maxDocument
	for i := range d.Fences {
		f := &d.Fences[i]
		if language(f.Info) != "bash" || !f.Closed {
			continue
		}
		if left -= sizeOf(f); left < 0 {
			break
		}
		if b := blockOf(d, f); !b.hasPrompts && mayBeOpen(b.script.Text) && b.parsed() == nil && !b.isTooLarge {
			scripts = append(scripts, b.script)
		}
	}
	return scripts
}

// RangeOf converts a range of Text to one in the file.
func (s *Script) RangeOf(r analysis.Range) analysis.Range {
	return analysis.Range{Start: s.at(uint(r.Start)), End: s.at(uint(r.End))}
}

// Is reports whether the info string of a fenced block names a POSIX-like shell.
func Is(info string) bool { return language(info) != "" }

// language returns "bash", "zsh" or "console", or "" for other languages.
func language(info string) string {
	first := info
	if n := strings.IndexAny(info, " \t,"); n >= 0 {
		first = info[:n]
	}
	switch strings.ToLower(strings.Trim(first, "{}.")) {
	case "sh", "bash", "shell":
		return "bash"
	case "zsh":
		return "zsh"
	case "console", "shell-session", "shellsession", "sh-session":
		return "console"
	}
	return ""
}

// A line is a line of a block with its line feed, and its offset in the file.
type line struct {
	text  []byte
	place int
}

// sizeOf returns the size of the lines of a block without the prefix of its container.
func sizeOf(f *analysis.Fence) (size int) {
	for _, at := range f.Node.Lines().Sliced(0, f.Node.Lines().Len()) {
		size += at.Len()
	}
	return size
}

// linesOf returns the lines of a block without the prefix of its container.
func linesOf(d *analysis.Document, f *analysis.Fence) []line {
	segments := f.Node.Lines()
	lines := make([]line, 0, segments.Len())
	for i := range segments.Len() {
		at := segments.At(i)
		text := d.Source[at.Start:at.Stop]
		if rest, ok := bytes.CutSuffix(text, []byte("\r\n")); ok {
			text = append(bytes.Clone(rest), '\n')
		}
		lines = append(lines, line{text, at.Start})
	}
	return lines
}

// join returns the script of some lines.
func join(f *analysis.Fence, lines []line) Script {
	s := Script{Fence: f}
	var text []byte
	for _, l := range lines {
		s.starts = append(s.starts, len(text))
		s.places = append(s.places, l.place)
		text = append(text, l.text...)
	}
	s.written = string(text)
	if s.Text = s.written; maskPlaceholders(text) {
		s.Text = string(text)
	}
	return s
}

// Range converts a range of Text to one in the file.
func (s *Script) Range(n syntax.Node) analysis.Range {
	return analysis.Range{Start: s.at(n.Pos().Offset()), End: s.at(n.End().Offset())}
}

// at converts an offset in Text to one in the file.
func (s *Script) at(offset uint) int {
	o := min(int(offset), len(s.Text))
	line := sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > o }) - 1
	if line < 0 && s.Fence == nil {
		return 0
	}
	if line < 0 {
		return s.Fence.Open.Start
	}
	return s.places[line] + o - s.starts[line]
}

// parseBlock parses a text of bash with the limits of a block.
func parseBlock(text string) *syntax.File {
	return parseWith(new(Reader).parserOf("bash"), text, maxBlock, maxNesting)
}

// parseWith parses a text with the given limits.
func parseWith(parser *syntax.Parser, text string, size, nested int) (file *syntax.File) {
	if exceeds(text, size, nested) {
		return nil
	}
	defer func() {
		if recover() != nil { // a bug in the parser
			file = nil
		}
	}()
	file, err := parser.Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	return file
}

// exceeds reports whether a text is longer or deeper than the limits.
func exceeds(text string, size, nested int) bool { return len(text) > size || nesting(text) > nested }

// nesting returns the maximum nesting of brackets. It ignores quotes, because the limit is far above what any text
// needs.
func nesting(text string) int {
	open, most := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			open++
			most = max(most, open)
		case ')', ']', '}':
			open = max(0, open-1)
		}
	}
	return most
}

// IsLocation reports whether the comment before the line at an offset states that the path in it is where a file is: "the script is at:".
func IsLocation(source []byte, offset int) bool {
	start := bytes.LastIndexByte(source[:offset], '\n')
	if start < 0 {
		return false
	}
	before := bytes.TrimSpace(source[bytes.LastIndexByte(source[:start], '\n')+1 : start])
	return bytes.HasPrefix(before, []byte("#")) && (bytes.HasSuffix(before, []byte(" is at:")) || bytes.HasSuffix(before, []byte(" are at:")))
}
