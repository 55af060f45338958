package house

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/yuin/goldmark/ast"
)

// A search looks for the patterns of rules in one document.
type search struct {
	pass  *analysis.Pass
	doc   *analysis.Document
	below string
	work  work
	lower []byte // the whole file in lower case, once it is asked for
	found int    // by the rule at hand
}

func newSearch(pass *analysis.Pass, set *Set) *search {
	d := pass.Document
	return &search{pass: pass, doc: d, below: set.Below(d.Rel), work: newWork(len(d.Source))}
}

// rule runs one rule.
func (s *search) rule(r *Rule) {
	s.found = 0
	switch {
	case r.Field != nil:
		s.field(r)
	case r.Require && s.isReadable(r):
		s.each(r, func(p *passage) bool { return len(s.matches(r, p, mostHidden)) == 0 })
		if s.found == 0 && !s.work.isSpent() {
			s.pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(s.doc), About: "missing", Anywhere: true, Message: r.said(nil)})
		}
	case !r.Require:
		s.each(r, func(p *passage) bool {
			for _, m := range s.matches(r, p, maxFound-s.found) {
				s.report(r, p, m)
			}
			return s.found < maxFound && !s.work.isSpent()
		})
	}
}

// isReadable reports whether a file can be looked at for what it must hold: one that is too large,
// or whose header is broken, has other findings.
func (s *search) isReadable(r *Rule) bool {
	if r.In == Path {
		return true
	}
	return s.doc.Source != nil && !s.doc.UTF16 && (r.In&Header == 0 || s.doc.Broken == nil)
}

// each calls see for every passage that a rule's pattern is looked for in, until it returns false.
func (s *search) each(r *Rule, see func(*passage) bool) {
	if r.In&Path != 0 && !see(&passage{text: []byte(s.below), whole: opening(s.doc)}) {
		return
	}
	if s.doc.UTF16 || s.doc.Source == nil {
		return
	}
	more := true
	if r.In&Header != 0 {
		stringsIn(s.doc.Source, s.doc.Data, func(v *analysis.Value) {
			if more {
				p := valueText(s.doc, v)
				more = see(&p)
			}
		})
	}
	if !more || r.In&inBody == 0 || s.doc.Body == nil || !r.Pattern.words.in(s.doc.Source, s.lowered) {
		return
	}
	for _, block := range s.doc.Leaves() {
		if !s.block(r, block, see) {
			return
		}
	}
}

func (s *search) lowered() []byte {
	if s.lower == nil {
		s.lower = lower(s.doc.Source)
	}
	return s.lower
}

// block shows the passages of a block that a rule looks at.
func (s *search) block(r *Rule, block ast.Node, see func(*passage) bool) bool {
	prose := Prose
	switch block.Kind() {
	case ast.KindHTMLBlock:
		return true
	case ast.KindFencedCodeBlock, ast.KindCodeBlock:
		if r.In&Code == 0 || !r.reads(block, s.doc.Source) {
			return true
		}
		return s.passages(block, see)
	case ast.KindLinkReferenceDefinition:
		at, ok := s.doc.RangeOf(block.(*ast.LinkReferenceDefinition).Destination)
		return !ok || r.In&Links == 0 || s.apart(at, see)
	case ast.KindHeading:
		prose |= Headings
	}
	if r.In&(prose|Links) == 0 && (r.In&Code == 0 || r.Languages != nil) {
		return true
	}
	return s.prose(r, r.In&prose != 0, block, see)
}

// passages shows the passages of a block.
func (s *search) passages(block ast.Node, see func(*passage) bool) bool {
	all := passagesOf(s.doc, block)
	for i := range all {
		if !see(&all[i]) {
			return false
		}
	}
	return true
}

// reads reports whether a rule looks at the language of a block of code.
func (r *Rule) reads(block ast.Node, source []byte) bool {
	if r.Languages == nil {
		return true
	}
	fence, ok := block.(*ast.FencedCodeBlock)
	return ok && slices.Contains(r.Languages, strings.ToLower(string(fence.Language(source))))
}

// prose shows what a rule looks at of a block with inline content: its text, if that is asked for, and
// what stands in it and is looked at apart.
func (s *search) prose(r *Rule, isProse bool, block ast.Node, see func(*passage) bool) bool {
	around, links := s.doc.Around(block), r.In&Links != 0
	if len(around) == 0 || !r.Pattern.words.in(around, func() []byte { return lower(around) }) {
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
	var apart []analysis.Range
	if code && !isProse {
		apart = in.code
	}
	if links {
		apart = append(apart, in.links...)
	}
	for _, at := range apart {
		if !s.apart(at, see) {
			return false
		}
	}
	return true
}

// apart shows a part of a block.
func (s *search) apart(at analysis.Range, see func(*passage) bool) bool {
	return see(&passage{text: s.doc.Source[at.Start:at.End], runs: []run{{0, at.Start, at.Len()}}})
}

// has reports whether one of the words of a pattern stands in a passage.
func (s *search) has(r *Rule, p *passage) bool {
	return r.Pattern.words.in(p.text, func() []byte { return lower(p.text) })
}

// giveUp reports that a rule and those behind it were not looked for everywhere.
func (s *search) giveUp(r *Rule, more int) {
	who := "this rule"
	if more > 0 {
		who += " and " + quote.Plural(more, "house rule") + " behind it"
	}
	s.pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(s.doc), About: "given up", Anywhere: true,
		Message: fmt.Sprintf("the patterns of the house rules cost more than they may in a file, so %s did not look at all of it; give patterns a word that is always there, or repeat less in them", who)})
}
