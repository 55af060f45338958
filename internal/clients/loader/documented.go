package loader

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"golang.org/x/text/unicode/norm"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/yuin/goldmark/ast"
)

// A headerState is what an agent finds that reads a header as its documentation says it must look
// like: "---" alone on the first line and on a later one, YAML between.
type headerState int

const (
	headerRead    headerState = iota // a mapping, or nothing at all
	headerAbsent                     // the file does not begin with one
	headerOdd                        // something that some loaders take for one
	headerMarked                     // a byte order mark stands before it
	headerBroken                     // no YAML
	headerOther                      // YAML, but no mapping
	headerHuge                       // not looked at
	headerOddText                    // something on which readers of YAML, or of text, disagree
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

// disputed says what in a file is read differently by the readers that agents are made of, so that
// only measuring could tell; "" where nothing is.
func (f *file) disputed() (what, cause string, at analysis.Range) {
	if f.doc.Encoding != analysis.UTF8 {
		return "the file is in " + f.doc.Encoding.String(), "encoding", f.top()
	}
	if !utf8.Valid(f.source) {
		return "the file has bytes that are no UTF-8", "encoding", f.top()
	}
	head := f.source[:f.doc.BodyStart()]
	if bytes.IndexByte(head, 0) >= 0 {
		return "the header has a zero byte", "encoding", f.top()
	}
	if bytes.Count(head, []byte("\r")) != bytes.Count(head, []byte("\r\n")) {
		return "a line of the header ends with CR alone", "line-ends", f.top()
	}
	for _, o := range f.doc.Oddities {
		switch o.Kind {
		case analysis.DuplicateKey:
			return "the header has a key twice", "duplicate-key", o.Range
		case analysis.UnknownTag:
			return "the header has a tag that YAML does not know", "tag", o.Range
		}
	}
	return "", "", analysis.Range{}
}

// opensLike reports whether a file begins with what somebody may have meant as "---".
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

// A needs says what an agent does without a header that it can read, where that is documented.
type needs struct {
	agent   string
	absent  string // completes "the file has no header, so "; empty: not documented
	broken  string // completes "the header is no YAML, so "; empty: not documented
	newline bool   // nothing is documented of CR LF
}

// refuse returns the outcome of a file whose header cannot be read; false when it can.
func (n needs) refuse(f *file) (outcome, bool) {
	switch f.header() {
	case headerHuge:
		return tooLarge(f), true
	case headerAbsent:
		return n.without(f, n.absent, "the file has no header", "no-header", f.top()), true
	case headerBroken:
		return n.without(f, n.broken, "the header is no YAML", "syntax", f.flaw(f.top())), true
	case headerOdd:
		return n.without(f, "", "the header is not between two lines that are ---", "no-header", f.top()), true
	case headerMarked:
		return n.without(f, "", "a byte order mark stands before the header", "byte-order-mark", analysis.Range{End: 3}), true
	case headerOther:
		return n.without(f, "", "the header is no mapping of fields to values", "not-a-mapping", f.top()), true
	}
	if what, cause, at := f.disputed(); what != "" {
		return unsaid(n.agent, what, cause, at), true
	}
	if n.newline && f.hasCRLF() {
		return n.without(f, "", "the header's lines end with CR and LF", "line-ends", f.top()), true
	}
	return outcome{}, false
}

func (n needs) without(f *file, effect, what, cause string, at analysis.Range) outcome {
	if effect == "" {
		return unsaid(n.agent, what, cause, at)
	}
	return outcome{reasons: []Reason{{what + ", so " + effect, at, cause}}}
}

// unsaid is the outcome where the documentation is silent.
func unsaid(agent, what, cause string, at analysis.Range) outcome {
	return outcome{unknown: true, reasons: []Reason{{what + ", and what " + agent + " makes of that is not documented", at, cause}}}
}

// said returns the text of a field that a plain reading finds; false where it has none.
func (f *file) said(key string) (string, bool) {
	m := f.field(key)
	if m == nil || m.kind == analysis.Null || m.kind == analysis.List || m.kind == analysis.Map {
		return "", false
	}
	return m.text, strings.TrimSpace(m.text) != ""
}

// required returns the reasons for which an agent does not load a skill that lacks a text in one
// of its fields.
func (f *file) required(agent string, fields ...string) []Reason {
	var reasons []Reason
	for _, field := range fields {
		if _, ok := f.said(field); ok {
			continue
		}
		switch m := f.field(field); {
		case m == nil:
			reasons = append(reasons, missing(f, field, agent))
		case m.kind == analysis.List || m.kind == analysis.Map:
			reasons = append(reasons, Reason{"the " + field + " is a " + m.kind.String() + ", and " + agent + " wants a text", m.at, field + "-type"})
		default:
			reasons = append(reasons, Reason{"the " + field + " is empty, and " + agent + " takes no skill without one", m.at, "no-" + field})
		}
	}
	return reasons
}

// plain is the outcome of a skill of which name and description are shown as they are.
func (f *file) plain() outcome {
	o := outcome{loaded: true}
	o.name, _ = f.said("name")
	o.description, _ = f.said("description")
	return o
}

// otherName says that a name is not that of the folder; false when it is, or the folder is not
// known.
func (f *file) otherName(effect string) (Reason, bool) {
	name, ok := f.said("name")
	if !ok || f.directory == "" || norm.NFC.String(strings.TrimSpace(name)) == norm.NFC.String(f.directory) {
		return Reason{}, false
	}
	return Reason{quote.Text(name) + " is not the name of the folder, " + quote.Text(f.directory) + ", so " + effect, f.at("name"), "name-directory"}, true
}

// isSpecName reports whether a name is of lower-case ASCII letters, digits and single hyphens
// between them, and how many characters it has.
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
