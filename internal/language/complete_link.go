package language

import (
	"bytes"
	"net/url"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
)

// maxDestination limits the destinations that are completed, in bytes.
const maxDestination = 1_000

// A destination is the part of a link that is being typed.
type destination struct {
	analysis.Range      // the whole destination
	angle          bool // in <>
	reference      bool // an @path
}

// link completes the destination of a link, an attribute or an @path.
func (c *completer) link() {
	to, ok := c.destination()
	if !ok {
		return
	}
	typed := string(c.d.Source[to.Start:c.offset])
	before, fragment, inFragment := strings.Cut(typed, "#")
	if inFragment && !to.reference {
		c.anchors(before, analysis.Range{Start: c.offset - len(fragment), End: to.End})
		return
	}
	if strings.Contains(typed, "://") || strings.HasPrefix(typed, "/") || strings.HasPrefix(typed, "~") {
		return
	}
	name := typed[strings.LastIndexByte(typed, '/')+1:]
	at := analysis.Range{Start: c.offset - len(name), End: to.End}
	if i := bytes.IndexAny(c.d.Source[c.offset:to.End], "/#"); i >= 0 {
		at.End = c.offset + i
	}
	bases := []string{path.Dir(c.f.Rel)}
	if to.reference {
		bases = link.Reference{}.Candidates(path.Dir(c.f.Rel))
	}
	decoded, err := url.PathUnescape(typed[:len(typed)-len(name)])
	if err != nil {
		decoded = typed[:len(typed)-len(name)]
	}
	for rank, base := range bases {
		c.entries(path.Join(base, decoded), at, to, rank)
	}
}

// entries adds the files and directories in a directory. Hidden ones are added only after a dot.
func (c *completer) entries(dir string, at analysis.Range, to destination, rank int) {
	tree := c.f.Tree
	if tree == nil || analysis.LeavesRoot(dir) {
		return
	}
	hidden := at.Start < c.offset && c.d.Source[at.Start] == '.'
	for _, name := range tree.Entries(dir) {
		rel := path.Join(dir, name)
		if strings.HasPrefix(name, ".") && !hidden || rel == c.f.Rel || tree.Hidden(rel) {
			continue
		}
		i := Item{Label: name, Kind: FileItem, Range: at, Text: escapedPath(name, to), Rank: 2*rank + 1}
		if tree.IsDir(rel) {
			i.Label, i.Text, i.Kind = name+"/", i.Text+"/", FolderItem
			if bytes.HasPrefix(c.d.Source[at.End:], []byte("/")) {
				i.Range.End++
			}
		} else if path.Ext(name) == ".md" {
			i.Rank--
		}
		c.add(i)
	}
}

// escapedPath returns a name, escaped for a destination.
func escapedPath(name string, to destination) string {
	if to.reference {
		return name
	}
	if to.angle {
		return strings.NewReplacer("<", "%3C", ">", "%3E", "#", "%23", "?", "%3F", "%", "%25").Replace(name)
	}
	return strings.NewReplacer("(", "%28", ")", "%29").Replace((&url.URL{Path: name}).EscapedPath())
}

// anchors adds the anchors of the target of a link.
func (c *completer) anchors(to string, at analysis.Range) {
	d := c.d
	if to != "" {
		decoded, err := url.PathUnescape(to)
		if err != nil {
			return
		}
		l := c.s.resolver().Resolve(c.f, &link.Target{Form: link.FormLink, Written: to, Path: decoded})
		f := c.s.fileAt(c.f.Tree, l.To)
		if l.Class != link.Local || f == nil {
			return
		}
		other, err := c.s.Document(f)
		if err != nil {
			return
		}
		d = other
	}
	if d.Body == nil {
		return
	}
	for n, a := range link.HeadingAnchors(d.Document) {
		c.add(Item{Label: a.Name, Kind: AnchorItem, Detail: a.Title, Range: at, Rank: n})
	}
}

// destination returns the destination at the offset.
func (c *completer) destination() (destination, bool) {
	source := c.d.Source
	from := max(c.d.BodyStart(), c.offset-maxDestination)
	if i := bytes.LastIndexAny(source[from:c.offset], "\r\n"); i >= 0 {
		from += i + 1
	}
	line := source[from:c.offset]
	if markdown.ContextsOf(c.d.Document, []analysis.Range{{Start: max(from, c.offset-1), End: c.offset}})[0].IsCode() {
		return destination{}, false
	}
	start := -1
	var to destination
	var form struct{ ends, closing string }
	for _, mark := range []struct{ open, ends, closing string }{
		{"](<", ">\r\n", ">"}, {"](", " \t)\r\n", ")"}, {"]: <", ">\r\n", ">"}, {"]: ", " \t\r\n", ""}, {`href="`, "\"\r\n", `"`}, {`src="`, "\"\r\n", `"`},
	} {
		if i := bytes.LastIndex(line, []byte(mark.open)); i >= 0 && i+len(mark.open) > start {
			start, to.angle = i+len(mark.open), mark.closing == ">"
			form.ends, form.closing = mark.ends, mark.closing
		}
	}
	if i := bytes.LastIndexByte(line, '@'); i >= 0 && i+1 > start && markdown.StartsWord(source[:from+i]) {
		start, to.reference, to.angle = i+1, true, false
		form.ends, form.closing = " \t\r\n\"'`<>()[]{},;", ""
	}
	if start < 0 || bytes.ContainsAny(line[start:], form.ends) {
		return destination{}, false
	}
	to.Start, to.End = from+start, c.offset
	for to.End < len(source) && to.End-c.offset < maxDestination && strings.IndexByte(form.ends, source[to.End]) < 0 {
		to.End++
	}
	if form.closing != "" && !bytes.HasPrefix(source[to.End:], []byte(form.closing)) {
		to.End = c.offset // the link is unclosed, so the rest of the line is text
	}
	return to, true
}
