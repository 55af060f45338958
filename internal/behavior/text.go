package behavior

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Sentence is a part of the text outside of code.
type Sentence struct{ At analysis.Range }

// A textReader reads Markdown line by line, also where it was not parsed.
type textReader struct {
	*reader
	at       int
	taught   bool   // a heading calls what follows an attack or wrong
	level    int    // of that heading
	whole    bool   // the file is about attacks
	before   []byte // the last text
	fence    []byte // that is open; nil: none
	info     string
	from     int // offset of the content of the fence
	indented int // offset of indented code; -1: none
	blank    bool
	commands bool // the client runs inline commands
	para     int  // offset of the paragraph; -1: none
	examples markdown.BadExamples
	asked    bool // for the examples
}

// inBadExample reports whether an offset is in an example that the text calls wrong.
func (t *textReader) inBadExample(offset int) bool {
	if !t.asked && t.doc.Body != nil {
		t.examples, t.asked = markdown.BadExamplesOf(t.doc), true
	}
	return t.examples.Has(offset)
}

// markdown reads the code and the sentences of a Markdown file.
func (r *reader) markdown() {
	d := r.doc
	t := &textReader{reader: r, at: d.BodyStart(), para: -1, indented: -1, blank: true}
	t.commands = d.Kind&(analysis.Skill|analysis.Command) != 0
	t.whole = markdown.IsAboutAttacks(string(d.Source[:min(t.at, len(d.Source))]))
	for t.at < len(d.Source) {
		n := bytes.IndexByte(d.Source[t.at:], '\n') + 1
		if n == 0 {
			n = len(d.Source) - t.at
		}
		t.line(d.Source[t.at : t.at+n])
		t.at += n
	}
	if t.fence != nil {
		t.closeFence(len(d.Source))
	}
	t.endIndented()
	t.endParagraph()
}

func (t *textReader) line(line []byte) {
	bare := bytes.TrimLeft(line, " \t>")
	content := bytes.TrimRight(bare, " \t\r\n")
	mark := fenceOf(trimList(content))
	switch {
	case t.fence != nil:
		if mark != nil && mark[0] == t.fence[0] && len(mark) >= len(t.fence) && len(content) == len(mark) {
			t.closeFence(t.at)
		}
		return
	case mark != nil:
		t.endIndented()
		t.endParagraph()
		t.fence, t.info, t.from = mark, string(bytes.TrimLeft(trimList(content), string(mark[:1]))), t.at+len(line)
		return
	case len(content) == 0:
		t.endParagraph()
		t.blank = true
		return
	}
	if isIndented := bytes.HasPrefix(line, []byte("    ")) || bytes.HasPrefix(line, []byte("\t")); isIndented && (t.blank || t.indented >= 0) {
		if t.indented < 0 {
			t.indented = t.at
		}
		t.blank = false
		return
	}
	t.endIndented()
	t.blank = false
	level := len(content) - len(bytes.TrimLeft(content, "#"))
	switch {
	case level > 0 && level <= 6 && len(content) > level && content[level] == ' ':
		t.endParagraph()
		t.heading(level, string(content[level:]))
	case isListItem(bare) || bytes.HasPrefix(content, []byte("|")):
		t.endParagraph()
		t.para = t.at
	case t.para < 0:
		t.para = t.at
	}
}

// heading notes whether a section is about attacks.
func (t *textReader) heading(level int, title string) {
	if t.taught && level > t.level {
		return
	}
	t.taught, t.level = markdown.IsAboutAttacks(title) || markdown.Warns(title) || strings.ContainsAny(title, "❌✗✘✖🚫⛔"), level
	if level == 1 && markdown.IsAboutAttacks(title) {
		t.whole = true
	}
	t.before = nil
}

// fenceOf returns the characters that open or close a fence, or nil.
func fenceOf(content []byte) []byte {
	for _, c := range []byte("`~") {
		n := 0
		for n < len(content) && content[n] == c {
			n++
		}
		if n >= 3 && bytes.IndexByte(content[n:], '`') < 0 {
			return content[:n]
		}
	}
	return nil
}

// trimList removes the mark of a list item.
func trimList(content []byte) []byte {
	if !isListItem(content) {
		return content
	}
	return bytes.TrimLeft(content[bytes.IndexAny(content, " \t"):], " \t")
}

func isListItem(content []byte) bool {
	n := bytes.IndexAny(content, " \t")
	if n < 1 || n > 4 {
		return false
	}
	mark := content[:n]
	return n == 1 && bytes.IndexByte([]byte("-*+"), mark[0]) >= 0 || (mark[n-1] == '.' || mark[n-1] == ')') && len(bytes.Trim(mark[:n-1], "0123456789")) == 0
}

// closeFence reads the content of a fence that ends at an offset.
func (t *textReader) closeFence(stop int) {
	content := t.doc.Source[min(t.from, stop):stop]
	t.fence = nil
	t.codeBlock(content, t.from, strings.TrimSpace(t.info))
	t.before = nil
}

func (t *textReader) endIndented() {
	if t.indented >= 0 {
		t.codeBlock(t.doc.Source[t.indented:t.at], t.indented, "")
		t.indented = -1
	}
}

// codeBlock reads code in Markdown.
func (t *textReader) codeBlock(content []byte, offset int, info string) {
	if !t.isInteresting(content) {
		return
	}
	t.on = InText
	if t.isExample(content, offset) {
		t.on = InExample
	}
	if strings.HasPrefix(info, "!") && t.commands {
		t.on, info = Unasked, "bash"
	}
	switch language := languageOf(info); {
	case language == shellCode:
		t.shell(content, offset, info)
	case language != "":
		t.code(language, content, offset)
	case info == "" || info == "text" || info == "txt" || info == "plaintext":
		t.unnamed(content, offset)
	}
	t.on = InText
}

// unnamed reads the lines of a block without a language that begin with a program.
func (t *textReader) unnamed(content []byte, offset int) {
	s := newShellReader(t.reader)
	for at := 0; at < len(content); {
		n := bytes.IndexByte(content[at:], '\n') + 1
		if n == 0 {
			n = len(content) - at
		}
		if line := content[at : at+n]; startsProgram(line) {
			scripts := t.parser.Read(line, offset+at, "bash")
			for i := range scripts {
				s.place = scripts[i].Range
				s.file(scripts[i].File, Value{})
			}
		}
		at += n
	}
}

// known are programs that a line of commands begins with.
const known = " curl wget bash sh zsh eval sudo echo printf cat nc ncat socat python python3 node npx npm pip pip3 uvx powershell pwsh iex irm iwr base64 openssl tar scp rsync ssh dig nslookup env printenv chmod rm crontab export source mkfifo docker git find exec perl ruby php "

// startsProgram reports whether a line begins with a known program and has an argument.
func startsProgram(line []byte) bool {
	word, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(line[:min(len(line), 4096)])), "$ "), " ")
	return ok && rest != "" && word != "" && strings.Contains(known, " "+word+" ")
}

// endParagraph reads the sentences of a paragraph, and the commands in it.
func (t *textReader) endParagraph() {
	if t.para < 0 {
		return
	}
	start, stop := t.para, t.at
	t.para = -1
	text := t.doc.Source[start:stop]
	t.before = text[max(0, len(text)-600):]
	if t.commands {
		t.inlineCommands(text, start)
	}
	for at := 0; at < len(text); {
		n := sentenceEnd(text[at:])
		t.readSentence(text[at:at+n], start+at)
		at += n
	}
}

// sentenceEnd returns the length of the first sentence of a text.
func sentenceEnd(text []byte) int {
	code := false
	for i := 0; i+1 < len(text); i++ {
		switch text[i] {
		case '`':
			code = !code
		case '.', '!', '?', ';':
			if !code && (text[i+1] == ' ' || text[i+1] == '\n') {
				return i + 1
			}
		}
	}
	return len(text)
}

// mostSentences is the number of sentences of a file that are kept.
const mostSentences = 20_000

// readSentence reads a sentence with the commands in its code spans.
func (t *textReader) readSentence(text []byte, offset int) {
	trimmed := bytes.TrimRight(text, " \t\r\n")
	offset += len(trimmed)
	trimmed = bytes.TrimLeft(trimmed, " \t\r\n")
	offset -= len(trimmed)
	text = trimmed
	if len(trimmed) == 0 {
		return
	}
	taught := t.taught || t.whole
	if !taught && len(t.Reading.Sentences) < mostSentences {
		t.Reading.Sentences = append(t.Reading.Sentences, Sentence{analysis.Range{Start: offset, End: offset + len(trimmed)}})
	}
	if bytes.IndexByte(text, '`') < 0 || !t.isInteresting(text) {
		return
	}
	t.on = InText
	if taught || markdown.Teaches(string(text)) || markdown.Warns(string(text)) || t.inBadExample(offset) {
		t.on = InExample
	}
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '`')
		if n < 0 {
			break
		}
		start := at + n
		ticks := 1
		for start+ticks < len(text) && text[start+ticks] == '`' {
			ticks++
		}
		length := bytes.Index(text[start+ticks:], text[start:start+ticks])
		if length < 0 {
			break
		}
		code := text[start+ticks : start+ticks+length]
		if startsProgram(code) {
			t.shell(code, offset+start+ticks, "bash")
		}
		at = start + ticks + length + ticks
	}
	t.on = InText
}

// inlineCommands reads the commands that a client runs before the model reads the file.
func (t *textReader) inlineCommands(text []byte, offset int) {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("!`"))
		if n < 0 {
			return
		}
		start := at + n
		length := bytes.IndexAny(text[start+2:], "`\n")
		if length < 0 {
			return
		}
		if at = start + 2 + length; text[at] == '`' && length > 0 && markdown.StartsWord(t.doc.Source[:offset+start]) && !t.inBadExample(offset+start) {
			t.on = Unasked
			t.shell(text[start+2:at], offset+start+2, "bash")
			t.on = InText
		}
		at++
	}
}
