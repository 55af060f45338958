package loader

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"golang.org/x/text/unicode/norm"

	"github.com/yuin/goldmark/ast"
)

// A headerState is the state of frontmatter by the documentation: "---" alone on the first line and on
// a later one, with YAML between them.
type headerState int

const (
	headerRead    headerState = iota // a mapping, or nothing at all
	headerAbsent                     // none at the start of the file
	headerOdd                        // something that some clients accept
	headerMarked                     // after a byte order mark
	headerBroken                     // invalid YAML
	headerOther                      // YAML, but not a mapping
	headerHuge                       // not parsed
	headerOddText                    // something that parsers read differently
)

func (f *file) header() headerState {
	d, h := f.doc, f.doc.Header
	switch {
	case d.Encoding != analysis.UTF8 || !utf8.Valid(f.source):
		return headerOddText
	case h == nil || h.State == analysis.HeaderLate:
		return headerAbsent
	case h.State == analysis.HeaderNone && !f.opensLike():
		return headerAbsent
	case h.State != analysis.HeaderClosed || !f.isDashes(h.Open) || !f.isDashes(h.Close):
		return headerOdd
	case h.BOM:
		return headerMarked
	case d.Broken != nil:
		return headerBroken
	case len(d.HeaderLimits) > 0:
		return headerHuge
	case d.Data != nil && d.Data.Kind != analysis.Map:
		return headerOther
	}
	if what, _, _ := f.disputed(); what != "" {
		return headerOddText
	}
	return headerRead
}

// disputed returns what in a file is read differently by the parsers of clients; "" if there is nothing.
func (f *file) disputed() (what, cause string, at analysis.Range) {
	if f.doc.Encoding != analysis.UTF8 {
		return "file is encoded as " + f.doc.Encoding.String(), "encoding", f.top()
	}
	if !utf8.Valid(f.source) {
		return "file is not valid UTF-8", "encoding", f.top()
	}
	head := f.source[:f.doc.BodyStart()]
	if bytes.IndexByte(head, 0) >= 0 {
		return "zero byte in the frontmatter", "encoding", f.top()
	}
	if bytes.Count(head, []byte("\r")) != bytes.Count(head, []byte("\r\n")) {
		return "line ending CR in the frontmatter", "line-ends", f.top()
	}
	for _, o := range f.doc.ParseWarnings {
		switch o.Kind {
		case analysis.DuplicateKey:
			return "duplicate field", "duplicate-key", o.Range
		case analysis.UnknownTag:
			return "unknown YAML tag", "tag", o.Range
		}
	}
	return "", "", analysis.Range{}
}

// opensLike reports whether a file starts with something that may be meant as "---".
func (f *file) opensLike() bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(f.source, []byte("\ufeff")), " \t"), []byte("---"))
}

func (f *file) isDashes(r analysis.Range) bool {
	return string(bytes.TrimRight(f.source[r.Start:r.End], " \t\r\n")) == "---"
}

// hasCRLF reports whether a line of the header ends with CR and LF.
func (f *file) hasCRLF() bool {
	return bytes.Contains(f.source[:f.doc.BodyStart()], []byte("\r\n"))
}

// A needs says whether a client is documented to reject a skill without readable frontmatter.
type needs struct {
	absent  bool // rejects missing frontmatter
	broken  bool // rejects invalid YAML
	newline bool // CR LF is undocumented
}

// refuse returns the outcome of a file whose frontmatter cannot be read; false if it can.
func (n needs) refuse(f *file) (outcome, bool) {
	switch f.header() {
	case headerHuge:
		return tooLarge(f), true
	case headerAbsent:
		return refused(n.absent, "missing frontmatter", "no-header", f.top()), true
	case headerBroken:
		return outcome{unknown: !n.broken, reasons: []Reason{invalidYAML(f, "", f.top())}}, true
	case headerOdd:
		return unsaid(`frontmatter is not between two "---" lines`, "no-header", f.top()), true
	case headerMarked:
		return unsaid("byte order mark before the frontmatter", "byte-order-mark", analysis.Range{End: 3}), true
	case headerOther:
		return outcome{unknown: true, reasons: []Reason{notMapping(f)}}, true
	}
	if what, cause, at := f.disputed(); what != "" {
		return unsaid(what, cause, at), true
	}
	if n.newline && f.hasCRLF() {
		return unsaid("Windows line endings (CR LF) in the frontmatter", "line-ends", f.top()), true
	}
	return outcome{}, false
}

func refused(documented bool, message, cause string, at analysis.Range) outcome {
	return outcome{unknown: !documented, reasons: []Reason{{message, "", at, cause}}}
}

// unsaid is the outcome where the documentation is silent.
func unsaid(message, cause string, at analysis.Range) outcome {
	return refused(false, message, cause, at)
}

// said returns the text of a field; false if it has none.
func (f *file) said(key string) (string, bool) {
	m := f.field(key)
	if m == nil || m.kind == analysis.Null || m.kind == analysis.List || m.kind == analysis.Map {
		return "", false
	}
	return m.text, strings.TrimSpace(m.text) != ""
}

// required returns the reasons to reject a skill without text in one of the fields.
func (f *file) required(fields ...string) []Reason {
	var reasons []Reason
	for _, field := range fields {
		if _, ok := f.said(field); ok {
			continue
		}
		switch m := f.field(field); {
		case m == nil:
			reasons = append(reasons, missing(f, field))
		case m.kind == analysis.List || m.kind == analysis.Map:
			reasons = append(reasons, Reason{mustBeString(field) + ", not a " + m.kind.String(), "", m.at, field + "-type"})
		default:
			reasons = append(reasons, Reason{empty(field), "", m.at, "no-" + field})
		}
	}
	return reasons
}

// plain is the outcome of a skill whose name and description are shown unchanged.
func (f *file) plain() outcome {
	o := outcome{loaded: true}
	o.name, _ = f.said("name")
	o.description, _ = f.said("description")
	return o
}

// otherName is the reason for a name that differs from the directory; false if it does not, or the
// directory is unknown.
func (f *file) otherName(effect string) (Reason, bool) {
	name, ok := f.said("name")
	if !ok || f.directory == "" || norm.NFC.String(strings.TrimSpace(name)) == norm.NFC.String(f.directory) {
		return Reason{}, false
	}
	return Reason{otherName(strings.TrimSpace(name), "directory", f.directory), effect, f.at("name"), "name-directory"}, true
}

// isSpecName reports whether a name consists of at most 64 lower-case ASCII letters, digits and single
// hyphens between them.
func isSpecName(name string) bool {
	for i := range len(name) {
		c := name[i]
		hyphen := c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-'
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || hyphen) {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// firstParagraph returns the text of the body's first paragraph, its lines joined; "" when it has
// none.
func (f *file) firstParagraph() string {
	if f.doc.Body == nil {
		return ""
	}
	for n := f.doc.Body.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph {
			continue
		}
		lines := n.Lines()
		if lines.Len() == 0 {
			continue
		}
		return collapse(string(f.source[lines.At(0).Start:lines.At(lines.Len()-1).Stop]))
	}
	return ""
}

// cutAt returns the first characters of a text.
func cutAt(text string, most int) (string, bool) {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text, false
	}
	for i := range text {
		if most == 0 {
			return text[:i], true
		}
		most--
	}
	return text, false
}

// wanted is the outcome of a client that requires only name and description.
func (n needs) wanted(f *file) outcome {
	if o, refused := n.refuse(f); refused {
		return o
	}
	if reasons := f.required("name", "description"); len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.plain()
}
