package deps

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A namedSkill is a skill with its name.
type namedSkill struct {
	file *analysis.File
	name string
	at   analysis.Location
	sum  contentSum
}

// A shadow is a skill that clients do not load, or may not load.
type shadow struct {
	hidden  namedSkill
	others  []namedSkill // skills that are loaded instead
	either  bool         // which of them is loaded is undefined
	clients []string
}

// shadows finds skills with the same name that a client reads.
type shadows struct {
	skills []namedSkill
}

func newShadows(pass *analysis.Pass) *shadows {
	s, count := &shadows{}, map[treeName]int{}
	for file, sum := range sumFact.All(pass.Store) {
		if entries, ok := graph.EntryFact.At(pass.Store, file); ok {
			s.skills = append(s.skills, namedSkill{file, entries[0].Name, entries[0].At, sum})
			count[treeName{file.Tree, entries[0].Name}]++
		}
	}
	s.skills = slices.DeleteFunc(s.skills, func(b namedSkill) bool { return count[treeName{b.file.Tree, b.name}] == 1 })
	return s
}

// A treeName is a name within a tree.
type treeName struct {
	tree *analysis.Tree
	name string
}

// found returns the shadows of all clients in the order of the hidden skills, joined for clients with the same result.
func (s *shadows) found() []*shadow {
	type key struct {
		hidden, other *analysis.File
		either        bool
	}
	var all []*shadow
	if len(s.skills) == 0 { // most workspaces have no such skills and need no dialects
		return nil
	}
	known := map[key]*shadow{}
	for _, d := range schema.All() {
		for _, f := range s.shadowsOf(d) {
			k := key{f.hidden.file, f.others[0].file, f.either}
			if same := known[k]; same != nil && len(same.others) == len(f.others) {
				same.clients = append(same.clients, d.Title)
				continue
			}
			f.clients = []string{d.Title}
			known[k] = f
			all = append(all, f)
		}
	}
	sorting.By(all, func(a, b *shadow) int { return cmp.Compare(a.hidden.file.Rel, b.hidden.file.Rel) })
	return all
}

// A site is the directory above the skills directories of a client, and a name.
type site struct {
	treeName
	dir string
}

// shadowsOf returns the shadows of one client.
func (s *shadows) shadowsOf(d *schema.Dialect) []*shadow {
	places := projectPlaces(d)
	if len(places) == 0 {
		return nil
	}
	sites := map[site][]*namedSkill{} // by index of the place, the first skill of its directory
	var order []site
	for i := range s.skills {
		b := &s.skills[i]
		n, dir := placeOf(places, b.file.Rel)
		if n < 0 {
			continue
		}
		at := site{treeName{b.file.Tree, b.name}, dir}
		if sites[at] == nil {
			sites[at] = make([]*namedSkill, len(places))
			order = append(order, at)
		}
		if sites[at][n] == nil {
			sites[at][n] = b
		}
	}
	var found []*shadow
	for _, at := range order {
		if isEvident(d, at, sites[at]) {
			found = append(found, beside(d, places, sites[at])...)
			found = append(found, above(d, places, sites, at)...)
		}
	}
	return found
}

// projectPlaces returns the skills directories of a project, for clients that load only one of two skills.
func projectPlaces(d *schema.Dialect) []schema.Place {
	var places []schema.Place
	settled := d.Either
	for _, p := range d.Discovery {
		if p.Kind == analysis.Skill.String() && p.Scope == "project" && strings.HasSuffix(p.Path, "/") {
			places = append(places, p)
			settled = settled || len(p.Beats) > 0
		}
	}
	if !settled {
		return nil
	}
	return places
}

// placeOf returns the place that contains a SKILL.md and the directory above it, or -1.
func placeOf(places []schema.Place, rel string) (int, string) {
	in := "/" + rel
	if path.Base(rel) != "SKILL.md" {
		return -1, ""
	}
	for n, p := range places {
		at := strings.Index(in, "/"+p.Path)
		if at < 0 || at > 0 && strings.HasPrefix(path.Base(in[:at]), ".") && !strings.HasPrefix(p.Path, ".") {
			continue
		}
		depth := strings.Count(in[at+1+len(p.Path):], "/")
		if p.Depth == schema.AnyDepth || depth <= p.Depth {
			return n, path.Join(".", strings.TrimPrefix(in[:at], "/"))
		}
	}
	return -1, ""
}

// isEvident reports whether a client is used with some skills: one of them has its dialect or target, or a file or
// directory exists that only this client reads.
func isEvident(d *schema.Dialect, at site, skills []*namedSkill) bool {
	for _, b := range skills {
		if b != nil && (b.file.Dialect == d || slices.Contains(b.file.Targets, d.Name)) {
			return true
		}
	}
	return slices.ContainsFunc(upwards(at.dir), func(dir string) bool {
		return slices.ContainsFunc(d.Discovery, func(p schema.Place) bool {
			own := p.Home == "" && p.Scope == "project" && !strings.Contains(p.Path, "*")
			return own && at.tree.Exists(path.Join(dir, p.Path))
		})
	})
}

// maxUp limits the parent directories that are checked.
const maxUp = 64

// upwards returns a directory and its parents up to the root.
func upwards(dir string) []string {
	all := []string{dir}
	for dir != "." && dir != "/" && len(all) < maxUp {
		dir = path.Dir(dir)
		all = append(all, dir)
	}
	return all
}

// beside returns the shadows between skills directories next to each other.
func beside(d *schema.Dialect, places []schema.Place, skills []*namedSkill) []*shadow {
	var found []*shadow
	beaten := make([]bool, len(skills))
	for n, winner := range skills {
		for m, other := range skills {
			if winner == nil || other == nil || !slices.Contains(places[n].Beats, places[m].Path) {
				continue
			}
			beaten[m] = true
			meant := places[n].Home == "" && places[m].Home != "" // a client's own directory precedes a shared one
			if !meant && winner.sum != other.sum {
				found = append(found, &shadow{hidden: *other, others: []namedSkill{*winner}})
			}
		}
	}
	if !d.Either {
		return found
	}
	var open []namedSkill
	for n, b := range skills {
		if b != nil && !beaten[n] {
			open = append(open, *b)
		}
	}
	sorting.By(open, func(a, b namedSkill) int { return cmp.Compare(a.file.Rel, b.file.Rel) })
	if len(open) > 1 {
		last := open[len(open)-1]
		others := slices.DeleteFunc(open[:len(open)-1], func(b namedSkill) bool { return b.sum == last.sum })
		if len(others) > 0 {
			found = append(found, &shadow{hidden: last, others: others, either: true})
		}
	}
	return found
}

// above returns the shadows of skills in parent directories.
func above(d *schema.Dialect, places []schema.Place, sites map[site][]*namedSkill, at site) []*shadow {
	outer := make([]*namedSkill, len(places)) // the outermost skill of each place
	for _, dir := range upwards(at.dir)[1:] {
		for i, b := range sites[site{at.treeName, dir}] {
			if b != nil && places[i].Up {
				outer[i] = b
			}
		}
	}
	var found []*shadow
	for i, b := range sites[at] {
		if b == nil {
			continue
		}
		f := &shadow{hidden: *b}
		for j, o := range outer {
			settled := j == i && places[i].Outer
			if o == nil || o.sum == b.sum || !settled && !d.Either {
				continue
			}
			if f.others, f.either = append(f.others, *o), !settled; settled {
				f.others = f.others[len(f.others)-1:]
				break
			}
		}
		if len(f.others) > 0 {
			found = append(found, f)
		}
	}
	return found
}
