package compat

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A sharedGround is a reason that several clients share.
type sharedGround struct {
	status  loader.Status
	agents  []string
	at      analysis.Location
	message string
}

// grounds returns the reasons why clients do not load a skill unchanged, in the order of the file. Equal reasons of several clients at
// one place are merged.
func (s *skill) grounds() []sharedGround {
	type key struct {
		status  loader.Status
		at      analysis.Location
		message string
	}
	var all []sharedGround
	known := map[key]int{}
	for _, v := range s.Verdicts {
		for _, g := range v.Grounds {
			k := key{v.Status, g.At, g.Describe()}
			if i, ok := known[k]; ok {
				all[i].agents = append(all[i].agents, v.Client)
				continue
			}
			known[k] = len(all)
			all = append(all, sharedGround{v.Status, []string{v.Client}, g.At, k.message})
		}
	}
	sorting.By(all, func(a, b sharedGround) int {
		return cmp.Or(cmp.Compare(a.at.Range.Start, b.at.Range.Start), cmp.Compare(rank(a.status), rank(b.status)))
	})
	return all
}

// A commonGround is a reason that many skills share.
type commonGround struct {
	sharedGround // of the first skill
	places       []analysis.Location
}

// shownPlaces is the number of places of a common reason that text lists. Reasons with more places are common.
const shownPlaces = 3

func (c *commonGround) includes(g sharedGround) bool {
	return c.status == g.status && c.message == g.message && slices.Equal(c.agents, g.agents)
}

// common returns the reasons that many skills share, in the order of their first places.
func (c *Table) common() []*commonGround {
	type key struct {
		status          loader.Status
		agents, message string
	}
	var all []*commonGround
	known := map[key]*commonGround{}
	for i := range c.skills {
		for _, g := range c.skills[i].grounds() {
			k := key{g.status, strings.Join(g.agents, ","), g.message}
			if known[k] == nil {
				known[k] = &commonGround{sharedGround: g}
				all = append(all, known[k])
			}
			known[k].places = append(known[k].places, g.at)
		}
	}
	return slices.DeleteFunc(all, func(g *commonGround) bool { return len(g.places) <= shownPlaces })
}

// text writes the reason with its first places.
func (c *commonGround) text(w io.Writer, m symbols) {
	fmt.Fprintf(w, "\nin %s: %s %s: %s\n", quote.Plural(len(c.places), "place"), m[c.status], strings.Join(c.agents, ", "), escape.String(c.message))
	for _, at := range c.places[:shownPlaces] {
		fmt.Fprintf(w, "  %s:%d:%d\n", escape.String(at.Path), at.Start.Line, at.Start.Column)
	}
	fmt.Fprintf(w, "  … and %s\n", quote.Plural(len(c.places)-shownPlaces, "more place"))
}

// rank orders statuses, the worst first.
func rank(s loader.Status) int {
	return slices.Index([]loader.Status{loader.Rejected, loader.Partial, loader.Unknown, loader.Loads}, s)
}

// more returns the number of reasons that are not listed.
func (s *skill) more() int {
	n := 0
	for _, v := range s.Verdicts {
		n += v.More
	}
	return n
}

// A shownText is the name and description that clients show to their models.
type shownText struct {
	agents            []string
	name, description string
}

// differences returns the shown names and descriptions that differ from the frontmatter, grouped by client.
func (s *skill) differences() []shownText {
	var all []shownText
	for _, v := range s.Verdicts {
		if v.Status != loader.Loads && v.Status != loader.Partial {
			continue
		}
		one := shownText{name: v.Name, description: v.Description}
		if v.Name == s.Name {
			one.name = ""
		}
		if sameText(v.Description, s.Description) {
			one.description = ""
		}
		if one.name == "" && one.description == "" {
			continue
		}
		i := slices.IndexFunc(all, func(x shownText) bool { return x.name == one.name && sameText(x.description, one.description) })
		if i < 0 {
			i, all = len(all), append(all, one)
		}
		all[i].agents = append(all[i].agents, v.Client)
	}
	return all
}

// sameText reports whether texts are equal except for white space.
func sameText(a, b string) bool { return a == b || slices.Equal(strings.Fields(a), strings.Fields(b)) }
