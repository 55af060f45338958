package discover

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// siblings contains files that are required to recognize a place, by dialect and kind.
var siblings = map[string]map[string]string{
	"cleo/skill":        {"skills/manifest.json": `{"skills": [{"name": "ct-x"}]}`},
	"cleo/output":       {"MANIFEST.jsonl": ""},
	"triagent/skill":    {"_persona_dev.yaml": ""},
	"codex/openai-yaml": {"SKILL.md": ""},
	"agentskills/evals": {"SKILL.md": ""},
}

// TestPlaces creates a file in each place of each dialect. It must be recognized with that kind and dialect, up to the
// maximum depth.
func TestPlaces(t *testing.T) {
	for _, d := range schema.All() {
		for i, p := range d.Discovery {
			if p.Scope != "project" {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", d.Name, i), func(t *testing.T) {
				home := cmp.Or(p.Home, d.Name)
				files := map[string]string{}
				for name, text := range siblings[d.Name+"/"+p.Kind] {
					files[name] = text
				}
				there, below, isDir := examplePaths(p)
				files[there], files[below] = "", ""
				found := classifyTree(t, files)
				if got := found[there]; !hasKind(got, p.Kind, home) {
					t.Errorf("%s is a place of %s for a %s of %s; a file there is classified as %s", p.Path, d.Name, p.Kind, home, got)
				}
				if isDir && p.Depth == 0 && p.Home == "" && hasKind(found[below], p.Kind, home) {
					t.Errorf("%s is too deep for %s, but is classified as %s", below, d.Name, p.Kind)
				}
				if isDir && p.Depth == schema.AnyDepth && !hasKind(found[below], p.Kind, home) {
					t.Errorf("%s searches at any depth, but %s is classified as %s", d.Name, below, found[below])
				}
			})
		}
	}
}

// TestAddedDialect checks the places of a fictitious dialect.
func TestAddedDialect(t *testing.T) {
	acme := schema.Discovery{Dialect: "acme", Places: []schema.Place{
		{Kind: "skill", Path: ".acme/skills/", Scope: "project", Depth: 1},
		{Kind: "skill", Path: ".claude/skills/", Scope: "project", Depth: 1, Home: "claude-code"},
		{Kind: "agent", Path: ".acme/agents/", Scope: "project", Depth: schema.AnyDepth},
		{Kind: "command", Path: ".acme/commands/*.toml", Scope: "project"},
		{Kind: "instructions", Path: "*.acme.md", Scope: "project", Depth: schema.AnyDepth},
		{Kind: "plugin", Path: ".acme-plugin/plugin.json", Scope: "plugin"},
	}}
	embedded := embeddedPlaces
	t.Cleanup(func() { embeddedPlaces = embedded })
	all := newPlaces(append(slices.Clone(schema.Discoveries()), acme))
	embeddedPlaces = func() *places { return all }
	dirAt := func(path string) *directory {
		var f *directory
		for _, name := range strings.Split(path, "/") {
			f = enter(f, name, "x", "x", nil)
		}
		return f
	}
	for file, want := range map[string]string{
		".acme/skills/x/SKILL.md":           "skill of acme: SKILL.md; in .acme/skills/",
		".claude/skills/x/SKILL.md":         "skill of claude-code: SKILL.md; in .claude/skills/",
		".acme/agents/deep/x.md":            "agent of acme: .md file in .acme/agents/",
		".acme/commands/x.toml":             "command of acme: .toml file in .acme/commands/",
		".acme/commands/deep/x.toml":        "unknown of : ",
		"anywhere/x.acme.md":                "instructions of acme: *.acme.md",
		"anywhere/.acme-plugin/plugin.json": "plugin of acme: .acme-plugin/plugin.json",
	} {
		v := new(walker).classifyByPath(dirAt("r/"+path.Dir(file)), path.Base(file))
		if got := fmt.Sprintf("%s of %s: %s", v.kind, v.dialect, v.why); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// examplePaths returns the path of a file in a place and one in a directory below, and whether the place is a directory.
func examplePaths(p schema.Place) (there, below string, isDir bool) {
	in := strings.NewReplacer("**", "x", "*", "x", "/AGENT.", "/other.").Replace(p.Path)
	if strings.HasSuffix(p.Path, "/AGENT.md") {
		in = strings.Replace(p.Path, "*", "x", 1)
	}
	if !strings.HasSuffix(in, "/") {
		return in, "deeper/" + in, false
	}
	name := "x.md"
	switch {
	case p.Kind == "skill":
		return in + "a/SKILL.md", in + "b/c/SKILL.md", true
	case strings.HasPrefix(in, ".gemini/commands/"):
		name = "x.toml"
	case strings.HasPrefix(in, "_subagents/"):
		name = "x.yaml"
	}
	return in + name, path.Join(in, "deeper", name), true
}

// classifyTree returns kind and dialect of each file of a tree, as in [walkLines].
func classifyTree(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	root := t.TempDir()
	writeTree(t, root, files)
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	kinds := map[string]string{}
	for _, line := range lines {
		parts := strings.Split(line, " | ")
		kinds[parts[0]] = parts[1] + " | " + parts[2]
	}
	return kinds
}

// hasKind reports whether a file has a kind and dialect, or can have them because of its content.
func hasKind(got, kind, dialect string) bool {
	switch got {
	case kind + " | " + dialect, kind + " | " + dialect + "?", kind + " | -?":
		return true
	}
	return false
}
