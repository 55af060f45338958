package registry

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// VersionBump reports plugins and skills that changed since the git base (--base) and still have the
// version that they had there.
//
// Claude Code updates a plugin that is installed only when the version in its plugin.json is another
// one: with the same version it keeps the copy that it has, and none of the change arrives. An
// orchestrator that goes by a registry's version, and people who pin one, take the new text for the
// old one.
//
// Write a later version where the finding stands; the unsafe fix writes the next patch version. Of a
// skill the version of its header counts, else that of its entry in the registry.
//
// Left alone: what is new; what had no version, or has none; a skill inside a plugin that has one; what a plugin's
// users do not get, as its tests and workflows; README, CHANGELOG, LICENSE, NOTICE and hidden files of a skill;
// line ends. The rule is off unless it is asked for: some repositories raise versions when they release.
var VersionBump = &analysis.Analyzer{
	Name:     "registry/version-bump",
	Doc:      "plugin or skill that changed since the git base and kept its version",
	Severity: analysis.Off,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-22",
		Name: "Claude Code's plugins reference, version management"},
	Requires: []*analysis.Analyzer{registry.PluginFact.Analyzer, registry.Fact.Analyzer, registry.ListedFact.Analyzer, registry.HeaderFact.Analyzer},
	Compares: true,
	Run:      versionBump,
}

func versionBump(pass *analysis.Pass) error {
	b := bump{pass, map[*analysis.File]map[string]string{}}
	versioned := map[place]bool{} // plugins that have a version
	for file, p := range registry.PluginFact.All(pass.Store) {
		if file.Tree.Past == nil || p.Version.Value == "" {
			continue
		}
		home := registry.Home(file)
		versioned[place{file.Tree, home}] = true
		if was := file.Tree.Past.Values(file); was != nil {
			u := unit{file.Tree, home, "the plugin", "Claude Code leaves those who have it with the copy that they have", shipped(home, &p)}
			b.check(u, p.Version, wrote(was.Data.Get("version")))
		}
	}
	skills := registry.ListedFact.Of(pass)
	for file, h := range registry.HeaderFact.All(pass.Store) {
		dir := path.Dir(file.Rel)
		if file.Tree.Past == nil || path.Base(file.Rel) != "SKILL.md" || isBelow(versioned, file.Tree, dir) {
			continue
		}
		u := unit{file.Tree, dir, "the skill", "who goes by versions takes the new text for the old one", ofSkill(dir)}
		if l, ok := skills[file]; ok && h.Version.Value == "" {
			b.check(u, l.Entry.Version, b.listed(l.Registry)[l.Entry.Name.Value])
		} else if was := file.Tree.Past.Values(file); h.Version.Value != "" && was != nil {
			b.check(u, h.Version, cmp.Or(wrote(was.Data.Get("version")), wrote(was.Data.Lookup("metadata", "version"))))
		}
	}
	return nil
}

// isBelow reports whether a folder is one of a set, or lies in one.
func isBelow(set map[place]bool, tree *analysis.Tree, dir string) bool {
	for ; ; dir = path.Dir(dir) {
		if set[place{tree, dir}] {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// wrote returns a version as a file has it, which may be a number; "" when there is none.
func wrote(v *analysis.Value) string {
	if v == nil || v.Kind != analysis.String && v.Kind != analysis.Number {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// listed returns the versions that a registry had at the base, by the names of skills.
func (b bump) listed(file *analysis.File) map[string]string {
	if versions, known := b.versions[file]; known {
		return versions
	}
	versions := map[string]string{}
	if was := file.Tree.Past.Values(file); was != nil {
		if skills := was.Data.Get("skills"); skills != nil {
			for _, e := range skills.Items {
				if name := e.Get("name"); name.IsString() {
					versions[name.Text] = wrote(e.Get("version"))
				}
			}
		}
	}
	b.versions[file] = versions
	return versions
}
