// Package commands has the rules on commands that a skill tells an agent to run.
package commands

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
)

// source is the evidence of rules that compare commands with scripts.
var source = analysis.Source{Kind: analysis.Specification, Checked: "2026-11-27",
	Name: "the source of the script, as the documentation of its language and of the parser of its command line defines it"}

// maxPlaces limits the further places of a finding.
const maxPlaces = 20

// A problemKey identifies equal problems of a document.
type problemKey struct {
	from     *analysis.File
	to, what string
}

// A reporter joins equal problems of a document to one finding.
type reporter struct {
	pass  *analysis.Pass
	found map[problemKey]*analysis.Diagnostic
	order []*analysis.Diagnostic
}

func newReporter(pass *analysis.Pass) *reporter {
	return &reporter{pass: pass, found: map[problemKey]*analysis.Diagnostic{}}
}

// add adds a finding of a call.
func (r *reporter) add(c *invocation.Call, at analysis.Location, d analysis.Diagnostic) {
	key := problemKey{c.From, c.To, d.Message + d.Effect}
	if known := r.found[key]; known != nil {
		if len(known.Related) < maxPlaces {
			known.Related = append(known.Related, analysis.Related{Location: at, Message: "also here"})
		}
		return
	}
	d.Location = &at
	r.found[key], r.order = &d, append(r.order, &d)
}

func (r *reporter) flush() {
	for _, d := range r.order {
		r.pass.Report(*d)
	}
}

// reportProblems reports the problems of some kinds. describe returns the message and the help.
func reportProblems(pass *analysis.Pass, describe func(*invocation.Call, *invocation.Problem) (message, help string), kinds ...invocation.ProblemKind) {
	of := map[invocation.ProblemKind]bool{}
	for _, k := range kinds {
		of[k] = true
	}
	r, calls := newReporter(pass), invocation.CallFact.Of(pass)
	for i := range calls {
		c := &calls[i]
		if c.Form == invocation.Source && (isTestData(c.From.Rel) || isTest(c.From.Rel)) {
			continue // tests pass wrong options on purpose
		}
		for k := range c.Problems {
			p := &c.Problems[k]
			if p.Kind == invocation.Surplus && slices.ContainsFunc(c.Problems, func(p invocation.Problem) bool { return p.Kind == invocation.MissingOption }) {
				continue // the value of an option that is missing
			}
			if !of[p.Kind] || p.Ignored && p.Kind == invocation.UnknownOption && len(p.Within) == 0 && isMentioned(c, p.Name) {
				continue
			}
			d := analysis.Diagnostic{Severity: severityOf(c, p), Effect: "the script fails with a usage error"}
			if p.Ignored {
				d.Effect = "the script ignores it"
			}
			d.Message, d.Help = describe(c, p)
			r.add(c, placeOf(c, p), d)
		}
	}
	r.flush()
}

// isMentioned reports whether a script mentions an option that it does not seem to read, as in its usage: a module that it imports may
// read the option.
func isMentioned(c *invocation.Call, option string) bool {
	return c.To != "" && bytes.Contains(c.From.Tree.Read(c.To, script.MaxSize), []byte(option))
}

// placeOf returns the place of a problem: the name in its word.
func placeOf(c *invocation.Call, p *invocation.Problem) analysis.Location {
	at, w := c.At(p.Word), c.Words[p.Word]
	if i := strings.Index(w.Text, p.Name); i >= 0 && p.Name != "" && len(w.Text) == w.Range.Len() && p.Word != c.File {
		at.Range = analysis.Range{Start: at.Range.Start + i, End: at.Range.Start + i + len(p.Name)}
	}
	return at
}

// severityOf returns error for what a script rejects in a file that is loaded as instructions, else warning.
func severityOf(c *invocation.Call, p *invocation.Problem) analysis.Severity {
	const loaded = analysis.Skill | analysis.Agent | analysis.Command | analysis.Hooks | analysis.MCP | analysis.Plugin | analysis.Settings
	if p.Ignored || c.From.Kind&loaded == 0 {
		return analysis.Warning
	}
	return analysis.Error
}

// scriptName returns the name of a call's script for messages.
func scriptName(c *invocation.Call) string { return quote.Text(path.Base(c.To)) }

// choices returns the help to use one of some names.
func choices(verb string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return verb + " " + quote.List(names, "or")
}
