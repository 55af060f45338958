package cluster

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// A Skill is a copy of a skill in a source.
type Skill struct {
	Name, Source, Path string
	Hash               string // of SKILL.md
	Words, Minima      []byte
}

// NewSkill returns what is compared of a row.
func NewSkill(s *table.Skill) Skill {
	return Skill{Name: s.Name, Source: s.Source, Path: s.Path, Hash: s.Hash, Words: s.Words, Minima: s.Minima}
}

// Key returns what skills with the same name share: clients ignore case.
func (s *Skill) Key() string { return strings.ToLower(s.Name) }

func compareSkills(a, b Skill) int {
	return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Path, b.Path))
}

// A Use is a name, and how many sources use it.
type Use struct {
	Name, Source, Path string // of the first skill
	Sources            int64
}

// version is a group of identical copies.
type version struct {
	first   Skill
	skills  int64
	sources map[string]bool
}

// Group is what a name has in all sources.
type Group struct {
	Use      Use
	Versions []Skill      // the first copy of each
	Rows     []table.Name // if several sources have different versions
}

// Names groups the skills of one name. Its memory is limited by the number of versions and sources.
func Names(skills iter.Seq[Skill]) Group {
	versions, sources := map[string]*version{}, map[string]bool{}
	for s := range skills {
		sources[s.Source] = true
		v := versions[s.Hash]
		if v == nil {
			v = &version{first: s, sources: map[string]bool{}}
			versions[s.Hash] = v
		}
		if compareSkills(s, v.first) < 0 {
			v.first = s
		}
		v.skills++
		v.sources[s.Source] = true
	}
	var all []*version
	for _, v := range versions {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b *version) int {
		return cmp.Or(cmp.Compare(len(b.sources), len(a.sources)), compareSkills(a.first, b.first))
	})
	var g Group
	for _, v := range all {
		g.Versions = append(g.Versions, v.first)
	}
	first := slices.MinFunc(g.Versions, compareSkills)
	g.Use = Use{first.Key(), first.Source, first.Path, int64(len(sources))}
	if len(all) > 1 && len(sources) > 1 {
		g.Rows = relate(all)
	}
	return g
}

// relate compares versions with the one that most sources contain, which is taken for the origin.
func relate(all []*version) []table.Name {
	var rows []table.Name
	origin := all[0].first
	for i, v := range all {
		row := table.Name{Name: origin.Key(), Hash: v.first.Hash, Relation: "unrelated", Similarity: similarity(origin.Minima, v.first.Minima),
			Sources: int64(len(v.sources)), Skills: v.skills, Source: v.first.Source, Path: v.first.Path,
			Origin: origin.Source, OriginPath: origin.Path}
		switch {
		case i == 0:
			row.Relation, row.Similarity = "origin", 1
		case row.Similarity >= related:
			row.Relation = "drifted"
		}
		rows = append(rows, row)
	}
	return rows
}
