package language

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A DocumentLink is a link that an editor can follow.
type DocumentLink struct {
	Range  analysis.Range
	Target analysis.Location
}

// Links returns the links of a file to existing files of the workspace, in the order of the file.
func (s *Snapshot) Links(f *analysis.File) []DocumentLink {
	d, err := s.Document(f)
	if err != nil {
		return nil
	}
	var links []DocumentLink
	all := d.links()
	for i := range all {
		if targets := s.targetOf(&all[i]); len(targets) > 0 && all[i].at.Len() > 0 {
			links = append(links, DocumentLink{all[i].at, targets[0]})
		}
	}
	sorting.By(links, func(a, b DocumentLink) int { return cmp.Or(a.Range.Start-b.Range.Start, a.Range.End-b.Range.End) })
	return links
}

// A SymbolKind is the kind of a symbol.
type SymbolKind uint8

// The kinds of symbols.
const (
	HeadingSymbol SymbolKind = iota + 1
	FieldSymbol
	FileSymbol // a skill, subagent or command
)

// A Symbol is a heading or field of a file.
type Symbol struct {
	Name      string
	Detail    string
	Kind      SymbolKind
	Range     analysis.Range // the whole section or field
	Selection analysis.Range // the name, within Range
	Children  []Symbol
}

// maxSymbols limits the symbols of one file and of a search.
const maxSymbols = 2_000

// Symbols returns the fields and headings of a file.
func (s *Snapshot) Symbols(f *analysis.File) []Symbol {
	d, err := s.Document(f)
	if err != nil {
		return nil
	}
	left := maxSymbols
	all := fieldSymbols(d.Data, 0, &left)
	sections, _ := FactOf(d, markdown.SectionFact)
	count := s.tokenizerOf(f)
	nested, _ := nestSections(sections[:min(len(sections), left)], 0, func(r analysis.Range) int { return count(d.Source[r.Start:r.End]) })
	return append(all, nested...)
}

// nestSections returns the symbols of the first sections with a level greater than above, and their number. tokens counts the tokens of a
// section.
func nestSections(sections []markdown.Section, above int, tokens func(analysis.Range) int) ([]Symbol, int) {
	var all []Symbol
	at := 0
	for at < len(sections) && sections[at].Level > above {
		x := &sections[at]
		children, count := nestSections(sections[at+1:], x.Level, tokens)
		all = append(all, Symbol{Name: cmp.Or(x.Title, "(empty heading)"), Detail: "about " + quote.Plural(tokens(x.Extent), "token"), Kind: HeadingSymbol,
			Range: analysis.Range{Start: min(x.Extent.Start, x.Heading.Start), End: max(x.Extent.End, x.Heading.End)}, Selection: x.Heading, Children: children})
		at += 1 + count
	}
	return all, at
}

// maxFieldDepth limits the depth of fields that are symbols.
const maxFieldDepth = 4

// fieldSymbols returns the fields of a mapping.
func fieldSymbols(v *analysis.Value, depth int, left *int) []Symbol {
	if v == nil || depth > maxFieldDepth {
		return nil
	}
	var all []Symbol
	for i := range v.Members {
		m := &v.Members[i]
		if m.Merged || *left <= 0 || m.KeyRange.Len() == 0 {
			continue
		}
		*left--
		x := Symbol{Name: cmp.Or(m.Key, `""`), Kind: FieldSymbol, Selection: m.KeyRange, Range: analysis.Range{Start: m.KeyRange.Start, End: max(m.KeyRange.End, m.Value.Range.End)}}
		if m.Value.Kind != analysis.Map && m.Value.Kind != analysis.List {
			x.Detail = oneLine(m.Value.Text)
		}
		x.Children = fieldSymbols(m.Value, depth+1, left)
		all = append(all, x)
	}
	return all
}

// oneLine returns the start of a text, with line breaks replaced by spaces.
func oneLine(text string) string {
	const most = 80
	if len(text) > 4*most {
		text = strings.ToValidUTF8(text[:4*most], "")
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

// A WorkspaceSymbol is a skill, subagent, persona or command.
type WorkspaceSymbol struct {
	Name     string
	Kind     analysis.Kind
	Location analysis.Location
}

// Search returns the skills, subagents, personas and commands whose names contain the characters of a query in order. Names that begin
// with the query come first.
func (s *Snapshot) Search(query string) []WorkspaceSymbol {
	m, ok := workspaceFact(s.Facts, graph.MapFact)
	if !ok {
		return nil
	}
	query = strings.ToLower(query)
	var found []WorkspaceSymbol
	for i := range m.Nodes {
		if n := &m.Nodes[i]; n.Kind&graph.EntryKinds != 0 && n.Kind != analysis.Registry && isSubsequence(query, strings.ToLower(n.Name)) {
			found = append(found, WorkspaceSymbol{n.Name, n.Kind, n.At})
		}
	}
	rank := func(x WorkspaceSymbol) int {
		switch name := strings.ToLower(x.Name); {
		case strings.HasPrefix(name, query):
			return 0
		case strings.Contains(name, query):
			return 1
		}
		return 2
	}
	sorting.By(found, func(a, b WorkspaceSymbol) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(a.Name, b.Name), compareLocations(a.Location, b.Location))
	})
	return found[:min(len(found), maxSymbols)]
}

// isSubsequence reports whether a text contains the characters of a query in order.
func isSubsequence(query, text string) bool {
	for _, r := range query {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// A Fold is a range of lines that can be folded. The first line remains visible.
type Fold struct {
	First, Last int // lines, from 1
	Region      bool
}

// Folds returns the frontmatter, sections, code blocks and comments of a file, in the order of the file.
func (s *Snapshot) Folds(f *analysis.File) []Fold {
	d, err := s.Document(f)
	if err != nil || len(d.Source) == 0 {
		return nil
	}
	var all []Fold
	add := func(start, end int, region bool) {
		text := bytes.TrimRight(d.Source[min(start, len(d.Source)):min(end, len(d.Source))], " \t\r\n")
		if first, last := d.LineOf(start), d.LineOf(start+len(text)); last > first && len(all) < maxSymbols {
			all = append(all, Fold{first, last, region})
		}
	}
	if h := d.Header; h != nil && h.State != analysis.HeaderNone && h.State != analysis.HeaderUnclosed {
		add(h.Range.Start, h.Range.End, true)
	}
	if sections, ok := FactOf(d, markdown.SectionFact); ok {
		for i := range sections {
			add(sections[i].Extent.Start, sections[i].Extent.End, false)
		}
	}
	for i := range d.Fences {
		add(d.Fences[i].Open.Start, d.Fences[i].End, false)
	}
	if html, ok := FactOf(d, markdown.HTMLFact); ok {
		for _, c := range html.Comments {
			add(c.Range.Start, c.Range.End, false)
		}
	}
	sorting.By(all, func(a, b Fold) int { return cmp.Or(a.First-b.First, b.Last-a.Last) })
	return all
}

// A Hint is a text that an editor shows at the end of a line.
type Hint struct {
	Offset int
	Text   string
	Why    string
}

// Hints returns the tokens of a skill and of each section whose heading is in a range.
func (s *Snapshot) Hints(f *analysis.File, within analysis.Range) []Hint {
	d, err := s.Document(f)
	if err != nil {
		return nil
	}
	var hints []Hint
	count := s.tokenizerOf(d.File)
	if h := d.Header; h != nil && h.State == analysis.HeaderClosed && within.Start <= h.Open.End && h.Open.End <= within.End {
		if text := s.describeCost(d); text != "" {
			hints = append(hints, Hint{h.Open.End, "about " + quote.Plural(count(d.Source), "token"), text})
		}
	}
	sections, _ := FactOf(d, markdown.SectionFact)
	for i := range sections {
		x := &sections[i]
		if at := x.Heading.End; within.Start <= at && at <= within.End && len(hints) < maxSymbols {
			hints = append(hints, Hint{at, "about " + quote.Plural(count(d.Source[x.Extent.Start:x.Extent.End]), "token"), "the section with all below it"})
		}
	}
	return hints
}
