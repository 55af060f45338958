package registry

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// VersionBump reports plugins and skills that changed since the git base (--base) but kept their version.
//
// Claude Code updates an installed plugin only if the version in plugin.json changed. With the same
// version, users keep their old copy. Registries and people that pin a version mistake the new text of
// a skill for the old one.
//
// The rule is off by default, because some repositories only change versions when they release. For
// skills, the version in the frontmatter applies, or else that of the registry entry.
//
// Not reported:
//   - new plugins and skills, and those without a version now or at the base
//   - skills inside a plugin that has a version
//   - files that users of a plugin do not get, such as tests and workflows
//   - README, CHANGELOG, LICENSE, NOTICE and hidden files of a skill
//   - changes of line endings only
//
// Fix: --unsafe-fixes writes the next patch version.
var VersionBump = &analysis.Analyzer{
	Name:     "registry/version-bump",
	Doc:      "changed plugin or skill with an unchanged version",
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
	versioned := map[place]bool{} // plugins with a version
	for file, p := range registry.PluginFact.All(pass.Store) {
		if file.Tree.Base == nil || p.Version.Value == "" {
			continue
		}
		home := registry.Home(file)
		versioned[place{file.Tree, home}] = true
		if was := file.Tree.Base.Values(file); was != nil {
			u := unit{file.Tree, home, "plugin", "Claude Code does not update installed copies of the plugin", shipped(home, &p)}
			b.check(u, p.Version, versionText(was.Data.Get("version")))
		}
	}
	skills := registry.ListedFact.Of(pass)
	for file, h := range registry.HeaderFact.All(pass.Store) {
		dir := path.Dir(file.Rel)
		if file.Tree.Base == nil || path.Base(file.Rel) != "SKILL.md" || isBelow(versioned, file.Tree, dir) {
			continue
		}
		u := unit{file.Tree, dir, "skill", "clients that compare versions keep the old text", ofSkill(dir)}
		if l, ok := skills[file]; ok && h.Version.Value == "" {
			b.check(u, l.Entry.Version, b.listed(l.Registry)[l.Entry.Name.Value])
		} else if was := file.Tree.Base.Values(file); h.Version.Value != "" && was != nil {
			b.check(u, h.Version, cmp.Or(versionText(was.Data.Get("version")), versionText(was.Data.Lookup("metadata", "version"))))
		}
	}
	return nil
}

// isBelow reports whether a directory is in a set, or inside a directory of the set.
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

// versionText returns the version in a file, which may be a number, or "".
func versionText(v *analysis.Value) string {
	if v == nil || v.Kind != analysis.String && v.Kind != analysis.Number {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// listed returns the versions of a registry at the base, by the names of skills.
func (b bump) listed(file *analysis.File) map[string]string {
	if versions, known := b.versions[file]; known {
		return versions
	}
	versions := map[string]string{}
	if was := file.Tree.Base.Values(file); was != nil {
		if skills := was.Data.Get("skills"); skills != nil {
			for _, e := range skills.Items {
				if name := e.Get("name"); name.IsString() {
					versions[name.Text] = versionText(e.Get("version"))
				}
			}
		}
	}
	b.versions[file] = versions
	return versions
}
