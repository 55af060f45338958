package links

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Anchor reports a link to a place that its file does not have.
//
// The part behind "#" names a heading, or an element of HTML by its id. Nobody complains about one
// that is not there: a reader lands at the top of the file, and an agent searches for a heading that
// does not exist. Write the name of one that does.
//
// Names are those that GitHub gives: lower case, blanks as hyphens, without punctuation, "-1" behind
// the second heading of a text; but only letters and digits are compared, since renderers differ in
// the rest. Names in HTML, and "{#name}" behind a heading, count too.
//
// Left alone: lines of code ("#L10"), fragments that highlight a text, templates, and files that are
// not Markdown or were not read.
var Anchor = &analysis.Analyzer{
	Name:     "links/anchor",
	Doc:      "link to a heading that its file does not have",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "GitHub Docs, section links; the table of contents filter of html-pipeline"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, link.AnchorFact.Analyzer},
	Run:      anchors,
}

func anchors(pass *analysis.Pass) error {
	type place struct {
		tree *analysis.Tree
		path string
	}
	named := map[place][]link.Link{} // by the file that they lead to
	for _, l := range link.Fact.Of(pass) {
		if l.Path != "" && l.Fragment != "" && link.IsAnchorName(l.Fragment) && l.Class == link.Local && !l.External && !l.InExample() {
			to := place{l.From.Tree, l.To}
			named[to] = append(named[to], l)
		}
	}
	for file, a := range link.AnchorFact.All(pass.Store) {
		for _, lost := range a.Lost {
			if (&link.Link{Target: &lost.Target, From: file}).InExample() {
				continue
			}
			pass.Report(lostAnchor(&lost.Target, "this file", lost.Near))
		}
		for _, l := range named[place{file.Tree, file.Rel}] {
			if !a.Has(l.Fragment) {
				pass.Report(lostAnchor(l.Target, quote.Text(l.To), ""))
			}
		}
	}
	return nil
}

func lostAnchor(t *link.Target, file, near string) analysis.Diagnostic {
	at := t.At
	d := analysis.Diagnostic{Location: &at,
		Message: fmt.Sprintf("%s has no heading that is called %s, so whoever follows the link lands at its top",
			file, quote.Text("#"+t.Fragment))}
	if near == "" {
		d.Message += "; write the name of a heading, or leave the fragment out"
		return d
	}
	d.Message += "; write #" + near
	if i := strings.IndexByte(t.Written, '#'); i >= 0 && !strings.ContainsAny(near, " ()<>\"'`") {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + quote.Text("#"+near),
			Edits: []analysis.Edit{{Range: at.Range, Text: t.Written[:i] + "#" + near}}}}
	}
	return d
}
