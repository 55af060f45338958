package house

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// matches returns the first matches of a rule's pattern in a passage.
func (s *search) matches(r *Rule, p *passage, most int) [][]int {
	if s.work.isSpent() || !s.has(r, p) {
		return nil
	}
	pattern, size := r.Pattern, len(p.text)
	s.work.spend((size + 16) * pattern.weight)
	if s.work.isSpent() {
		return nil
	}
	again := min(pattern.longest, size)*pattern.weight + perMatch // cost of another match
	most = min(most, s.work.left/again+1)
	found := pattern.expr.FindAllSubmatchIndex(p.text, most)
	s.work.spend(len(found) * again)
	kept := found[:0]
	for _, m := range found {
		if !p.isHidden(m[0], m[1]) {
			kept = append(kept, m)
		}
	}
	s.found += len(kept)
	return kept
}

// report reports a match.
func (s *search) report(r *Rule, p *passage, match []int) {
	at, exact := p.locate(match[0], match[1])
	if at.End > len(s.doc.Source) || !p.whole.Contains(at) && p.data {
		at, exact = p.whole, false
	}
	group := func(n int) string {
		if match[2*n] < 0 {
			return ""
		}
		return string(p.text[match[2*n]:match[2*n+1]])
	}
	d := r.diagnostic(group, "")
	d.Range = at
	if exact && r.Replace != nil && len(p.runs) > 0 {
		d.SuggestedFixes = s.fix(r, p, at, group)
	}
	s.pass.Report(d)
}

// fix returns the replacement of a match, unless the pattern matches the replacement.
func (s *search) fix(r *Rule, p *passage, at analysis.Range, group func(int) string) []analysis.SuggestedFix {
	old, text := string(s.doc.Source[at.Start:at.End]), r.Replace.expand(group)
	if p := r.matched(); old != group(0) || p != nil && p.Matches(text) {
		return nil
	}
	title := "replace " + quote.Text(old) + " with " + quote.Text(text)
	if text == "" {
		title = "remove " + quote.Text(old)
	}
	return []analysis.SuggestedFix{{Title: title, Safe: r.Safe && (!p.data || isWord(text)), Edits: []analysis.Edit{{Range: at, Text: text}}}}
}

// isWord reports whether a text has the same meaning anywhere inside a YAML or JSON value.
func isWord(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") == ""
}

// diagnostic returns a finding of a rule. group returns the text of a group of the match, or is nil.
func (r *Rule) diagnostic(group func(int) string, detail string) analysis.Diagnostic {
	expand := func(t *Template) string {
		if t == nil {
			return ""
		}
		return oneLine(t.expand(func(n int) string {
			if group == nil {
				return ""
			}
			return clip(oneLine(group(n)))
		}))
	}
	d := analysis.Diagnostic{As: r.Analyzer, Message: expand(r.Message), Effect: expand(r.Effect), Help: expand(r.Help)}
	if detail != "" {
		d.Message += " (" + detail + ")"
	}
	return d
}

// oneLine collapses white space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// clip truncates a text that is too long for a message.
func clip(text string) string {
	runes := 0
	for i := range text {
		if runes++; runes > quote.Limit {
			return text[:i] + "…"
		}
	}
	return text
}
