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

// A file is the input of the models. One serves all clients, one after the other.
type file struct {
	source    []byte
	directory string // name of the folder that holds the file; empty where it is not known
	base      string // name of the file
	doc       *analysis.Document

	members []member // what fields returns, once it was asked for
	asked   bool
	marks   map[string]analysis.Range // what mark returned
	spanned ast.Node                  // the block that spans was asked for last
	code    []analysis.Range          // what it returned
}

func newFile(d *analysis.Document) *file {
	f := &file{source: d.Source, base: path.Base(d.Path), doc: d}
	f.directory = path.Base(path.Dir(d.Rel))
	if f.directory == "." {
		f.directory = ""
		if d.Tree != nil {
			f.directory = d.Tree.Folder
		}
	}
	return f
}

// stem is the name of the file without its ending.
func (f *file) stem() string { return strings.TrimSuffix(f.base, path.Ext(f.base)) }

// top is the range of findings on the frontmatter as a whole: its opening line, or the first line.
func (f *file) top() analysis.Range {
	if h := f.doc.Header; h != nil && h.Open.Len() > 0 {
		return h.Open
	}
	end := bytes.IndexAny(f.source, "\r\n")
	if end < 0 {
		end = len(f.source)
	}
	return analysis.Range{End: end}
}

// A member is a field as its author wrote it, however a client reads it.
type member struct {
	key   string
	text  string // a scalar's text; of a list or mapping its source
	alone string // of invalid YAML: the text without lines below it that look like fields
	kind  analysis.ValueKind
	value *analysis.Value // nil when the YAML does not parse
	name  analysis.Range  // of the key
	at    analysis.Range  // of the value; of the key when there is none
}

// fields returns the fields as people read them: as YAML, or line by line if the YAML is invalid. A
// duplicate key is returned once.
func (f *file) fields() []member {
	if f.asked {
		return f.members
	}
	f.asked = true
	switch data := f.doc.Data; {
	case data != nil && data.Kind == analysis.Map:
		for i := range data.Members {
			if m := &data.Members[i]; !m.Duplicate {
				f.members = append(f.members, f.parsed(m))
			}
		}
	case data == nil:
		f.members = plainly(f.source, f.extent())
	}
	return f.members
}

func (f *file) parsed(m *analysis.Member) member {
	out := member{key: m.Key, text: m.Value.Text, kind: m.Value.Kind, value: m.Value, name: m.KeyRange, at: m.Value.Range}
	if out.kind == analysis.List || out.kind == analysis.Map {
		out.text = f.doc.Text(m.Value.Range)
	}
	if out.at.Len() == 0 {
		out.at = out.name
	}
	return out
}

// field returns the field of a key; nil when there is none.
func (f *file) field(key string) *member {
	members := f.fields()
	i := slices.IndexFunc(members, func(m member) bool { return m.key == key })
	if i < 0 {
		return nil
	}
	return &members[i]
}

// at is the range of findings on the value of a field.
func (f *file) at(key string) analysis.Range {
	if m := f.field(key); m != nil {
		return m.at
	}
	return f.top()
}

// extent is the range of the fields, or of what looks most like them.
func (f *file) extent() analysis.Range {
	if h := f.doc.Header; h != nil && (h.State == analysis.HeaderClosed || h.Content.Len() > 0) {
		return h.Content
	}
	if !f.opensLike() {
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

// decoded returns the range of one character at an offset of the decoded text.
func (f *file) decoded(offset int) analysis.Range {
	at := min(encodedAt(f.source, offset), len(f.source))
	if at == len(f.source) {
		return analysis.Range{Start: at, End: at}
	}
	_, n := utf8replace.DecodeRune(f.source[at:])
	return analysis.Range{Start: at, End: at + n}
}
