package shell

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// maxExtent is the limit of lines that are joined to one command if a text does not parse as a whole.
const maxExtent = 12

// Limits of a script that is a separate file.
const (
	maxScript       = 1 << 20
	maxScriptNested = 400
)

// maxAttempts limits how often each byte of a text is parsed, on average, besides moreAttempts bytes. leastAttempt is the
// minimum cost of an attempt, in bytes.
const (
	maxAttempts  = 24
	moreAttempts = 256 << 10
	leastAttempt = 64
)

// A Reader parses texts one after the other.
type Reader struct {
	parser  *syntax.Parser
	variant syntax.LangVariant
	left    int  // remaining bytes to parse of a text
	refused bool // a text was not parsed because of a limit
}

// Read parses a text at an offset of a file. Common indentation and the markers of block quotes are removed. If the
// text does not parse, its commands are parsed individually, and those that do not parse are ignored. It also returns the lines
// that were not parsed because of a limit.
func (r *Reader) Read(text []byte, offset int, info string) (scripts []Script, refused []analysis.Range) {
	return r.read(split(text, offset, true), len(text), info)
}

// ReadFile parses a text that is a file as a whole, like Read.
func (r *Reader) ReadFile(text []byte) (scripts []Script, refused []analysis.Range) {
	return r.read(split(text, 0, false), len(text), "bash")
}

// ReadFence parses a fenced block like Read. A block without an info string is parsed as bash.
func (r *Reader) ReadFence(d *analysis.Document, f *analysis.Fence) []Script {
	if b := blockOf(d, f); b.parsed() != nil {
		return []Script{b.script}
	}
	scripts, _ := r.read(linesOf(d, f), sizeOf(f), f.Info)
	return scripts
}

func (r *Reader) read(lines []line, size int, info string) (scripts []Script, refused []analysis.Range) {
	r.left = maxAttempts*size + moreAttempts
	if language(info) == "console" || hasPrompt(lines) {
		keepInput(lines)
	}
	if s, ok := r.whole(lines, language(info)); ok {
		return []Script{s}, nil
	}
	for i := 0; i < len(lines); {
		n := 1
		s, ok := r.whole(lines[i:i+1], language(info))
		for !ok && n < maxExtent && i+n < len(lines) && isOpen(lines[i].text) {
			n++
			s, ok = r.whole(lines[i:i+n], language(info))
		}
		if ok {
			scripts = append(scripts, s)
			i += n
			continue
		}
		if r.refused {
			refused = append(refused, analysis.Range{Start: lines[i].place, End: lines[i].place + len(lines[i].text)})
		}
		i++
	}
	return scripts, refused
}

// ParseText parses a text that is not part of a file, such as the argument of "sh -c". It returns nil if the text does
// not parse, and reports whether that is because of a limit.
func (r *Reader) ParseText(text string) (file *syntax.File, refused bool) {
	file = r.parse(text, "bash")
	return file, r.refused
}

// parse parses a text with the reader's parser.
func (r *Reader) parse(text, language string) *syntax.File {
	r.refused = exceeds(text, maxScript, maxScriptNested)
	return parseWith(r.parserOf(language), text, maxScript, maxScriptNested)
}

// parserOf returns the reader's parser for a language.
func (r *Reader) parserOf(language string) *syntax.Parser {
	variant := syntax.LangBash
	if language == "zsh" {
		variant = syntax.LangZsh
	}
	if r.parser == nil || r.variant != variant {
		r.parser, r.variant = syntax.NewParser(syntax.Variant(variant)), variant
	}
	return r.parser
}

func (r *Reader) whole(lines []line, language string) (Script, bool) {
	s := join(nil, lines)
	if r.left -= len(s.Text) + leastAttempt; r.left < 0 {
		r.refused = true
		return s, false
	}
	s.File = r.parse(s.Text, language)
	return s, s.File != nil
}

// isOpen reports whether a command may continue on the next line.
func isOpen(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return bytes.HasSuffix(text, []byte{'\\'}) || bytes.Contains(text, []byte("<<")) ||
		bytes.Count(text, []byte{'\''})%2 == 1 || bytes.Count(text, []byte{'"'})%2 == 1 ||
		len(text) > 0 && strings.IndexByte("|&({", text[len(text)-1]) >= 0
}

// split returns the lines of a text without their common indentation and, if it may be in a quotation, without its markers.
func split(text []byte, offset int, mayBeQuoted bool) []line {
	var lines []line
	indent, quoted, open := -1, false, false // the last line begins with ">", and ends with a backslash
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		l := line{text[:n], offset}
		isOutput := open && !quoted // "> file" after a backslash
		quoted, open = false, bytes.HasSuffix(bytes.TrimRight(l.text, "\r\n"), []byte{'\\'})
		for rest := bytes.TrimLeft(l.text, " \t"); mayBeQuoted && !isOutput && len(rest) > 0 && rest[0] == '>' && !bytes.HasPrefix(rest, []byte(">>")); rest = bytes.TrimLeft(l.text, " \t") {
			skip := len(l.text) - len(rest) + 1
			l.text, l.place, quoted = l.text[skip:], l.place+skip, true
		}
		if rest, ok := bytes.CutSuffix(l.text, []byte("\r\n")); ok {
			l.text = append(bytes.Clone(rest), '\n')
		}
		if rest := bytes.TrimLeft(l.text, " \t"); len(bytes.TrimSpace(rest)) > 0 {
			if own := len(l.text) - len(rest); indent < 0 || own < indent {
				indent = own
			}
		}
		lines = append(lines, l)
		text, offset = text[n:], offset+n
	}
	for i := range lines {
		l := &lines[i]
		skip := min(max(indent, 0), len(l.text)-len(bytes.TrimLeft(l.text, " \t")))
		l.text, l.place = l.text[skip:], l.place+skip
	}
	return lines
}

// NeedsBash reports whether a script parses as bash, but not as a POSIX shell.
func NeedsBash(text string) bool {
	posix := syntax.NewParser(syntax.Variant(syntax.LangPOSIX))
	return parseWith(posix, text, maxScript, maxScriptNested) == nil && parseWith(syntax.NewParser(), text, maxScript, maxScriptNested) != nil
}
