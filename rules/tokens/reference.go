package tokens

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Reference reports @path file references that are broken, circular, duplicate or not inlined.
//
// The orchestrator of CLEO's first edition, of January 2026, replaces @skills/_shared/rules.md with the text of
// the file, and @docs/*.md with all matching files, before an agent reads the skill. The agent cannot do that
// itself, so nothing resolves a reference in a subagent, whether or not the file exists. Paths are relative to the
// repository root, or to a directory between it and the skill. The documents in skills/_shared and in protocols, next
// to a skills directory with a registry, are checked like those of a skill, and so are references that are alone on
// their lines in other inlined files. CLEO's later packages inline nothing, so agents open the files.
//
// Claude Code and opencode inline files of the project in commands, relative to its root.
//
// Claude Code and Gemini CLI import the files that CLAUDE.md, rules and GEMINI.md name, relative to the directory of the
// file that names them. Imported files can import others, up to a limit. "@path" in code imports nothing.
//
// Other clients inline nothing in skills, and nothing is inlined in CLEO's output files. There, write
// which file to read and when, or insert its text.
//
// Severity:
//   - error for broken and circular references in CLEO's skills
//   - warning for a file that is inlined twice, and where the client does not inline files
//   - warning for references in subagents of CLEO, and for broken ones in skills of its later packages
//   - warning in commands if a file has a similar name; info if others are in its directory
//   - warning for imports that are broken or too deep; info for circular ones, because each file is read once
//   - info for a file that another file inlines again, and where only some clients inline files
//
// Not reported:
//   - references in code
//   - packages (@acme/tool), decorators, people and addresses
//   - references within a line, except in CLEO's files
//   - a skill in a subagent that also preloads it, which deps/mixed-injection reports
//   - in CLEO's later packages, references to files in directories that do not exist, except in "src"
//   - skills of Claude Code, whose documentation does not say whether it inlines files
//   - commands of plugins and for users, which are for other projects, and files in directories that do not exist
//   - imports of files that may be missing, were removed or are written by the agent, according to the sentence
//   - imports in templates, and imports of ignored files, of the user's own files ("@~/…") and of the file itself
//   - examples that a heading, label or comment calls bad, wrong or an anti-pattern
var Reference = &analysis.Analyzer{
	Name:     "tokens/reference",
	Doc:      "broken or circular @path reference",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading mechanism on token resolution, and subagent protocol 1.0.0 on token types; documentation of commands of Claude Code and opencode; documentation of memory of Claude Code, and Gemini CLI's import processor"},
	Requires: []*analysis.Analyzer{link.ReferenceFact.Analyzer, registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer,
		manifest.Outputs.Analyzer},
	Run: references,
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
		case rules.Imports != nil:
			newImporter(pass, c, file, rules.Imports).check()
		case rules.References == "inlined":
			for i := range found.Places {
				c.check(file, &found.Places[i])
			}
			omittedReferences(pass, found)
		case rules.References == "named":
			for i := range found.Places {
				c.named(file, &found.Places[i])
			}
		case rules.References == "unresolved":
			c.unresolved(file, found)
		case rules.References == "project":
			c.project(file, d, found)
		case rules.References == "literal", rules.References == "some":
			c.literal(file, d, rules.References, found)
		}
	}
	c.cycles()
	c.duplicates()
	return nil
}

// check reports a broken reference, or records the targets of a valid one.
func (c *inclusions) check(file *analysis.File, p *link.PlacedReference) {
	if p.Quoted {
		return
	}
	targets := c.target(file, p)
	if len(targets) > 0 || !p.Sure {
		c.add(file, p, targets)
		c.follow(file, p, targets)
		return
	}
	candidates := p.Candidates(c.folder(file))
	written := quote.Text("@" + p.Path)
	d := analysis.Diagnostic{Location: &p.At}
	switch {
	case len(candidates) == 0:
		d.Message, d.Effect = "file reference points outside the repository: "+written, "the orchestrator does not inline it"
		d.Help = "reference a file in the repository"
	case p.Glob && c.matched > maxMatched, c.unseen(file.Tree, candidates):
		return
	case p.Glob:
		d.Message, d.Effect = "file reference matches no file: "+written, "the orchestrator replaces it with an empty text"
		d.Help = "correct the pattern"
	default:
		d.Message, d.Effect = "broken file reference: "+written+" does not exist", "the subagent reads the path literally"
		d.Help = suggestion(file.Tree, candidates)
	}
	c.pass.Report(d)
}

// unseen reports whether a reference may point to a file in a directory that was not read.
func (c *inclusions) unseen(tree *analysis.Tree, candidates []string) bool {
	for _, to := range candidates {
		dir := path.Dir(to)
		if n := strings.IndexAny(to, "*?"); n >= 0 {
			dir = path.Dir(to[:n] + "x")
		}
		for ; ; dir = path.Dir(dir) { // up to the nearest existing directory
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
