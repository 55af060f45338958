package protocol

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/protocol"
	"github.com/yuin/goldmark/ast"
)

// Role reports text that confuses the roles of orchestrator, subagent and skill.
//
// In CLEO the orchestrator resolves all skills. It spawns one type of subagent, cleo-subagent, and adds the
// text of a skill to its prompt.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Severity:
//   - warning for "@skills/…" in a subagent: nothing resolves it, so the subagent sees the literal path
//   - warning for a subagent_type that names a skill: no such subagent exists
//   - info for another subagent_type, which runs without the base protocol and BASE-001 to BASE-007
//   - info for an orchestrator with tools that write files, because it should delegate
//   - error for all of them in the strict profile
//
// Add the name of the skill to "skills", or leave it to the orchestrator. Write
// subagent_type: cleo-subagent.
//
// Not reported:
//   - @skills/ in a skill, which the orchestrator inlines, in code, or within a word
//   - a skill that is also in "skills", which deps/mixed-injection reports
//   - placeholders as subagent_type
//   - examples under a heading or line that calls them bad, wrong or an anti-pattern
var Role = &analysis.Analyzer{
	Name:     "protocol/role",
	Doc:      "confusion of orchestrator, subagent and skill",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    protocol.Kinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, skill loading mechanism and anti-patterns"},
	Requires: []*analysis.Analyzer{protocol.Fact.Analyzer},
	Run:      role,
}

func role(pass *analysis.Pass) error {
	d, t := pass.Document, protocol.Fact.Of(pass)
	checkTools(pass, t)
	checkTypes(pass, t)
	if d.Kind != analysis.Agent {
		return nil
	}
	return ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if n.Type() == ast.TypeBlock && !n.IsRaw() && n.Lines().Len() > 0 {
			checkReferences(pass, t, n)
		}
		return ast.WalkContinue, nil
	})
}

// checkReferences reports "@skills/…" in the text of a block, outside of code and links.
func checkReferences(pass *analysis.Pass, t *protocol.Text, block ast.Node) {
	const mark = "@skills/"
	d, lines := pass.Document, block.Lines()
	var code []analysis.Range
	known := false
	for i := range lines.Len() {
		segment := lines.At(i)
		line := string(d.Source[segment.Start:segment.Stop])
		for at := 0; ; {
			n := strings.Index(line[at:], mark)
			if n < 0 {
				break
			}
			at += n
			reference := strings.TrimRight(cut(line[at:]), ".,;:!?)*_")
			r := analysis.Range{Start: segment.Start + at, End: segment.Start + at + len(reference)}
			at += len(mark)
			if !known {
				code, known = d.CodeSpans(block), true
			}
			if len(reference) <= len(mark) || !startsWord(d.Source[:r.Start]) || isWithin(r, code) || t.Counter.Line(r.Start) || isPreloaded(d, reference) {
				continue
			}
			pass.Report(analysis.Diagnostic{Range: r, Message: "unresolved reference " + quote.Text(reference),
				Effect: "the subagent sees the literal path instead of the skill",
				Help:   `add the skill to "skills", or let the orchestrator inject it`})
		}
	}
}

// isPreloaded reports whether the subagent also preloads the skill of a reference. deps/mixed-injection reports this.
func isPreloaded(d *analysis.Document, reference string) bool {
	dir, file := path.Split(reference)
	return file == "SKILL.md" && slices.ContainsFunc(d.Data.Get("skills").Strings(), func(v *analysis.Value) bool {
		return v.Text == path.Base(dir)
	})
}

// isWithin reports whether a range is within one of several sorted ones.
func isWithin(r analysis.Range, all []analysis.Range) bool {
	i := sort.Search(len(all), func(i int) bool { return all[i].End > r.Start })
	return i < len(all) && all[i].Start <= r.Start
}

// cut returns a text up to its first space or quote.
func cut(text string) string {
	if n := strings.IndexAny(text, " \t\r\n\"'`<>()[]"); n >= 0 {
		return text[:n]
	}
	return text
}

// startsWord reports whether a word begins after a text, and not the target of a link.
func startsWord(before []byte) bool {
	return len(before) == 0 || strings.IndexByte(" \t\r\n(>*", before[len(before)-1]) >= 0 && !strings.HasSuffix(string(before[max(0, len(before)-2):]), "](")
}
