package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// bundles computes the files of skills. It is a separate fact because only a change of paths affects it.
var bundles = analysis.NewFact("bundles", "the files in the directories of skills", analysis.PerWorkspace, 0,
	func(pass *analysis.Pass) (*workspace, error) { return collect(pass.Workspace), nil })

// A bundle is a skill with the files in its directory.
type bundle struct {
	skill *analysis.File
	dir   string
	files []*file // by path, including those of nested skills
	start *file
	outer []string // directories that files outside of the skill refer to
}

// A file is a file of a bundle.
type file struct {
	rel    string
	of     *bundle
	doc    *analysis.File // nil if not Markdown, or not read
	exempt bool           // need not be mentioned
	marks
}

// marks holds the results of the search for a file.
type marks struct {
	reached bool
	direct  bool // SKILL.md mentions it or a directory above it
	outer   bool // a file outside of the skill refers to it
	edges   []edge
	deep    *edge // the first reference to the file
	from    *file // the file that contains deep
}

// An edge is a reference to a file or directory.
type edge struct {
	to   string
	at   analysis.Location
	link bool // a link, and not only a path in text
}

// A workspace holds all bundles.
type workspace struct {
	bundles []*bundle
	files   map[key]*file
	folders map[key]*bundle // directories in a bundle
}

// reset removes the results of the last run.
func (all *workspace) reset() {
	for _, b := range all.bundles {
		b.outer = nil
	}
	for _, f := range all.files {
		f.marks = marks{}
	}
}

type key struct {
	tree *analysis.Tree
	rel  string
}

// collect assigns the files of a workspace to skills.
func collect(w *analysis.Workspace) *workspace {
	all := &workspace{files: map[key]*file{}, folders: map[key]*bundle{}}
	owners := map[key]*bundle{}
	var trees []*analysis.Tree
	docs := map[key]*analysis.File{}
	for _, f := range w.Files {
		docs[key{f.Tree, f.Rel}] = f
		if f.Kind == analysis.Skill && path.Base(f.Rel) == "SKILL.md" {
			if len(trees) == 0 || trees[len(trees)-1] != f.Tree {
				trees = append(trees, f.Tree)
			}
			b := &bundle{skill: f, dir: path.Dir(f.Rel)}
			owners[key{f.Tree, b.dir}] = b
			all.bundles = append(all.bundles, b)
		}
	}
	seen := map[*analysis.Tree]bool{}
	for _, tree := range trees {
		if seen[tree] {
			continue
		}
		seen[tree] = true
		for _, rel := range tree.All() {
			if tree.IsDir(rel) || tree.Hidden(rel) {
				continue
			}
			if unit, ok := link.Unit(tree, rel); ok && owners[key{tree, unit}] != nil {
				b := owners[key{tree, unit}]
				all.add(b, rel, docs[key{tree, rel}])
			}
		}
	}
	return all
}

func (all *workspace) add(b *bundle, rel string, doc *analysis.File) {
	if len(b.files) > maxFiles || strings.Contains(rel, "/") && b.isOfProject(rel) {
		return // too many files, or the skill is a whole project
	}
	f := &file{rel: rel, of: b, doc: doc}
	if rel == b.skill.Rel {
		f.exempt, b.start = true, f
	} else {
		f.exempt = isExempt(b, rel) || b.skill.Conventions.IsExternal(rel, strings.TrimPrefix(rel, b.dir+"/")) || doc != nil && doc.Kind != analysis.Reference
	}
	b.files = append(b.files, f)
	tree := b.skill.Tree
	all.files[key{tree, rel}] = f
	for dir := path.Dir(rel); dir != b.dir && all.folders[key{tree, dir}] == nil; dir = path.Dir(dir) {
		all.folders[key{tree, dir}] = b
	}
}
