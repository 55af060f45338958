package cluster

import (
	"cmp"
	"iter"
	"maps"
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

// NewSkill returns the compared parts of a row.
func NewSkill(s *table.Skill) Skill {
	return Skill{Name: s.Name, Source: s.Source, Path: s.Path, Hash: s.Hash, Words: s.Words, Minima: s.Minima}
}

// Key returns a key that is equal for skills with the same name.
func (s *Skill) Key() string { return nameKey(s.Name) }

// nameKey returns a name in lower case, because clients ignore case.
func nameKey(name string) string { return strings.ToLower(name) }

func compareSkills(a, b Skill) int {
	return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Path, b.Path))
}

// A Use is a name and the number of sources that use it.
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

// A Group has the versions of a name in all sources.
type Group struct {
	Use      Use
	Versions []Skill      // first copy of each version
	Rows     []table.Name // empty unless several sources have different versions
}

// Names groups skills by name. Its memory is limited by the number of versions and sources.
func Names(skills iter.Seq[Skill]) []Group {
	names := map[string]map[string]*version{}
	for s := range skills {
		versions := names[s.Key()]
		if versions == nil {
			versions = map[string]*version{}
			names[s.Key()] = versions
		}
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
	var groups []Group
	for _, name := range slices.Sorted(maps.Keys(names)) {
		groups = append(groups, newGroup(slices.Collect(maps.Values(names[name]))))
	}
	return groups
}

// newGroup returns the group of the versions of a name.
func newGroup(all []*version) Group {
	slices.SortFunc(all, func(a, b *version) int {
		return cmp.Or(cmp.Compare(len(b.sources), len(a.sources)), compareSkills(a.first, b.first))
	})
	var g Group
	sources := map[string]bool{}
	for _, v := range all {
		g.Versions = append(g.Versions, v.first)
		maps.Copy(sources, v.sources)
	}
	first := slices.MinFunc(g.Versions, compareSkills)
	g.Use = Use{first.Key(), first.Source, first.Path, int64(len(sources))}
	if len(all) > 1 && len(sources) > 1 {
		g.Rows = relate(all)
	}
	return g
}

// relate compares versions with the one in most sources, which is assumed to be the origin.
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
