package placeholder

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// Limits of a file.
const (
	maxNames  = 1_000 // distinct names
	maxPlaces = 10    // places per name
)

// Placeholders holds the placeholders of a file, in the order of their first places. A name that occurs in code and in
// text has two entries.
type Placeholders struct {
	Names   []Placeholder
	Omitted int // occurrences of names beyond the limit
}

// A Placeholder is a name and its places.
type Placeholder struct {
	Name   string              // without braces
	Code   bool                // in a code span or code block
	Places []analysis.Location // with the braces; at most maxPlaces
	Count  int                 // number of occurrences
}

// Fact computes the placeholders of a file, including frontmatter. Files without placeholders have no fact.
var Fact = analysis.NewFact("token", "the {{NAME}} placeholders of a file, and whether they are in code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference|analysis.BaseProtocol,
	read)

func read(pass *analysis.Pass) (Placeholders, error) {
	d := pass.Document
	places := analysis.ScanPlaceholders(d.Source)
	if len(places) == 0 {
		return Placeholders{}, analysis.ErrNoFact
	}
	kinds := markdown.ContextsOf(d, places)
	type key struct {
		name string
		code bool
	}
	var tokens Placeholders
	index := map[key]int{}
	for i, r := range places {
		k := key{d.Text(analysis.Range{Start: r.Start + 2, End: r.End - 2}), kinds[i].IsCode()}
		at, known := index[k]
		if !known && len(tokens.Names) == maxNames {
			tokens.Omitted++
			continue
		}
		if !known {
			at = len(tokens.Names)
			index[k] = at
			tokens.Names = append(tokens.Names, Placeholder{Name: k.name, Code: k.code})
		}
		t := &tokens.Names[at]
		t.Count++
		if len(t.Places) < maxPlaces {
			t.Places = append(t.Places, d.At(r))
		}
	}
	return tokens, nil
}
