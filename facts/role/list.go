package role

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An Entry is a passage as people see it.
type Entry struct {
	Line, End int // the first and last line
	Role      Role
	Negated   bool
	Client    string
	Reason    Reason
	Evidence  string // the beginning of the text that the reason refers to, in one line; empty: the passage itself
	Text      string // likewise, of the passage
}

// Basis describes what the role is based on: the reason, and its evidence in quotation marks.
func (e Entry) Basis(quote func(string) string) string {
	if e.Evidence == "" {
		return e.Reason.String()
	}
	return e.Reason.String() + " " + quote(e.Evidence)
}

// Title returns the role with its polarity and client.
func (e Entry) Title() string {
	title := e.Role.String()
	if e.Negated {
		title += ", negated"
	}
	if e.Client != "" {
		title += ", for " + e.Client
	}
	return title
}

// ListFact is the list of passages for people. Documents without passages have none.
var ListFact = analysis.NewFact("role-list", "the passages of a document with their roles",
	analysis.PerDocument, analysis.Text, func(pass *analysis.Pass) ([]Entry, error) {
		d, all := pass.Document, Fact.Of(pass).All()
		if len(all) == 0 {
			return nil, analysis.ErrNoFact
		}
		entries := make([]Entry, len(all))
		for i, p := range all {
			entries[i] = EntryOf(d, p)
		}
		return entries, nil
	}, Fact.Analyzer)

// EntryOf returns the entry of a passage.
func EntryOf(d *analysis.Document, p Passage) Entry {
	e := Entry{Line: d.LineOf(p.Range.Start), End: d.LineOf(max(p.Range.Start, p.Range.End-1)), Role: p.Role, Negated: p.Negated,
		Client: p.Client, Reason: p.Reason, Text: beginning(d, p.Range)}
	if p.Evidence.End > 0 {
		e.Evidence = beginning(d, p.Evidence)
	}
	return e
}

// maxBeginning is the number of bytes of a passage in a list.
const maxBeginning = 60

// beginning returns the first words of a range in one line.
func beginning(d *analysis.Document, r analysis.Range) string {
	cut := r.End-r.Start > maxBeginning
	if cut {
		r.End = r.Start + maxBeginning
	}
	text := strings.Join(strings.Fields(strings.ToValidUTF8(d.Text(r), "")), " ")
	if cut {
		text += " …"
	}
	return strings.Clone(text)
}
