package links

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// Orphan reports files of a skill that nothing refers to.
//
// Agents read SKILL.md and the files it refers to; they do not explore the directory. A file that no
// text or script names is installed but never used. Most often it is a reference that lost its link,
// or a leftover of an earlier version. Mention it in SKILL.md and say when to read it, or remove it.
//
// These are mentions: links and paths, file names with or without extension, directories and glob
// patterns, imports and paths in scripts that are themselves mentioned, package.json and similar files,
// and references from elsewhere in the repository, such as ".claude/skills/name/templates/" in another skill. Files of one
// directory are reported together, and so are files that only another unreferenced file names. Skills with an
// unreferenced file of the same name, such as a guide from one template, are one finding.
//
// In plugins, the documents in references/ and checklists/ next to skills/ are checked, if no text of the plugin has the words of their
// names or names their directory.
//
// Severity:
//   - warning for files that agents could read or run
//   - info for images, such as an icon that agents/openai.yaml does not name, and for files in docs/, spec/ or samples/
//
// Not reported:
//   - licenses, READMEs, changelogs, notes of maintainers such as TESTING.md and IMPLEMENTATION_SUMMARY.md at the top of the
//     skill, and other files for people
//   - documents that state at their beginning that agents do not load them, where the skill was copied from, or that they are deprecated or a stub, and outside of references/ those that have a date
//     there, such as release notes and reports
//   - translations, such as guide.zh-CN.md, and SKILL-ja.md beside SKILL.md
//   - files that a broken link means, or that a text names in another case: links/broken and links/case report these
//   - skills and directories that are called deprecated, and skills whose frontmatter or heading says so
//   - skills in directories whose names begin with "_", such as "_template", and empty files without an extension
//   - skills whose SKILL.md has no frontmatter, which may not be skills (see frontmatter/missing)
//   - files that a program may open by a computed name, such as name + ".json"
//   - tests, package files, and files that tools find by name
//   - hidden files, those whose name begins with "_", and files that an ignore file names
//   - skills that are whole projects, except for their scripts/, references/ and assets/
var Orphan = &analysis.Analyzer{
	Name:     "links/orphan",
	Doc:      "unreferenced file in a skill",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on progressive disclosure"},
	Requires: []*analysis.Analyzer{reached.Analyzer, registry.PluginFact.Analyzer},
	Run:      orphans,
}

func orphans(pass *analysis.Pass) error {
	pluginOrphans(pass)
	for _, s := range reached.Of(pass) {
		for _, g := range s.Lost {
			d := lostFinding(s.File, &g)
			d.Group = s.group(&g)
			pass.Report(d)
		}
	}
	return nil
}

func lostFinding(skill *analysis.File, g *lostGroup) analysis.Diagnostic {
	at := func(rel string) analysis.Location { return topOf(skill, rel) }
	where, what, it := at(g.Files[0]), "file", "it"
	name := quote.Text(strings.TrimPrefix(g.Files[0], path.Dir(skill.Rel)+"/"))
	d := analysis.Diagnostic{Location: &where, Measured: len(g.Files), Effect: "agents read only files that something refers to"}
	images := !slices.ContainsFunc(g.Files, func(rel string) bool { return !isImage(rel) })
	if images {
		what, d.Severity, d.Effect = "image", analysis.Info, "nothing that is installed with the skill shows it"
	}
	d.Message = "unreferenced " + what + " " + name
	if isBackground(skill, g) {
		d.Severity = analysis.Info
	}
	if more := g.Files[1:]; len(more) > 0 {
		it = "them"
		d.Message = fmt.Sprintf("%s unreferenced %ss: %s and %s more", quote.Count(len(g.Files)), what, name, quote.Count(len(more)))
		for _, rel := range more[:min(len(more), maxOrphans)] {
			d.Related = append(d.Related, analysis.Related{Location: at(rel), Message: "also unreferenced"})
		}
	}
	for _, rel := range g.Named[:min(len(g.Named), maxOrphans)] {
		d.Related = append(d.Related, analysis.Related{Location: at(rel), Message: "only unreferenced files refer to it"})
	}
	if d.Help = "link " + it + " from " + skill.Tree.Prefix + chapterOf(skill, g.Files[0]) + " or remove " + it; images {
		d.Help = "show " + it + ", for example as the icon in agents/openai.yaml, or remove " + it
	}
	return d
}

// isBackground reports whether all files are in a directory of the skill for documentation, specifications or samples, which are
// mostly for people.
func isBackground(skill *analysis.File, g *lostGroup) bool {
	return !slices.ContainsFunc(g.Files, func(rel string) bool {
		first, _, _ := strings.Cut(strings.TrimPrefix(rel, path.Dir(skill.Rel)+"/"), "/")
		return !slices.Contains([]string{"docs", "doc", "spec", "specs", "samples", "sample"}, first)
	})
}

// isImage reports whether a file is an image, which programs display and agents do not read.
func isImage(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".svg", ".icns":
		return true
	}
	return false
}

// chapterOf returns the nearest SKILL.md above a file of a skill.
func chapterOf(skill *analysis.File, rel string) string {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		if at := path.Join(dir, "SKILL.md"); at == skill.Rel || dir == "." || skill.Tree.Exists(at) {
			return at
		}
	}
}

// maxOrphans is the number of further files that a finding lists.
const maxOrphans = 20
