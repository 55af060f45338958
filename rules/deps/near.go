package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// maxSearches limits the searches through all names of a workspace.
const maxSearches = 200

// A speller suggests names.
type speller struct {
	graph    *graph.Graph
	names    map[scope]*candidates
	taken    map[entry]bool // what lists have
	searches int
}

// An entry is a name in a list of a file.
type entry struct {
	from        int // of Nodes
	field, name string
}

// A scope is a source of names.
type scope struct {
	tree    *analysis.Tree
	rule    *schema.Dependency
	folders string
}

// candidates are the names in a scope.
type candidates struct {
	all   []string
	index *suggest.Index
}

func newSpeller(g *graph.Graph) *speller {
	s := &speller{graph: g, names: map[scope]*candidates{}, taken: map[entry]bool{}}
	if len(g.Missing) > 0 {
		for _, e := range g.Edges {
			s.taken[entry{e.From, e.Need.Field, e.Need.Name}] = true
		}
	}
	return s
}

// near returns the name nearest to a missing one.
func (s *speller) near(m graph.Missing) string {
	known := s.candidates(m)
	if known == nil {
		return ""
	}
	name, own := m.Need.Name, s.graph.Nodes[m.From].Entry.Names
	if best, ok := s.best(known, name, own); ok && best != name {
		return best
	}
	if plugin, last, ok := strings.Cut(name, ":"); ok {
		if best, ok := s.best(known, last, own); ok {
			return plugin + ":" + best
		}
	}
	if !s.search() {
		return ""
	}
	found, _ := withPrefix(name, without(known.all, own))
	return found
}

// best returns the candidate nearest to a word, except for the file's own names.
func (s *speller) best(known *candidates, word string, own []string) (string, bool) {
	best, ok := known.index.Best(word)
	if !ok || !slices.Contains(own, best) {
		return best, ok
	}
	if !s.search() {
		return "", false
	}
	return suggest.Best(word, without(known.all, own))
}

func without(names, own []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(own, name) })
}

// search counts a search, and reports whether it is within the limit.
func (s *speller) search() bool {
	s.searches++
	return s.searches <= maxSearches
}

// withPrefix returns the candidate that is the name with a prefix, such as "ct-name", if there is exactly one. Names of
// two letters match too many candidates.
func withPrefix(name string, candidates []string) (string, bool) {
	if len(name) <= 2 {
		return "", false
	}
	found := ""
	for _, c := range candidates {
		if strings.HasSuffix(c, "-"+name) && c != found {
			if found != "" {
				return "", false
			}
			found = c
		}
	}
	return found, found != ""
}

func (s *speller) candidates(m graph.Missing) *candidates {
	key := scope{m.File.Tree, m.Rule, strings.Join(m.Folders(), "\x00")}
	known := s.names[key]
	if known != nil || !s.search() {
		return known
	}
	var names []string
	if len(m.Rule.In) > 0 {
		names = s.graph.NamesIn(m)
	} else {
		names = s.graph.Names(key.tree, m.Rule.Targets)
	}
	names = slices.Concat(names, m.Rule.BuiltIn)
	known = &candidates{names, suggest.NewIndex(names)}
	s.names[key] = known
	return known
}

// isProgram reports whether a name is a common program.
func isProgram(name string) bool {
	switch name {
	case "bash", "sh", "zsh", "sed", "awk", "grep", "ripgrep", "rg", "find", "jq", "yq", "curl", "wget", "ssh", "tmux", "make",
		"git", "gh", "docker", "podman", "kubectl", "helm", "terraform", "aws", "gcloud", "az", "node", "npm", "npx", "pnpm",
		"yarn", "bun", "deno", "python", "python3", "pip", "uv", "ruby", "go", "cargo", "java", "sqlite3", "psql", "redis",
		"ffmpeg", "pandoc", "playwright":
		return true
	}
	return false
}
