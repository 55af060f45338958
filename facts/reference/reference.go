// Package reference knows the references of a Markdown file to files that an orchestrator reads and
// puts in their place: @path.md and @dir/*.md.
//
// A reference begins a line or follows white space, outside of code and of the header. Much else
// begins with "@": addresses, packages (@acme/tool), decorators (@app.route), people (@octocat), tags
// of JSDoc, rules of style sheets. So only a path that ends as a document does is a reference for
// sure; any other is one if there is a file of that name.
package reference

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Reference is a path and where it stands.
type Reference struct {
	Path  string         // without "@", as it is written
	Range analysis.Range // with "@"
	Glob  bool           // the last name, or a folder's, has "*" or "?"
	Sure  bool           // it ends as a document does; else it is a reference only if it names a file
}

// A Place is a reference of a file of the workspace.
type Place struct {
	Reference
	At     analysis.Location
	Alone  bool // nothing else stands on its line, but for the mark of a list
	Quoted bool // the text calls it bad or wrong, so it is an example
}

// References are the references of a file, in order.
type References struct {
	Places  []Place
	Omitted int // those that were too many to keep
}

const maxPlaces = 1_000 // of one file

// Fact is the references of a file. There is none for a file without.
var Fact = analysis.NewFact("reference", "the @path references of a file, outside of code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	read)

func read(pass *analysis.Pass) (References, error) {
	found := Of(pass.Document)
	if len(found) == 0 {
		return References{}, analysis.ErrNoFact
	}
	var r References
	d := pass.Document
	examples := markdown.BadExamplesOf(d)
	for _, f := range found[:min(len(found), maxPlaces)] {
		f.Path = strings.Clone(f.Path)
		r.Places = append(r.Places, Place{f, d.At(f.Range), isAlone(d, f.Range), examples.Has(f.Range.Start)})
	}
	r.Omitted = len(found) - len(r.Places)
	return r, nil
}

// isAlone reports whether nothing but a reference stands on its line, with or without the mark of a
// list before it.
func isAlone(d *analysis.Document, r analysis.Range) bool {
	line := d.LineRange(d.LineOf(r.Start))
	before := strings.Trim(d.Text(analysis.Range{Start: max(line.Start, r.Start-maxPath), End: r.Start}), " \t\ufeff")
	return r.Start-line.Start <= maxPath && len(before) <= 1 && strings.Trim(before, "-*+") == "" &&
		line.End-r.End <= maxPath && strings.TrimSpace(d.Text(analysis.Range{Start: r.End, End: line.End})) == ""
}

// Of returns the references of a document: outside of code and of the header.
func Of(d *analysis.Document) []Reference {
	all := Scan(d.Source)
	ranges := make([]analysis.Range, len(all))
	for i, r := range all {
		ranges[i] = r.Range
	}
	kinds := markdown.ContextsOf(d, ranges)
	var found []Reference
	for i, r := range all {
		if kinds[i] == markdown.InText {
			found = append(found, r)
		}
	}
	return found
}

const maxPath = 4096 // bytes; no system has longer ones

// Scan returns whatever in a text may be a reference, code or not. Paths share its memory only as
// strings do.
func Scan(text []byte) []Reference {
	var found []Reference
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '@')
		if n < 0 {
			return found
		}
		start := at + n
		end := start + 1
		for end < len(text) && isPath(text[end]) {
			end++
		}
		at = end
		if !markdown.StartsWord(text[:start]) || end-start > maxPath {
			continue
		}
		if end < len(text) && text[end] == '@' { // @user@host
			continue
		}
		if r, ok := parse(string(text[start+1 : end])); ok {
			r.Range = analysis.Range{Start: start, End: start + 1 + len(r.Path)}
			found = append(found, r)
		}
	}
}

// isPath reports whether a byte may stand in the path of a reference. What ends one is white space,
// and what encloses or joins paths in a text.
func isPath(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte("@\"'`<>()[]{}|,;:#=&%$\\^!", c) < 0
}

// documents are the endings of files that are written to be read, and so are inlined.
const documents = ".md.markdown.mdx.mdc.txt.rst.adoc."

// parse returns what a path is, without what ends the sentence it stands in.
func parse(text string) (Reference, bool) {
	for {
		cut := strings.TrimRight(text, ".?~+-_")
		if rest := strings.TrimRight(cut, "*"); !strings.HasSuffix(rest, "/") {
			cut = rest
		}
		if cut == text {
			break
		}
		text = cut
	}
	r := Reference{Path: text, Glob: strings.ContainsAny(text, "*?")}
	name := path.Base(text)
	dot := strings.LastIndexByte(name, '.')
	r.Sure = dot > 0 && !strings.HasSuffix(text, "/") && strings.Contains(documents, strings.ToLower(name[dot:])+".")
	return r, strings.Trim(text, "/.~*?") != ""
}
