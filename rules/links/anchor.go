package links

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// Anchor reports links to a heading or id that does not exist in the target file.
//
// A link with a broken "#anchor" still opens the file, so the author does not notice it. Readers see the top of
// the page instead of the section, and agents search for a heading that does not exist.
//
// Anchors are named as on GitHub: lower case, hyphens for spaces, no punctuation, and "-1" for the
// second heading with the same text. Only letters and digits are compared, because renderers differ
// in the rest. HTML ids and explicit anchors ("{#name}" after a heading) are valid targets, too.
//
// Severity:
//   - warning in general
//   - info in references, which are often copies of pages of a site, unless at least four links of the file to its own headings are right,
//     and no more are broken
//
// Those of a file without a similar anchor are reported together, and so are those that differ from the anchors only in the
// numbers of the headings.
//
// Not reported:
//   - line anchors ("#L10") and text fragments
//   - links in templates
//   - files that are not Markdown or were not read
//   - anchors of headings in a code block, which may only be code because a fence is missing
//
// Fix: --unsafe-fixes replaces the anchor by a similar one of the same file.
var Anchor = &analysis.Analyzer{
	Name:     "links/anchor",
	Doc:      "broken link anchor",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "GitHub Docs on section links, and html-pipeline's table of contents filter"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, link.AnchorFact.Analyzer, fence.Fact.Analyzer},
	Run:      anchors,
}

func anchors(pass *analysis.Pass) error {
	type place struct {
		tree *analysis.Tree
		path string
	}
	named, own := map[place][]link.Link{}, map[*analysis.File]int{} // by target file; links of a file to itself
	for _, l := range link.Fact.Of(pass) {
		if l.Path == "" && l.Fragment != "" {
			own[l.From]++
		}
		if l.Path != "" && l.Fragment != "" && link.IsAnchorName(l.Fragment) && l.Class == link.Local && !l.External && !l.InExample() && !isNested(pass, &l) {
			to := place{l.From.Tree, l.To}
			named[to] = append(named[to], l)
		}
	}
	numbered := newNumbering(pass)
	for file, a := range link.AnchorFact.All(pass.Store) {
		right := own[file] - len(a.Broken)
		for _, b := range a.Broken {
			if l := (&link.Link{Target: &b.Target, From: file}); l.InExample() || isNested(pass, l) {
				continue
			}
			d := brokenAnchor(&b.Target, "this file", b.Near)
			if len(d.SuggestedFixes) == 0 || !isNumbered(b.Fragment, b.Near) {
				report(pass, file, d, right >= minRight && right >= len(a.Broken))
				continue
			}
			numbered.add(d)
		}
		numbered.report(file)
		for _, l := range named[place{file.Tree, file.Rel}] {
			if !a.Has(l.Fragment) {
				report(pass, l.From, brokenAnchor(l.Target, quote.Text(l.To), ""), false)
			}
		}
	}
	return nil
}

// minRight is the number of right links of a file to its own headings from which its broken ones are mistakes, not those of a site.
const minRight = 4

// report reports a broken anchor, grouped by file. In references, which are often copies of web pages, it is an info.
func report(pass *analysis.Pass, from *analysis.File, d analysis.Diagnostic, isOwn bool) {
	if from.Kind == analysis.Reference && len(d.SuggestedFixes) == 0 && !isOwn {
		d.Severity = analysis.Info
	}
	d.Group = analysis.Group{Key: from.Rel, Message: analysis.Many + " link anchors not found",
		Effect: "agents do not find the sections", Help: "use anchors of existing headings, or remove them"}
	pass.Report(d)
}

func brokenAnchor(t *link.Target, file, near string) analysis.Diagnostic {
	at := t.At
	d := analysis.Diagnostic{Location: &at,
		Message: fmt.Sprintf("anchor %s not found in %s", quote.Text("#"+t.Fragment), file),
		Effect:  "agents do not find the section",
		Help:    "use the anchor of an existing heading, or remove it"}
	d.Related = alsoHere(t)
	if near == "" {
		return d
	}
	d.Help = fmt.Sprintf("did you mean %s?", quote.Text("#"+near))
	if i := strings.IndexByte(t.Written, '#'); i >= 0 && !strings.ContainsAny(near, " ()<>\"'`") {
		edits := []analysis.Edit{{Range: at.Range, Text: t.Written[:i] + "#" + near}}
		for _, also := range t.Also {
			edits = append(edits, analysis.Edit{Range: also.Range, Text: t.Written[:i] + "#" + near})
		}
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace with " + quote.Text("#"+near), Edits: edits}}
	}
	return d
}
