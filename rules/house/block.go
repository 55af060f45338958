package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// block visits the passages of a block that a rule checks.
func (s *search) block(r *Rule, block ast.Node, see func(*passage) bool) bool {
	prose := Prose
	switch block.Kind() {
	case ast.KindHTMLBlock:
		return true
	case ast.KindFencedCodeBlock, ast.KindCodeBlock:
		if r.In&Code == 0 || !r.readsLanguage(block, s.doc.Source) {
			return true
		}
		return s.passages(block, see)
	case ast.KindLinkReferenceDefinition:
		at, ok := s.doc.RangeOf(block.(*ast.LinkReferenceDefinition).Destination)
		return !ok || r.In&Links == 0 || s.part(at, see)
	case ast.KindHeading:
		prose |= Headings
	}
	if r.In&(prose|Links) == 0 && (r.In&Code == 0 || r.Languages != nil) {
		return true
	}
	return s.prose(r, r.In&prose != 0, block, see)
}

// passages visits the passages of a block.
func (s *search) passages(block ast.Node, see func(*passage) bool) bool {
	all := passagesOf(s.doc, block)
	for i := range all {
		if !see(&all[i]) {
			return false
		}
	}
	return true
}

// readsLanguage reports whether a rule checks the language of a code block.
func (r *Rule) readsLanguage(block ast.Node, source []byte) bool {
	if r.Languages == nil {
		return true
	}
	fence, ok := block.(*ast.FencedCodeBlock)
	return ok && slices.Contains(r.Languages, strings.ToLower(string(fence.Language(source))))
}

// prose visits the parts of a block with inline content that a rule checks: the text, if requested, and parts that are
// checked separately.
func (s *search) prose(r *Rule, isProse bool, block ast.Node, see func(*passage) bool) bool {
	around, links := s.doc.Around(block), r.In&Links != 0
	if len(around) == 0 || !r.Pattern.words.occurIn(around, func() []byte { return lower(around) }) {
		return true
	}
	in := inlinesOf(s.doc, block)
	code := r.In&Code != 0 && r.Languages == nil
	if isProse {
		hide := slices.Concat(in.html, in.links)
		if !code {
			hide = append(hide, in.spans...)
		}
		more := s.passages(block, func(p *passage) bool {
			if len(hide) == 0 {
				return see(p)
			}
			visible := p.without(hide)
			return see(&visible)
		})
		if !more {
			return false
		}
	}
	var part []analysis.Range
	if code && !isProse {
		part = in.code
	}
	if links {
		part = append(part, in.links...)
	}
	for _, at := range part {
		if !s.part(at, see) {
			return false
		}
	}
	return true
}

// part visits a part of a block.
func (s *search) part(at analysis.Range, see func(*passage) bool) bool {
	return see(&passage{text: s.doc.Source[at.Start:at.End], runs: []run{{0, at.Start, at.Len()}}})
}

// has reports whether a passage contains one of the words of a pattern.
func (s *search) has(r *Rule, p *passage) bool {
	return r.Pattern.words.occurIn(p.text, func() []byte { return lower(p.text) })
}
