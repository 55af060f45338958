package deps

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
)

// inReadme reports the commands of a plugin, such as "/plugin:name", in the READMEs of the repository and of the plugin that the
// plugin does not have.
func (c *component) inReadme(pass *analysis.Pass, tree *analysis.Tree, plugin string) {
	readmes := []string{"README.md"}
	for _, home := range c.homes {
		if rel := path.Join(home, "README.md"); !slices.Contains(readmes, rel) {
			readmes = append(readmes, rel)
		}
	}
	for _, rel := range readmes {
		line, elsewhere, reported := 0, 0, map[string]*analysis.Diagnostic{} // elsewhere is the level of a heading that speaks of plans
		var order []*analysis.Diagnostic
		for text := range bytes.Lines(tree.Read(rel, maxReadme)) {
			line++
			if level := len(text) - len(bytes.TrimLeft(text, "#")); level > 0 && (elsewhere == 0 || level <= elsewhere) {
				elsewhere = 0
				if speaksOfElsewhere(string(text)) || bytes.Contains(bytes.ToLower(text), []byte("backlog")) {
					elsewhere = level
				}
			}
			at := commandOf(text, plugin)
			if at.Len() == 0 || elsewhere > 0 {
				continue
			}
			name := string(text[at.Start+len(plugin)+1 : at.End])
			if slices.Contains(c.names, name) || c.hasWorkflow(tree, name) || isBeginning(name, c.names) || strings.HasSuffix(name, "-name") || speaksOfElsewhere(string(text)) {
				continue
			}
			where := inReadmeLine(tree, rel, line, at)
			if d := reported[name]; d != nil {
				d.Related = append(d.Related, analysis.Related{Location: *where, Message: "also here"})
				continue
			}
			d := unknownQualified(graph.Qualified{Plugin: plugin, Name: name, At: *where}, c.names)
			d.About = name
			reported[name], order = &d, append(order, &d)
		}
		for _, d := range order {
			pass.Report(*d)
		}
	}
}

// commandOf returns the range of the first "plugin:name" after a slash in a line.
func commandOf(line []byte, plugin string) analysis.Range {
	prefix := []byte("/" + plugin + ":")
	n := bytes.Index(line, prefix)
	if n < 0 || n > 0 && strings.IndexByte(" \t`(|*\"'[", line[n-1]) < 0 {
		return analysis.Range{}
	}
	end := n + len(prefix)
	for end < len(line) && (isNameByte(line[end]) && line[end] != ':' && line[end] != '/' && line[end] != '_') {
		end++
	}
	if end == n+len(prefix) || line[end-1] == '-' || end < len(line) && strings.IndexByte(":/_*<{[.", line[end]) >= 0 && !bytes.HasPrefix(line[end:], []byte("**")) && !bytes.HasPrefix(line[end:], []byte(". ")) {
		return analysis.Range{}
	}
	return analysis.Range{Start: n + 1, End: end}
}

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
