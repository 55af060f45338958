package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
)

// checkCopies reports skills that differ from their copy in the directory of another client, if most skills in both
// directories are identical.
func checkCopies(pass *analysis.Pass) {
	folders := map[place]map[string]*analysis.File{} // skills by directory and name
	agents := map[place][]string{}                   // directories of skills by parent directory
	var bases []place
	for _, f := range pass.Workspace.Files {
		dir := path.Dir(path.Dir(f.Rel))
		if f.Kind != analysis.Skill || path.Base(f.Rel) != "SKILL.md" || f.Hash == [32]byte{} || path.Base(dir) != "skills" {
			continue
		}
		at, base := place{f.Tree, dir}, place{f.Tree, path.Dir(dir)}
		if strings.HasPrefix(path.Base(base.dir), ".") && base.dir != "." {
			base.dir = path.Dir(base.dir)
		}
		if folders[at] == nil {
			folders[at] = map[string]*analysis.File{}
			if agents[base] == nil {
				bases = append(bases, base)
			}
			agents[base] = append(agents[base], dir)
		}
		folders[at][path.Base(path.Dir(f.Rel))] = f
	}
	for _, base := range bases {
		dirs := agents[base]
		fullest := slices.MaxFunc(dirs, func(a, b string) int { return len(folders[place{base.tree, a}]) - len(folders[place{base.tree, b}]) })
		for _, dir := range dirs {
			if dir != fullest {
				compareCopies(pass, folders[place{base.tree, fullest}], folders[place{base.tree, dir}], fullest)
			}
		}
	}
}

// compareCopies reports the few skills of a directory that differ from those in another directory.
func compareCopies(pass *analysis.Pass, originals, copies map[string]*analysis.File, folder string) {
	same := 0
	var other []*analysis.File
	for name, c := range copies {
		switch original := originals[name]; {
		case original == nil:
		case original.Hash == c.Hash:
			same++
		default:
			other = append(other, c)
		}
	}
	if same < 2 || len(other) >= same {
		return
	}
	sorting.By(other, func(a, b *analysis.File) int { return strings.Compare(a.Rel, b.Rel) })
	for _, c := range other {
		name := path.Base(path.Dir(c.Rel))
		here, ok := registry.HeaderFact.At(pass.Store, c)
		there, both := registry.HeaderFact.At(pass.Store, originals[name])
		if !ok || !both {
			continue
		}
		at := c.At(here.Range)
		pass.Report(analysis.Diagnostic{Location: &at,
			Severity: analysis.Info,
			Message:  "skill " + quote.Text(name) + " differs from its copy in " + folder,
			Effect:   "most skills of the two directories are identical",
			Help:     "copy the newer one, or keep both if the difference is intended",
			Related:  []analysis.Related{{Location: originals[name].At(there.Range), Message: "the other copy"}}})
	}
}
