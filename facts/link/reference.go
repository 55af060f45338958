package link

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

// A PlacedReference is a reference of a file of the workspace.
type PlacedReference struct {
	Reference
	At     analysis.Location
	Alone  bool // nothing else stands on its line, but for the mark of a list
	Quoted bool // the text calls it bad or wrong, so it is an example
}

// References are the references of a file, in order.
type References struct {
	Places  []PlacedReference
	Omitted int // those that were too many to keep
}

const maxPlaces = 1_000 // of one file

// ReferenceFact is the references of a file. There is none for a file without.
var ReferenceFact = analysis.NewFact("reference", "the @path references of a file, outside of code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	readReferences)

func readReferences(pass *analysis.Pass) (References, error) {
	found := ReferencesIn(pass.Document)
	if len(found) == 0 {
		return References{}, analysis.ErrNoFact
	}
	var r References
	d := pass.Document
	examples := markdown.BadExamplesOf(d)
	for _, f := range found[:min(len(found), maxPlaces)] {
		f.Path = strings.Clone(f.Path)
		r.Places = append(r.Places, PlacedReference{f, d.At(f.Range), isAlone(d, f.Range), examples.Has(f.Range.Start)})
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

// ReferencesIn returns the references of a document: outside of code and of the header.
func ReferencesIn(d *analysis.Document) []Reference {
	all := ScanReferences(d.Source)
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

// ScanReferences returns whatever in a text may be a reference, code or not. Paths share its memory only as
// strings do.
func ScanReferences(text []byte) []Reference {
	var found []Reference
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '@')
		if n < 0 {
			return found
		}
		start := at + n
		end := start + 1
		for end < len(text) && isReferenceByte(text[end]) {
			end++
		}
		at = end
		if !markdown.StartsWord(text[:start]) || end-start > maxPath {
			continue
		}
		if end < len(text) && text[end] == '@' { // @user@host
			continue
		}
		if r, ok := parseReference(string(text[start+1 : end])); ok {
			r.Range = analysis.Range{Start: start, End: start + 1 + len(r.Path)}
			found = append(found, r)
		}
	}
}

// isReferenceByte reports whether a byte may stand in the path of a reference. What ends one is white space,
// and what encloses or joins paths in a text.
func isReferenceByte(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte("@\"'`<>()[]{}|,;:#=&%$\\^!", c) < 0
}

// documentSuffixes are the endings of files that are written to be read, and so are inlined.
const documentSuffixes = ".md.markdown.mdx.mdc.txt.rst.adoc."

// parseReference returns what a path is, without what ends the sentence it stands in.
func parseReference(text string) (Reference, bool) {
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
	r.Sure = dot > 0 && !strings.HasSuffix(text, "/") && strings.Contains(documentSuffixes, strings.ToLower(name[dot:])+".")
	return r, strings.Trim(text, "/.~*?") != ""
}
