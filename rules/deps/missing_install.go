package deps

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// missingInstalls reports install commands in the READMEs and guides of a marketplace and of its plugins that name a plugin which it
// does not have, or the repository or its owner instead of the marketplace.
func missingInstalls(pass *analysis.Pass) {
	pages, listed := registry.Pages(pass), map[pluginName][]string{} // the names of the plugins of a marketplace, of which clients may have a file each
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		for _, e := range m.Entries {
			key := pluginName{file.Tree, m.Name}
			listed[key] = append(listed[key], e.Name.Value)
		}
	}
	done := map[pluginName]bool{}
	for file, m := range registry.MarketplaceFact.All(pass.Store) {
		names := listed[pluginName{file.Tree, m.Name}]
		if m.Name == "" || len(names) == 0 || done[pluginName{file.Tree, m.Name}] {
			continue
		}
		done[pluginName{file.Tree, m.Name}] = true
		mistaken := insteadOf(m.Name, file.Tree.Read(path.Join(registry.Home(file), "README.md"), maxReadme))
		for _, p := range pages {
			if p.Tree == file.Tree && link.Inside(registry.Home(file), p.Rel) {
				installsOf(pass, p, m.Name, names, mistaken)
			}
		}
	}
}

// installsOf reports the install commands in a page of a marketplace.
func installsOf(pass *analysis.Pass, p registry.Page, marketplace string, names, mistaken []string) {
	seen, line := map[string]int{}, 0
	var found []analysis.Diagnostic
	report := func(key string, d analysis.Diagnostic) {
		if n := seen[key]; n > 0 {
			found[n-1].Related = append(found[n-1].Related, analysis.Related{Location: *d.Location, Message: "also here"})
			return
		}
		found = append(found, d)
		seen[key] = len(found)
	}
	for text := range bytes.Lines(p.Text()) {
		line++
		if at := managed(text); slices.Contains(names, string(text[at.Start:at.End])) && string(text[at.Start:at.End]) != marketplace {
			name := string(text[at.Start:at.End])
			report("@"+name, unknownMarketplace(p, marketplace, name, line, at))
		}
		for _, i := range installs(text) {
			name, from := string(text[i.plugin.Start:i.plugin.End]), string(text[i.marketplace.Start:i.marketplace.End])
			if from != marketplace && from != "" {
				if slices.Contains(names, name) && slices.Contains(mistaken, strings.ToLower(from)) {
					report("@"+from, unknownMarketplace(p, marketplace, from, line, i.marketplace))
				}
				continue
			}
			if slices.Contains(names, name) || strings.HasSuffix(name, "-name") || strings.HasPrefix(name, "example-") || strings.HasPrefix(name, "my-") || strings.HasPrefix(name, "your-") || slices.Contains([]string{"plugin", "name"}, name) {
				continue // it exists, or is a placeholder
			}
			if from == "" && (name != marketplace || bytes.HasPrefix(text[i.plugin.End:], []byte("@"))) && !isPartOf(name, p, names) && !isPathOf(name, names) {
				continue // it may be one of another marketplace
			}
			report(name, unknownInstall(p, marketplace, name, names, line, i.plugin))
		}
	}
	for _, d := range found {
		pass.Report(d)
	}
}

// isPartOf reports whether a name is a part of the name of the plugin that a page describes.
func isPartOf(name string, p registry.Page, names []string) bool {
	own := path.Base(p.Home)
	return slices.Contains(names, own) && strings.Contains(name, "-") && strings.Contains("-"+own+"-", "-"+name+"-")
}

// isPathOf reports whether a name is a path that ends with the name of a plugin, as in "owner/repository/plugins/name".
func isPathOf(name string, names []string) bool {
	return strings.Contains(name, "/") && slices.Contains(names, path.Base(name))
}

// An install is the names in "plugin install NAME@MARKETPLACE". The latter may be empty.
type install struct{ plugin, marketplace analysis.Range }

// installs returns the install commands of a line.
func installs(line []byte) []install {
	var found []install
	const command = "plugin install "
	isPart := func(c byte) bool { return isNameByte(c) && c != ':' || c == '.' || 'A' <= c && c <= 'Z' }
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
		if at == start {
			continue
		}
		from := analysis.Range{Start: at, End: at}
		if at < len(line) && line[at] == '@' {
			from = analysis.Range{Start: at + 1, End: at + 1}
			for from.End < len(line) && isPart(line[from.End]) {
				from.End++
			}
		}
		found = append(found, install{analysis.Range{Start: start, End: at}, from})
	}
}

func unknownMarketplace(p registry.Page, marketplace, name string, line int, at analysis.Range) analysis.Diagnostic {
	return analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "command names an unknown marketplace: " + quote.Text(name),
		Effect: "the name in marketplace.json is " + quote.Text(marketplace), Help: "did you mean " + quote.Text(marketplace) + "?",
		Location: inPageLine(p, line, at),
		Group:    analysis.Group{Key: "@" + name, Message: analysis.Many + " commands name the unknown marketplace " + quote.Text(name)}}
}

func unknownInstall(p registry.Page, marketplace, name string, names []string, line int, at analysis.Range) analysis.Diagnostic {
	d := analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "install command names an unknown plugin: " + quote.Text(name),
		Effect: "the marketplace " + quote.Text(marketplace) + " has no plugin of that name", Help: "name an existing one, or remove the command",
		Location: inPageLine(p, line, at)}
	near, ok := suggest.Best(name, names)
	switch {
	case isPathOf(name, names):
		d.Message, d.Effect = "install command with a path instead of the name of a plugin: "+quote.Text(name), "Claude Code finds plugins by name only"
		d.Help = "write " + quote.Text(path.Base(name)+"@"+marketplace)
		d.Group = analysis.Group{Key: "path", Message: analysis.Many + " install commands have a path instead of the name of a plugin"}
	case ok:
		d.Help = "did you mean " + quote.Text(near) + "?"
	case isPartOf(name, p, names):
		d.Help = "did you mean " + quote.Text(path.Base(p.Home)) + "?"
	}
	return d
}
