// Package declared knows what the header of a skill or agent says of itself that registries say of
// it as well, and which versions of skills a text claims to hold.
package declared

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/registry"
)

// A Header is what a header says. What is missing or no text is empty; a version may be a number, and
// stand below "metadata".
type Header struct {
	Name, Version, Description, Model registry.Text
	Type                              registry.Text     // of an agent, as spawns name it: subagent_type, else agent_type
	At                                analysis.Location // of the name, else the first line
}

// Fact is the header of a skill or agent. There is none when it does not parse.
var Fact = analysis.NewFact("declared", "what a header says of the skill or agent itself",
	analysis.PerDocument, analysis.Skill|analysis.Agent, read)

func read(pass *analysis.Pass) (Header, error) {
	d := pass.Document
	if d.Data == nil || d.Data.Kind != analysis.Map {
		return Header{}, analysis.ErrNoFact
	}
	h := Header{Name: text(d, "name"), Version: text(d, "version"), Description: text(d, "description"), Model: text(d, "model")}
	if h.Type = text(d, "subagent_type"); h.Type.Value == "" {
		h.Type = text(d, "agent_type")
	}
	if h.Version.Value == "" {
		h.Version = text(d, "metadata", "version")
	}
	if h.At = h.Name.Location; h.Name.Value == "" {
		h.At = d.At(d.LineRange(1))
	}
	return h, nil
}

func text(d *analysis.Document, keys ...string) registry.Text {
	v := d.Data.Lookup(keys...)
	if v == nil || v.Kind != analysis.String && v.Kind != analysis.Number {
		return registry.Text{}
	}
	return registry.Text{Value: strings.TrimSpace(strings.Clone(v.Text)), Location: d.At(v.Range)}
}

// A Claim is a heading of a prompt that says which version of a skill follows: "### NAME (v1.0.0)"
// below "## Skill Context". Version is without the "v", and Location is its place.
type Claim struct {
	Name    string
	Version registry.Text
}

// Claims are the claims of a document, in the order of the file.
var Claims = analysis.NewFact("claims", "which versions of skills a prompt claims to hold",
	analysis.PerDocument, analysis.Markdown, readClaims, markdown.SectionFact.Analyzer)

func readClaims(pass *analysis.Pass) ([]Claim, error) {
	var claims []Claim
	end := 0 // of the section that holds skills
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

// claim takes "NAME (v1.0.0)" apart.
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
	return Claim{strings.Clone(name), registry.Text{Value: strings.Clone(version), Location: place}}, true
}
