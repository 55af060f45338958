package compat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A sharedGround is a reason that several agents share.
type sharedGround struct {
	status  loader.Status
	agents  []string
	at      analysis.Location
	message string
}

// grounds returns why agents do not load a skill as it is, in the order of the file. What several
// agents say of one place in the same words is one of them.
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
				all[i].agents = append(all[i].agents, v.Agent)
				continue
			}
			known[k] = len(all)
			all = append(all, sharedGround{v.Status, []string{v.Agent}, g.At, k.message})
		}
	}
	sorting.By(all, func(a, b sharedGround) int {
		return cmp.Or(cmp.Compare(a.at.Range.Start, b.at.Range.Start), cmp.Compare(rank(a.status), rank(b.status)))
	})
	return all
}

// rank orders statuses, the worst first.
func rank(s loader.Status) int {
	return slices.Index([]loader.Status{loader.Rejected, loader.Partial, loader.Unknown, loader.Loads}, s)
}

// more returns how many reasons of a skill are not kept.
func (s *skill) more() int {
	n := 0
	for _, v := range s.Verdicts {
		n += v.More
	}
	return n
}

// A shown is a name and description that agents show to their models.
type shown struct {
	agents            []string
	name, description string
}

// others returns what agents that have a skill show otherwise than its header says it. Of equal
// names or descriptions only those that differ from the header's are given.
func (s *skill) others() []shown {
	var all []shown
	for _, v := range s.Verdicts {
		if v.Status != loader.Loads && v.Status != loader.Partial {
			continue
		}
		one := shown{name: v.Name, description: v.Description}
		if v.Name == s.Name {
			one.name = ""
		}
		if same(v.Description, s.Description) {
			one.description = ""
		}
		if one.name == "" && one.description == "" {
			continue
		}
		i := slices.IndexFunc(all, func(x shown) bool { return x.name == one.name && same(x.description, one.description) })
		if i < 0 {
			i, all = len(all), append(all, one)
		}
		all[i].agents = append(all[i].agents, v.Agent)
	}
	return all
}

// same reports whether texts differ in white space at most.
func same(a, b string) bool { return a == b || slices.Equal(strings.Fields(a), strings.Fields(b)) }
