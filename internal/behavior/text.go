package behavior

import (
	"bytes"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/excuse"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
)

// A Sentence is a part of the text outside of code that a rule may report.
type Sentence struct {
	At  analysis.Range
	Has trigger.Prose
}

// A textReader reads Markdown line by line, even if it was not parsed.
type textReader struct {
	*reader
	at             int
	fence          []byte // the open one; nil: none
	info           string
	from           int // offset of the content of the fence
	indented       int // offset of indented code; -1: none
	afterEmptyLine bool
	commands       bool // the client runs inline commands
	isTable        bool // each line is a record
	isData         bool // lines start with keys
	para           int  // offset of the paragraph; -1: none
}

// readMarkdown reads the code and the sentences of a Markdown file.
func (r *reader) readMarkdown() {
	d := r.doc
	t := &textReader{reader: r, at: d.BodyStart(), para: -1, indented: -1, afterEmptyLine: true}
	t.isTable = slices.Contains([]string{".csv", ".tsv", ".log"}, path.Ext(d.Path))
	t.isData = slices.Contains([]string{".yaml", ".yml", ".toml", ".ini"}, path.Ext(d.Path))
	t.commands = d.Kind&(analysis.Skill|analysis.Command) != 0
	if !d.File.NoExcuses {
		r.Reading.passages = excuse.New(d, t.at)
	}
	t.keepsValues = true
	defer func() { t.keepsValues = false }()
	if v := d.Data.Get("description"); v.IsString() { // it is in each prompt
		t.readSpans(d.Source[v.Range.Start:v.Range.End], v.Range.Start)
	}
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
	start, end := 0, len(line)
	for start < end && (line[start] == ' ' || line[start] == '\t' || line[start] == '>') {
		start++
	}
	for end > start && (line[end-1] == ' ' || line[end-1] == '\t' || line[end-1] == '\r' || line[end-1] == '\n') {
		end--
	}
	content := line[start:end]
	switch {
	case t.fence != nil:
		if t.endsFence(content) {
			t.closeFence(t.at)
		}
		return
	case len(content) == 0:
		t.endParagraph()
		t.afterEmptyLine = true
		return
	}
	isItem := excuse.IsListItem(line[start:])
	text := content
	if isItem {
		text = excuse.TrimList(content)
	}
	if n := bytes.IndexByte(text, '>') + 1; n > 0 && bytes.HasPrefix(text, []byte("<pre")) && bytes.Contains(text[n:], []byte("</pre")) {
		t.endIndented()
		t.endParagraph()
		t.from = t.at + bytes.Index(line, text) + n
		t.closeFence(t.from + bytes.Index(text[n:], []byte("</pre")))
		return
	}
	if t.opensFence(text, t.at+len(line)) {
		return
	}
	if isIndented := line[0] == '\t' || bytes.HasPrefix(line, []byte("    ")); isIndented && (t.afterEmptyLine || t.indented >= 0) {
		if t.indented < 0 {
			t.indented = t.at
		}
		t.afterEmptyLine = false
		return
	}
	t.endIndented()
	t.afterEmptyLine = false
	switch {
	case excuse.LevelOf(content) > 0:
		t.endParagraph()
	case isItem || content[0] == '|' || t.isTable || t.isData && lex.StartsKey(content):
		t.endParagraph()
		t.para = t.at
	case t.para < 0:
		t.para = t.at
	}
}

// endsFence reports whether a line ends the open fence.
func (t *textReader) endsFence(content []byte) bool {
	if t.fence[0] == '<' {
		return bytes.Contains(content, t.fence)
	}
	return len(content) >= len(t.fence) && len(bytes.Trim(content, string(t.fence[:1]))) == 0
}

// opensFence reports whether a line opens a fence, whose content begins at an offset.
func (t *textReader) opensFence(text []byte, from int) bool {
	mark, info := excuse.FenceOf(text), ""
	if bytes.HasPrefix(text, []byte("<pre")) && !bytes.Contains(text, []byte("</pre")) {
		mark = []byte("</pre")
	} else if mark != nil {
		info = string(bytes.TrimLeft(text, string(mark[:1])))
	}
	if mark == nil {
		return false
	}
	t.endIndented()
	t.endParagraph()
	t.fence, t.info, t.from = mark, info, from
	return true
}

// closeFence reads the content of a fence that ends at an offset.
func (t *textReader) closeFence(stop int) {
	content := t.doc.Source[min(t.from, stop):stop]
	t.fence = nil
	t.codeBlock(content, t.from, strings.TrimSpace(t.info))
}

func (t *textReader) endIndented() {
	if t.indented >= 0 {
		t.codeBlock(t.doc.Source[t.indented:t.at], t.indented, "")
		t.indented = -1
	}
}

// codeBlock reads code in Markdown.
func (t *textReader) codeBlock(content []byte, offset int, info string) {
	t.on = InText
	if strings.HasPrefix(info, "!") && t.commands {
		t.on, info = Unasked, "bash"
	}
	language := lex.LanguageOf(info)
	isPlain := info == "" || info == "text" || info == "txt" || info == "plaintext" || info == "yaml" || info == "yml"
	if language == shellCode || isPlain {
		t.keepAssignments(content, offset)
	}
	switch {
	case language == "" && !isPlain, !t.isInteresting(language, content) && !(language != "" && t.usesKept(content)):
		return
	case language == shellCode:
		t.readShell(content, offset, info)
	case language != "":
		t.readProgram(language, content, offset)
	default:
		t.unnamed(content, offset)
	}
	t.on = InText
}

// unnamed reads the lines of a block without a language that begin with a known program.
func (t *textReader) unnamed(content []byte, offset int) {
	s := newShellReader(t.reader)
	for at := 0; at < len(content); {
		n := bytes.IndexByte(content[at:], '\n') + 1
		if n == 0 {
			n = len(content) - at
		}
		line := content[at : at+n]
		if _, command, ok := bytes.Cut(line, []byte("run: ")); ok { // a step in YAML
			line = command
		}
		if start := at + n - len(line); startsProgram(line) {
			scripts := t.parse(line, offset+start, "bash")
			for i := range scripts {
				s.place = scripts[i].Range
				s.file(scripts[i].File, Value{})
			}
		}
		at += n
	}
	t.keepAll(s, false, analysis.Range{Start: offset, End: offset + len(content)})
}

// startsProgram reports whether a line begins with a known program and has an argument.
func startsProgram(line []byte) bool {
	line = bytes.TrimPrefix(bytes.TrimSpace(line[:min(len(line), 4096)]), []byte("$ "))
	n := bytes.IndexByte(line, ' ')
	return n > 0 && n+1 < len(line) && isKnownProgram(line[:n])
}

// isKnownProgram reports whether a word is a known program or shell keyword at the start of a command.
func isKnownProgram(word []byte) bool {
	name := strings.TrimSuffix(string(word), ".exe")
	switch name {
	case "for", "while", "if", "cd", "mkdir", "touch", "sudo", "nohup", "exec", "xargs", "timeout", "powershell", "pwsh", "iex", "irm", "iwr":
		return true
	}
	return handlerOf(name) != nil
}
