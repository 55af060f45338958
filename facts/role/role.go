package role

import (
	"sort"

	"github.com/skilllint/skilllint/analysis"
)

// A Role is what a passage is for.
type Role uint8

// The roles.
const (
	Unknown        Role = iota
	Instruction         // tells the agent what to do, or what to consider
	Command             // is run by the agent
	Example             // shows correct input, output or code
	CounterExample      // shows what is wrong
	Specimen            // is the subject of the text: a pattern to detect, a quoted phrase
	Template            // is the content of a file or message that the agent will write
	Documentation       // describes a program, an API, a service or a format
	People              // is for the people who install or maintain the skill
	roles               // their number
)

var names = [roles]string{"unknown", "instruction", "command", "example", "counter-example", "specimen", "template", "documentation", "people"}

func (r Role) String() string { return names[r] }

// IsShown reports whether a passage with this role is shown rather than followed: nobody runs or obeys it as written.
func (r Role) IsShown() bool {
	return r == Example || r == CounterExample || r == Specimen || r == Template
}

// IsOrder reports whether a passage with this role is followed by the agent.
func (r Role) IsOrder() bool { return r == Instruction || r == Command }

// A Passage is a block of a document with its role: a paragraph, the text of a list item, a table row, a code block or a
// heading.
type Passage struct {
	Range    analysis.Range
	Role     Role
	Negated  bool           // the surroundings warn against the content, or describe what to look for
	Client   string         // the only client or environment that the section is for, as the text names it
	Reason   Reason         // what the role is based on
	Evidence analysis.Range // the text that the reason refers to; empty: the passage itself
	text     *prose         // nil: it is classified
}

// A Reason is a kind of evidence for a role.
type Reason uint8

// The reasons, from the strongest.
const (
	ByDefault      Reason = iota
	ByContent             // the content of the passage: an embedded file, a tree of files, a request, gaps to fill in
	ByComment             // a comment inside code
	ByLabel               // a label of the passage, such as "Bad:"
	ByIntroduction        // the sentence that introduces it
	ByTable               // the header of its table
	ByHeading             // a heading above it
	ByLanguage            // the info string of a code block
	ByWording             // the form of its sentences: an imperative, a definition
	ByPlace               // the directory of the file
	reasons
)

var reasonNames = [reasons]string{"default", "content", "comment", "label", "introduction", "table header", "heading", "info string", "wording", "place of the file"}

func (r Reason) String() string { return reasonNames[r] }

// A Map has the passages of a document in order. It is computed when it is first asked.
type Map struct {
	doc         *analysis.Document
	passages    []Passage
	wrong       []analysis.Range
	discouraged []analysis.Range
	classified  bool
	isComplete  bool // all passages are classified
	searched    bool // for counterexamples
	advised     bool // the discouraged ranges are known
}

// Fact is the map of each document.
var Fact = analysis.NewFact("role", "what each passage is for",
	analysis.PerDocument, analysis.Text, func(p *analysis.Pass) (*Map, error) { return Of(p.Document), nil })

// Of returns the map of a document. It is computed once, because many rules ask for it.
func Of(d *analysis.Document) *Map {
	return d.Derive(mapKey{}, func() any { return &Map{doc: d} }).(*Map)
}

type mapKey struct{}

// CounterExamples returns the ranges that headings, labels and comments call wrong, in order. They cost less than the
// passages.
func (m *Map) CounterExamples() []analysis.Range {
	if !m.searched {
		m.searched, m.wrong = true, counterExamplesOf(m.doc, false)
	}
	return m.wrong
}

// IsWrong reports whether an offset is in a counterexample.
func (m *Map) IsWrong(offset int) bool {
	return contains(m.CounterExamples(), offset)
}

// IsDiscouraged reports whether the text advises against what is at an offset: in a heading, the text before it, or its line.
func (m *Map) IsDiscouraged(offset int) bool {
	if !m.advised {
		m.advised, m.discouraged = true, counterExamplesOf(m.doc, true)
	}
	return contains(m.discouraged, offset)
}

func contains(ranges []analysis.Range, offset int) bool {
	i := sort.Search(len(ranges), func(i int) bool { return ranges[i].End > offset })
	return i < len(ranges) && ranges[i].Start <= offset
}

// All returns all passages. They do not overlap.
func (m *Map) All() []Passage {
	all := m.found()
	if !m.isComplete {
		m.isComplete = true
		for i := range all {
			all[i].classify()
		}
	}
	return all
}

// found returns all passages, of which some are not classified.
func (m *Map) found() []Passage {
	if !m.classified {
		m.classified = true
		if m.doc.Body != nil {
			m.passages = divide(classify(m.doc), m.CounterExamples())
		}
	}
	return m.passages
}

// divide divides passages at the bounds of counterexamples, and marks the parts inside.
func divide(all []Passage, wrong []analysis.Range) []Passage {
	if len(wrong) == 0 {
		return all
	}
	var parts []Passage
	for _, p := range all {
		for len(wrong) > 0 && wrong[0].End <= p.Range.Start {
			wrong = wrong[1:]
		}
		for _, w := range wrong {
			if w.Start >= p.Range.End {
				break
			}
			p.classify()
			if w.Start > p.Range.Start {
				before := p
				before.Range.End = w.Start
				parts = append(parts, before)
				p.Range.Start = w.Start
			}
			inside := p
			inside.Range.End = min(w.End, p.Range.End)
			if inside.Role != Instruction && inside.Role != CounterExample && inside.Role != Specimen {
				inside.Role, inside.Reason, inside.Evidence = CounterExample, ByLabel, w
			}
			inside.Negated = true
			parts = append(parts, inside)
			p.Range.Start = inside.Range.End
		}
		if p.Range.Start < p.Range.End {
			parts = append(parts, p)
		}
	}
	return parts
}

// At returns the passage at an offset. Outside of passages, its role is Unknown.
func (m *Map) At(offset int) Passage {
	all := m.found()
	i := sort.Search(len(all), func(i int) bool { return all[i].Range.End > offset })
	if i < len(all) && all[i].Range.Start <= offset {
		all[i].classify()
		return all[i]
	}
	return Passage{Range: analysis.Range{Start: offset, End: offset}}
}
