package registry

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// Catalog reports a catalog or dispatch configuration of CLEO's packages that does not match the skills.
//
// CLEO's packages, as of August 2026, have two files above the directory of skills. skills.json lists the skills that CLEO offers and
// installs, with their versions. dispatch-config.json names the skill for each type, keyword and protocol of a task; the registry
// is made from it.
//
// Severity:
//   - error for a skill of the catalog whose SKILL.md does not exist: reading it throws an error
//   - warning otherwise
//
// Not reported:
//   - files without a registry of CLEO's packages
//   - the first edition of CLEO, of January 2026, which has no such files
var Catalog = &analysis.Analyzer{
	Name:     "registry/catalog",
	Doc:      "catalog or dispatch configuration of CLEO that does not match",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "packages/skills/index.js and packages/core/src/skills/dispatch.ts of kryptobaseddev/cleo 77fb47e0"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer, registry.HeaderFact.Analyzer},
	Run:      catalog,
}

func catalog(pass *analysis.Pass) error {
	above := map[place]*laterSkills{} // by the directory of their catalog
	for file, r := range registry.Fact.All(pass.Store) {
		if dir := path.Dir(file.Rel); file.Dialect.IsLater() {
			above[place{file.Tree, path.Dir(dir)}] = &laterSkills{dir, r.Entries, nil}
		}
	}
	if len(above) == 0 {
		return nil
	}
	headers := map[place]registry.Header{}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		headers[place{file.Tree, file.Rel}] = h
	}
	isCatalog := func(rel string) bool {
		name := path.Base(rel)
		return name == "skills.json" || name == "dispatch-config.json"
	}
	eachData(pass, isCatalog, "", "CLEO finds no skill", func(f *dataFile) {
		skills := above[place{f.tree, path.Dir(f.rel)}]
		if skills == nil {
			return
		}
		skills.headers = headers
		if path.Base(f.rel) == "skills.json" {
			skills.catalog(f)
		} else {
			skills.dispatch(f)
		}
	})
	return nil
}

// laterSkills are the skills of CLEO's packages.
type laterSkills struct {
	dir     string // of the registry and the skills
	entries []registry.Entry
	headers map[place]registry.Header
}

// catalog checks skills.json.
func (s *laterSkills) catalog(f *dataFile) {
	skills := f.root.Member("skills")
	if skills == nil || skills.Value.Kind != analysis.List {
		return
	}
	listed := map[string]bool{}
	for _, item := range skills.Value.Items {
		name := item.Get("name")
		if !name.IsString() || name.Text == "" {
			continue
		}
		listed[name.Text] = true
		file := path.Join(s.dir, name.Text, "SKILL.md")
		if f.absent(file) || f.absent(path.Dir(file)) {
			f.report(name.Range, analysis.Diagnostic{About: name.Text, Message: "skill " + quote.Text(name.Text) + " of the catalog does not exist",
				Effect: "CLEO reads " + quote.Text(path.Join(path.Base(s.dir), name.Text, "SKILL.md")) + ", and fails", Help: "correct the name, or remove the entry"})
			continue
		}
		h, version := s.headers[place{f.tree, file}], item.Get("version")
		if is := h.Version.Value; is != "" && version.IsString() && version.Text != is {
			f.report(version.Range, analysis.Diagnostic{Severity: analysis.Warning, About: name.Text,
				Message: fmt.Sprintf("catalog version %s differs from the frontmatter version %s", quote.Text(version.Text), quote.Text(is)),
				Effect:  "CLEO offers another version of " + quote.Text(name.Text), Help: "write the same version in both files",
				Related: []analysis.Related{{Location: h.Version.Location, Message: "frontmatter version"}}})
		}
	}
	var missing []string
	for i := range s.entries {
		if e := &s.entries[i]; e.Active() && !listed[e.Name.Value] && f.tree.Exists(path.Join(s.dir, e.Name.Value, "SKILL.md")) {
			missing = append(missing, e.Name.Value)
		}
	}
	if len(missing) == 0 || len(missing) == len(s.entries) {
		return
	}
	message, them := "skill "+quote.Text(missing[0])+" is not listed in the catalog", "it"
	if len(missing) > 1 {
		message, them = "skills "+quote.List(missing, "and")+" are not listed in the catalog", "them"
	}
	f.report(skills.KeyRange, analysis.Diagnostic{Severity: analysis.Warning, About: "missing", Measured: len(missing),
		Message: message, Effect: "CLEO does not offer or install " + them, Help: "add " + them})
}
