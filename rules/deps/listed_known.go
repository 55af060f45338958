package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

// knownNames are the names of skills, commands and subagents of a tree.
type knownNames struct {
	tree   *analysis.Tree
	kinds  map[string]string // "skill", "command" or "subagent", by name
	sorted map[string]string // names by their sorted words
	all    []string
	index  *suggest.Index // of all; made for the first suggestion

}

func newKnownNames(g *graph.Graph, tree *analysis.Tree) *knownNames {
	k := &knownNames{tree: tree, kinds: map[string]string{}, sorted: map[string]string{}}
	for _, kind := range []analysis.Kind{analysis.Skill, analysis.Command, analysis.Agent} {
		for _, name := range g.Names(tree, kind.String()) {
			if k.kinds[name] == "" {
				k.kinds[name] = strings.Replace(kind.String(), "agent", "subagent", 1)
				k.all = append(k.all, name)
				k.sorted[sortedWords(name)] = name
			}
		}
	}
	return k
}

// bare returns the last part of a name, without "/", plugin and group.
func bare(name string) string {
	return name[strings.LastIndexAny(name, ":/@")+1:]
}

// ownCommands are commands that Claude Code brings, besides those that a skill should not hide: of its package 2.1.332, its
// documentation and earlier versions.
const ownCommands = "advisor artifacts auto-mode-setup autocompact autofix-pr background batch branch brief btw bug cd chrome code-review color " +
	"copy daemon debug design-consent design-login design-revoke desktop diff doctor effort extra-usage fast feedback focus fork " +
	"goal heapdump insights install install-github-app install-slack-app keybindings list-agents loop mobile output-style passes " +
	"pause-memory plan powerup pr-comments privacy-settings radio rate-limit-options recap release-notes reload-plugins " +
	"reload-skills remote-control remote-env rename restart review sandbox scroll-speed security-review session setup-bedrock " +
	"setup-vertex simplify skill-doctor statusline stickers stop subtask tasks team-onboarding teleport terminal-setup theme todos " +
	"tui ultraplan ultrareview upgrade usage-credits version vim voice web-setup wellbeing workflows"

// isElsewhere reports whether a name is that of a command or subagent of a client, or that of a plugin that is not in the repository.
func (k *knownNames) isElsewhere(name string) bool {
	plugin, _, ok := strings.Cut(strings.TrimLeft(name, "/@"), ":")
	if ok {
		return !k.tree.HasName(plugin)
	}
	for _, dialect := range schema.Names() {
		if slices.ContainsFunc(schema.Lookup(dialect).Dependencies, func(d schema.Dependency) bool { return slices.Contains(d.BuiltIn, name) }) {
			return true
		}
	}
	return strings.HasPrefix(name, "/") && (slices.Contains(strings.Fields(ownCommands), name[1:]) || slices.ContainsFunc(schema.Lookup("claude-code").Reserved, func(r schema.Reserved) bool {
		return slices.Contains(r.Names, name[1:])
	}))
}

// exists reports whether a path of the tree has a name, with or without an extension.
func (k *knownNames) exists(name string) bool {
	for _, extension := range []string{"", ".md", ".py", ".sh", ".js", ".ts", ".json", ".yaml", ".yml"} {
		if k.tree.HasName(name + extension) {
			return true
		}
	}
	return path.Ext(name) != ""
}

// near returns the name that was meant: one with the same words, or with few other letters.
func (k *knownNames) near(name string) (string, bool) {
	if other, ok := k.sorted[sortedWords(name)]; ok {
		return other, true
	}
	if k.index == nil {
		k.index = suggest.NewIndex(k.all)
	}
	return k.index.Best(name)
}

// sortedWords returns the words of a name in alphabetical order.
func sortedWords(name string) string {
	words := strings.FieldsFunc(name, func(c rune) bool { return c == '-' || c == '_' })
	slices.Sort(words)
	return strings.Join(words, " ")
}
