package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/near"
)

// maxSearches is for how many missing names of a run a near one is looked for: each is compared
// with all names of its tree.
const maxSearches = 200

// A speller finds the names that were probably meant.
type speller struct {
	graph    *graph.Graph
	names    map[scope][]string
	searches int
}

// A scope is where names are taken from.
type scope struct {
	tree    *analysis.Tree
	targets string
}

func newSpeller(g *graph.Graph) *speller {
	return &speller{graph: g, names: map[scope][]string{}}
}

// near returns the name that is nearest to a missing one.
func (s *speller) near(m graph.Missing) (string, bool) {
	if s.searches == maxSearches {
		return "", false
	}
	s.searches++
	name, own := m.Need.Name, s.graph.Nodes[m.From].Entry.Names
	candidates := slices.DeleteFunc(slices.Clone(s.candidates(m)), func(c string) bool { return slices.Contains(own, c) })
	if best, ok := near.Best(name, candidates); ok && best != name {
		return best, true
	}
	if plugin, last, ok := strings.Cut(name, ":"); ok {
		if best, ok := near.Best(last, candidates); ok {
			return plugin + ":" + best, true
		}
	}
	return withPrefix(name, candidates)
}

// withPrefix returns the only candidate that is the name behind a prefix, as "ct-name". Two
// letters are the end of too many names.
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

func (s *speller) candidates(m graph.Missing) []string {
	if len(m.Rule.In) > 0 {
		return append(s.graph.NamesIn(m), m.Rule.BuiltIn...)
	}
	key := scope{m.File.Tree, m.Rule.Targets}
	names, ok := s.names[key]
	if !ok {
		names = s.graph.Names(key.tree, key.targets)
		s.names[key] = names
	}
	return append(names[:len(names):len(names)], m.Rule.BuiltIn...)
}

// isSoftware reports whether a name in a field that no loader reads may well be that of software.
func isSoftware(m graph.Missing, near bool) bool {
	switch name := m.Need.Name; name {
	case "bash", "sh", "zsh", "sed", "awk", "grep", "ripgrep", "rg", "find", "jq", "yq", "curl", "wget", "ssh", "tmux", "make",
		"git", "gh", "docker", "podman", "kubectl", "helm", "terraform", "aws", "gcloud", "az", "node", "npm", "npx", "pnpm",
		"yarn", "bun", "deno", "python", "python3", "pip", "uv", "ruby", "go", "cargo", "java", "sqlite3", "psql", "redis",
		"ffmpeg", "pandoc", "playwright":
		return true
	default:
		return !m.Known && (!near || len(name) < 4) // of short names many are near
	}
}
