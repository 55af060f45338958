package links

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/role"
)

// A homePath is a path below the directory of skills or plugins in the home directory, in the text of a plugin.
type homePath struct {
	Rest    string // NAME/scripts/run.sh
	Plugins bool   // below plugins instead of skills
	At      analysis.Location
}

// homeFact is the paths below ~/.claude/skills and ~/.claude/plugins in the texts of plugins that do not name their own directory. A
// plugin that is the whole repository may be copied there.
var homeFact = analysis.NewFact("home-path", "paths below ~/.claude/skills and ~/.claude/plugins in texts of plugins", analysis.PerDocument,
	analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference, readHomePaths)

// maxHomePaths limits the paths of a document.
const maxHomePaths = 100

func readHomePaths(pass *analysis.Pass) ([]homePath, error) {
	d := pass.Document
	if d.File.PluginRoot == "" || d.File.PluginRoot == "." || strings.Contains(path.Base(d.File.Rel), "INSTALL") || bytes.Contains(d.Source, []byte("CLAUDE_PLUGIN_ROOT")) || bytes.Contains(d.Source, []byte("CLAUDE_SKILL_DIR")) {
		return nil, analysis.ErrNoFact
	}
	var found []homePath
	for at := d.BodyStart(); len(found) < maxHomePaths; {
		const client = "/.claude/"
		n := bytes.Index(d.Source[at:], []byte(client))
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(client)
		end := at
		for end < len(d.Source) && isPathByte(d.Source[end]) {
			end++
		}
		written := strings.TrimRight(string(d.Source[at:end]), ".")
		first, rest, _ := strings.Cut(written, "/")
		home := homeBefore(d.Source[:start])
		r := analysis.Range{Start: start - home, End: at + len(written)}
		if home == 0 || first != "skills" && first != "plugins" || path.Ext(rest) == "" && !strings.Contains(rest, "/scripts/") || role.Of(d).IsWrong(start) {
			continue
		}
		found = append(found, homePath{strings.Clone(rest), first == "plugins", d.At(r)})
		at = end
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

func isPathByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '/'
}

// homeBefore returns the length of the home directory that a text ends with.
func homeBefore(before []byte) int {
	for _, home := range []string{"~", "$HOME", "${HOME}"} {
		if bytes.HasSuffix(before, []byte(home)) {
			return len(home)
		}
	}
	return 0
}

// homePaths reports paths of a plugin's files below ~/.claude/skills and ~/.claude/plugins, where no plugin is installed, and returns
// the documents that have them. The README of a plugin that is also installed there mentions it.
func homePaths(pass *analysis.Pass) map[*analysis.File]bool {
	manual, files := map[pluginRoot]bool{}, map[*analysis.File]bool{}
	for file, found := range homeFact.All(pass.Store) {
		key := pluginRoot{file.Tree, file.PluginRoot}
		if _, ok := manual[key]; !ok {
			manual[key] = isInstalledByHand(file.Tree, file.PluginRoot)
		}
		var first *analysis.Diagnostic
		for i := range found {
			p := &found[i]
			to := p.in(file)
			if manual[key] || to == "" {
				continue
			}
			if first != nil {
				first.Related = append(first.Related, analysis.Related{Location: p.At, Message: "likewise " + quote.Text(p.Rest)})
				continue
			}
			written := "${CLAUDE_PLUGIN_ROOT}/" + analysis.RelativePath(file.PluginRoot, to)
			first = &analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning, Message: "path of a plugin's file below ~/.claude/" + p.dir() + ": " + quote.Text(p.Rest),
				Effect: "Claude Code installs plugins in ~/.claude/plugins/cache", Help: "write " + quote.Text(written)}
			if file.Kind == analysis.Reference {
				first.Help = "write a path relative to the skill"
			}
			if isForPeople(file.Rel) {
				first.Severity = analysis.Info
			}
		}
		if first != nil {
			files[file] = true
			pass.Report(*first)
		}
	}
	return files
}

func (p *homePath) dir() string {
	if p.Plugins {
		return "plugins"
	}
	return "skills"
}

// in returns the file of the plugin that a path is meant for, or "".
func (p *homePath) in(file *analysis.File) string {
	name, rest, _ := strings.Cut(p.Rest, "/")
	dir := path.Join(file.PluginRoot, "skills", name)
	if p.Plugins {
		dir = file.PluginRoot
	}
	if to := path.Join(dir, rest); path.Base(dir) == name && link.Inside(dir, to) && path.Base(to) != "SKILL.md" && file.Tree.Stat(to) == analysis.IsFile {
		return to
	}
	return ""
}

// isInstalledByHand reports whether a README describes how to put the skills of a plugin into a directory of the user.
func isInstalledByHand(tree *analysis.Tree, root string) bool {
	for _, rel := range []string{"README.md", path.Join(root, "README.md"), path.Join(root, "INSTALL.md"), "INSTALL.md", "docs/installation.md"} {
		text := tree.Read(rel, 1<<20)
		if bytes.Contains(text, []byte(".claude/skills")) || bytes.Contains(text, []byte("npx skills")) || bytes.Contains(text, []byte(".claude/plugins/")) {
			return true
		}
	}
	return false
}
