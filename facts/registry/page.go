package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Page is a Markdown file for people, such as a README. Clients do not load it, so it is not parsed as a document.
type Page struct {
	Tree *analysis.Tree
	Rel  string
	Home string // the root of the repository or of the plugin that it describes
}

// maxPage limits the bytes of a page, and maxPages the pages of a root.
const (
	maxPage  = 1 << 20
	maxPages = 30
)

// Text returns the text of the page.
func (p Page) Text() []byte { return p.Tree.Read(p.Rel, maxPage) }

// Pages returns the READMEs, guides and the like of the repositories and plugins, in their roots and in docs/. Callers require
// PluginFact and MarketplaceFact.
func Pages(pass *analysis.Pass) []Page {
	seen := map[Page]bool{} // documents and pages have no Home, homes no Rel
	var homes []Page
	add := func(tree *analysis.Tree, home string) {
		if p := (Page{tree, "", home}); !seen[p] && tree.Walked(home) && !strings.Contains(home, "archive") {
			seen[p] = true
			homes = append(homes, p)
		}
	}
	for _, f := range pass.Workspace.Files {
		seen[Page{f.Tree, f.Rel, ""}] = true
		add(f.Tree, ".")
	}
	for file := range PluginFact.All(pass.Store) {
		add(file.Tree, Home(file))
	}
	for file, m := range MarketplaceFact.All(pass.Store) { // a plugin may have no plugin.json
		for _, e := range m.Entries {
			for _, home := range m.Sources(file, e.Source.Value) {
				add(file.Tree, home)
			}
		}
	}
	var found []Page
	for _, home := range homes {
		count := 0
		for _, dir := range []string{home.Home, path.Join(home.Home, "docs")} {
			for _, name := range home.Tree.Entries(dir) {
				rel := path.Join(dir, name)
				if id := (Page{home.Tree, rel, ""}); isPage(name) && !seen[id] && count < maxPages {
					seen[id] = true
					found, count = append(found, Page{home.Tree, rel, home.Home}), count+1
				}
			}
		}
	}
	return found
}

// pageWords are the words in the names of pages that describe what exists. Others may be plans or histories.
var pageWords = []string{"readme", "install", "installation", "setup", "quickstart", "quick", "start", "started", "usage", "guide", "overview", "commands", "cheatsheet",
	"troubleshooting", "faq", "contributing", "reference"}

func isPage(name string) bool {
	stem, isMarkdown := strings.CutSuffix(strings.ToLower(name), ".md")
	return isMarkdown && slices.ContainsFunc(strings.FieldsFunc(stem, func(r rune) bool { return r == '-' || r == '_' || r == '.' }), func(word string) bool {
		return slices.Contains(pageWords, word)
	}) && !strings.Contains(stem, "migrat") && !strings.Contains(stem, "plan")
}
