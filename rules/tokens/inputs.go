package tokens

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// A use is a placeholder in a file of a skill.
type use struct {
	file  *analysis.File
	token placeholder.Placeholder
}

// inputs holds the used and the declared placeholders.
type inputs struct {
	listed   registry.Listed
	used     map[*analysis.File][]use      // by skill
	partly   map[*analysis.File]bool       // skills with placeholders beyond the limit
	declared map[file]placeholder.Declared // by placeholders.json
	singles  map[file]map[string]bool      // results of specific, by directory
}

func newInputs(pass *analysis.Pass) *inputs {
	c := &inputs{listed: registry.ListedFact.Of(pass), used: map[*analysis.File][]use{}, partly: map[*analysis.File]bool{},
		declared: map[file]placeholder.Declared{}, singles: map[file]map[string]bool{}}
	find := registry.NewFinder(pass.Workspace)
	for f, tokens := range placeholder.Fact.All(pass.Store) {
		skill := f
		if f.Kind != analysis.Skill {
			skill = find.Owner(f)
		}
		if skill == nil {
			continue
		}
		for _, t := range tokens.Names {
			c.used[skill] = append(c.used[skill], use{f, t})
		}
		c.partly[skill] = c.partly[skill] || tokens.Omitted > 0
	}
	for f, p := range placeholder.DeclaredFact.All(pass.Store) {
		c.declared[file{f.Tree, f.Rel}] = p
	}
	return c
}

// isWhole reports whether all files of a skill were read.
func (c *inputs) isWhole(skill *analysis.File) bool {
	return !c.partly[skill] && c.onlyMarkdown(skill.Tree, path.Dir(skill.Rel), 0)
}

const maxDepth = 16 // nesting of directories in a skill

func (c *inputs) onlyMarkdown(tree *analysis.Tree, dir string, depth int) bool {
	if depth > maxDepth || !tree.Walked(dir) {
		return false
	}
	for _, name := range tree.Entries(dir) {
		at := path.Join(dir, name)
		if tree.IsDir(at) && !c.onlyMarkdown(tree, at, depth+1) || !tree.IsDir(at) && path.Ext(name) != ".md" {
			return false
		}
	}
	return true
}

// unused reports declared inputs that no file uses.
func (c *inputs) unused(pass *analysis.Pass, skill *analysis.File, l registry.Listing, inputs map[string]registry.Text, specific map[string]bool) {
	tokens := l.Registry.Dialect.Tokens
	used := map[string]bool{}
	for _, u := range c.used[skill] {
		used[u.token.Name] = true
	}
	for _, input := range l.Entry.Inputs {
		name := input.Value
		_, ok := inputs[name]
		single, declared := specific[name]
		if !ok || used[name] || slices.Contains(tokens.Names, name) || declared && !single {
			continue
		}
		used[name] = true
		at := input.Location
		pass.Report(analysis.Diagnostic{Location: &at, Message: "unused input " + quote.Text(name),
			Effect: fmt.Sprintf("no file of the skill contains {{%s}}", name), Help: "use it, or remove it from " + tokens.Inputs})
	}
}

// specific returns the names that placeholders.json files in a directory and above declare. The value reports whether the name
// belongs to individual skills, and not to the protocol. Directories without such a file share the result of their parent.
func (c *inputs) specific(at file, tokens *schema.Tokens) map[string]bool {
	if names, ok := c.singles[at]; ok {
		return names
	}
	var names map[string]bool
	if at.rel != "." && at.rel != "/" {
		names = c.specific(file{at.tree, path.Dir(at.rel)}, tokens)
	}
	if p, ok := c.declared[file{at.tree, path.Join(at.rel, tokens.Placeholders)}]; ok {
		own := map[string]bool{}
		maps.Copy(own, names)
		for _, name := range p.Names {
			own[name] = false
		}
		for _, name := range p.Specific {
			own[name] = !slices.Contains(tokens.Names, name)
		}
		names = own
	}
	c.singles[at] = names
	return names
}
