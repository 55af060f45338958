package deps

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/facts/role"
)

// inPages reports the commands of plugins, such as "/plugin:name", in the READMEs and guides of the repository and of the plugins
// that the plugin does not have. In those of another plugin, it reports those that only that plugin has.
func (all *components) inPages(pass *analysis.Pass, aliases aliases) {
	for _, p := range registry.Pages(pass) {
		all.inPage(pass, p, aliases)
	}
}

func (all *components) inPage(pass *analysis.Pass, p registry.Page, aliases aliases) {
	line := 0
	var reader pageReader
	tree, own := p.Tree, all.homes[pluginName{p.Tree, p.Home}]
	for text := range bytes.Lines(p.Text()) {
		line++
		if reader.skips(text) {
			continue
		}
		for _, at := range commandsOf(text) {
			plugin, name, _ := strings.Cut(string(text[at.Start:at.End]), ":")
			q := graph.Qualified{Plugin: plugin, Name: name, At: *inPageLine(p, line, at)}
			c, isOwn := all.plugins[pluginName{tree, plugin}], all.isOnlyIn(own, tree, q)
			switch {
			case c == nil && own != nil && p.Home != ".":
				aliases.add(own, tree, q)
			case c == nil || len(c.names) == 0 || c.has(tree, name) || strings.HasSuffix(name, "-name") || c != own && p.Home != "." && !isOwn:
			default:
				d := unknownQualified(q, c.names, own, isOwn)
				d.About = name
				pass.Report(d)
			}
		}
	}
}

// A pageReader skips the lines of a page that are about other places and plans.
type pageReader struct {
	isCode    bool
	elsewhere int // the level of a heading that speaks of them
}

func (r *pageReader) skips(text []byte) bool {
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("```")) {
		r.isCode = !r.isCode
	}
	if level := len(text) - len(bytes.TrimLeft(text, "#")); !r.isCode && level > 0 && (r.elsewhere == 0 || level <= r.elsewhere) {
		r.elsewhere = 0
		if level > 1 && speaksOfElsewhere(string(text)) || bytes.Contains(bytes.ToLower(text), []byte("backlog")) {
			r.elsewhere = level
		}
	}
	return r.elsewhere > 0 || bytes.IndexByte(text, ':') < 0 || bytes.Contains(text, []byte("moved")) || speaksOfElsewhere(string(text)) && !isHere(string(text))
}

// isHere reports whether words such as "from" are the only ones for which a text may speak of something elsewhere. A prefix is certain.
func isHere(text string) bool {
	return !strings.Contains(text, "~~") && !strings.Contains(text, "://") && role.StatusIn(text)&^(role.Owned|role.OfUser|role.Made|role.Foreign) == 0
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

// inPageLine returns the location of a range of a line of a page.
func inPageLine(p registry.Page, line int, at analysis.Range) *analysis.Location {
	position := func(offset int) analysis.Position { return analysis.Position{Line: line, Column: offset + 1} }
	return &analysis.Location{Path: p.Tree.Prefix + p.Rel, Start: position(at.Start), End: position(at.End)}
}
