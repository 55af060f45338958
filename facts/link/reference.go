package link

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/role"
)

// A Reference is an @path and its range.
type Reference struct {
	Path  string         // without "@", verbatim
	Range analysis.Range // with "@"
	Glob  bool           // the path contains "*" or "?"
	Sure  bool           // the path has the suffix of a document; otherwise it is a reference only if the file exists
	Told  bool           // the text describes the file, such as one that may be missing or that the agent creates
}

// A PlacedReference is a reference of a file of the workspace.
type PlacedReference struct {
	Reference
	At     analysis.Location
	Alone  bool // nothing else is on its line, except for a list marker
	Quoted bool // part of an example that the text calls bad or wrong
}

// References holds the references of a file, in order.
type References struct {
	Places  []PlacedReference
	Omitted int // number of references beyond the limit
}

const maxPlaces = 1_000 // of one file

// ReferenceFact computes the references of a file. Files without references have no fact.
var ReferenceFact = analysis.NewFact("reference", "the @path references of a file, outside of code",
	analysis.PerDocument, analysis.Text&^analysis.Prompt,
	readReferences)

func readReferences(pass *analysis.Pass) (References, error) {
	found := ReferencesIn(pass.Document)
	if len(found) == 0 {
		return References{}, analysis.ErrNoFact
	}
	var r References
	d := pass.Document
	roles := role.Of(d)
	for _, f := range found[:min(len(found), maxPlaces)] {
		f.Path = strings.Clone(f.Path)
		f.Told = role.StatusOf(d.Source, f.Range) != 0
		r.Places = append(r.Places, PlacedReference{f, d.At(f.Range), isAlone(d, f.Range), roles.IsWrong(f.Range.Start)})
	}
	r.Omitted = len(found) - len(r.Places)
	return r, nil
}

// isAlone reports whether a reference is alone on its line, except for a list marker.
func isAlone(d *analysis.Document, r analysis.Range) bool {
	line := d.LineRange(d.LineOf(r.Start))
	before := strings.Trim(d.Text(analysis.Range{Start: max(line.Start, r.Start-maxPath), End: r.Start}), " \t\ufeff")
	return r.Start-line.Start <= maxPath && len(before) <= 1 && strings.Trim(before, "-*+") == "" &&
		line.End-r.End <= maxPath && strings.TrimSpace(d.Text(analysis.Range{Start: r.End, End: line.End})) == ""
}

// ReferencesIn returns the references of a document outside of code and frontmatter.
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

const maxPath = 4096 // bytes; the limit of operating systems

// ScanReferences returns all possible references in a text, also in code.
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

// isReferenceByte reports whether a byte may be part of a reference. White space and characters that enclose or join
// paths end a reference.
func isReferenceByte(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte("@\"'`<>()[]{}|,;:#=&%$\\^!", c) < 0
}

// documentSuffixes are the suffixes of files that are meant to be read, and so are inlined.
const documentSuffixes = ".md.markdown.mdx.mdc.txt.rst.adoc."

// parseReference parses a path, without the punctuation that ends its sentence.
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
