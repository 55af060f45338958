package registry

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// A bump compares versions and contents with those of the base.
type bump struct {
	pass     *analysis.Pass
	versions map[*analysis.File]map[string]string // versions of registries at the base
}

// A unit is a plugin or skill with a version.
type unit struct {
	tree     *analysis.Tree
	dir      string
	what     string
	effect   string            // effect of a change without a new version
	contains func(string) bool // reports whether a file below dir is part of the unit
}

// maxContent is the maximum size of files that are compared.
const maxContent = 8 << 20

// ofSkill returns a function that reports whether a file in the directory of a skill belongs to it.
func ofSkill(dir string) func(string) bool {
	return func(rel string) bool {
		rel = strings.TrimPrefix(rel, dir+"/")
		name, _, _ := strings.Cut(strings.ToUpper(path.Base(rel)), ".")
		return !isHidden(rel) && !slices.Contains([]string{"README", "CHANGELOG", "LICENSE", "LICENCE", "NOTICE"}, name)
	}
}

func isHidden(rel string) bool { return strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") }

// components are the paths that Claude Code loads from a plugin by default, and paths that hooks and servers use.
var components = []string{".claude-plugin/plugin.json", "skills", "commands", "agents", "workflows", "output-styles", "hooks", "themes", "monitors", "scripts", "bin",
	"SKILL.md", ".mcp.json", ".lsp.json", "settings.json"}

// shipped returns a function that reports whether a file of a plugin is installed.
func shipped(home string, p *registry.Plugin) func(string) bool {
	places := slices.Clone(components)
	for _, at := range p.Paths {
		places = append(places, path.Clean(at.Value))
	}
	return func(rel string) bool {
		if home != "." {
			rel = strings.TrimPrefix(rel, home+"/")
		}
		return slices.Contains(places, rel) || within(rel, places) && !isHidden(rel)
	}
}

// check reports an unchanged version of changed content.
func (b bump) check(u unit, now registry.Text, was string) {
	if now.Value == "" || was == "" || differentVersions(now, registry.Text{Value: was}) {
		return
	}
	changed := u.changed()
	if len(changed) == 0 {
		return
	}
	first := strings.TrimPrefix(changed[0], u.dir+"/")
	what := quote.Text(first)
	if n := len(changed); n > 1 {
		what += " and " + quote.Plural(n-1, "more file")
	}
	at := now.Location
	d := analysis.Diagnostic{Location: &at, Effect: u.effect, Help: "use a later version", Message: fmt.Sprintf("%s version is still %s, but %s changed since %s",
		u.what, quote.Text(now.Value), what, u.tree.Base.Ref)}
	if next := nextPatch(now.Value); next != "" {
		d.SuggestedFixes, d.Help = versionFix(now, u.format(now, next), next, false), ""
	}
	b.pass.Report(d)
}

// format returns a version in the syntax of its file: quoted, unless it is unquoted in frontmatter.
func (u unit) format(now registry.Text, version string) string {
	if strings.HasSuffix(now.Location.Path, ".json") {
		return strconv.Quote(version)
	}
	if now.Location.Range.Len() == len(now.Value)+2 {
		return `"` + version + `"`
	}
	return version
}

// nextPatch returns the next patch version, or "" if the version is not plain.
func nextPatch(version string) string {
	if !isPlainVersion(version) {
		return ""
	}
	at := strings.LastIndexByte(version, '.') + 1
	n, err := strconv.Atoi(version[at:])
	if err != nil {
		return ""
	}
	return version[:at] + strconv.Itoa(n+1)
}

// changed returns the files of a unit that differ from the base, sorted.
func (u unit) changed() []string {
	past := u.tree.Base
	before := analysis.Below(past.Files(), u.dir)
	var changed []string
	for _, rel := range before {
		if u.contains(rel) && !u.tree.Hidden(rel) && !same(past.Read(rel, maxContent), u.tree.Read(rel, maxContent), u.tree.Exists(rel)) {
			changed = append(changed, rel)
		}
	}
	for _, rel := range analysis.Below(u.tree.All(), u.dir) {
		if _, known := slices.BinarySearch(before, rel); !known && !u.tree.IsDir(rel) && u.contains(rel) {
			changed = append(changed, rel)
		}
	}
	slices.Sort(changed)
	return changed
}

// same reports whether a file is unchanged except for line endings. A file that is too large is considered unchanged.
func same(was, now []byte, exists bool) bool {
	if was == nil || now == nil {
		return exists
	}
	return bytes.Equal(was, now) || bytes.Equal(plainEnds(was), plainEnds(now))
}

func plainEnds(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}
