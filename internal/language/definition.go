package language

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Definition returns the locations that define the name, link, anchor or placeholder at an offset.
func (s *Snapshot) Definition(f *analysis.File, offset int) []analysis.Location {
	d, err := s.Document(f)
	if err != nil || offset < 0 || offset > len(d.Source) {
		return nil
	}
	if name, _, ok := placeholderAt(d, offset); ok {
		for _, p := range s.placeholders(f) {
			if p.name == name && p.at != nil {
				return []analysis.Location{*p.at}
			}
		}
		return nil
	}
	if found := s.commandDefinition(d, offset); found != nil {
		return found
	}
	if n := s.nameAt(d, offset); n != nil {
		m, _ := workspaceFact(s.Facts, graph.MapFact)
		return []analysis.Location{m.Nodes[n.node].At}
	}
	if l := s.linkAt(d, offset); l != nil {
		return s.targetOf(l)
	}
	if h, ok := headingAt(d, offset); ok {
		return []analysis.Location{d.At(h.text)}
	}
	return nil
}

// documentOf returns the path of the file that a link refers to, or "". For a directory, it is the SKILL.md or README.md in it.
func documentOf(l *link.Link) string {
	to, tree := targetPath(l), l.From.Tree
	if to == "" || !tree.IsDir(to) {
		return to
	}
	for _, name := range []string{"SKILL.md", "README.md"} {
		if tree.Exists(path.Join(to, name)) {
			return path.Join(to, name)
		}
	}
	return ""
}

// targetOf returns the file or heading that a link refers to.
func (s *Snapshot) targetOf(l *resolvedLink) []analysis.Location {
	to := documentOf(&l.Link)
	if to == "" {
		return nil
	}
	target := s.fileAt(l.From.Tree, to)
	if target == nil {
		shown, ok := reportPath(l.From, to)
		if !ok {
			return nil
		}
		return []analysis.Location{startOf(shown)}
	}
	if l.Fragment != "" {
		if other, err := s.Document(target); err == nil {
			if h, ok := headingOf(other, l.Fragment); ok {
				return []analysis.Location{other.At(h.text)}
			}
		}
	}
	return []analysis.Location{startOf(target.Path)}
}

// startOf returns the start of a file.
func startOf(shown string) analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: shown, Start: one, End: one}
}

// reportPath returns the path in reports of a path in a file's tree.
func reportPath(f *analysis.File, rel string) (string, bool) {
	if above, ok := strings.CutSuffix(f.Path, f.Rel); ok {
		return above + rel, true
	}
	below, ok := strings.CutSuffix(f.Rel, f.Path)
	shown, inside := strings.CutPrefix(rel, below)
	return shown, ok && inside
}

// maxReferences limits the references of one request.
const maxReferences = 10_000

// References returns the sorted references to the name, link target, heading or placeholder at an offset, and its definition if
// declaration is set.
func (s *Snapshot) References(f *analysis.File, offset int, declaration bool) []analysis.Location {
	d, err := s.Document(f)
	if err != nil || offset < 0 || offset > len(d.Source) {
		return nil
	}
	var found []analysis.Location
	if name, _, ok := placeholderAt(d, offset); ok {
		found = s.placeholderUses(f, name, declaration)
	} else if n := s.nameAt(d, offset); n != nil {
		found = s.nameUses(n.node, declaration)
	} else if l := s.linkAt(d, offset); l != nil {
		if target := s.fileAt(f.Tree, documentOf(&l.Link)); target != nil {
			found = s.linkUses(target, l.Fragment)
			if at := s.targetOf(l); declaration && len(at) == 1 && at[0].Start.Line > 1 {
				found = append(found, at[0]) // a heading
			}
		}
	} else if h, ok := headingAt(d, offset); ok {
		found = s.linkUses(f, h.name)
		if declaration {
			found = append(found, d.At(h.text))
		}
	}
	sorting.By(found, compareLocations)
	found = slices.Compact(found)
	return found[:min(len(found), maxReferences)]
}

func compareLocations(a, b analysis.Location) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), a.Range.Start-b.Range.Start, a.Range.End-b.Range.End)
}

// nameUses returns the occurrences of the name of a node, and the links to its file.
func (s *Snapshot) nameUses(node int, declaration bool) []analysis.Location {
	m, _ := workspaceFact(s.Facts, graph.MapFact)
	var found []analysis.Location
	if declaration {
		found = append(found, m.Nodes[node].At)
	}
	file := m.Nodes[node].File
	for i := range m.Edges {
		if e := &m.Edges[i]; e.To == node && e.Kind != graph.References && e.At.Range.Len() > 0 {
			found = append(found, e.At)
		}
	}
	for _, f := range s.Result.Files {
		if f.Kind != analysis.Registry || f.Tree != file.Tree {
			continue
		}
		if d, err := s.Document(f); err == nil {
			for _, name := range s.registryNames(d) {
				if name.skill == file {
					found = append(found, name.Location)
				}
			}
		}
	}
	if !m.Nodes[node].Unfiled {
		found = append(found, s.linkUses(file, "")...)
	}
	return found
}

// linkUses returns the links to a file or, with a fragment, to that anchor in the file.
func (s *Snapshot) linkUses(target *analysis.File, fragment string) []analysis.Location {
	var found []analysis.Location
	links, _ := workspaceFact(s.Facts, link.Fact)
	for i := range links {
		l := &links[i]
		if l.From.Tree != target.Tree || documentOf(l) != target.Rel || fragment == "" && l.Path == "" || fragment != "" && (l.Fragment == "" || !link.SameAnchor(fragment, l.Fragment)) {
			continue
		}
		found = append(append(found, l.At), l.Also...)
	}
	if fragment != "" {
		return found
	}
	m, _ := workspaceFact(s.Facts, graph.MapFact)
	if node := nodeOf(m, target); node >= 0 {
		for i := range m.Edges {
			if e := &m.Edges[i]; e.To == node && e.Field == string(formReference) {
				found = append(found, e.At)
			}
		}
	}
	return found
}

// placeholderUses returns the occurrences of a placeholder in the tree of a file.
func (s *Snapshot) placeholderUses(in *analysis.File, name string, declaration bool) []analysis.Location {
	var found []analysis.Location
	for f, all := range placeholder.Fact.All(s.Facts.store) {
		if f.Tree != in.Tree || len(found) > maxReferences {
			continue
		}
		for i := range all.Names {
			p := &all.Names[i]
			if p.Name != name {
				continue
			}
			if p.Count == len(p.Places) {
				found = append(found, p.Places...)
			} else if d, err := s.Document(f); err == nil {
				for _, r := range analysis.ScanPlaceholders(d.Source) {
					if string(d.Source[r.Start+2:r.End-2]) == name && len(found) < maxReferences {
						found = append(found, d.At(r))
					}
				}
			}
		}
	}
	if declaration {
		for _, p := range s.placeholders(in) {
			if p.name == name && p.at != nil {
				found = append(found, *p.at)
			}
		}
	}
	return found
}
