package files

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Unexpected reports files in a skill directory that should not be installed with the skill.
//
// Clients install the whole directory of a skill. Keys and .env files reveal secrets. Installed packages, caches
// and temporary files make the skill larger, and agents search them. Delete such files, and add them to
// .gitignore. Files of one kind in a skill are reported together.
//
// Severity:
//   - warning in general
//   - info for archives, which a skill may need
//
// Not reported:
//   - files that an ignore file names
//   - .env.example and the like
//   - archives that SKILL.md or a script of the skill names
//   - programs and bytecode, which files/opaque reports
//   - files outside of skills
//   - the .git directory of a skill that is a repository itself
var Unexpected = &analysis.Analyzer{
	Name:     "files/unexpected",
	Doc:      "file that should not be installed with a skill",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "ignore files that GitHub suggests; the installers of codex, gemini and Claude Code copy whole directories"},
	Run: unexpected,
}

func unexpected(pass *analysis.Pass) error {
	for _, b := range clientPathsOf(pass.Workspace) {
		checkUnexpected(pass, b)
	}
	return nil
}

// unexpectedFiles holds the unexpected files of one category in a skill.
type unexpectedFiles struct {
	first    string
	category *category
	others   []string
	known    map[string]bool
}

// maxRelated is the number of further files that a finding lists.
const maxRelated = 20

func checkUnexpected(pass *analysis.Pass, b *clientPaths) {
	finds, scripts := map[string]*unexpectedFiles{}, &scriptIndex{clientPaths: b, texts: map[string][][]byte{}}
	var order []*unexpectedFiles
	for _, rel := range b.tree.All() {
		s, what := categoryOf(rel)
		skill, ok := b.skillOf(rel)
		if s == nil || !ok || path.Base(what) == ".git" && b.skills[path.Dir(what)] || // the skill is a repository
			s == &archives && scripts.uses(rel) || s == &leftovers && isPython(rel) && opaqueKind(b.tree, rel) != nil {
			continue
		}
		key := skill + "\x00" + s.message
		if f := finds[key]; f != nil {
			if !f.known[what] {
				f.known[what] = true
				f.others = append(f.others, what)
			}
			continue
		}
		f := &unexpectedFiles{first: what, category: s, known: map[string]bool{what: true}}
		finds[key] = f
		order = append(order, f)
	}
	for _, f := range order {
		pass.Report(f.finding(b.tree.Prefix, b.collection(f.first)))
	}
}

// finding returns the finding for a category. prefix is that of the files of the tree. Findings of one collection of
// skills are joined.
func (f *unexpectedFiles) finding(prefix, collection string) analysis.Diagnostic {
	c := f.category
	d := analysis.Diagnostic{Location: start(prefix + f.first), About: c.about, Measured: len(f.others) + 1, Severity: c.severity,
		Message: c.message + " " + quote.Text(path.Base(f.first)), Effect: c.effect, Help: c.help}
	n := len(f.others)
	if n == 0 && (c == &folders || c == &leftovers) { // one line of an ignore file excludes all of them
		d.Group = analysis.Group{Key: c.message + " " + collection, Message: analysis.Many + " " + c.several + " in skills", Effect: c.effects, Help: c.helps}
	}
	if n > 0 {
		d.Message = fmt.Sprintf("%s %s and %s more", c.several, quote.Text(path.Base(f.first)), quote.Count(n))
		d.Effect, d.Help = c.effects, c.helps
	}
	for _, other := range f.others[:min(len(f.others), maxRelated)] {
		d.Related = append(d.Related, analysis.Related{Location: *start(prefix + other), Message: "also here"})
	}
	return d
}
