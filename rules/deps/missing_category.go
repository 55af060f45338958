package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
)

// A category is directories of one name whose subdirectories are skills.
type category struct {
	dirs  []string
	names []string // of the skills and of their directories
}

// minSkills is the number of skills from which a directory is a category.
const minSkills = 3

// noCategories are directories of all skills, and types of media.
var noCategories = []string{"skills", "plugins", "application", "audio", "font", "image", "message", "model", "multipart", "text", "video"}

// missingCategories reports names such as `security/review-login` in texts, if skills are in directories of categories, the text names
// another one so, and the category has no skill of the name.
func missingCategories(pass *analysis.Pass) {
	categories := map[*analysis.Tree]map[string]*category{}
	everywhere := map[*analysis.Tree]map[string]string{} // the category of each name
	for file, entries := range graph.EntryFact.All(pass.Store) {
		dir := path.Dir(path.Dir(file.Rel))
		in, name := categories[file.Tree], path.Base(dir)
		if file.Kind != analysis.Skill || path.Base(file.Rel) != "SKILL.md" || dir == "." || slices.Contains(noCategories, name) {
			continue
		}
		if in == nil {
			in = map[string]*category{}
			categories[file.Tree], everywhere[file.Tree] = in, map[string]string{}
		}
		if in[name] == nil {
			in[name] = &category{}
		}
		c := in[name]
		if !slices.Contains(c.dirs, dir) {
			c.dirs = append(c.dirs, dir)
		}
		names := []string{path.Base(path.Dir(file.Rel))}
		for _, e := range entries {
			names = append(names, e.Names...)
		}
		for _, n := range names {
			c.names = append(c.names, n)
			everywhere[file.Tree][n] = name
		}
	}
	for file, found := range graph.CategoryFact.All(pass.Store) {
		var missing []graph.CategoryName
		isNamed := false
		for _, n := range found {
			c := categories[file.Tree][n.Dir]
			switch {
			case c == nil || len(c.names) < minSkills:
			case slices.Contains(c.names, n.Name):
				isNamed = true
			case !n.Doubtful && !c.has(file, n):
				missing = append(missing, n)
			}
		}
		for _, n := range missing {
			if isNamed && file.Tree.Walked(".") {
				pass.Report(unknownInCategory(n, categories[file.Tree][n.Dir].names, everywhere[file.Tree]))
			}
		}
	}
}

// has reports whether a path of this name exists: beside the category's skills, beside the document, or in the root.
func (c *category) has(file *analysis.File, n graph.CategoryName) bool {
	rel := path.Join(n.Dir, n.Name)
	if file.Tree.Exists(rel) || file.Tree.Exists(path.Join(path.Dir(file.Rel), rel)) {
		return true
	}
	return slices.ContainsFunc(c.dirs, func(dir string) bool {
		return slices.ContainsFunc(file.Tree.Entries(dir), func(entry string) bool {
			return entry == n.Name || strings.TrimSuffix(entry, path.Ext(entry)) == n.Name
		})
	})
}

func unknownInCategory(n graph.CategoryName, names []string, everywhere map[string]string) analysis.Diagnostic {
	at, whole := n.At, n.Dir+"/"+n.Name
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "unknown skill " + quote.Text(whole),
		Effect: "the agent finds no skill of that name", Help: "name an existing one, or remove it"}
	if other := everywhere[n.Name]; other != "" {
		d.Help = "did you mean " + quote.Text(other+"/"+n.Name) + "?"
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(other+"/"+n.Name), Edits: []analysis.Edit{{Range: at.Range, Text: other + "/" + n.Name}}}}
	} else if near, ok := suggest.Best(n.Name, names); ok {
		d.Help = "did you mean " + quote.Text(n.Dir+"/"+near) + "?"
	}
	d.Group = analysis.Group{Key: whole, Message: analysis.Many + " texts name the unknown skill " + quote.Text(whole), Help: d.Help}
	return d
}
