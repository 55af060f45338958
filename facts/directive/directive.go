// Package directive parses the comments that suppress findings: HTML comments in Markdown, such as
// "<!-- skilllint-disable-next-line links/broken -- reason -->", and comments in frontmatter and YAML files,
// such as "# skilllint-ignore frontmatter/tool -- reason".
package directive

import (
	"bytes"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Most is the limit of rule names per file; suppressions beyond it have no effect.
const Most = 1000

// Limits of the parts of a comment, in bytes.
const (
	maxName   = 100
	maxReason = 500
)

// A Verb is the action of a directive.
type Verb uint8

// The verbs.
const (
	NextLine Verb = iota + 1 // suppresses on the next line that is not empty
	Disable                  // suppresses up to an Enable, or the end of the file
	Enable                   // ends a Disable
	File                     // suppresses in the whole file, including frontmatter
	Ignore                   // in YAML: suppresses in this entry or the next one
)

var verbs = [...]string{"", "skilllint-disable-next-line", "skilllint-disable", "skilllint-enable", "skilllint-disable-file", "skilllint-ignore"}

// String returns the verb as written in a comment.
func (v Verb) String() string { return verbs[v] }

// Directives holds the directives of a file, in order.
type Directives struct {
	List    []Directive
	Invalid []InvalidComment
	Unread  analysis.Range // the first comment beyond the limit, if any
}

// A Directive is one comment.
type Directive struct {
	Verb   Verb
	At     analysis.Location // the whole comment
	Names  []Name            // rules, groups or globs; without names, it has no effect
	Reason string            // on one line
	Effect analysis.Range    // findings that start in it are suppressed; for Enable, the end
	Alone  bool              // nothing else is on its lines
}

// A Name is a name in a directive.
type Name struct {
	Text  string
	Range analysis.Range
}

// An InvalidComment is a comment that was probably meant as a directive, but is invalid.
type InvalidComment struct {
	Comment analysis.Range
	Word    analysis.Range // the misspelled word, if any
	Right   string         // the replacement of Word
	Why     string         // the message of a finding
}

// Fact computes the directives of a file. Files without directives have no fact.
var Fact = analysis.NewFact("directive", "the comments that suppress findings",
	analysis.PerDocument, analysis.Text|analysis.Persona|analysis.SkillMeta|analysis.Context, read)

func read(pass *analysis.Pass) (*Directives, error) {
	if found := In(pass.Document); found != nil {
		return found, nil
	}
	return nil, analysis.ErrNoFact
}

// In returns the directives of a document, or nil.
func In(d *analysis.Document) *Directives {
	if d.Source == nil || d.Encoding != analysis.UTF8 || !mayContain(d.Source) {
		return nil
	}
	r := &reader{doc: d, found: &Directives{}}
	if content, ok := yamlOf(d); ok {
		r.yaml(content)
	}
	if d.Body != nil {
		for _, c := range markdown.HTMLOf(d).Comments {
			r.html(c)
		}
	}
	r.finish()
	if len(r.found.List)+len(r.found.Invalid) == 0 {
		return nil
	}
	return r.found
}

// mayContain reports whether a text may contain a directive, or a misspelled one.
func mayContain(source []byte) bool {
	return bytes.Contains(source, []byte("lint")) || bytes.Contains(source, []byte("LINT")) || bytes.Contains(source, []byte("Lint"))
}

// yamlOf returns the range of a document's YAML.
func yamlOf(d *analysis.Document) (analysis.Range, bool) {
	switch {
	case d.Header != nil:
		return d.Header.Content, d.Header.State == analysis.HeaderClosed
	case d.Body != nil:
		return analysis.Range{}, false
	}
	ext := path.Ext(d.Path)
	return analysis.Range{End: len(d.Source)}, ext == ".yaml" || ext == ".yml"
}

// A reader collects the directives of a document.
type reader struct {
	doc   *analysis.Document
	found *Directives
	names int
	full  bool
	next  map[int]analysis.Range // the line that a directive applies to, by the end of the directive's line
}

func (r *reader) html(c markdown.Comment) {
	inner := analysis.Range{Start: c.Range.Start + len("<!--"), End: c.Range.End}
	if c.Closed {
		inner.End = max(inner.Start, c.Range.End-len("-->"))
	}
	if inner.Start > inner.End {
		return // "<!-->"
	}
	if d := r.comment(c.Range, inner, false); d != nil {
		if !c.Closed {
			r.invalid(InvalidComment{Comment: d.At.Range, Why: "unclosed suppression comment"})
			return
		}
		r.found.List = append(r.found.List, *d)
	}
}

// comment parses a comment. It returns nil if the comment is not a directive.
func (r *reader) comment(whole, inner analysis.Range, yaml bool) *Directive {
	p := parse(string(r.doc.Source[inner.Start:inner.End]), inner.Start, yaml)
	switch {
	case p == nil:
		return nil
	case r.full:
		return nil
	case r.names+len(p.names) > Most:
		r.full, r.found.Unread = true, whole
		return nil
	case p.invalid != nil:
		p.invalid.Comment = whole
		r.invalid(*p.invalid)
		return nil
	}
	r.names += max(1, len(p.names))
	line := analysis.Range{Start: r.lineStart(whole.Start), End: r.lineEnd(whole.End)}
	alone := isBlank(r.doc.Source[line.Start:whole.Start]) && isBlank(r.doc.Source[whole.End:line.End])
	return &Directive{Verb: p.verb, At: r.doc.At(whole), Names: p.names, Reason: p.reason, Alone: alone}
}

func (r *reader) invalid(s InvalidComment) {
	r.names++
	r.found.Invalid = append(r.found.Invalid, s)
}

// finish resolves the ranges of all directives.
func (r *reader) finish() {
	end := len(r.doc.Source) + 1
	list := r.found.List
	r.next = map[int]analysis.Range{}
	for i := range slices.Backward(list) {
		at := list[i].At.Range
		switch list[i].Verb {
		case NextLine:
			list[i].Effect = r.nextLine(i)
		case Disable:
			list[i].Effect = analysis.Range{Start: at.End, End: end}
		case Enable:
			list[i].Effect = analysis.Range{Start: at.Start, End: at.Start}
		case File:
			list[i].Effect = analysis.Range{End: end}
		}
	}
}

// nextLine returns the next line with more than directives. Directives are resolved from the last to the first,
// so that lines between them are read once.
func (r *reader) nextLine(i int) analysis.Range {
	from := r.lineEnd(r.found.List[i].At.Range.End)
	line, known := r.next[from]
	if !known {
		line = r.lineAfter(i, from)
		r.next[from] = line
	}
	return line
}

func (r *reader) lineAfter(i, at int) analysis.Range {
	source, list := r.doc.Source, r.found.List
	for next := i + 1; at < len(source); {
		at = r.afterBreak(at)
		end := r.lineEnd(at)
		for next < len(list) && list[next].At.Range.Start < at {
			next++
		}
		switch {
		case isBlank(source[at:end]):
			at = end
		case next < len(list) && list[next].Alone && list[next].At.Range.Start < end:
			if at = r.lineEnd(list[next].At.Range.End); list[next].Verb == NextLine {
				return r.nextLine(next)
			}
		default:
			return analysis.Range{Start: at, End: max(r.afterBreak(end), end+1)}
		}
	}
	return analysis.Range{Start: len(source), End: len(source)}
}

// isBlank reports whether a line, or a part of it, contains only white space and markers of block quotes.
func isBlank(text []byte) bool { return len(bytes.Trim(text, " \t>\r\ufeff")) == 0 }

func (r *reader) lineStart(at int) int {
	return 1 + bytes.LastIndexAny(r.doc.Source[:at], "\r\n")
}

func (r *reader) lineEnd(at int) int {
	if n := bytes.IndexAny(r.doc.Source[at:], "\r\n"); n >= 0 {
		return at + n
	}
	return len(r.doc.Source)
}

// afterBreak returns the offset after the line break at an offset.
func (r *reader) afterBreak(at int) int {
	switch source := r.doc.Source; {
	case at >= len(source):
		return at
	case source[at] == '\r' && at+1 < len(source) && source[at+1] == '\n':
		return at + 2
	default:
		return at + 1
	}
}
