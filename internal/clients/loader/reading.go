package loader

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// An outcome is the result of a model: what the client loads, regardless of what the author meant.
type outcome struct {
	loaded      bool
	unknown     bool // neither documented nor measured
	bare        bool // loaded without its fields; reasons has the cause
	name        string
	description string
	unnamed     bool     // the name is that of the directory
	appended    string   // what the client adds to the description
	reasons     []Reason // why the skill is rejected or unknown; if loaded, what is lost or changed
}

// newReading compares an outcome with what the author wrote, ignoring differences in white space.
func newReading(a *Client, f *file, o outcome) Reading {
	r := Reading{Client: a, Status: Loads, Name: o.name, Description: o.description, Reasons: o.reasons, Unnamed: o.unnamed}
	switch {
	case o.unknown:
		r.Status, r.Name, r.Description = Unknown, "", ""
	case !o.loaded:
		r.Status, r.Name, r.Description = Rejected, "", ""
	default:
		if !o.bare {
			r.addMisread(f, "name", o.name)
			r.addMisread(f, "description", strings.TrimSuffix(o.description, o.appended))
			r.addUnread(f)
		}
		if r.Client != agentskills { // a validator: no model reads the text
			r.addLiteral(f)
			r.addTools(f)
		}
		if len(r.Reasons) > 0 {
			r.Status = Partial
		}
	}
	for i := range r.Reasons {
		if reason := &r.Reasons[i]; reason.Effect == "" {
			reason.Effect = a.impliedEffect(r.Status)
		}
	}
	sorting.By(r.Reasons, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(a.Range.End, b.Range.End))
	})
	return r
}

func (r *Reading) add(at analysis.Range, cause, message, effect string) {
	r.Reasons = append(r.Reasons, Reason{message, effect, at, cause})
}

// addMisread adds a reason if the client shows a field differently than it was written, unless there is a
// reason for that field already.
func (r *Reading) addMisread(f *file, field, shown string) {
	m := f.field(field)
	if m == nil || m.valueRange == m.keyRange || slices.ContainsFunc(r.Reasons, func(known Reason) bool { return known.Range == m.valueRange || known.Cause == "no-"+field }) {
		return
	}
	source := f.source[m.valueRange.Start:m.valueRange.End]
	switch {
	case !utf8.Valid(source) && strings.ContainsRune(shown, utf8.RuneError):
		r.add(m.valueRange, "encoding", "invalid UTF-8 in the "+field, "shows replacement characters in the "+field)
	case m.kind == analysis.Null || strings.TrimSpace(m.text) == "": // the client may show the source, such as "~"
		if text := collapse(shown); text != "" && text == collapse(string(source)) {
			r.add(m.valueRange, field+"-type", empty(field), "shows "+quote.Text(text)+" as the "+field)
		}
	case m.kind == analysis.List || m.kind == analysis.Map:
		r.add(m.valueRange, field+"-type", mustBeString(field)+", not a "+m.kind.String(), "shows "+quote.Text(collapse(shown))+" as the "+field)
	case !m.matches(shown, f.withTag(m)):
		r.add(m.valueRange, field+"-misread", quote.Text(field)+" is not read as written", m.difference(field, shown))
	}
}

// difference describes how a client shows a field that it reads differently.
func (m *member) difference(field, shown string) string {
	text, written := collapse(shown), collapse(m.text)
	if text == "" || !strings.HasPrefix(written, text) {
		return "reads the " + field + " as " + quote.Text(text)
	}
	const last = 40 // characters quoted from the end of the text
	from := len(text)
	for n := 0; n < last && from > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	if i := strings.IndexByte(text[from:], ' '); from > 0 && i >= 0 {
		from += i + 1
	}
	return "ends the " + field + " after " + quote.Text(text[from:])
}

// matches reports whether a text equals the field, except for white space. A YAML tag, or text after " #" in
// invalid YAML, may be included or missing.
func (m *member) matches(shown string, source []byte) bool {
	if shown == m.text {
		return true
	}
	text := collapse(shown)
	if text == collapse(m.text) || m.firstPart != "" && text == collapse(m.firstPart) {
		return true
	}
	asWritten := m.value == nil && len(source) > 0 && bytes.IndexByte([]byte("'\"|>"), source[0]) < 0 ||
		m.value != nil && m.value.Note&analysis.Tagged != 0 || bytes.IndexByte(source, 0) >= 0
	return asWritten && text == collapse(string(source))
}

// withTag returns the source of a value and the text between it and the key's colon.
func (f *file) withTag(m *member) []byte {
	from := m.valueRange.Start
	if m.keyRange.End < from {
		from = m.keyRange.End
	}
	return bytes.TrimLeft(bytes.TrimLeft(f.source[from:m.valueRange.End], " \t:"), " \t\r\n")
}

// addUnread adds a reason for each field whose effect is lost because the client does not read it.
func (r *Reading) addUnread(f *file) {
	dialect := f.dialectName()
	for _, e := range schema.Effects() {
		if slices.Contains(e.Read, r.Client.ID) || !e.MeansIt(dialect) {
			continue
		}
		if m := f.nested(e.Field); m != nil && m.hasValue(e.When) {
			r.add(m.keyRange, "unread-field", "unsupported field "+quote.Text(e.Field), lossEffect(e.Loss))
		}
	}
}

// lossEffect converts the consequence of an unread field, such as "it never runs the hooks", into an effect.
func lossEffect(loss string) string {
	if effect, ok := strings.CutPrefix(loss, "it "); ok {
		return effect
	}
	return "in {}, " + strings.Replace(loss, "its model", "the model", 1)
}

// dialectName returns the name of the file's dialect; empty if it is unknown.
func (f *file) dialectName() string {
	if f.doc.Dialect != nil {
		return f.doc.Dialect.Name
	}
	return ""
}

// nested returns the field at a dotted path of at most two keys, or nil.
func (f *file) nested(at string) *member {
	outer, inner, deep := strings.Cut(at, ".")
	m := f.field(outer)
	if !deep || m == nil {
		return m
	}
	if m.value == nil {
		return nil
	}
	if found := m.value.Member(inner); found != nil {
		m := f.newMember(found)
		return &m
	}
	return nil
}

// hasValue reports whether a field has the value when. If when is empty, any value matches that is not empty.
func (m *member) hasValue(when string) bool {
	text := strings.ToLower(strings.TrimSpace(m.text))
	switch when {
	case "true":
		return isTrue(text)
	case "false":
		return slices.Contains([]string{"false", "no", "off", "0"}, text)
	case "":
		return m.kind != analysis.Null && text != "" && text != "[]" && text != "{}"
	}
	return text == when
}

// addLiteral adds a reason for each placeholder of the file's own dialect that the client does not replace.
func (r *Reading) addLiteral(f *file) {
	dialect := f.dialectName()
	for _, mark := range schema.Marks() {
		if slices.Contains(mark.Read, r.Client.ID) || !slices.Contains(mark.Meant, dialect) {
			continue
		}
		if at := f.placeholder(mark.Mark); at.Len() > 0 {
			shown := f.doc.Text(at)
			r.add(at, Literal, "unsupported "+quote.Text(shown)+" in the text", "shows the model the text literally")
		}
	}
}

// lineAround returns the range of the line around an offset.
func (f *file) lineAround(at int) analysis.Range {
	start := bytes.LastIndexByte(f.source[:at], '\n') + 1
	end := bytes.IndexByte(f.source[at:], '\n')
	if end < 0 {
		return analysis.Range{Start: start, End: len(f.source)}
	}
	return analysis.Range{Start: start, End: at + end}
}

// collapse replaces each run of white space with one space, and trims the ends.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
