// Package shell parses the commands in the fenced blocks of a document, as a shell would read them.
// They are parsed and never run.
//
// A block of documentation is seldom a pure script: it has prompts, what a command printed,
// placeholders like <task-id> and tokens like {{TASK_ID}}. What no shell would read is taken away
// before parsing, and each line remembers its place. What does not parse even then is no script to
// us, and nothing is said of it.
package shell

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// What is parsed of one document. The parser calls itself for each level of nesting, so deep
// nesting costs stack; real blocks are far from these limits.
const (
	maxBlock    = 32 << 10  // bytes of one block
	maxDocument = 256 << 10 // bytes of all blocks
	maxNesting  = 100       // brackets that are open at once
)

// A Script is a fenced block that a shell can read.
type Script struct {
	File  *syntax.File
	Fence *analysis.Fence
	Text  string // what was parsed

	starts []int // where each line of Text starts in it
	places []int // where each line of Text starts in the file
}

// Scripts returns the shell blocks of a document, in the order of the file. Blocks that do not
// parse, or are over a limit, are left out.
func Scripts(d *analysis.Document, fences []analysis.Fence) []Script {
	var scripts []Script
	left := maxDocument
	for i := range fences {
		f := &fences[i]
		language := language(f.Info)
		if language == "" {
			continue
		}
		lines, size := linesOf(d, f)
		if left -= size; left < 0 {
			break
		}
		if language == "console" || hasPrompt(lines) {
			typed(lines)
		}
		s := join(f, lines)
		if s.File = parse(s.Text, language); s.File != nil {
			scripts = append(scripts, s)
		}
	}
	return scripts
}

// Is reports whether the info string of a fenced block says that a POSIX-like shell reads it.
func Is(info string) bool { return language(info) != "" }

// language returns "bash", "zsh" or "console", or "" for what is no shell.
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

// A line is a line of a block, with its line feed, and where it stands in the file.
type line struct {
	text  []byte
	place int
}

// linesOf returns the lines of a block without what its container puts before each, and their size.
func linesOf(d *analysis.Document, f *analysis.Fence) (lines []line, size int) {
	segments := f.Node.Lines()
	for i := range segments.Len() {
		at := segments.At(i)
		text := d.Source[at.Start:at.Stop]
		if rest, ok := bytes.CutSuffix(text, []byte("\r\n")); ok {
			text = append(bytes.Clone(rest), '\n')
		}
		lines = append(lines, line{text, at.Start})
		size += len(text)
	}
	return lines, size
}

// join returns the script that lines make.
func join(f *analysis.Fence, lines []line) Script {
	s := Script{Fence: f}
	var text []byte
	for _, l := range lines {
		s.starts = append(s.starts, len(text))
		s.places = append(s.places, l.place)
		text = append(text, l.text...)
	}
	maskPlaceholders(text)
	s.Text = string(text)
	return s
}

// Range returns where a part of the script stands in the file.
func (s *Script) Range(n syntax.Node) analysis.Range {
	return analysis.Range{Start: s.at(n.Pos().Offset()), End: s.at(n.End().Offset())}
}

// at returns where a byte of Text stands in the file.
func (s *Script) at(offset uint) int {
	o := min(int(offset), len(s.Text))
	line := sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > o }) - 1
	if line < 0 {
		return s.Fence.Open.Start
	}
	return s.places[line] + o - s.starts[line]
}

// parse returns what a shell would make of a text; nil when it could make nothing of it, or when
// it is over a limit.
func parse(text, language string) (file *syntax.File) {
	if len(text) > maxBlock || nesting(text) > maxNesting {
		return nil
	}
	defer func() {
		if recover() != nil { // what the parser does not stand, no shell is asked to
			file = nil
		}
	}()
	variant := syntax.LangBash
	if language == "zsh" {
		variant = syntax.LangZsh
	}
	file, err := syntax.NewParser(syntax.Variant(variant), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	return file
}

// nesting returns how many brackets are open at once, at most. Quotes are not looked at: the limit
// is far above what any text needs.
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
