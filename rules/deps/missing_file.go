package deps

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// minFiles is the number of skills that a text names as files from which it also means the others, without a verb.
const minFiles = 3

// reportFiles reports skills that a text names as files, such as "see `name.md`", where no file has that name. A name that the skill
// itself mentions as a file is that of its output.
func (k *knownNames) reportFiles(pass *analysis.Pass, file *analysis.File, found []graph.Named) {
	if file.Kind == analysis.CursorRule {
		return // it may name another rule
	}
	names, ordered := map[string]bool{}, map[string]bool{}
	for _, n := range found {
		if n.Kind == "file" && k.kinds[n.Name] == "skill" && !k.isOutput(n.Name) && !k.hasPage(n.Name+".md") && path.Base(path.Dir(file.Rel)) != n.Name {
			names[n.Name], ordered[n.Name] = true, ordered[n.Name] || n.Ordered
		}
	}
	isList := len(names) >= minFiles
	for _, n := range found {
		if n.Kind != "file" || !names[n.Name] || !ordered[n.Name] && !isList {
			continue
		}
		delete(names, n.Name) // one finding per name and text
		at, written := n.At, quote.Text(n.Name+".md")
		pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "skill named as a file: " + written,
			Effect: "agents look for a file that does not exist", Help: "write the name of the skill: " + quote.Text(n.Name),
			Group: analysis.Group{Key: n.Name + ".md", Message: analysis.Many + " texts name the skill " + quote.Text(n.Name) + " as a file"}})
	}
}

// isOutput reports whether a skill mentions a file of its own name.
func (k *knownNames) isOutput(name string) bool {
	return slices.ContainsFunc(k.tree.All(), func(p string) bool {
		return strings.HasSuffix("/"+p, "/"+name+"/SKILL.md") && bytes.Contains(k.tree.Read(p, maxReadme), []byte(name+".md"))
	})
}

// hasPage reports whether a file outside of the documentation for people has a name.
func (k *knownNames) hasPage(name string) bool {
	if !k.tree.HasName(name) {
		return false
	}
	for _, p := range k.tree.All() {
		if path.Base(p) == name && !strings.HasPrefix(p, "docs/") {
			return true
		}
	}
	return false
}
