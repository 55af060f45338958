// Package directive reads the comments in which authors say that findings do not count: HTML comments
// in Markdown, as "<!-- skilllint-disable-next-line links/broken -- reason -->", and comments of YAML in
// headers and files, as "# skilllint-ignore frontmatter/tool -- reason".
package directive

import (
	"bytes"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Most is how many names of rules are read in a file; the suppressions behind them do not act.
const Most = 1000

// How much is kept of what stands in a comment, in bytes.
const (
	maxName   = 100
	maxReason = 500
)

// A Verb says what a directive does.
type Verb uint8

// The verbs.
const (
	NextLine Verb = iota + 1 // of the next line that is not blank
	Disable                  // from here on, to the end of the file or an Enable
	Enable                   // ends what Disable began
	File                     // of the whole file, header included
	Ignore                   // in YAML: of the entry here, or the next one
)

var verbs = [...]string{"", "skilllint-disable-next-line", "skilllint-disable", "skilllint-enable", "skilllint-disable-file", "skilllint-ignore"}

// String returns the verb as it is written.
func (v Verb) String() string { return verbs[v] }

// Directives are what the comments of a file say, in its order.
type Directives struct {
	List   []Directive
	Slips  []Slip
	Unread analysis.Range // the first comment behind the last one that is read; empty: there is none
}

// A Directive is one comment.
type Directive struct {
	Verb   Verb
	At     analysis.Location // the comment, with its marks
	Names  []Name            // of rules, groups or globs; none: it does nothing
	Reason string            // on one line; empty: none is given
	Effect analysis.Range    // it is about findings that begin in here; of Enable: where those end
	Alone  bool              // nothing else stands on its lines
}

// A Name is what a comment names.
type Name struct {
	Text  string
	Range analysis.Range
}

// A Slip is a comment that was probably meant as a directive, and is none.
type Slip struct {
	Comment analysis.Range
	Word    analysis.Range // what is misspelt; empty: nothing is
	Right   string         // what to write instead
	Why     string         // why it is none, in plain words
}

// Fact is the directives of a file; a file without any has no such fact.
var Fact = analysis.NewFact("directive", "the comments that suppress findings",
	analysis.PerDocument, analysis.Markdown|analysis.Persona|analysis.SkillMeta|analysis.Context, read)

func read(pass *analysis.Pass) (*Directives, error) {
	if found := In(pass.Document); found != nil {
		return found, nil
	}
	return nil, analysis.ErrNoFact
}

// In returns the directives of a document; nil where there are none.
func In(d *analysis.Document) *Directives {
	if d.Source == nil || d.Encoding != analysis.UTF8 || !mayHold(d.Source) {
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
	if len(r.found.List)+len(r.found.Slips) == 0 {
		return nil
	}
	return r.found
}

// mayHold reports whether a text may hold a directive, also a misspelt one.
func mayHold(source []byte) bool {
	return bytes.Contains(source, []byte("lint")) || bytes.Contains(source, []byte("LINT")) || bytes.Contains(source, []byte("Lint"))
}

// yamlOf returns where the YAML of a document stands.
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
	next  map[int]analysis.Range // the line that is meant by directives, by the end of theirs
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
			r.slip(Slip{Comment: d.At.Range, Why: "the comment is never closed"})
			return
		}
		r.found.List = append(r.found.List, *d)
	}
}

// comment reads what stands in a comment; nil when it is no directive.
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
	case p.slip != nil:
		p.slip.Comment = whole
		r.slip(*p.slip)
		return nil
	}
	r.names += max(1, len(p.names))
	line := analysis.Range{Start: r.lineStart(whole.Start), End: r.lineEnd(whole.End)}
	alone := isBlank(r.doc.Source[line.Start:whole.Start]) && isBlank(r.doc.Source[whole.End:line.End])
	return &Directive{Verb: p.verb, At: r.doc.At(whole), Names: p.names, Reason: p.reason, Alone: alone}
}

func (r *reader) slip(s Slip) {
	r.names++
	r.found.Slips = append(r.found.Slips, s)
}

// finish finds out what the directives are about, once all are known.
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

// nextLine returns the next line that is not blank and holds no directive alone. It is known for directives
// that come later, so that what lies between is looked at once.
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
		at = r.behindBreak(at)
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
			return analysis.Range{Start: at, End: max(r.behindBreak(end), end+1)}
		}
	}
	return analysis.Range{Start: len(source), End: len(source)}
}

// isBlank reports whether a line, or a part of it, holds nothing but blanks and marks of quotations.
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

// behindBreak returns the offset behind the line break at an offset.
func (r *reader) behindBreak(at int) int {
	switch source := r.doc.Source; {
	case at >= len(source):
		return at
	case source[at] == '\r' && at+1 < len(source) && source[at+1] == '\n':
		return at + 2
	default:
		return at + 1
	}
}
