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

// missingInstalls reports install commands in the README of a marketplace that name a plugin which it does not have.
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
		seen := map[string]bool{}
		line := 0
		for text := range bytes.Lines(file.Tree.Read(rel, maxReadme)) {
			line++
			for _, at := range installs(text, m.Name) {
				name := string(text[at.Start:at.End])
				if seen[name] || slices.Contains(names, name) || strings.HasSuffix(name, "-name") || slices.Contains([]string{"plugin", "name"}, name) {
					continue // it exists, was reported, or is a placeholder
				}
				seen[name] = true
				pass.Report(unknownInstall(file, rel, m.Name, name, names, line, at))
			}
		}
	}
}

// installs returns the ranges of the plugins of a marketplace that a line installs: "plugin install NAME@MARKETPLACE".
func installs(line []byte, marketplace string) []analysis.Range {
	var found []analysis.Range
	const command = "plugin install "
	for start := 0; ; {
		n := bytes.Index(line[start:], []byte(command))
		if n < 0 {
			return found
		}
		start += n + len(command)
		end := start
		for end < len(line) && (isNameByte(line[end]) && line[end] != ':' && line[end] != '/' || line[end] == '.') {
			end++
		}
		rest, ok := bytes.CutPrefix(line[end:], []byte("@"+marketplace))
		if ok && end > start && (len(rest) == 0 || !isNameByte(rest[0])) {
			found = append(found, analysis.Range{Start: start, End: end})
		}
	}
}

func unknownInstall(file *analysis.File, rel, marketplace, name string, names []string, line int, at analysis.Range) analysis.Diagnostic {
	position := func(offset int) analysis.Position { return analysis.Position{Line: line, Column: offset + 1} }
	d := analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "install command names an unknown plugin: " + quote.Text(name),
		Effect: "the marketplace " + quote.Text(marketplace) + " has no plugin of that name", Help: "name an existing one, or remove the command",
		Location: &analysis.Location{Path: file.Tree.Prefix + rel, Start: position(at.Start), End: position(at.End)}}
	if near, ok := suggest.Best(name, names); ok {
		d.Help = "did you mean " + quote.Text(near) + "?"
	}
	return d
}
