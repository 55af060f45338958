package deps

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
)

// maxReadme limits the bytes of a README.
const maxReadme = 1 << 20

// A marketed is a plugin with its marketplace: "plugin@marketplace".
type marketed struct{ plugin, marketplace string }

// maxMarketed limits the plugins of a text.
const maxMarketed = 100

// marketedFact is the plugins that a text names with their marketplace.
var marketedFact = analysis.NewFact("marketed", "plugins that a text names with their marketplace",
	analysis.PerDocument, analysis.Text, func(pass *analysis.Pass) ([]marketed, error) {
		found := marketedIn(pass.Document.Source)
		if len(found) == 0 {
			return nil, analysis.ErrNoFact
		}
		return found, nil
	})

// marketedIn returns the names "plugin@marketplace" in lines about plugins.
func marketedIn(text []byte) (found []marketed) {
	isPart := func(c byte) bool { return isNameByte(c) && c != ':' && c != '/' }
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, []byte("@")) || !bytes.Contains(bytes.ToLower(line), []byte("plugin")) {
			continue
		}
		for at, c := range line {
			start, end := at, at+1
			if c != '@' {
				continue
			}
			for start > 0 && at-start < maxPart && isPart(line[start-1]) {
				start--
			}
			for end < len(line) && end-at < maxPart && isPart(line[end]) {
				end++
			}
			isHost := end+1 < len(line) && line[end] == '.' && isPart(line[end+1])
			isApart := start == 0 || strings.IndexByte(" \t`\"'(*", line[start-1]) >= 0
			if start < at && end > at+1 && isApart && !isHost && len(found) < maxMarketed {
				found = append(found, marketed{string(line[start:at]), string(line[at+1 : end])})
			}
		}
	}
	return found
}

// maxPart is the length of the longest name of a plugin or marketplace.
const maxPart = 80

// dropForeign removes the plugins of a marketplace of the workspace that a text, the README or the settings name with a marketplace
// which is not in the workspace: the texts mean that plugin. A marketplace of several such plugins is the workspace's, renamed.
func dropForeign(pass *analysis.Pass, plugins map[pluginName]*component) {
	own, listed, trees := map[pluginName]bool{}, map[pluginName]bool{}, []*analysis.Tree{}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		own[pluginName{file.Tree, m.Name}] = true
		for _, name := range insteadOf(m.Name, file.Tree.Read("README.md", maxReadme)) { // mistaken for it
			own[pluginName{file.Tree, name}] = true
		}
		for _, e := range m.Entries {
			listed[pluginName{file.Tree, e.Name.Value}] = true
		}
		if !slices.Contains(trees, file.Tree) {
			trees = append(trees, file.Tree)
		}
	}
	foreign := map[pluginName][]string{} // the plugins of each marketplace
	add := func(tree *analysis.Tree, found []marketed) {
		for _, m := range found {
			market := pluginName{tree, m.marketplace}
			if listed[pluginName{tree, m.plugin}] && !own[market] && !slices.Contains(foreign[market], m.plugin) {
				foreign[market] = append(foreign[market], m.plugin)
			}
		}
	}
	for file, found := range marketedFact.All(pass.Store) {
		add(file.Tree, found)
	}
	for _, tree := range trees {
		add(tree, marketedIn(tree.Read("README.md", maxReadme)))
		add(tree, marketedIn(bytes.ReplaceAll(tree.Read(".claude/settings.json", maxReadme), []byte("\n"), nil)))
	}
	for market, names := range foreign {
		if len(names) == 1 {
			delete(plugins, pluginName{market.tree, names[0]})
		}
	}
}

// insteadOf returns the names that are mistaken for the name of a marketplace: those of the repositories that a README adds, of
// their owners, and combinations, in lower case. It returns none if a README adds several repositories.
func insteadOf(marketplace string, readme []byte) []string {
	var found []string
	added := ""
	for line := range bytes.Lines(readme) {
		_, source, ok := strings.Cut(string(line), "marketplace add ")
		if !ok {
			continue
		}
		source = strings.TrimLeft(source, "\"'` ")
		if end := strings.IndexAny(source, "\"'`),; \r\n"); end >= 0 {
			source = source[:end]
		}
		parts := strings.Split(strings.TrimSuffix(strings.ToLower(strings.Trim(source, "/")), ".git"), "/")
		if len(parts) < 2 {
			continue
		}
		owner, repository := parts[len(parts)-2], parts[len(parts)-1]
		if added != "" && added != owner+"/"+repository {
			return nil
		}
		added = owner + "/" + repository
		found = append(found, owner, owner+"-"+strings.ToLower(marketplace))
		if !strings.HasSuffix(repository, "-marketplace") { // it may hold others
			found = append(found, repository, owner+"-"+repository)
		}
	}
	return found
}
