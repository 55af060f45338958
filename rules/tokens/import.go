package tokens

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Limits of the imports of an instruction file.
const (
	maxImports  = 200
	maxImported = 64 << 10 // bytes of an imported file that is not a document
	maxFollowed = 200_000  // imports per run
)

// An importer follows the imports of an instruction file.
type importer struct {
	pass  *analysis.Pass
	c     *inclusions
	root  *analysis.File
	rules *schema.Imports
	known map[string]importDocument // documents of the tree
	seen  map[string]bool           // followed files
}

// An importDocument is a document that may import others or be imported.
type importDocument struct {
	file *analysis.File
	refs []link.PlacedReference
}

// An importStep is an import on the path from the root.
type importStep struct {
	rel   string
	alone bool // alone on its line
}

func newImporter(pass *analysis.Pass, c *inclusions, root *analysis.File, rules *schema.Imports) *importer {
	return &importer{pass, c, root, rules, c.documents(pass, root.Tree), map[string]bool{root.Rel: true}}
}

// documents returns the documents of a tree by path.
func (c *inclusions) documents(pass *analysis.Pass, tree *analysis.Tree) map[string]importDocument {
	if c.known == nil {
		c.known, c.reported = map[*analysis.Tree]map[string]importDocument{}, map[[2]file]bool{}
		for _, f := range pass.Workspace.Files {
			if c.known[f.Tree] == nil {
				c.known[f.Tree] = map[string]importDocument{}
			}
			if f.Kind&analysis.Text != 0 {
				c.known[f.Tree][f.Rel] = importDocument{file: f}
			}
		}
		for f, found := range link.ReferenceFact.All(pass.Store) {
			c.known[f.Tree][f.Rel] = importDocument{f, found.Places}
		}
	}
	return c.known[tree]
}

func (i *importer) check() {
	if placeholder.IsTemplatePath(i.root.Rel) {
		return
	}
	places := i.known[i.root.Rel].refs
	for n := range places {
		if p := &places[n]; !p.Glob && !p.Quoted {
			i.follow(p, p.Reference, p.Alone, []importStep{{rel: i.root.Rel}})
		}
	}
}

// follow checks an import of the last file of a chain, and the imports of its target. at is the location of the import or, if the
// chain contains a file that is not a document, of the import of the first such file.
func (i *importer) follow(at *link.PlacedReference, r link.Reference, alone bool, chain []importStep) {
	from := chain[len(chain)-1].rel
	to := path.Join(path.Dir(from), r.Path)
	if i.c.followed++; i.c.followed > maxFollowed || len(i.seen) > maxImports || path.IsAbs(r.Path) || strings.HasPrefix(r.Path, "~") || analysis.LeavesRoot(to) {
		return
	}
	switch i.root.Tree.Stat(to) {
	case analysis.Absent:
		if r.Sure && !r.Told && i.isMeant(to, r.Path) {
			i.missing(at, r, from, to)
		}
		return
	case analysis.IsFile:
	default:
		return
	}
	chain = append(slices.Clone(chain), importStep{i.root.Tree.Real(to), alone})
	if cycle := cycleOf(chain); cycle != nil {
		i.circular(at, cycle)
		return
	}
	if i.seen[to] || i.isRoot(to) {
		return
	}
	i.seen[to] = true
	if len(chain)-1 > i.rules.Depth {
		i.pass.Report(analysis.Diagnostic{Location: &at.At, Severity: analysis.Warning, About: to,
			Message: fmt.Sprintf("imports nested more than %d levels deep: %s", i.rules.Depth, quote.Text(i.root.Tree.Prefix+to)),
			Effect:  i.root.Dialect.Title + " does not read the file", Help: "import it from a file closer to this one"})
		return
	}
	i.next(at, to, chain)
}

// isRoot reports whether the client loads a file directly. Its imports are then checked there.
func (i *importer) isRoot(rel string) bool {
	f := i.known[rel].file
	return f != nil && f.Rules() != nil && f.Rules().Imports != nil
}

// isMeant reports whether a path of a missing file is meant as an import, of a file that all users of the project have.
func (i *importer) isMeant(to, written string) bool {
	tree := i.root.Tree
	return !tree.Hidden(to) && tree.Walked(path.Dir(to)) && !placeholder.IsExamplePath(written) && !strings.Contains(strings.ToLower(path.Base(to)), "local")
}

func (i *importer) missing(at *link.PlacedReference, r link.Reference, from, to string) {
	key := [2]file{{i.root.Tree, from}, {i.root.Tree, to}}
	if i.c.reported[key] {
		return // reported for another file that imports this one
	}
	i.c.reported[key] = true
	d := analysis.Diagnostic{Location: &at.At, Severity: analysis.Warning, Effect: i.rules.Missing,
		Message: "broken import: " + quote.Text("@"+r.Path) + " does not exist", Help: "import an existing file, or remove the import"}
	tree, instead := i.root.Tree, ""
	switch other := tree.OtherCase(to); {
	case other != "":
		instead = other
		d.Message, d.Effect = "import differs in case from its file: "+quote.Text("@"+r.Path), "the file is not found on Linux"
	case tree.Stat(path.Clean(r.Path)) == analysis.IsFile:
		instead = path.Clean(r.Path)
		d.Message = "import is relative to the repository root, not to this file: " + quote.Text("@"+r.Path)
	}
	if i.known[from].file == nil {
		d.About, d.Effect = to, i.rules.Missing
		d.Message = "broken import in " + quote.Text(tree.Prefix+from) + ": " + quote.Text("@"+r.Path) + " does not exist"
	} else if instead != "" {
		right := "@" + analysis.RelativePath(path.Dir(from), instead)
		d.Help, d.SuggestedFixes = "", []analysis.SuggestedFix{{Title: "replace with " + quote.Text(right), Uncovers: true,
			Edits: []analysis.Edit{{Range: at.At.Range, Text: right}}}}
	}
	i.pass.Report(d)
}

// cycleOf returns the end of a chain from the file that the last import names again, if the imports are alone on their lines. It returns
// nil if there is none, or a file imports itself.
func cycleOf(chain []importStep) []importStep {
	last := len(chain) - 1
	first := slices.IndexFunc(chain[:last], func(s importStep) bool { return s.rel == chain[last].rel })
	if first < 0 || last-first < 2 || slices.ContainsFunc(chain[first+1:], func(s importStep) bool { return !s.alone }) {
		return nil
	}
	return chain[first:]
}

// circular reports a cycle once: for its first file that the client loads directly or, if there is none, for the first file that
// imports one of its files.
func (i *importer) circular(at *link.PlacedReference, cycle []importStep) {
	var names []string
	least := cycle[0].rel
	for _, s := range cycle {
		if i.isRoot(s.rel) && (cycle[0].rel != i.root.Rel || s.rel < i.root.Rel) {
			return
		}
		least = min(least, s.rel)
		names = append(names, quote.Text(i.root.Tree.Prefix+s.rel))
	}
	key := [2]file{{i.root.Tree, least}, {i.root.Tree, "circular"}}
	if i.c.reported[key] {
		return
	}
	i.c.reported[key] = true
	i.pass.Report(analysis.Diagnostic{Location: &at.At, Severity: analysis.Info, About: "circular", Message: "circular import: " + strings.Join(names, " → "),
		Effect: i.root.Dialect.Title + " reads each file once", Help: "remove one of the imports"})
}

// next follows the imports of a file.
func (i *importer) next(at *link.PlacedReference, rel string, chain []importStep) {
	if found, ok := i.known[rel]; ok {
		for n := range found.refs {
			if p := &found.refs[n]; !p.Glob && !p.Quoted {
				i.follow(p, p.Reference, p.Alone, chain)
			}
		}
		return
	}
	if path.Ext(rel) == ".md" {
		for _, r := range importsIn(i.root.Tree.Read(rel, maxImported)) {
			i.follow(at, r, true, chain)
		}
	}
}
