package link

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/yuin/goldmark/ast"
)

// Anchors holds the anchors of a document, and its broken links to its own anchors.
type Anchors struct {
	Hashes []uint32 // sorted hashes of the names; the names themselves need too much memory
	Broken []BrokenAnchor
}

// A BrokenAnchor is a link to an anchor of the same document that does not exist.
type BrokenAnchor struct {
	Target
	Near string // the closest existing anchor, or empty
}

// Has reports whether a document has an anchor. Only letters and digits are compared, without case, because
// renderers differ in the other characters of a heading.
func (a *Anchors) Has(fragment string) bool {
	_, ok := slices.BinarySearch(a.Hashes, hashAnchor(fragment))
	return ok
}

func hashAnchor(name string) uint32 {
	const offset, prime = 2166136261, 16777619 // FNV-1a
	h := uint32(offset)
	for _, r := range strings.TrimPrefix(name, "user-content-") {
		if r < utf8.RuneSelf && !isASCIIWord(r) {
			continue
		}
		if r < utf8.RuneSelf || unicode.IsLetter(r) || unicode.IsDigit(r) {
			h = (h ^ uint32(unicode.ToLower(r))) * prime
		}
	}
	return h
}

func isASCIIWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// AnchorFact computes the anchors of a document.
var AnchorFact = analysis.NewFact("anchor", "the anchors of a document",
	analysis.PerDocument, analysis.Text, readAnchors, markdown.HTMLFact.Analyzer, TargetFact.Analyzer)

func readAnchors(pass *analysis.Pass) (Anchors, error) {
	d := pass.Document
	if d.Body == nil {
		return Anchors{}, analysis.ErrNoFact
	}
	names := htmlAnchors(markdown.HTMLFact.Of(pass))
	for _, h := range HeadingAnchors(d) {
		names = append(names, h.Name)
	}
	a := Anchors{Hashes: make([]uint32, len(names))}
	for i, n := range names {
		a.Hashes[i] = hashAnchor(n)
	}
	a.Hashes = appendShownHeadings(a.Hashes, d)
	slices.Sort(a.Hashes)
	a.Hashes = slices.Clip(slices.Compact(a.Hashes))
	var index *suggest.Index
	var longer map[string]string
	for _, t := range TargetFact.Of(pass).List {
		if t.Path != "" || t.Fragment == "" || !IsAnchorName(t.Fragment) || a.Has(t.Fragment) {
			continue
		}
		if index == nil {
			index, longer = suggest.NewIndex(names), beginnings(names)
		}
		best, ok := index.Best(t.Fragment)
		if whole := longer[strings.ToLower(t.Fragment)]; ok && whole != "" {
			best = whole
		}
		a.Broken = append(a.Broken, BrokenAnchor{t, best})
	}
	return a, nil
}

// beginnings maps the first words of anchors to the only anchor that begins so: "option" to "option-props".
func beginnings(names []string) map[string]string {
	found := map[string]string{}
	for _, name := range names {
		for at, c := range name[:min(len(name), maxBeginning)] {
			if other, ok := found[name[:at]]; c == '-' && at > 0 && ok && other != name {
				found[name[:at]] = ""
			} else if c == '-' && at > 0 {
				found[name[:at]] = name
			}
		}
	}
	return found
}

const maxBeginning = 80 // bytes of an anchor that are searched for its first words

// appendShownHeadings appends the anchors of headings in fenced code. If a fence is missing before them, they are meant as headings.
func appendShownHeadings(hashes []uint32, d *analysis.Document) []uint32 {
	for i := range d.Fences {
		lines := d.Fences[i].Node.Lines()
		for n := range lines.Len() {
			line := lines.At(n)
			if title := bytes.TrimLeft(line.Value(d.Source), "#"); len(title) < line.Len() && bytes.HasPrefix(title, []byte(" ")) {
				hashes = append(hashes, hashAnchor(Slug(string(bytes.TrimSpace(title)))))
			}
		}
	}
	return hashes
}

// IsAnchorName reports whether a fragment is an anchor, and not a text fragment or a line of a page on GitHub.
func IsAnchorName(fragment string) bool {
	if fragment == "top" || strings.HasPrefix(fragment, ":~:") || strings.ContainsAny(fragment, "/!=&") {
		return false
	}
	digits := strings.TrimLeft(fragment, "L")
	return digits == fragment || strings.Trim(digits, "0123456789-LC") != ""
}

// A HeadingAnchor is an anchor of a heading.
type HeadingAnchor struct {
	Name     string
	Title    string // the rendered text of the heading
	Heading  ast.Node
	Explicit bool // specified in the title: "# Title {#name}"
}

// HeadingAnchors returns the anchors of the headings of a document: those that GitHub generates, and explicit ones.
func HeadingAnchors(d *analysis.Document) []HeadingAnchor {
	var anchors []HeadingAnchor
	count := map[string]int{}
	for _, n := range d.Leaves() {
		if n.Kind() != ast.KindHeading {
			continue
		}
		title := headingText(d, n)
		slug := Slug(title)
		name := slug
		if before := count[slug]; before > 0 {
			name = slug + "-" + strconv.Itoa(before)
		}
		count[slug]++
		anchors = append(anchors, HeadingAnchor{name, title, n, false})
		if own, ok := explicitAnchor(title); ok {
			anchors = append(anchors, HeadingAnchor{own, title, n, true})
		}
	}
	return anchors
}

// SameAnchor reports whether a fragment refers to an anchor, as [Anchors.Has] compares them.
func SameAnchor(fragment, name string) bool { return hashAnchor(fragment) == hashAnchor(name) }

// explicitAnchor returns the explicit anchor of a heading, which many renderers support: "# Title {#name}".
func explicitAnchor(title string) (string, bool) {
	start := strings.LastIndex(title, "{#")
	if start < 0 || !strings.HasSuffix(title, "}") {
		return "", false
	}
	return title[start+2 : len(title)-1], true
}

// headingText returns the rendered text of a heading.
func headingText(d *analysis.Document, heading ast.Node) string {
	if raw := d.Around(heading); !bytes.ContainsAny(raw, "*_`[]<>&\\!\n") {
		return string(bytes.TrimSpace(raw)) // true of nearly all headings
	}
	var b strings.Builder
	_ = ast.Walk(d.Inlines(heading), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Image:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if !entering {
				return ast.WalkContinue, nil
			}
			part := n.Segment.Value(d.Source)
			if n.Parent().Kind() == ast.KindCodeSpan {
				b.Write(part)
			} else {
				b.WriteString(Unescape(part))
			}
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(d.Source))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// Slug returns the anchor that GitHub generates for a heading: in lower case, with hyphens for spaces, and without
// characters other than letters, marks, digits, "_" and "-".
func Slug(title string) string {
	title = strings.ReplaceAll(title, "İ", "i\u0307") // the only letter whose lower case is two runes
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Pc, r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// htmlAnchors returns the ids of HTML elements.
func htmlAnchors(m *markdown.HTML) []string {
	var names []string
	for i := range m.Tags {
		for _, a := range m.Tags[i].Attributes {
			if a.Name == "id" || a.Name == "name" && m.Tags[i].Name == "a" {
				names = append(names, a.Value)
			}
		}
	}
	return names
}
