package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// isListed reports whether the client lists all skills in the system prompt and finds no other: a skill inside another one, which
// clients usually read as a chapter, is lost.
func isListed(f *analysis.File) bool {
	if f.Dialect == nil || f.Dialect.Name != "progressive" {
		return false
	}
	return !slices.ContainsFunc(strings.Split(path.Dir(f.Rel), "/"), func(dir string) bool {
		return slices.Contains([]string{"assets", "examples", "references", "templates", "tests"}, dir)
	})
}

// withoutSkill reports directories of a list of skills that contain text but no SKILL.md.
func withoutSkill(pass *analysis.Pass) {
	used := map[place]bool{} // the directories of skills, and those above
	var folders []place
	titles := map[place]string{}
	for _, f := range pass.Workspace.Files {
		if f.Kind != analysis.Skill || f.Dialect == nil || f.Dialect.Name != "progressive" {
			continue
		}
		folder, ok := registry.UnknownClientFolder(f.Rel, "skills")
		if !ok {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimPrefix(f.Rel, folder+"/"), "/")
		at := place{f.Tree, folder}
		used[place{f.Tree, path.Join(folder, first)}] = true
		if titles[at] == "" {
			titles[at], folders = f.Dialect.Title, append(folders, at)
		}
	}
	for _, at := range folders {
		for _, name := range at.tree.Entries(at.dir) {
			dir := path.Join(at.dir, name)
			if !at.tree.IsDir(dir) || used[place{at.tree, dir}] || isUnlistable(name) || isShared(name) {
				continue
			}
			names := at.tree.Entries(dir)
			i := slices.IndexFunc(names, func(name string) bool { return path.Ext(name) == ".md" })
			if i < 0 || slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, "SKILL.md") }) {
				continue
			}
			first := analysis.Position{Line: 1, Column: 1}
			pass.Report(analysis.Diagnostic{Location: &analysis.Location{Path: at.tree.Prefix + path.Join(dir, names[i]), Start: first, End: first},
				Message: "skill directory " + quote.Text(name) + " has no SKILL.md", Effect: "the skill list of " + titles[at] + " omits it",
				Help: "add a SKILL.md, or move the directory"})
		}
	}
}

// isShared reports whether a directory next to skills usually contains files for several of them.
func isShared(name string) bool {
	return slices.Contains([]string{"assets", "common", "docs", "lib", "references", "scripts", "shared"}, strings.ToLower(name))
}
