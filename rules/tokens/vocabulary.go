package tokens

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// A vocabulary determines the known names in a file.
type vocabulary struct {
	listed   registry.Listed
	find     *registry.Finder
	declared map[file][]string // by placeholders.json
	read     map[file]bool     // registries that were read
	names    map[scope]*lexicon
}

// A scope is a combination of directory, dialect and configuration, which determines the declared names.
type scope struct {
	file
	tokens      *schema.Tokens
	conventions *analysis.Conventions
}

// A lexicon holds the names that are declared in a scope.
type lexicon struct {
	known map[string]bool
	keys  map[string]string // names by their keys
	index *suggest.Index
}

// A file is a path below the root of a tree.
type file struct {
	tree *analysis.Tree
	rel  string
}

func newVocabulary(pass *analysis.Pass) *vocabulary {
	v := &vocabulary{listed: registry.ListedFact.Of(pass), find: registry.NewFinder(pass.Workspace), declared: map[file][]string{}, read: map[file]bool{},
		names: map[scope]*lexicon{}}
	for f := range registry.Fact.All(pass.Store) {
		v.read[file{f.Tree, f.Rel}] = true
	}
	for f, p := range placeholder.DeclaredFact.All(pass.Store) {
		v.declared[file{f.Tree, f.Rel}] = p.Names
	}
	return v
}

// names holds the known names in a file.
type names struct {
	tokens   *schema.Tokens
	declared *lexicon
	own      []string // inputs of the registry entry
	inputs   *suggest.Index
}

func (n *names) known(name string) bool {
	return n.declared.known[name] || slices.Contains(n.own, name)
}

// meant returns the known name with a key, or "".
func (n *names) meant(key string) string {
	if name := n.declared.keys[key]; name != "" {
		return name
	}
	for _, name := range n.own {
		if analysis.PlaceholderKey(name) == key {
			return name
		}
	}
	return ""
}

// namesOf returns the known names in a file, including those of the configuration. It returns none if the dialect has no
// placeholders, or if a declaring file was not read because it is invalid or excluded.
func (v *vocabulary) namesOf(f *analysis.File) (*names, bool) {
	tokens, inputs := v.dialect(f)
	if tokens == nil {
		return nil, false
	}
	declaring, readable := v.placeholders(f, tokens)
	if !readable {
		return nil, false
	}
	key := scope{tokens: tokens, conventions: f.Conventions}
	if len(declaring) > 0 {
		key.file = declaring[0]
	}
	declared := v.names[key]
	if declared == nil {
		declared = v.lexicon(declaring, tokens, f.Conventions)
		v.names[key] = declared
	}
	return &names{tokens, declared, inputs, suggest.NewIndex(inputs)}, true
}

func (v *vocabulary) lexicon(declaring []file, tokens *schema.Tokens, conventions *analysis.Conventions) *lexicon {
	all := slices.Concat(tokens.Names, conventions.TokenNames())
	for _, at := range declaring {
		all = append(all, v.declared[at]...)
	}
	l := &lexicon{known: map[string]bool{}, keys: map[string]string{}, index: suggest.NewIndex(all)}
	for _, name := range all {
		if key := analysis.PlaceholderKey(name); l.keys[key] == "" {
			l.keys[key] = name
		}
	}
	for _, name := range slices.Concat(all, tokens.Any) {
		l.known[name] = true
	}
	return l
}

// dialect returns the placeholders of a file's dialect, and the inputs that the registry declares.
func (v *vocabulary) dialect(f *analysis.File) (*schema.Tokens, []string) {
	var inputs []string
	if l, ok := v.listed.Of(f, v.find); ok {
		for _, input := range l.Entry.Inputs {
			inputs = append(inputs, input.Value)
		}
	}
	d := dialectOf(f, v.listed, v.find)
	if d == nil {
		return nil, nil
	}
	return d.Tokens, inputs
}

// placeholders returns the declaring files of all directories above a file, the nearest first.
func (v *vocabulary) placeholders(f *analysis.File, tokens *schema.Tokens) (declaring []file, readable bool) {
	for dir := path.Dir(f.Rel); ; dir = path.Dir(dir) {
		at, registry := path.Join(dir, tokens.Placeholders), path.Join(dir, "manifest.json")
		names, known := v.declared[file{f.Tree, at}]
		switch {
		case tokens.Placeholders != "" && !known && (f.Tree.Exists(at) || f.Tree.Unlisted(path.Dir(at))):
			return nil, false
		case !v.read[file{f.Tree, registry}] && f.Tree.Exists(registry) && !f.Tree.Walked(registry):
			return nil, false
		}
		if len(names) > 0 {
			declaring = append(declaring, file{f.Tree, at})
		}
		if dir == "." || dir == "/" {
			return declaring, true
		}
	}
}
