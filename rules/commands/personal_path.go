package commands

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/role"
)

// PersonalPath reports absolute paths below the home directory of a person: /Users/NAME, /home/NAME and C:\Users\NAME.
//
// Such a path exists on the machine of its author only. A command or setting with it fails for everybody else, and the path
// publishes the name of a user. Write ~, $HOME, or a path relative to the skill.
//
// Paths of one user are reported together, at the first one.
//
// Severity:
//   - warning in instructions, commands, scripts and settings
//   - info below /home, where servers have accounts, and in references, where it is mostly shown
//   - info in frontmatter, in local settings and in CLAUDE.md, in the value of a setting that a text names in capitals, and in a repository that is
//     the .claude directory or the dotfiles of a person: its files are for one machine
//
// Not reported:
//   - placeholder names, such as user, you, runner and alice, and users of containers and images
//   - examples of output, also in a comment after an arrow, and links and paths of the skill's own files, which links/escape reports
//   - test data
var PersonalPath = &analysis.Analyzer{
	Name:     "commands/personal-path",
	Doc:      "absolute path below the home directory of a person",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-27",
		Name: "the directory layouts of macOS, Linux and Windows for home directories"},
	Requires: []*analysis.Analyzer{personalFact.Analyzer},
	Run:      personalPaths,
}

func personalPaths(pass *analysis.Pass) error {
	for file, found := range personalFact.All(pass.Store) {
		for _, d := range found {
			if d.own != "" && file.Tree.Stat(path.Join(strings.TrimSuffix(file.Rel, belowOwner(file)), d.own)) == analysis.IsFile {
				continue
			}
			if isOwnHome(file.Tree) {
				d.Severity = analysis.Info
			}
			pass.Report(d.Diagnostic)
		}
	}
	return nil
}

// A personalFinding is the finding for the paths of a user in a document.
type personalFinding struct {
	analysis.Diagnostic
	own string // the file of the skill to which the path may lead
}

// personalFact computes the findings of a document.
var personalFact = analysis.NewFact("personal-path", "absolute paths below the home directory of a person", analysis.PerDocument,
	(analysis.Text&^analysis.Output)|analysis.Hooks|analysis.MCP|analysis.Settings|analysis.Plugin|analysis.Resource, findPersonal)

func findPersonal(pass *analysis.Pass) ([]personalFinding, error) {
	d := pass.Document
	if !hasHome(d.Source) || isTestPath(d.Rel) || d.Kind == analysis.Resource && (d.Part || !isCode(d.Rel)) {
		return nil, analysis.ErrNoFact
	}
	var roles *role.Map
	found, order := map[string]*personalFinding{}, []string{}
	for _, m := range homesIn(d.Source) {
		name := string(d.Source[m[2]:m[3]])
		if isAnybody(name) || isInWord(d.Source, m[0]) || isPartOf(d.Rel, name) || isShownLine(d, m[0]) || isElided(d, m[3]) {
			continue
		}
		if d.Kind&analysis.Text != 0 {
			if roles == nil {
				roles = role.Of(d)
			}
			if p := roles.At(m[0]); p.Role.IsShown() || p.Negated {
				continue
			}
		}
		at := analysis.Range{Start: m[0], End: m[3]}
		own := ownFile(d, m[0])
		key := name + "/" + own
		if known := found[key]; known != nil {
			if len(known.Related) < maxPlaces {
				known.Related = append(known.Related, analysis.Related{Location: d.At(at), Message: "also here"})
			}
			continue
		}
		severity, where := homeSeverity(d, m[0]), d.At(at)
		found[key] = &personalFinding{own: own, Diagnostic: analysis.Diagnostic{Location: &where, Severity: severity, Message: "path below the home directory of a person: " + quote.Text(d.Text(at)),
			Effect: "it does not exist on other machines", Help: "write ~ or $HOME, or a path relative to the skill",
			Group: analysis.Group{Key: name, Message: "paths below the home directory of a person in " + analysis.Many + " files: " + quote.Text(d.Text(at))}}}
		order = append(order, key)
	}
	var all []personalFinding
	for _, key := range order {
		all = append(all, *found[key])
	}
	return all, nil
}
