package tokens

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/schema"
)

// Reference reports @path references that nobody can follow.
//
// CLEO's orchestrator puts the text of @skills/_shared/rules.md, or of all files of @docs/*.md, in
// the place of the reference before an agent reads the skill; the agent itself cannot. So a path
// without a file, a pattern that fits none, a path out of the repository, and files that inline one
// another are errors. A file that comes in twice costs its tokens twice: a warning, and advice where
// the second comes in by way of another file. Paths lead from the root of the repository, else from
// a folder on the way to the skill's own.
//
// Other agents inline nothing in skills: a line that holds nothing but such a reference to a file
// that exists stays as it stands, and in an output of CLEO's so does any; both are warnings, and
// advice where it is open which agent reads the skill. Write the path in words there, or the text.
//
// Left alone: code; packages (@acme/tool), decorators, people and addresses; mentions within a line
// outside of CLEO; agents, where protocol/role looks; Claude Code, whose documentation does not say;
// and what a heading, label or comment calls bad, wrong or an anti-pattern.
var Reference = &analysis.Analyzer{
	Name:     "tokens/reference",
	Doc:      "@path reference that nobody can follow",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading mechanism, token resolution; subagent protocol 1.0.0, token types"},
	Requires: []*analysis.Analyzer{link.ReferenceFact.Analyzer, registry.ListedFact.Analyzer, manifest.Outputs.Analyzer},
	Run:      references,
}

func references(pass *analysis.Pass) error {
	c := newInclusions(pass)
	outputs, skills := manifest.Outputs.Of(pass), registry.ListedFact.Of(pass)
	for file, found := range link.ReferenceFact.All(pass.Store) {
		if file.Kind == analysis.Output {
			if outputs[file] {
				leftReferences(pass, found)
			}
			continue
		}
		d := dialectOf(file, skills, c.find)
		rules := rulesOf(d, file)
		switch {
		case rules == nil:
		case rules.References == "inlined":
			for i := range found.Places {
				c.check(file, &found.Places[i])
			}
			omittedReferences(pass, found)
		case rules.References == "literal", rules.References == "some":
			c.literal(file, d, rules.References, found)
		}
	}
	c.cycles()
	c.twice()
	return nil
}

func rulesOf(d *schema.Dialect, f *analysis.File) *schema.KindRules {
	if d == nil {
		return nil
	}
	return d.Kinds[f.Kind.String()]
}

// omittedReferences says what was too much to keep of a file.
func omittedReferences(pass *analysis.Pass, found link.References) {
	if found.Omitted > 0 {
		last := found.Places[len(found.Places)-1]
		pass.Report(analysis.Diagnostic{Location: &last.At, Severity: analysis.Warning, Message: fmt.Sprintf(
			"the file has more than %d references, so %d behind this one were not looked at; split it", len(found.Places), found.Omitted)})
	}
}

// check reports a reference that leads nowhere, and remembers where others lead.
func (c *inclusions) check(file *analysis.File, p *link.PlacedReference) {
	if p.Quoted {
		return
	}
	targets := c.target(file, p)
	if len(targets) > 0 || !p.Sure {
		c.add(file, p, targets)
		return
	}
	candidates := p.Candidates(c.folder(file))
	written := quote.Text("@" + p.Path)
	message := ""
	switch {
	case len(candidates) == 0:
		message = written + " leads out of the repository, so the orchestrator does not read it; refer to a file below its root"
	case p.Glob && c.matched > maxMatched, c.unseen(file.Tree, candidates):
		return
	case p.Glob:
		message = written + " fits no file, so the orchestrator puts nothing in its place; correct the pattern"
	default:
		message = written + " names no file, so the agent reads the path as it stands; " + c.advice(file.Tree, candidates)
	}
	c.pass.Report(analysis.Diagnostic{Location: &p.At, Message: message})
}

// unseen reports whether a reference may lead to a file that nobody looked for.
func (c *inclusions) unseen(tree *analysis.Tree, candidates []string) bool {
	for _, to := range candidates {
		dir := path.Dir(to)
		if n := strings.IndexAny(to, "*?"); n >= 0 {
			dir = path.Dir(to[:n] + "x")
		}
		for ; ; dir = path.Dir(dir) { // up to the nearest folder that is there
			if tree.Exists(dir) || dir == "." || dir == "/" {
				break
			}
		}
		if !tree.Walked(dir) || dir != "." && tree.Unlisted(dir) {
			return true
		}
	}
	return false
}

// advice says what to write for a path without a file.
func (c *inclusions) advice(tree *analysis.Tree, candidates []string) string {
	for _, to := range candidates {
		if other := tree.OtherCase(to); other != "" {
			return "write @" + other
		}
	}
	return "name a file that exists"
}
