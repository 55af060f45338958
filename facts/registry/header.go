package registry

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Header is the frontmatter of a skill or subagent. Missing fields and those that are not strings are
// empty. A version may be a number, and may be below "metadata".
type Header struct {
	Name, Version, Description Text
	Model                      string
	Skills                     []string       // of a subagent
	Range                      analysis.Range // the name, else the first line
}

// HeaderFact is the frontmatter of a skill or subagent, if it is valid.
var HeaderFact = analysis.NewFact("declared", "name and version in the frontmatter of a skill or subagent",
	analysis.PerDocument, analysis.Skill|analysis.Agent, readHeader).MarkShallow()

func readHeader(pass *analysis.Pass) (Header, error) {
	d := pass.Document
	if d.Data == nil || d.Data.Kind != analysis.Map {
		return Header{}, analysis.ErrNoFact
	}
	h := Header{Name: headerText(d, "name"), Version: headerText(d, "version"), Description: headerText(d, "description"),
		Model: headerText(d, "model").Value}
	for _, v := range d.Data.Get("skills").Strings() {
		h.Skills = append(h.Skills, d.Copy(v.Text))
	}
	if h.Version.Value == "" {
		h.Version = headerText(d, "metadata", "version")
	}
	if h.Range = h.Name.Location.Range; h.Name.Value == "" {
		h.Range = d.LineRange(1)
	}
	return h, nil
}

func headerText(d *analysis.Document, keys ...string) Text {
	v := d.Data.Lookup(keys...)
	if v == nil || v.Kind != analysis.String && v.Kind != analysis.Number {
		return Text{}
	}
	return Text{Value: d.Copy(strings.TrimSpace(v.Text)), Location: d.At(v.Range)}
}

// A Claim is a heading of a prompt with the version of a skill: "### NAME (v1.0.0)" below "## Skill
// Context". Version has no "v", and Location is its location.
type Claim struct {
	Name    string
	Version Text
}

// ClaimFact are the claims of a document, in the order of the file.
var ClaimFact = analysis.NewFact("claims", "versions of skills in a prompt",
	analysis.PerDocument, analysis.Markdown, readClaims, markdown.SectionFact.Analyzer)

func readClaims(pass *analysis.Pass) ([]Claim, error) {
	var claims []Claim
	end := 0 // of the section with skills
	for _, s := range markdown.SectionFact.Of(pass) {
		switch {
		case s.Level == 2 && strings.EqualFold(s.Name, "Skill Context"):
			end = s.Extent.End
		case s.Level == 3 && s.Extent.Start < end:
			if c, ok := claim(pass.Document, s.Heading); ok {
				claims = append(claims, c)
			}
		}
	}
	if claims == nil {
		return nil, analysis.ErrNoFact
	}
	return claims, nil
}

// claim parses "NAME (v1.0.0)".
func claim(d *analysis.Document, heading analysis.Range) (Claim, bool) {
	text := d.Text(heading)
	open := strings.LastIndex(text, "(v")
	if open < 0 {
		return Claim{}, false
	}
	version, rest, closed := strings.Cut(text[open+2:], ")")
	name := strings.Trim(strings.TrimLeft(text[:open], "#"), " \t`*")
	if !closed || strings.TrimSpace(rest) != "" || version == "" || strings.Trim(version, "0123456789.") != "" || name == "" || strings.ContainsAny(name, " \t") {
		return Claim{}, false
	}
	start := heading.Start + open + 2
	place := d.At(analysis.Range{Start: start, End: start + len(version)})
	return Claim{strings.Clone(name), Text{Value: strings.Clone(version), Location: place}}, true
}
