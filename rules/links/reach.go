package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// An agent finds a file if a text that it reads mentions the file: first SKILL.md, then the files mentioned there,
// including scripts and their imports. Links and paths in Markdown come from facts/link. Only if these do not reach every
// file, the texts of the skill are searched for names, so that the texts of a workspace need not be kept. Every plausible
// mention is accepted, because a false positive costs more than an unused file.

// A reachedSkill holds the files of a skill that SKILL.md does not mention.
type reachedSkill struct {
	File *analysis.File
	Lost []lostGroup
	Deep []deepFile

	Cased []casedFile // files that the skill refers to only in another case
}

// A lostGroup holds the unreferenced files of a directory.
type lostGroup struct {
	Dir   string   // the topmost directory without any mentioned file, or the directory of the files
	Files []string // sorted paths relative to the root of the tree
	Named []string // unreferenced files that only Files refer to
}

// A deepFile is a Markdown file that only another reference mentions.
type deepFile struct {
	File *analysis.File
	From *analysis.File
	At   analysis.Location // of the reference in From
}

// Limits of the texts that are read per skill. A larger skill is assumed to mention all its files.
const (
	maxText  = 256 << 10 // bytes per text
	maxTexts = 500       // texts
	maxBytes = 8 << 20   // bytes of all texts
	maxFiles = 2_000     // files
)

// reached computes the skills with files that SKILL.md does not mention, ordered by path.
var reached = analysis.NewFact("reach", "the unreferenced files of skills",
	analysis.PerWorkspace, 0, read, bundles.Analyzer, link.Fact.Analyzer, link.TargetFact.Analyzer)

func read(pass *analysis.Pass) ([]reachedSkill, error) {
	all := bundles.Of(pass)
	all.reset()
	if len(all.files) == 0 {
		return nil, nil
	}
	all.link(pass)
	read := map[*analysis.File]bool{} // files whose mentions are known
	for f := range link.TargetFact.All(pass.Store) {
		read[f] = true
	}
	var searches []*search
	for _, b := range all.bundles {
		if err := pass.Context.Err(); err != nil {
			return nil, err
		}
		if b.start == nil || !read[b.skill] || len(b.files) > maxFiles || !b.skill.Tree.Walked(b.dir) {
			continue
		}
		searches = append(searches, b.search())
	}
	outside(pass.Workspace, searches, read)
	var found []reachedSkill
	for _, s := range searches {
		s.drain()
		if s := s.result(); len(s.Lost)+len(s.Deep)+len(s.Cased) > 0 {
			found = append(found, s)
		}
	}
	return found, nil
}

// link adds the references of each file. Targets of references from outside of a skill are reached at once.
func (all *workspace) link(pass *analysis.Pass) {
	index := newIndex()
	for _, l := range link.Fact.Of(pass) {
		to := l.To
		if l.Standing != analysis.IsFile && l.Standing != analysis.IsFolder {
			to = meant(&l, index)
		}
		tree := l.From.Tree
		to = tree.Real(to)
		if l.Class != link.Local || to == "" {
			continue
		}
		target, bundle, from := all.files[key{tree, to}], all.folders[key{tree, to}], all.files[key{tree, l.From.Rel}]
		switch {
		case target == nil && bundle == nil || target == from:
		case from != nil && (target != nil && target.of == from.of || bundle == from.of):
			from.edges = append(from.edges, edge{to, l.At, l.Form == link.FormLink})
		case bundle != nil:
			bundle.outer = append(bundle.outer, to)
		default:
			target.reached, target.direct, target.outer = true, true, true
		}
	}
}

// meant returns the existing file that a broken link probably refers to, or "". The link is reported, so the file need not
// be.
func meant(l *link.Link, index *index) string {
	switch {
	case l.Found != "":
		return l.Found
	case l.Problem == link.OtherCase:
		return l.From.Tree.OtherCase(l.To)
	case l.Problem == link.Missing && l.Skill != nil && !l.InExample() && path.Ext(l.Path) != "":
		return index.near(l)
	}
	return ""
}

func below(dir, rel string) bool { return dir == "." || strings.HasPrefix(rel, dir+"/") }
