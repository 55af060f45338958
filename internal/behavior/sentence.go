package behavior

import (
	"bytes"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/behavior/excuse"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
)

// endParagraph reads the sentences and commands of a paragraph.
func (t *textReader) endParagraph() {
	if t.para < 0 {
		return
	}
	start, stop := t.para, t.at
	t.para = -1
	text := t.doc.Source[start:stop]
	found := trigger.In(text)
	if t.commands && found.HasSpan() {
		t.inlineCommands(text, start)
	}
	if !t.noTriggers && !found.Matters() && !hasProgram(text) {
		return
	}
	for at := 0; at < len(text); {
		n := excuse.SentenceEnd(text[at:])
		t.readSentence(text[at:at+n], start+at)
		at += n
	}
}

// hasProgram reports whether a code span of a text may begin with a known program.
func hasProgram(text []byte) bool {
	for {
		n := bytes.IndexByte(text, '`')
		if n < 0 {
			return false
		}
		text = text[n+1:]
		if code := bytes.TrimLeftFunc(text, unicode.IsSpace); startsProgram(code[:min(len(code), 64)]) {
			return true
		}
	}
}

// readSentence reads a sentence and the commands in its code spans.
func (t *textReader) readSentence(text []byte, offset int) {
	trimmed := bytes.TrimRight(text, " \t\r\n")
	text = bytes.TrimLeft(trimmed, " \t\r\n")
	offset += len(trimmed) - len(text)
	if len(text) == 0 {
		return
	}
	found := trigger.In(text)
	if t.noTriggers {
		found = ^trigger.Prose(0)
	}
	if at := (analysis.Range{Start: offset, End: t.end}); found.Matters() && t.allows(len(t.Reading.Sentences)+1, mostOrders, TooMuch, at) {
		t.Reading.Sentences = append(t.Reading.Sentences, Sentence{analysis.Range{Start: offset, End: offset + len(text)}, found})
	}
	if found.HasSpan() {
		t.readSpans(text, offset)
	}
}

// readSpans reads the commands in the code spans of a text.
func (t *textReader) readSpans(text []byte, offset int) {
	t.on = InText
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
		if text[0] == '|' { // a pipe in a cell is escaped
			code = bytes.ReplaceAll(code, []byte(`\|`), []byte(" |"))
		}
		if startsProgram(code) && t.isInteresting(shellCode, code) {
			t.readShell(code, offset+start+ticks, "bash")
		}
		at = start + ticks + length + ticks
	}
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
		if at = start + 2 + length; text[at] == '`' && length > 0 && markdown.StartsWord(t.doc.Source[:offset+start]) {
			t.on, t.namesCredentials = Unasked, true
			t.readShell(text[start+2:at], offset+start+2, "bash")
			t.on = InText
		}
		at++
	}
}
