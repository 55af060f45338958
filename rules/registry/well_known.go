package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// WellKnown reports skills in the index of a site that clients cannot install.
//
// A site publishes skills in .well-known/agent-skills/index.json, or .well-known/skills/index.json before. In version 0.2.0, which
// "$schema" identifies, each skill has a URL and the SHA-256 of the file to which it points. In version 0.1.0, without "$schema", each
// skill lists its files. "npx skills add" rejects files with another digest, skips invalid skills of version 0.2.0, and ignores an index
// of version 0.1.0 with one invalid skill.
//
// Severity:
//   - error for invalid JSON, files that do not exist, and of version 0.2.0 for invalid skills and digests that do not match
//   - warning for an index in another format, a name that differs from the frontmatter, and files that SKILL.md mentions and the index
//     does not list
//   - info for a skill in the directory that the index does not list
//
// Not reported:
//   - files on other sites, and those of an index of which no file exists: the site generates them
//   - a digest that matches the file with Windows line ends
//   - examples, templates and test data
var WellKnown = &analysis.Analyzer{
	Name:     "registry/well-known",
	Doc:      "skill in the index of a site that clients cannot install",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Requires: []*analysis.Analyzer{registry.HeaderFact.Analyzer},
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "provider of well-known skills in the npm package skills 1.7.4"},
	Run: wellKnown,
}

// discoverySchema identifies version 0.2.0 of an index.
const discoverySchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

func wellKnown(pass *analysis.Pass) error {
	names := map[place]registry.Text{}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		names[place{file.Tree, file.Rel}] = h.Name
	}
	eachData(pass, isIndex, "", "clients find no skill", func(f *dataFile) {
		x := skillIndex{dataFile: f, dir: path.Dir(f.rel), names: names}
		x.site = path.Dir(path.Dir(x.dir))
		x.check()
	})
	return nil
}

// isIndex reports whether a path is that of an index.
func isIndex(rel string) bool {
	for _, end := range []string{".well-known/agent-skills/index.json", ".well-known/skills/index.json"} {
		if rel == end || strings.HasSuffix(rel, "/"+end) {
			return true
		}
	}
	return false
}

// A skillIndex is an index of skills.
type skillIndex struct {
	*dataFile
	dir, site string // of the index, and the root of the site
	names     map[place]registry.Text
}

func (x *skillIndex) check() {
	skills, version := x.root.Get("skills"), x.root.Member("$schema")
	switch {
	case skills == nil || skills.Kind != analysis.List:
		x.report(analysis.Range{}, analysis.Diagnostic{Message: "missing list \"skills\"", Effect: "clients find no skill", Help: "add it"})
	case version != nil && textOf(x.root, "$schema") != discoverySchema:
		x.report(version.Value.Range, analysis.Diagnostic{Severity: analysis.Warning, About: version.Value.Text, Message: "unknown schema of an index of skills",
			Effect: "\"npx skills add\" ignores the index", Help: "use " + quote.Text(discoverySchema)})
	case version != nil:
		x.compare(x.valid(skills.Items, artifactProblem, analysis.Error, "\"npx skills add\" skips the skill"), x.artifacts)
	default:
		if valid := x.valid(skills.Items, filesProblem, analysis.Warning, "\"npx skills add\" ignores the whole index"); len(valid) == len(skills.Items) {
			x.compare(valid, x.files)
		}
	}
}

// valid returns the entries without a problem, and reports the others.
func (x *skillIndex) valid(entries []*analysis.Value, problem func(*analysis.Value) string, severity analysis.Severity, effect string) []*analysis.Value {
	var valid []*analysis.Value
	for _, e := range entries {
		what := problem(e)
		if what == "" {
			valid = append(valid, e)
			continue
		}
		at := e.Range
		if name := e.Get("name"); name != nil {
			at = name.Range
		}
		x.report(at, analysis.Diagnostic{Severity: severity, About: textOf(e, "name") + " " + what, Message: "skill " + quote.Text(textOf(e, "name")) + ": " + what, Effect: effect,
			Group: analysis.Group{Key: x.rel + what, Message: analysis.Many + " skills: " + what}})
	}
	return valid
}

// compare compares entries with the files of the site. Without any file, the site generates them.
func (x *skillIndex) compare(entries []*analysis.Value, files func(entry *analysis.Value) []listed) {
	all, exist := map[*analysis.Value][]listed{}, false
	for _, e := range entries {
		all[e] = files(e)
		for _, l := range all[e] {
			exist = exist || !analysis.LeavesRoot(l.rel) && x.tree.Exists(l.rel)
		}
	}
	if !exist {
		return
	}
	names, targets := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		for _, l := range all[e] {
			targets[l.rel] = true
		}
		x.compareSkill(e, all[e])
		if name := textOf(e, "name"); !names[name] {
			names[name] = true
			x.unlisted(e, all[e])
		}
	}
	for _, e := range x.root.Get("skills").Items { // those that are rejected, too
		names[textOf(e, "name")] = true
	}
	for _, name := range x.tree.Entries(x.dir) {
		if rel := path.Join(x.dir, name, "SKILL.md"); !names[name] && !targets[rel] && x.tree.IsFile(rel) && !x.tree.Ignored(rel) {
			x.report(x.root.Member("skills").KeyRange, analysis.Diagnostic{Severity: analysis.Info, About: name, Message: "skill " + quote.Text(name) + " is not in the index",
				Effect: "clients do not find it", Help: "add it to the index"})
		}
	}
}
