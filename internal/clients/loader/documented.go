package loader

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"golang.org/x/text/unicode/norm"

	"github.com/yuin/goldmark/ast"
)

// A headerState describes whether frontmatter has the documented form: a first and a later line "---", with
// YAML between them.
type headerState int

const (
	headerRead        headerState = iota // a mapping, or empty
	headerAbsent                         // missing at the start of the file
	headerNonstandard                    // delimiters that only some clients accept
	headerBOM                            // after a byte order mark
	headerBroken                         // invalid YAML
	headerNotMapping                     // not a mapping
	headerTooLarge                       // too large to be parsed
	headerAmbiguous                      // content that the clients' parsers read differently
)

func (f *file) header() headerState {
	d, h := f.doc, f.doc.Header
	switch {
	case d.Encoding != analysis.UTF8 || !utf8.Valid(f.source):
		return headerAmbiguous
	case h == nil || h.State == analysis.HeaderLate:
		return headerAbsent
	case h.State == analysis.HeaderNone && !f.startsLikeFrontmatter():
		return headerAbsent
	case h.State != analysis.HeaderClosed || !f.isDashes(h.Open) || !f.isDashes(h.Close):
		return headerNonstandard
	case h.BOM:
		return headerBOM
	case d.Broken != nil:
		return headerBroken
	case len(d.HeaderLimits) > 0:
		return headerTooLarge
	case d.Data != nil && d.Data.Kind != analysis.Map:
		return headerNotMapping
	}
	if what, _, _ := f.ambiguity(); what != "" {
		return headerAmbiguous
	}
	return headerRead
}

// ambiguity returns the first thing in a file that the clients' parsers read differently; "" if all agree.
func (f *file) ambiguity() (what, cause string, at analysis.Range) {
	if f.doc.Encoding != analysis.UTF8 {
		return "file is encoded as " + f.doc.Encoding.String(), "encoding", f.topRange()
	}
	if !utf8.Valid(f.source) {
		return "file is not valid UTF-8", "encoding", f.topRange()
	}
	head := f.source[:f.doc.BodyStart()]
	if bytes.IndexByte(head, 0) >= 0 {
		return "zero byte in the frontmatter", "encoding", f.topRange()
	}
	if bytes.Count(head, []byte("\r")) != bytes.Count(head, []byte("\r\n")) {
		return "line ending CR in the frontmatter", "line-ends", f.topRange()
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

// startsLikeFrontmatter reports whether a file starts with something that may be intended as "---".
func (f *file) startsLikeFrontmatter() bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(f.source, []byte("\ufeff")), " \t"), []byte("---"))
}

func (f *file) isDashes(r analysis.Range) bool {
	return string(bytes.TrimRight(f.source[r.Start:r.End], " \t\r\n")) == "---"
}

// hasCRLF reports whether a line of the frontmatter ends with CR LF.
func (f *file) hasCRLF() bool {
	return bytes.Contains(f.source[:f.doc.BodyStart()], []byte("\r\n"))
}

// requirements describes which frontmatter a client is documented to reject.
type requirements struct {
	absent      bool // rejects missing frontmatter
	broken      bool // rejects invalid YAML
	crlfUnknown bool // CR LF is undocumented
}

// check returns the outcome of a file whose frontmatter cannot be read, or false.
func (n requirements) check(f *file) (outcome, bool) {
	switch f.header() {
	case headerTooLarge:
		return tooLarge(f), true
	case headerAbsent:
		return rejection(n.absent, "missing frontmatter", "no-header", f.topRange()), true
	case headerBroken:
		return outcome{unknown: !n.broken, reasons: []Reason{invalidYAML(f, "", f.topRange())}}, true
	case headerNonstandard:
		return unknownOutcome(`frontmatter is not between two "---" lines`, "no-header", f.topRange()), true
	case headerBOM:
		return unknownOutcome("byte order mark before the frontmatter", "byte-order-mark", analysis.Range{End: 3}), true
	case headerNotMapping:
		return outcome{unknown: true, reasons: []Reason{notMapping(f)}}, true
	}
	if what, cause, at := f.ambiguity(); what != "" {
		return unknownOutcome(what, cause, at), true
	}
	if n.crlfUnknown && f.hasCRLF() {
		return unknownOutcome("Windows line endings (CR LF) in the frontmatter", "line-ends", f.topRange()), true
	}
	return outcome{}, false
}

// rejection returns the outcome of a rejection, or an unknown outcome if that is undocumented.
func rejection(documented bool, message, cause string, at analysis.Range) outcome {
	return outcome{unknown: !documented, reasons: []Reason{{message, "", at, cause}}}
}

// unknownOutcome returns the outcome of undocumented behavior.
func unknownOutcome(message, cause string, at analysis.Range) outcome {
	return rejection(false, message, cause, at)
}

// fieldText returns the text of a field, and whether it has any.
func (f *file) fieldText(key string) (string, bool) {
	m := f.field(key)
	if m == nil || m.kind == analysis.Null || m.kind == analysis.List || m.kind == analysis.Map {
		return "", false
	}
	return m.text, strings.TrimSpace(m.text) != ""
}

// checkRequired returns a reason for each of the fields that has no text.
func (f *file) checkRequired(fields ...string) []Reason {
	var reasons []Reason
	for _, field := range fields {
		if _, ok := f.fieldText(field); ok {
			continue
		}
		switch m := f.field(field); {
		case m == nil:
			reasons = append(reasons, missing(f, field))
		case m.kind == analysis.List || m.kind == analysis.Map:
			reasons = append(reasons, Reason{mustBeString(field) + ", not a " + m.kind.String(), "", m.valueRange, field + "-type"})
		default:
			reasons = append(reasons, Reason{empty(field), "", m.valueRange, "no-" + field})
		}
	}
	return reasons
}

// unchanged returns the outcome of a skill whose name and description are shown unchanged.
func (f *file) unchanged() outcome {
	o := outcome{loaded: true}
	o.name, _ = f.fieldText("name")
	o.description, _ = f.fieldText("description")
	return o
}

// nameDifference returns the reason for a name that differs from the directory, or false if they match or the
// directory is unknown.
func (f *file) nameDifference(effect string) (Reason, bool) {
	name, ok := f.fieldText("name")
	if !ok || f.directory == "" || norm.NFC.String(strings.TrimSpace(name)) == norm.NFC.String(f.directory) {
		return Reason{}, false
	}
	return Reason{differentName(strings.TrimSpace(name), "directory", f.directory), effect, f.valueRange("name"), "name-directory"}, true
}

// isSpecName reports whether a name has at most 64 characters: lower-case ASCII letters, digits, and single
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

// firstParagraph returns the body's first paragraph on one line, or "".
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

// cutAt truncates a text to a number of characters, and reports whether it was longer.
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

// readMinimal returns the outcome of a client that requires only name and description.
func (n requirements) readMinimal(f *file) outcome {
	if o, refused := n.check(f); refused {
		return o
	}
	if reasons := f.checkRequired("name", "description"); len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.unchanged()
}
