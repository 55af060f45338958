package language

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/yuin/goldmark/ast"
)

// A nameRef is a name of a skill, subagent, persona or command at an offset.
type nameRef struct {
	node     int            // index in the map
	rng      analysis.Range // of the name without quotes
	declares bool           // the name is a declaration in the file of the node
}

// nameAt returns the name at an offset, or nil.
func (s *Snapshot) nameAt(d *Document, offset int) *nameRef {
	if d.Body != nil && offset >= d.BodyStart() && d.BodyStart() > 0 && !bytes.Contains(d.Source, []byte("load_skill")) {
		return nil // clients do not read names in text, and the map is expensive
	}
	m, ok := workspaceFact(s.Facts, graph.MapFact)
	if !ok {
		return nil
	}
	at := func(l analysis.Location) bool {
		return l.Path == d.Path && l.Range.Len() > 0 && l.Range.Start <= offset && offset <= l.Range.End && l.Range.End <= len(d.Source)
	}
	if own := declaredName(d, m, at); own != nil {
		return own
	}
	for i := range m.Edges {
		if e := &m.Edges[i]; e.Kind != graph.References && at(e.At) {
			return referredName(d, m, e)
		}
	}
	return s.registryNameAt(d, m, at)
}

// declaredName returns the name that the document declares at an offset, or nil.
func declaredName(d *Document, m *graph.Map, at func(analysis.Location) bool) *nameRef {
	for i := range m.Nodes {
		n := &m.Nodes[i]
		if n.File != d.File || n.Unfiled || n.Kind&graph.EntryKinds == 0 || !at(n.At) {
			continue
		}
		if inner, ok := innerName(d, n.At.Range, n.Name); ok && isNameValue(d, n.At.Range) {
			return &nameRef{i, inner, true}
		}
	}
	return nil
}

// referredName returns the name in a reference.
func referredName(d *Document, m *graph.Map, e *graph.Relation) *nameRef {
	for _, name := range m.Nodes[e.To].Names {
		if inner, ok := innerName(d, e.At.Range, name); ok {
			return &nameRef{e.To, inner, false}
		}
	}
	return &nameRef{e.To, e.At.Range, false}
}

// isNameValue reports whether a range is the value of the field "name". For files without the field, it is the first line.
func isNameValue(d *Document, r analysis.Range) bool {
	v := d.Data.Get("name")
	return v != nil && v.Range == r
}

// registryNameAt returns the name at an offset in an entry or in the dispatch matrix of a registry.
func (s *Snapshot) registryNameAt(d *Document, m *graph.Map, at func(analysis.Location) bool) *nameRef {
	for _, name := range s.registryNames(d) {
		if !at(name.Location) {
			continue
		}
		inner, ok := innerName(d, name.Location.Range, name.Value)
		if node := nodeOf(m, name.skill); ok && node >= 0 {
			return &nameRef{node, inner, false}
		}
	}
	return nil
}

// A registryName is a name of a skill in a registry, in an entry or in the dispatch matrix.
type registryName struct {
	registry.Text
	skill *analysis.File
}

// registryNames returns the names in a registry that are not dependencies.
func (s *Snapshot) registryNames(d *Document) []registryName {
	r, ok := FactOf(d, registry.Fact)
	g, known := workspaceFact(s.Facts, graph.Fact)
	if !ok || !known {
		return nil
	}
	var names []registryName
	find := registry.NewFinder(s.Facts.workspace)
	for i := range r.Entries {
		e := &r.Entries[i]
		if skill := find.Skill(d.File, e.Path.Value, e.Name.Value); skill != nil {
			names = append(names, registryName{e.Name, skill})
		}
	}
	for _, name := range r.Matrix {
		if n, ok := g.Resolve(d.File, name.Value, dependencyRule("skill")); ok && g.Nodes[n].Kind == analysis.Skill {
			names = append(names, registryName{name, g.Nodes[n].File})
		}
	}
	return names
}

// nodeOf returns the node of a file in the map, or -1.
func nodeOf(m *graph.Map, f *analysis.File) int {
	return slices.IndexFunc(m.Nodes, func(n graph.MapNode) bool { return n.File == f && !n.Unfiled })
}

// innerName returns the range of a name within a range that may have quotes, a plugin prefix or a path.
func innerName(d *Document, r analysis.Range, name string) (analysis.Range, bool) {
	if r.Start < 0 || r.End > len(d.Source) || r.Start > r.End || name == "" {
		return r, false
	}
	text := d.Source[r.Start:r.End]
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return r, false
		}
		i += from
		end := i + len(name)
		if (i == 0 || !isNameByte(text[i-1])) && (end == len(text) || !isNameByte(text[end])) {
			return analysis.Range{Start: r.Start + i, End: r.Start + end}, true
		}
		from = i + 1
	}
}

func isNameByte(c byte) bool {
	return c == '-' || c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// A resolvedLink is a resolved link with its range in the current content.
type resolvedLink struct {
	link.Link
	at analysis.Range
}

// targetPath returns the path of the file or directory that a link refers to, or "".
func (l *resolvedLink) targetPath() string { return targetPath(&l.Link) }

func targetPath(l *link.Link) string {
	switch {
	case l.Class != link.Local:
		return ""
	case l.Standing == analysis.IsFile || l.Standing == analysis.IsFolder:
		return l.To
	}
	return l.Found
}

// findLinks returns all links of the current content of a document with their ranges.
func (s *Snapshot) findLinks(d *Document) []resolvedLink {
	if s.Facts == nil || s.Facts.workspace == nil || d.Tree == nil {
		return nil
	}
	var all []resolvedLink
	r := s.resolver()
	if targets, ok := FactOf(d, link.OccurrenceFact); ok {
		for i := range targets.List {
			all = append(all, resolvedLink{r.Resolve(d.File, &targets.List[i]), targets.List[i].At.Range})
		}
	}
	if hooks, ok := FactOf(d, link.HookFact); ok {
		for i := range hooks {
			all = append(all, resolvedLink{r.Resolve(d.File, &hooks[i].Target), hooks[i].At.Range})
		}
	}
	return append(all, s.fileReferences(d)...)
}

func (s *Snapshot) resolver() *link.Resolver {
	if s.Facts.resolver == nil {
		s.Facts.resolver = link.NewResolver(s.Facts.workspace)
	}
	return s.Facts.resolver
}

// fileReferences returns the @references of a document to existing single files.
func (s *Snapshot) fileReferences(d *Document) []resolvedLink {
	refs, ok := FactOf(d, link.ReferenceFact)
	if !ok {
		return nil
	}
	dir := path.Dir(d.Rel)
	if owner := s.finder().Owner(d.File); owner != nil {
		dir = path.Dir(owner.Rel)
	}
	var all []resolvedLink
	for _, ref := range refs.Places {
		candidates := ref.Candidates(dir)
		if rules := d.Rules(); rules != nil && rules.Imports != nil {
			candidates = candidates[max(0, len(candidates)-1):] // relative to the file
		}
		i := slices.IndexFunc(candidates, func(to string) bool { return d.Tree.Stat(to) == analysis.IsFile })
		if i < 0 || ref.Glob || ref.Quoted {
			continue
		}
		written := analysis.Range{Start: ref.Range.Start + 1, End: ref.Range.End}
		base := strings.TrimSuffix(strings.TrimSuffix(candidates[i], path.Clean(ref.Path)), "/")
		if base == "" {
			base = "."
		}
		all = append(all, resolvedLink{link.Link{Target: &link.Target{Form: formReference, Written: ref.Path, Path: ref.Path, At: d.At(written)},
			From: d.File, Dir: base, To: candidates[i], Standing: analysis.IsFile}, written})
	}
	return all
}

// formReference is the form of an @path.
const formReference link.Form = "@"

func (s *Snapshot) finder() *registry.Finder {
	if s.Facts.finder == nil {
		s.Facts.finder = registry.NewFinder(s.Facts.workspace)
	}
	return s.Facts.finder
}

// linkAt returns the link whose destination contains an offset, or nil.
func (s *Snapshot) linkAt(d *Document, offset int) *resolvedLink {
	all := d.links()
	for i := range all {
		if at := all[i].at; at.Start <= offset && offset <= at.End {
			return &all[i]
		}
	}
	return nil
}

// A heading is a heading with its anchor.
type heading struct {
	name   string         // the anchor
	title  string         // rendered
	whole  analysis.Range // with # characters
	text   analysis.Range // the source of the title
	unique bool           // no other heading has the same text

	explicit string // the anchor in the title, or ""
}

// findHeadings returns the headings of a document that have generated anchors.
func findHeadings(d *Document) []heading {
	if d.Body == nil {
		return nil
	}
	var all []heading
	count := map[string]int{}
	for _, a := range link.HeadingAnchors(d.Document) {
		if a.Explicit {
			if n := len(all); n > 0 {
				all[n-1].explicit = a.Name
			}
			continue
		}
		text := textOf(d, a.Heading)
		if text.Len() == 0 {
			continue
		}
		count[link.Slug(a.Title)]++
		whole := d.LineRange(d.LineOf(text.Start))
		whole.End = max(whole.End, text.End)
		all = append(all, heading{name: a.Name, title: a.Title, whole: d.TrimLine(whole), text: text})
	}
	for i := range all {
		all[i].unique = count[link.Slug(all[i].title)] == 1
	}
	return all
}

// textOf returns the range of the text of a heading.
func textOf(d *Document, n ast.Node) analysis.Range {
	lines := n.Lines()
	if lines.Len() == 0 {
		return analysis.Range{}
	}
	return d.TrimLine(analysis.Range{Start: lines.At(0).Start, End: min(len(d.Source), lines.At(lines.Len()-1).Stop)})
}

// headingOf returns the heading with an anchor.
func headingOf(d *Document, fragment string) (heading, bool) {
	for _, h := range d.headings() {
		if link.SameAnchor(fragment, h.name) || h.explicit != "" && link.SameAnchor(fragment, h.explicit) {
			return h, true
		}
	}
	return heading{}, false
}

// headingAt returns the heading at an offset.
func headingAt(d *Document, offset int) (heading, bool) {
	for _, h := range d.headings() {
		if h.whole.Start <= offset && offset <= h.whole.End {
			return h, true
		}
	}
	return heading{}, false
}
