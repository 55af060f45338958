package playground

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/lint"
)

// A locator converts locations of a tree to those of the page.
type locator struct {
	tree  *lint.Tree
	units map[string][]int32 // the UTF-16 offset of each byte offset, by path; nil if equal
}

// offsets returns the UTF-16 offset of each byte offset of a file, or nil if they are equal.
func (l *locator) offsets(path string) []int32 {
	if known, ok := l.units[path]; ok {
		return known
	}
	content, err := l.tree.Content(path)
	if err != nil {
		return nil
	}
	l.units[path] = utf16Offsets(content)
	return l.units[path]
}

// utf16Offsets returns the UTF-16 offset of each byte offset of a text, including its end, or nil for ASCII.
func utf16Offsets(text []byte) []int32 {
	if !strings.ContainsFunc(string(text), func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil
	}
	offsets := make([]int32, len(text)+1)
	var units int32
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		for j := range size {
			offsets[i+j] = units
		}
		i += size
		units++
		if r >= 0x10000 {
			units++
		}
	}
	offsets[len(text)] = units
	return offsets
}

func (l *locator) place(at analysis.Location) Place {
	p := Place{Path: at.Path, Line: at.Start.Line, Column: at.Start.Column, Start: at.Range.Start, End: at.Range.End}
	if offsets := l.offsets(at.Path); offsets != nil {
		p.Start, p.End = int(offsets[min(p.Start, len(offsets)-1)]), int(offsets[min(p.End, len(offsets)-1)])
	}
	return p
}

func (l *locator) finding(f *lint.Finding) Finding {
	out := Finding{Rule: f.Rule, Severity: f.Severity.String(), Message: f.Message, Effect: f.Effect, Help: f.Help, At: l.place(f.Location),
		Related: []Related{}, Fixes: []Fix{}}
	for _, r := range f.Related {
		out.Related = append(out.Related, Related{l.place(r.Location), r.Message})
	}
	for _, x := range f.Fixes {
		if len(x.Edits) == 0 {
			continue // a change of a mode or a link, which the page cannot show
		}
		fix := Fix{Title: x.Title, Safe: x.Safe}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit{l.place(e.Location), e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

func (l *locator) skill(path string, read loader.Readings) Skill {
	s := Skill{Path: path, Name: read.Name}
	for _, v := range read.Verdicts {
		out := Verdict{Client: v.Client, Status: string(v.Status), Name: v.Name, Description: v.Description, Reasons: []Related{}, More: v.More}
		for _, g := range v.Grounds {
			out.Reasons = append(out.Reasons, Related{l.place(g.At), g.Describe()})
		}
		s.Verdicts = append(s.Verdicts, out)
	}
	return s
}
