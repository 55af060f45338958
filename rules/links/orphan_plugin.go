package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
)

// Limits of the search for mentions in a plugin.
const (
	maxPluginText = 32 << 20 // bytes that are read in all plugins
	maxStemWords  = 8
)

// pluginDirs are directories in the root of a plugin with documents for agents.
var pluginDirs = []string{"references", "reference", "checklists", "checklist"}

// pluginOrphans reports references and checklists in the root of a plugin that no text of the plugin mentions.
func pluginOrphans(pass *analysis.Pass) {
	read := int64(0)
	for file := range registry.PluginFact.All(pass.Store) {
		root := registry.Home(file)
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" || placeholder.IsTemplatePath(file.Rel) || !file.Tree.Walked(root) ||
			file.Tree.Exists(path.Join(root, "SKILL.md")) {
			continue
		}
		p := pluginText{tree: file.Tree, root: root, stems: map[string]bool{}, named: map[string]string{}, dirs: map[string]bool{}}
		lost := p.documents()
		if len(lost) == 0 {
			continue
		}
		size, whole := p.search(maxPluginText - read)
		read += size
		if lost = slices.DeleteFunc(lost, p.mentions); whole && len(lost) > 0 {
			reportPluginOrphans(pass, file, lost)
		}
	}
}

func reportPluginOrphans(pass *analysis.Pass, file *analysis.File, lost []string) {
	root := registry.Home(file)
	first := analysis.Position{Line: 1, Column: 1}
	at := func(rel string) analysis.Location {
		return analysis.Location{Path: file.Tree.Prefix + rel, Start: first, End: first}
	}
	where, name := at(lost[0]), quote.Text(analysis.RelativePath(root, lost[0]))
	d := analysis.Diagnostic{Location: &where, Measured: len(lost), Message: "unreferenced file " + name + " in the plugin",
		Effect: "agents read only files that something refers to", Help: "name it in a skill, command or subagent, or remove it"}
	if len(lost) > 1 {
		d.Message = quote.Count(len(lost)) + " unreferenced files in the plugin: " + name + " and " + quote.Count(len(lost)-1) + " more"
		d.Help = "name them in a skill, command or subagent, or remove them"
	}
	for _, rel := range lost[1:min(len(lost), maxOrphans)] {
		d.Related = append(d.Related, analysis.Related{Location: at(rel), Message: "also unreferenced"})
	}
	dir, _, _ := strings.Cut(analysis.RelativePath(root, lost[0]), "/")
	d.Group = analysis.Group{Key: "plugin " + dir, Message: "unreferenced files in " + quote.Text(dir+"/") + " of " + analysis.Many + " plugins",
		Help: "name the files in a skill, command or subagent, or remove them"}
	pass.Report(d)
}

// A pluginText is what the texts of a plugin mention.
type pluginText struct {
	tree  *analysis.Tree
	root  string
	stems map[string]bool   // words of a document's name, joined by spaces: whether another file has them
	named map[string]string // by these words, the directory and name of the document, in lower case
	dirs  map[string]bool   // names before a slash that nothing follows
}

// documents returns the references and checklists of the plugin that may be unreferenced.
func (p *pluginText) documents() []string {
	var all []string
	for _, dir := range pluginDirs {
		for _, rel := range analysis.Below(p.tree.All(), path.Join(p.root, dir)) {
			words := nameWords(rel)
			if path.Ext(rel) == ".md" && p.tree.IsFile(rel) && len(words) > 0 && len(words) <= maxStemWords && !isForPeople(rel) {
				stem := strings.Join(words, " ")
				p.stems[stem], p.named[stem] = false, strings.ToLower(path.Join(path.Base(path.Dir(rel)), path.Base(rel)))
				all = append(all, rel)
			}
		}
	}
	return all
}

// search reads the texts of the plugin. It returns their size, and whether all could be read.
func (p *pluginText) search(most int64) (size int64, whole bool) {
	for _, rel := range analysis.Below(p.tree.All(), p.root) {
		if !p.tree.IsFile(rel) || isBinary(rel) || strings.Contains("/"+rel, "/node_modules/") {
			continue
		}
		text := p.tree.Read(rel, maxText)
		if size += int64(len(text)); text == nil || size > most {
			return size, false
		}
		lower, own := strings.ToLower(string(text)), strings.Join(nameWords(rel), " ")
		if name := p.named[own]; name != "" && strings.Contains(lower, name) { // commands/review.md on references/review.md
			p.stems[own] = true
		}
		p.note(lower, own)
	}
	return size, true
}

// note notes the names in a text of a file; own is the file's own name.
func (p *pluginText) note(text, own string) {
	var last []string
	for len(text) > 0 {
		end := 0
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if end == 0 {
			text = text[1:]
			continue
		}
		word := text[:end]
		if text = text[end:]; strings.HasPrefix(text, "/") && (len(text) == 1 || !isWordByte(text[1]) && text[1] != '.') ||
			strings.HasPrefix(text, " director") || strings.HasPrefix(text, " folder") {
			p.dirs[word] = true
		}
		if last = append(last, word); len(last) > maxStemWords {
			last = last[1:]
		}
		for n := range last {
			stem := strings.Join(last[n:], " ")
			if known, is := p.stems[stem]; is && !known && stem != own {
				p.stems[stem] = true
			}
		}
	}
}

// mentions reports whether a text mentions a document, or a directory that contains it.
func (p *pluginText) mentions(rel string) bool {
	below := strings.TrimPrefix(path.Dir(rel), p.root+"/")
	return p.stems[strings.Join(nameWords(rel), " ")] || slices.ContainsFunc(strings.Split(below, "/"), func(dir string) bool {
		words := nameWords(dir)
		return len(words) > 0 && p.dirs[words[len(words)-1]]
	})
}
