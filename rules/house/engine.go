package house

import "github.com/skilllint/skilllint/analysis"

// Engines returns the analyzers that run all custom rules, and report findings under the names of the rules.
func Engines() []*analysis.Analyzer { return []*analysis.Analyzer{texts, headings, files} }

// source is the source of an engine.
var source = analysis.Source{Kind: analysis.Opinion, Name: "the configuration", Checked: "2026-11-21"}

// texts searches for patterns and fields in one document.
var texts = &analysis.Analyzer{
	Name: "internal/house-text", Doc: "custom rules about text, frontmatter fields and paths",
	Severity: analysis.Error, Scope: analysis.PerDocument, Source: source, Run: checkText,
}

// IsEngine reports whether an analyzer runs custom rules.
func IsEngine(a *analysis.Analyzer) bool { return a == texts || a == headings || a == files }

func checkText(pass *analysis.Pass) error {
	set := setOf(pass.Options)
	rules := set.rulesFor(pass.File, func(r *Rule) bool { return r.Pattern != nil || r.Field != nil })
	if len(rules) == 0 {
		return nil
	}
	s := newSearch(pass, set)
	for i, r := range rules {
		if s.rule(r); s.work.isSpent() {
			s.reportLimit(rules[i:])
			return nil
		}
	}
	return nil
}

// opening returns the range for findings about missing content: the line that opens the frontmatter or, without
// frontmatter, the first line that is not empty.
func opening(d *analysis.Document) analysis.Range {
	if d.Source == nil {
		return analysis.Range{}
	}
	if d.Header != nil && d.Header.State == analysis.HeaderClosed {
		return d.Header.Open
	}
	return firstLine(d.Source)
}

// firstLine returns the first line of a text that is not empty, without a byte order mark.
func firstLine(source []byte) analysis.Range {
	const bom = "\ufeff"
	start := 0
	if len(source) >= len(bom) && string(source[:len(bom)]) == bom {
		start = len(bom)
	}
	for start < len(source) && (source[start] == '\n' || source[start] == '\r') {
		start++
	}
	end := start
	for end < len(source) && source[end] != '\n' && source[end] != '\r' {
		end++
	}
	return analysis.Range{Start: start, End: end}
}
