package commands

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/script"
)

// Environment reports environment variables that a script requires and no text mentions, and variables that a text sets under a
// name that differs slightly from the one that a script reads.
//
// A script that stops without a variable needs a user who sets it, and SKILL.md is where the agent learns what to ask for. A
// variable with a typo is set, and the script does not see it.
//
// Severity:
//   - warning for a variable that the text sets, if no script reads it and one reads a similar name
//   - info for a variable that a script requires
//
// A script requires a variable if it stops without it: os.environ["NAME"], ${NAME:?}, or a check that ends the script.
//
// Not reported:
//   - variables with a default, and those that the script's own text names again, such as in an error message
//   - variables that other programs may read
//   - templates, examples, references and test data
var Environment = &analysis.Analyzer{
	Name:     "commands/environment",
	Doc:      "environment variable that a script requires and no text mentions, or with a typo",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Python's os.environ, POSIX.1-2024 on parameter expansion, and Node.js's process.env"},
	Requires: []*analysis.Analyzer{script.Fact.Analyzer, setFact.Analyzer},
	Run:      environment,
}

func environment(pass *analysis.Pass) error {
	skills := skillsOf(pass)
	for _, skill := range skills {
		reported := map[string]bool{}
		for _, s := range skill.scripts {
			if isTestData(s.file.Rel) || isTemplate(s.file.Rel) || isShown(s.file) {
				continue
			}
			for _, v := range s.script.Env {
				if !v.Required || reported[v.Name] || isGiven(v.Name) || skill.mentions(v.Name) || explains(skill.tree, s.file, v.Name) {
					continue
				}
				reported[v.Name] = true
				at := s.file.At(v.Range)
				pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Info, About: v.Name,
					Message: "undocumented environment variable: " + quote.Text(v.Name), Effect: "the script stops without it, and no text of the skill mentions it",
					Help: "describe it in SKILL.md"})
			}
		}
	}
	misspelled(pass, skills)
	return nil
}

// isGiven reports whether a variable is set by the system or the client.
func isGiven(name string) bool {
	switch name {
	case "HOME", "PATH", "USER", "PWD", "SHELL", "TMPDIR", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "CI", "LANG", "TERM", "EDITOR",
		"CLAUDE_PLUGIN_ROOT", "CLAUDE_PROJECT_DIR", "CLAUDE_SKILL_DIR", "CLAUDE_SESSION_ID", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY", "BASH_SOURCE":
		return true
	}
	return false
}

// explains reports whether a script names a variable more often than it reads it, such as in a message or comment.
func explains(tree *analysis.Tree, f *analysis.File, name string) bool {
	source := tree.Read(f.Rel, script.MaxSize)
	return source == nil || hasName(string(source), name) > 1
}

// misspelled reports variables that the texts of a skill set, if only a similar name is read.
func misspelled(pass *analysis.Pass, skills []*skillFiles) {
	type key struct {
		tree *analysis.Tree
		dir  string
	}
	byDir := map[key]*skillFiles{}
	for _, s := range skills {
		byDir[key{s.tree, s.dir}] = s
	}
	indexes := map[*skillFiles]*readNames{}
	for f, names := range setFact.All(pass.Store) {
		if len(names) == 0 {
			continue
		}
		dir, ok := skillDir(f)
		skill := byDir[key{f.Tree, dir}]
		if !ok || skill == nil {
			continue
		}
		index := indexes[skill]
		if index == nil {
			index = newReadNames(skill)
			indexes[skill] = index
		}
		for _, n := range names {
			if best := index.near(n.Name); best != "" {
				at := f.At(n.Range)
				pass.Report(analysis.Diagnostic{Location: &at, About: n.Name, Message: "environment variable " + quote.Text(n.Name) + " is not read",
					Effect: "the scripts of the skill do not see the value", Help: "did you mean " + quote.Text(best) + "?"})
			}
		}
	}
}

// A readNames has the variables that the scripts of a skill read.
type readNames struct {
	skill *skillFiles
	all   map[string]bool
	names []string
	index *suggest.Index
}

func newReadNames(skill *skillFiles) *readNames {
	r := &readNames{skill: skill, all: map[string]bool{}}
	for _, s := range skill.scripts {
		for _, v := range s.script.Env {
			if !r.all[v.Name] {
				r.all[v.Name] = true
				r.names = append(r.names, v.Name)
			}
		}
	}
	r.index = suggest.NewIndex(r.names)
	return r
}

// near returns the variable that was probably meant, or "": it is similar, and no text of the skill mentions it.
func (r *readNames) near(name string) string {
	if len(name) < 6 || r.all[name] || isGiven(name) {
		return ""
	}
	best, ok := r.index.Best(name)
	if !ok || len(best) < 6 || r.skill.mentions(best) {
		return ""
	}
	for _, s := range r.skill.scripts { // in a way that is not recognized
		if source := r.skill.tree.Read(s.file.Rel, script.MaxSize); hasName(string(source), name) > 0 {
			return ""
		}
	}
	return best
}
