package deps

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
)

// maxReadme limits the bytes of a README whose install commands are checked.
const maxReadme = 1 << 20

// missingInstalls reports install commands in the README of a marketplace that name a plugin which it does not have, or the
// repository or its owner instead of the marketplace.
func missingInstalls(pass *analysis.Pass) {
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		var names []string
		for _, e := range m.Entries {
			names = append(names, e.Name.Value)
		}
		if m.Name == "" || len(names) == 0 {
			continue
		}
		rel := path.Join(registry.Home(file), "README.md")
		seen, readme := map[string]bool{}, file.Tree.Read(rel, maxReadme)
		mistaken := insteadOf(m.Name, readme)
		line := 0
		for text := range bytes.Lines(readme) {
			line++
			if at := managed(text); slices.Contains(names, string(text[at.Start:at.End])) && string(text[at.Start:at.End]) != m.Name {
				pass.Report(unknownMarketplace(file, rel, m.Name, string(text[at.Start:at.End]), line, at))
			}
			for _, i := range installs(text) {
				name, marketplace, at := string(text[i.plugin.Start:i.plugin.End]), string(text[i.marketplace.Start:i.marketplace.End]), i.plugin
				if marketplace != m.Name {
					if slices.Contains(names, name) && slices.Contains(mistaken, strings.ToLower(marketplace)) && !seen["@"+marketplace] {
						seen["@"+marketplace] = true
						pass.Report(unknownMarketplace(file, rel, m.Name, marketplace, line, i.marketplace))
					}
					continue
				}
				if seen[name] || slices.Contains(names, name) || strings.HasSuffix(name, "-name") || strings.HasPrefix(name, "example-") || strings.HasPrefix(name, "my-") || strings.HasPrefix(name, "your-") || slices.Contains([]string{"plugin", "name"}, name) {
					continue // it exists, was reported, or is a placeholder
				}
				seen[name] = true
				pass.Report(unknownInstall(file, rel, m.Name, name, names, line, at))
			}
		}
	}
}

// An install is the names in "plugin install NAME@MARKETPLACE".
type install struct{ plugin, marketplace analysis.Range }

// installs returns the install commands of a line.
func installs(line []byte) []install {
	var found []install
	const command = "plugin install "
	isPart := func(c byte) bool { return isNameByte(c) && c != ':' && c != '/' || c == '.' || 'A' <= c && c <= 'Z' }
	for start := 0; ; {
		n := bytes.Index(line[start:], []byte(command))
		if n < 0 {
			return found
		}
		start += n + len(command)
		at := start
		for at < len(line) && isPart(line[at]) {
			at++
		}
		if at == start || at == len(line) || line[at] != '@' {
			continue
		}
		end := at + 1
		for end < len(line) && isPart(line[end]) {
			end++
		}
		found = append(found, install{analysis.Range{Start: start, End: at}, analysis.Range{Start: at + 1, End: end}})
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

func unknownMarketplace(file *analysis.File, rel, marketplace, name string, line int, at analysis.Range) analysis.Diagnostic {
	return analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "command names an unknown marketplace: " + quote.Text(name),
		Effect: "the name in marketplace.json is " + quote.Text(marketplace), Help: "did you mean " + quote.Text(marketplace) + "?",
		Location: inReadmeLine(file.Tree, rel, line, at)}
}

func unknownInstall(file *analysis.File, rel, marketplace, name string, names []string, line int, at analysis.Range) analysis.Diagnostic {
	d := analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "install command names an unknown plugin: " + quote.Text(name),
		Effect: "the marketplace " + quote.Text(marketplace) + " has no plugin of that name", Help: "name an existing one, or remove the command",
		Location: inReadmeLine(file.Tree, rel, line, at)}
	if near, ok := suggest.Best(name, names); ok {
		d.Help = "did you mean " + quote.Text(near) + "?"
	}
	return d
}
