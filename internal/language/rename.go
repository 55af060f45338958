package language

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// An Edit replaces a range of a file.
type Edit struct {
	File  *analysis.File
	Range analysis.Range
	Text  string
}

// A Move renames a file or directory of a tree, after all edits.
type Move struct {
	Tree     *analysis.Tree
	From, To string // relative to the root
	IsDir    bool
}

// A Rename holds the edits that rename a skill or heading, sorted by file and offset, and the moves after them.
type Rename struct {
	Edits []Edit
	Moves []Move
}

// add adds an edit unless it is a duplicate.
func (r *Rename) add(f *analysis.File, at analysis.Range, text string) {
	e := Edit{f, at, text}
	if !slices.Contains(r.Edits, e) {
		r.Edits = append(r.Edits, e)
	}
}

// finish sorts the edits. Overlapping edits are an error because their result depends on the order.
func (r *Rename) finish() (*Rename, error) {
	sorting.By(r.Edits, func(a, b Edit) int {
		return cmp.Or(strings.Compare(a.File.Path, b.File.Path), a.Range.Start-b.Range.Start, a.Range.End-b.Range.End)
	})
	for i := 1; i < len(r.Edits); i++ {
		if a, b := &r.Edits[i-1], &r.Edits[i]; a.File == b.File && b.Range.Start < a.Range.End {
			return nil, fmt.Errorf("%s has overlapping references; rename them by hand", quote.Text(b.File.Path))
		}
	}
	return r, nil
}

// errNoRename is returned for offsets that are neither in a name nor in a heading.
var errNoRename = errors.New("only skills and headings can be renamed")

// A renameTarget is a skill or heading that can be renamed.
type renameTarget struct {
	at      analysis.Range
	old     string
	file    *analysis.File
	skill   bool
	heading heading
}

// CanRename returns the range and text to rename at an offset. The error is the reason why it cannot be renamed.
func (s *Snapshot) CanRename(f *analysis.File, offset int) (analysis.Range, string, error) {
	x, err := s.findRename(f, offset)
	if err != nil {
		return analysis.Range{}, "", err
	}
	return x.at, x.old, nil
}

func (s *Snapshot) findRename(f *analysis.File, offset int) (*renameTarget, error) {
	d, err := s.Document(f)
	if err != nil {
		return nil, err
	}
	if offset < 0 || offset > len(d.Source) {
		return nil, errNoRename
	}
	if n := s.nameAt(d, offset); n != nil {
		m, _ := workspaceFact(s.Facts, graph.MapFact)
		return s.skillTarget(d, n, &m.Nodes[n.node])
	}
	if l := s.linkAt(d, offset); l != nil && l.Fragment != "" {
		target := s.fileAt(f.Tree, l.targetPath())
		if target == nil {
			return nil, errors.New("the target of the link does not exist")
		}
		other, err := s.Document(target)
		if err != nil {
			return nil, err
		}
		if h, ok := headingOf(other, l.Fragment); ok {
			at := l.at
			if i := strings.LastIndexByte(d.Text(at), '#'); i >= 0 {
				at.Start += i + 1
			}
			return s.headingTarget(other, h, at)
		}
		return nil, errNoRename
	}
	if h, ok := headingAt(d, offset); ok {
		return s.headingTarget(d, h, h.text)
	}
	return nil, errNoRename
}

// Rename returns the edits that rename the skill or heading at an offset.
func (s *Snapshot) Rename(f *analysis.File, offset int, to string) (*Rename, error) {
	x, err := s.findRename(f, offset)
	if err != nil {
		return nil, err
	}
	if x.skill {
		return s.renameSkill(x, to)
	}
	return s.renameHeading(x, to)
}

// headingTarget checks whether a heading can be renamed.
func (s *Snapshot) headingTarget(d *Document, h heading, at analysis.Range) (*renameTarget, error) {
	switch {
	case d.LineOf(h.text.Start) != d.LineOf(h.text.End):
		return nil, errors.New("a heading of several lines cannot be renamed")
	case h.explicit != "":
		return nil, errors.New("the heading has an explicit anchor, so no link depends on its text")
	case !h.unique:
		return nil, fmt.Errorf("several headings are called %s, so links to it are ambiguous", quote.Text(h.title))
	}
	if who := requiredBy(d.File, h.title); who != "" {
		return nil, fmt.Errorf("%s requires the section %s", who, quote.Text(h.title))
	}
	return &renameTarget{at: at, old: d.Text(h.text), file: d.File, heading: h}, nil
}

// requiredBy returns the client or configuration that requires a section of a file, or "".
func requiredBy(f *analysis.File, title string) string {
	name := markdown.HeadingName(title)
	find := func(sections []schema.Section) string {
		for _, x := range sections {
			for _, heading := range append([]string{x.Heading}, x.Also...) {
				if ending, any := strings.CutPrefix(heading, "*"); strings.EqualFold(markdown.HeadingName(heading), name) || any && strings.HasSuffix(strings.ToLower(name), strings.ToLower(ending)) {
					return cmp.Or(x.Reader, "the configuration")
				}
			}
		}
		return ""
	}
	if rules := f.Rules(); rules != nil {
		if who := find(rules.Sections); who != "" {
			return who
		}
	}
	return find(f.Conventions.SectionsOf(f.Kind))
}

// renameHeading returns the edits that change the text of a heading and the links to it.
func (s *Snapshot) renameHeading(x *renameTarget, to string) (*Rename, error) {
	to = strings.TrimSpace(to)
	d, err := s.Document(x.file)
	switch {
	case err != nil:
		return nil, err
	case to == "" || strings.ContainsAny(to, "\r\n\x00"):
		return nil, errors.New("a heading needs a text on one line")
	}
	slug, err := s.anchorAfter(d, x.heading, to)
	if err != nil {
		return nil, err
	}
	r := &Rename{}
	r.add(x.file, x.heading.text, to)
	for _, from := range s.filesWithLink(func(l *link.Link) bool {
		return l.From.Tree == x.file.Tree && targetPath(l) == x.file.Rel && l.Fragment != ""
	}) {
		if err := s.renameAnchors(r, from, x, slug); err != nil {
			return nil, err
		}
	}
	return r.finish()
}

// anchorAfter returns the anchor of a heading after its text is replaced. The anchors of all other headings must not change.
func (s *Snapshot) anchorAfter(d *Document, h heading, to string) (string, error) {
	changed := slices.Concat(d.Source[:h.text.Start], []byte(to), d.Source[h.text.End:])
	after, err := s.parse(d.File, changed)
	if err != nil {
		return "", err
	}
	was, is := link.HeadingAnchors(d.Document), link.HeadingAnchors(after.Document)
	if len(was) != len(is) {
		return "", fmt.Errorf("%s is not the text of one heading", quote.Text(to))
	}
	slug := ""
	for i := range was {
		switch own := was[i].Name == h.name && !was[i].Explicit; {
		case own && is[i].Name == "":
			return "", errors.New("a heading needs a letter or a digit")
		case own:
			slug = is[i].Name
		case was[i].Name != is[i].Name:
			return "", fmt.Errorf("another heading is called %s", quote.Text(to))
		}
	}
	for i := range was {
		if was[i].Name != h.name && link.SameAnchor(was[i].Name, slug) {
			return "", fmt.Errorf("the heading %s exists already", quote.Text(was[i].Title))
		}
	}
	return slug, nil
}

// filesWithLink returns the files with a link that satisfies a condition, sorted by path.
func (s *Snapshot) filesWithLink(is func(*link.Link) bool) []*analysis.File {
	var files []*analysis.File
	links, _ := workspaceFact(s.Facts, link.Fact)
	for i := range links {
		if l := &links[i]; is(l) && (len(files) == 0 || files[len(files)-1] != l.From) {
			files = append(files, l.From)
		}
	}
	return files
}

// allLinks returns a document and all of its links. Omitted links are an error.
func (s *Snapshot) allLinks(f *analysis.File) (*Document, []resolvedLink, error) {
	d, err := s.Document(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", quote.Text(f.Path), err)
	}
	if targets, ok := FactOf(d, link.OccurrenceFact); ok && targets.Omitted > 0 {
		return nil, nil, fmt.Errorf("%s has too many links", quote.Text(d.Path))
	}
	return d, d.links(), nil
}

// renameAnchors changes the fragments of a file's links to a heading.
func (s *Snapshot) renameAnchors(r *Rename, from *analysis.File, x *renameTarget, slug string) error {
	d, all, err := s.allLinks(from)
	if err != nil {
		return err
	}
	for i := range all {
		l := &all[i]
		if l.targetPath() != x.file.Rel || l.Fragment == "" || !link.SameAnchor(l.Fragment, x.heading.name) {
			continue
		}
		text := d.Text(l.at)
		hash := strings.IndexByte(text, '#')
		if hash < 0 {
			return fmt.Errorf("the link at %s:%d cannot be changed", quote.Text(from.Path), d.LineOf(l.at.Start))
		}
		r.add(from, analysis.Range{Start: l.at.Start + hash + 1, End: l.at.Start + len(strings.TrimRight(text, " \t"))}, slug)
	}
	return nil
}
