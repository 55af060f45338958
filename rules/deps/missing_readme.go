package deps

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// inReadmes reports the commands of plugins, such as "/plugin:name", in the READMEs of the repository and of the plugins that the
// plugin does not have. In the README of another plugin, it reports those that only that plugin has.
func (all *components) inReadmes(pass *analysis.Pass, aliases aliases) {
	type readme struct {
		tree *analysis.Tree
		rel  string
	}
	seen := map[readme]bool{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		c := all.plugins[pluginName{file.Tree, p.Name.Value}]
		if c == nil || len(c.names) == 0 {
			continue
		}
		for _, home := range append([]string{"."}, c.homes...) {
			if r := (readme{file.Tree, path.Join(home, "README.md")}); !seen[r] {
				seen[r] = true
				all.inReadme(pass, r.tree, r.rel, aliases)
			}
		}
	}
}

func (all *components) inReadme(pass *analysis.Pass, tree *analysis.Tree, rel string, aliases aliases) {
	line, elsewhere, reported := 0, 0, map[string]*analysis.Diagnostic{} // elsewhere is the level of a heading that speaks of plans
	var order []*analysis.Diagnostic
	isCode := false
	own := all.homes[pluginName{tree, path.Dir(rel)}]
	for text := range bytes.Lines(tree.Read(rel, maxReadme)) {
		line++
		if bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("```")) {
			isCode = !isCode
		}
		if level := len(text) - len(bytes.TrimLeft(text, "#")); !isCode && level > 0 && (elsewhere == 0 || level <= elsewhere) {
			elsewhere = 0
			if level > 1 && speaksOfElsewhere(string(text)) || bytes.Contains(bytes.ToLower(text), []byte("backlog")) {
				elsewhere = level
			}
		}
		if elsewhere > 0 || bytes.IndexByte(text, ':') < 0 || speaksOfElsewhere(string(text)) || bytes.Contains(text, []byte("moved")) {
			continue
		}
		for _, at := range commandsOf(text) {
			plugin, name, _ := strings.Cut(string(text[at.Start:at.End]), ":")
			q := graph.Qualified{Plugin: plugin, Name: name, At: *inReadmeLine(tree, rel, line, at)}
			c, isOwn := all.plugins[pluginName{tree, plugin}], all.isOnlyIn(own, tree, q)
			switch {
			case c == nil && own != nil && rel != "README.md":
				aliases.add(own, tree, q)
			case c == nil || len(c.names) == 0 || c.has(tree, name) || strings.HasSuffix(name, "-name") || c != own && rel != "README.md" && !isOwn:
			case reported[plugin+":"+name] != nil:
				d := reported[plugin+":"+name]
				d.Related = append(d.Related, analysis.Related{Location: q.At, Message: "also here"})
			default:
				d := unknownQualified(q, c.names, own, isOwn)
				d.About = name
				reported[plugin+":"+name], order = &d, append(order, &d)
			}
		}
	}
	for _, d := range order {
		pass.Report(*d)
	}
}

// commandsOf returns the ranges of "plugin:name" after a slash in a line.
func commandsOf(line []byte) []analysis.Range {
	var found []analysis.Range
	for n := 0; n < len(line); n++ {
		if line[n] != '/' || n > 0 && strings.IndexByte(" \t`(|*\"'[", line[n-1]) < 0 {
			continue
		}
		colon := n + 1
		for colon < len(line) && isPlainNameByte(line[colon]) {
			colon++
		}
		end := colon + 1
		for end < len(line) && isPlainNameByte(line[end]) {
			end++
		}
		if colon == n+1 || colon == len(line) || line[colon] != ':' || end == colon+1 || line[end-1] == '-' ||
			end < len(line) && strings.IndexByte(":/_*<{[.", line[end]) >= 0 && !bytes.HasPrefix(line[end:], []byte("**")) && !bytes.HasPrefix(line[end:], []byte(". ")) {
			continue
		}
		found = append(found, analysis.Range{Start: n + 1, End: end})
		n = end - 1
	}
	return found
}

func isPlainNameByte(c byte) bool { return isNameByte(c) && c != ':' && c != '/' && c != '_' }

// managed returns the range of the name in "plugin marketplace remove NAME" and "… update NAME".
func managed(line []byte) analysis.Range {
	for _, command := range []string{"plugin marketplace remove ", "plugin marketplace update "} {
		if n := bytes.Index(line, []byte(command)); n >= 0 {
			at := analysis.Range{Start: n + len(command), End: n + len(command)}
			for at.End < len(line) && isNameByte(line[at.End]) {
				at.End++
			}
			return at
		}
	}
	return analysis.Range{}
}

// inReadmeLine returns the location of a range of a line in a file of a tree.
func inReadmeLine(tree *analysis.Tree, rel string, line int, at analysis.Range) *analysis.Location {
	position := func(offset int) analysis.Position { return analysis.Position{Line: line, Column: offset + 1} }
	return &analysis.Location{Path: tree.Prefix + rel, Start: position(at.Start), End: position(at.End)}
}
