package files

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Unexpected reports what lies in a skill's folder and is not meant for those who install it.
//
// A skill is installed with all that its folder holds. Keys and .env files give away secrets. Installed
// packages, caches and leftovers of editors make it larger and are searched by agents. Programs without
// source cannot be reviewed. Remove them, and name them in .gitignore.
//
// Archives are advice, since a skill may come with one. Of a folder the first is reported, with how
// many there are.
//
// Left alone: what an ignore file names, as it is not in the repository; .env.example and the like;
// what stands outside of skills; the .git of a skill that is a repository itself.
var Unexpected = &analysis.Analyzer{
	Name:     "files/unexpected",
	Doc:      "file in a skill's folder that is not meant for those who install it",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "ignore files that GitHub suggests; the installers of codex, gemini and Claude Code copy whole folders"},
	Run: unexpected,
}

func unexpected(pass *analysis.Pass) error {
	for _, b := range belongingsOf(pass.Workspace) {
		checkUnexpected(pass, b)
	}
	return nil
}

// A find are unexpected files of one sort in one folder.
type find struct {
	first string
	sort  *sort
	more  int
}

func checkUnexpected(pass *analysis.Pass, b *belongings) {
	finds := map[string]*find{}
	var order []*find
	for _, rel := range b.tree.All() {
		s, what := sortOf(rel)
		if s == nil || !b.inSkill(rel) || path.Base(what) == ".git" && b.skills[path.Dir(what)] { // the skill is a repository
			continue
		}
		key := path.Dir(what) + "\x00" + s.effect
		if f := finds[key]; f != nil {
			if f.first != what {
				f.more++
			}
			continue
		}
		f := &find{first: what, sort: s}
		finds[key] = f
		order = append(order, f)
	}
	for _, f := range order {
		what := quote.Text(path.Base(f.first))
		if f.more > 0 {
			what += fmt.Sprintf(" (and %d more here)", f.more)
		}
		pass.Report(analysis.Diagnostic{Location: start(b.tree.Prefix + f.first), About: f.sort.effect, Measured: f.more + 1, Severity: f.sort.severity,
			Message: what + " " + f.sort.effect})
	}
}
