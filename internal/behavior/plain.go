package behavior

import (
	"bytes"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/excuse"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// readPlain reads a text in an unknown format: a skill may tell the model to follow it, or a shell to run it. The sentences of a
// JSON file are in its strings.
func (r *reader) readPlain() {
	d := r.doc
	switch strings.ToLower(path.Ext(d.Path)) {
	case ".json", ".jsonc", ".ipynb":
		if tree := jsontree.Parse(d.Source, 0); tree.Root != nil {
			r.readStrings(tree.Root, 0, r.readQuoted)
			if !d.File.NoExcuses {
				r.findGrades(tree.Root, 0)
			}
			return
		}
	case ".jsonl", ".ndjson":
		if records, ok := jsontree.ParseLines(d.Source); ok {
			for _, record := range records {
				r.readStrings(record, 0, r.readQuoted)
			}
			return
		}
	}
	if first := bytes.TrimLeft(d.Source, " \n"); d.Part && len(first) > 0 && (first[0] == '{' || first[0] == '[') { // a string may be cut
		r.on = InText
		r.readQuotedLines(analysis.Range{End: len(d.Source)})
	} else {
		r.readMarkdown()
	}
	if !trigger.InCode(d.Source).RunsAnything() {
		return
	}
	r.on = InText
	if path.Ext(d.Path) == "" {
		r.on = InScript
	}
	t := &textReader{reader: r, para: -1, indented: -1}
	t.unnamed(d.Source, 0)
	if bytes.Contains(d.Source, []byte("import ")) {
		r.readCode(pythonCode, d.Source, 0)
	}
	r.on = InText
}

// readQuoted reads a string of a JSON file at its place.
func (r *reader) readQuoted(text string, at analysis.Range) {
	if has := trigger.In([]byte(text)); has.Matters() && !lex.IsIdentifier(text) {
		r.readQuotedLines(at)
	}
	if r.on, r.namesCredentials = InText, true; !trigger.InCode([]byte(text)).RunsCommand() {
		return
	}
	s := newShellReader(r)
	for line := range strings.Lines(text) {
		if startsProgram([]byte(line)) {
			s.readLine(Value{text: strings.TrimPrefix(strings.TrimSpace(line), "$ ")}, at, Value{})
		}
	}
}

// readQuotedLines reads the sentences of a string of a JSON file. Lines end at "\n", and those of the file in a cut string.
func (r *reader) readQuotedLines(at analysis.Range) {
	lineEnd := at.Start
	for start := at.Start; start < at.End; {
		if start >= lineEnd {
			lineEnd = at.End
			for i := start; i < at.End; i++ {
				if c := r.doc.Source[i]; c == '\n' || c == 'n' && i > start && r.doc.Source[i-1] == '\\' {
					lineEnd = i + 1
					break
				}
			}
		}
		end := start + excuse.SentenceEnd(r.doc.Source[start:lineEnd])
		line := analysis.Range{Start: start, End: end}
		if has := trigger.In(r.doc.Source[start:end]); (has.Matters() || r.noTriggers) && r.allows(len(r.Reading.Sentences)+1, mostOrders, TooMuch, line) {
			r.Reading.Sentences = append(r.Reading.Sentences, Sentence{line, has})
		}
		start = end
	}
}
