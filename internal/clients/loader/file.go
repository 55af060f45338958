package loader

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/utf8replace"
	"github.com/yuin/goldmark/ast"
)

// A file is the input of the models, shared by all clients. It is not safe for concurrent use.
type file struct {
	source    []byte
	directory string // name of the parent directory; empty if unknown
	base      string // file name
	doc       *analysis.Document

	members      []member                  // cache of fields
	parsed       bool                      // members is valid
	tools        []analysis.Range          // cache of toolNames
	placeholders map[string]analysis.Range // cache of placeholder
	spanBlock    ast.Node                  // the block of codeSpans
	codeSpans    []analysis.Range          // cache of spans
}

func newFile(d *analysis.Document) *file {
	f := &file{source: d.Source, base: path.Base(d.Path), doc: d}
	f.directory = path.Base(path.Dir(d.Rel))
	if f.directory == "." {
		f.directory = ""
		if d.Tree != nil {
			f.directory = d.Tree.RootName
		}
	}
	return f
}

// stem returns the file name without its extension.
func (f *file) stem() string { return strings.TrimSuffix(f.base, path.Ext(f.base)) }

// topRange returns the range of findings on the whole frontmatter: its opening line, or the first line.
func (f *file) topRange() analysis.Range {
	if h := f.doc.Header; h != nil && h.Open.Len() > 0 {
		return h.Open
	}
	end := bytes.IndexAny(f.source, "\r\n")
	if end < 0 {
		end = len(f.source)
	}
	return analysis.Range{End: end}
}

// A member is a field as its author wrote it, independent of clients.
type member struct {
	key        string
	text       string // of a scalar; the source of a list or mapping
	firstPart  string // for invalid YAML, the text before continuation lines that look like fields
	kind       analysis.ValueKind
	value      *analysis.Value // nil if the YAML is invalid
	keyRange   analysis.Range  // of the key
	valueRange analysis.Range  // of the value; of the key if the value is empty
}

// fields returns the fields as the author meant them: parsed as YAML, or line by line if the YAML is
// invalid. A duplicate key is returned once.
func (f *file) fields() []member {
	if f.parsed {
		return f.members
	}
	f.parsed = true
	switch data := f.doc.Data; {
	case data != nil && data.Kind == analysis.Map:
		for i := range data.Members {
			if m := &data.Members[i]; !m.Duplicate {
				f.members = append(f.members, f.newMember(m))
			}
		}
	case data == nil:
		f.members = parseLines(f.source, f.extent())
	}
	return f.members
}

func (f *file) newMember(m *analysis.Member) member {
	out := member{key: m.Key, text: m.Value.Text, kind: m.Value.Kind, value: m.Value, keyRange: m.KeyRange, valueRange: m.Value.Range}
	if out.kind == analysis.List || out.kind == analysis.Map {
		out.text = f.doc.Text(m.Value.Range)
	}
	if out.valueRange.Len() == 0 {
		out.valueRange = out.keyRange
	}
	return out
}

// field returns the field with a key, or nil.
func (f *file) field(key string) *member {
	members := f.fields()
	i := slices.IndexFunc(members, func(m member) bool { return m.key == key })
	if i < 0 {
		return nil
	}
	return &members[i]
}

// valueRange returns the range of findings on the value of a field.
func (f *file) valueRange(key string) analysis.Range {
	if m := f.field(key); m != nil {
		return m.valueRange
	}
	return f.topRange()
}

// extent returns the range of the fields; without closed frontmatter, the lines that look most like it.
func (f *file) extent() analysis.Range {
	if h := f.doc.Header; h != nil && (h.State == analysis.HeaderClosed || h.Content.Len() > 0) {
		return h.Content
	}
	if !f.startsLikeFrontmatter() {
		return analysis.Range{}
	}
	text := f.source
	start := bytes.IndexByte(text, '\n') + 1
	if start == 0 {
		return analysis.Range{}
	}
	if n := bytes.Index(text[start:], []byte("\n---")); n >= 0 {
		return analysis.Range{Start: start, End: start + n}
	}
	return analysis.Range{Start: start, End: len(text)}
}

// decodedRange returns the range in the source of the character at an offset in the decoded text.
func (f *file) decodedRange(offset int) analysis.Range {
	at := min(encodedAt(f.source, offset), len(f.source))
	if at == len(f.source) {
		return analysis.Range{Start: at, End: at}
	}
	_, n := utf8replace.DecodeRune(f.source[at:])
	return analysis.Range{Start: at, End: at + n}
}
